/** One record of a list as it is stored on this PC. It is looked up again when something of it may have changed. */
import { useCallback, useEffect, useState } from 'react';
import type { EventName } from '#shared/contract/index.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import type { Result } from '#shared/errors/result.ts';
import { on } from '../api/client.ts';

type Failure = { key: string; error: AppError } | null;
type Found<Detail> = { key: string; detail: Detail | null };

/**
 * `find` and `changes` stay the same from one drawing to the next. `found` is null until the record of this key was looked up, and
 * its detail is null if there is none. What is known of another key is not shown.
 */
export function useStoredDetail<Detail>(
  key: string | null,
  find: (key: string) => Promise<Result<{ detail: Detail | null }>>,
  changes: readonly EventName[],
) {
  const [found, setFound] = useState<Found<Detail> | null>(null);
  const [notFound, setNotFound] = useState<Failure>(null);
  const [notRead, setNotRead] = useState<Failure>(null);
  useEffect(() => {
    if (key === null) return;
    let open = true;
    const look = () =>
      void find(key).then((answer) => {
        if (!open) return;
        if (answer.ok) setFound({ key, detail: answer.value.detail });
        setNotFound(answer.ok ? null : { key, error: answer.error });
      });
    look();
    const ends = changes.map((name) => on(name, look));
    return () => {
      open = false;
      for (const end of ends) end();
    };
  }, [key, find, changes]);
  /** Takes the answer of a reading or an act: its error, and the record if it brings that. */
  const take = useCallback(
    (answer: Result<{ detail?: Detail | null }>) => {
      if (key === null) return;
      setNotRead(answer.ok ? null : { key, error: answer.error });
      if (answer.ok && answer.value.detail !== undefined) setFound({ key, detail: answer.value.detail });
    },
    [key],
  );
  const failure = [notFound, notRead].find((one) => one?.key === key) ?? null;
  return { found: found?.key === key ? found : null, error: failure?.error ?? null, take };
}
