/** One row of a kept list as it is stored. It is read again when it is opened. */
import { useCallback } from 'react';
import type { KeptDetail } from '#shared/contract/kept.ts';
import type { KeptListName } from '#shared/domain/kept-lists.ts';
import { call } from '../../api/client.ts';
import { useReadOnOpening } from '../../components/opening.ts';
import { useStoredDetail } from '../../components/stored-detail.ts';

const CHANGES = ['kept.changed'] as const;

export function useKeptRow(name: KeptListName, key: string | null) {
  const find = useCallback((row: string) => call('kept.row', { name, key: row }), [name]);
  const { found, error, take } = useStoredDetail<KeptDetail>(key, find, CHANGES);
  const read = async () => {
    if (key !== null) take(await call('kept.readRow', { name, key }));
  };
  useReadOnOpening(key, () => void read());
  return { found, error };
}
