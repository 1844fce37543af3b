/** One saved card as it is stored, with its charges. It is read again when it is opened. */
import type { SavedCardDetail } from '#shared/contract/saved-cards.ts';
import { call } from '../../api/client.ts';
import { useReadOnOpening } from '../../components/opening.ts';
import { useStoredDetail } from '../../components/stored-detail.ts';

const find = (key: string) => call('savedCards.detail', { key });
const CHANGES = ['savedCards.changed', 'operations.changed'] as const;

export function useCard(key: string | null) {
  const { found, error, take } = useStoredDetail<SavedCardDetail>(key, find, CHANGES);
  const read = async () => {
    if (key !== null) take(await call('savedCards.read', { key }));
  };
  useReadOnOpening(key, () => void read());
  return { found, error, read };
}
