/** What a banner beside a list shows of the core: asked when the banner is drawn, and again at each change that concerns it. */
import { useEffect, useState } from 'react';
import type { KeptListName } from '#shared/domain/kept-lists.ts';
import type { Result } from '#shared/errors/result.ts';
import { on, toldElsewhere } from '../api/client.ts';

/** Listens for the changes of one kept list. */
export const onKeptList = (name: KeptListName) => (again: () => void) =>
  on('kept.changed', (changed) => {
    if (changed.name === name) again();
  });

/**
 * Null until there is an answer; the list tells of an error. `ask` and `listen` are constants, or memoised. `listen` answers with the
 * end of the listening.
 */
export function useAskedAgain<T>(
  ask: () => Promise<Result<T>>,
  listen: (again: () => void) => () => void,
): T | null {
  const [found, setFound] = useState<T | null>(null);
  useEffect(() => {
    let open = true;
    const load = async () => {
      const answer = await toldElsewhere(ask(), 'the list');
      if (open && answer) setFound(answer);
    };
    void load();
    const end = listen(() => void load());
    return () => {
      open = false;
      end();
    };
  }, [ask, listen]);
  return found;
}
