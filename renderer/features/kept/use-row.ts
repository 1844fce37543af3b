/** One row of a kept list as it is stored. It is read again when it is opened. */
import { useEffect, useState } from 'react';
import type { KeptDetail } from '#shared/contract/kept.ts';
import type { KeptListName } from '#shared/domain/kept-lists.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { call, on } from '../../api/client.ts';
import { useReadOnOpening } from '../../components/opening.ts';

type Found = { key: string; detail: KeptDetail | null; error: AppError | null };

export function useKeptRow(name: KeptListName, key: string | null) {
  const [found, setFound] = useState<Found | null>(null);
  useEffect(() => {
    if (key === null) return;
    let open = true;
    const load = () =>
      void call('kept.row', { name, key }).then((answer) => {
        if (!open) return;
        setFound({
          key,
          detail: answer.ok ? answer.value.detail : null,
          error: answer.ok ? null : answer.error,
        });
      });
    load();
    const end = on('kept.changed', load);
    return () => {
      open = false;
      end();
    };
  }, [name, key]);
  const [readError, setReadError] = useState<{ key: string; error: AppError } | null>(null);
  const read = async () => {
    if (key === null) return;
    const answer = await call('kept.readRow', { name, key });
    setReadError(answer.ok ? null : { key, error: answer.error });
  };
  useReadOnOpening(key, () => void read());
  if (found?.key !== key) return null;
  return { ...found, error: found.error ?? (readError?.key === key ? readError.error : null) };
}
