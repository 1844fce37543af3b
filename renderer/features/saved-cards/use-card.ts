/** One saved card as it is stored, with its charges. It is read again when it is opened. */
import { useEffect, useState } from 'react';
import type { SavedCardDetail } from '#shared/contract/saved-cards.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { call, on } from '../../api/client.ts';
import { useReadOnOpening } from '../../components/opening.ts';

type Found = { key: string; detail: SavedCardDetail | null };

export function useCard(key: string | null) {
  const [found, setFound] = useState<Found | null>(null);
  const [error, setError] = useState<{ key: string; error: AppError } | null>(null);
  useEffect(() => {
    if (key === null) return;
    let open = true;
    const load = () =>
      void call('savedCards.detail', { key }).then((answer) => {
        if (!open) return;
        if (answer.ok) setFound({ key, detail: answer.value.detail });
        else setError({ key, error: answer.error });
      });
    load();
    const ends = [on('savedCards.changed', load), on('operations.changed', load)];
    return () => {
      open = false;
      for (const end of ends) end();
    };
  }, [key]);
  const read = async () => {
    if (key === null) return;
    const answer = await call('savedCards.read', { key });
    setError(answer.ok ? null : { key, error: answer.error });
  };
  useReadOnOpening(key, () => void read());
  return {
    found: found?.key === key ? found : null,
    error: error?.key === key ? error.error : null,
    read,
  };
}
