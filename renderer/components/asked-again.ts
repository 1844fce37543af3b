/** What a banner beside a list shows of the core: asked when the banner is drawn, and again at each change that concerns it. */
import { useEffect, useState } from 'react';
import type { KeptListName } from '#shared/domain/kept-lists.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import type { Result } from '#shared/errors/result.ts';
import { on } from '../api/client.ts';

/** Listens for the changes of one kept list. */
export const onKeptList = (name: KeptListName) => (again: () => void) =>
  on('kept.changed', (changed) => {
    if (changed.name === name) again();
  });

/** What was found last, and why it was not found again. */
type Found<T> = { readonly found: T | null; readonly error: AppError | null };

/**
 * Null until there is an answer. `ask` and `listen` are constants, or memoised. `listen` answers with the end of the listening.
 * `again` asks once more.
 */
export function useFoundAgain<T>(
  ask: () => Promise<Result<T>>,
  listen: (again: () => void) => () => void,
): Found<T> & { again: () => void } {
  const [now, setNow] = useState<Found<T>>({ found: null, error: null });
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    let open = true;
    const load = async () => {
      const answer = await ask();
      if (!open) return;
      if (answer.ok) setNow({ found: answer.value, error: null });
      else setNow(({ found }) => ({ found, error: answer.error }));
    };
    void load();
    const end = listen(() => void load());
    return () => {
      open = false;
      end();
    };
  }, [ask, listen, asked]);
  return { ...now, again: () => setAsked((times) => times + 1) };
}

/** Only what was found: the list tells of an error. */
export const useAskedAgain = <T>(
  ask: () => Promise<Result<T>>,
  listen: (again: () => void) => () => void,
): T | null => useFoundAgain(ask, listen).found;
