/** Knows who acts: the person who was signed in when the call came in, even if somebody else signs in while it waits. */
import { AsyncLocalStorage } from 'node:async_hooks';

export type Actor = { readonly personId: string; readonly name: string };
export type Acting = ReturnType<typeof createActing>;

/** The actor of the things that Closeout does by itself (recovery, following, its start and end). */
const ITSELF = 'Closeout';

export function createActing() {
  const storage = new AsyncLocalStorage<Actor>();
  return {
    run: <T>(actor: Actor, work: () => Promise<T>): Promise<T> => storage.run(actor, work),
    current: (): Actor | null => storage.getStore() ?? null,
    name: (): string => storage.getStore()?.name ?? ITSELF,
  };
}
