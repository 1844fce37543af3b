/** A person who comes and goes, for work that goes on by itself. */
import type { Presence } from '#electron/services/context.ts';
import { createActing } from '#electron/services/people/index.ts';

export function aPerson() {
  let isThere = true;
  let name = 'mona';
  const acting = createActing();
  const now = () => ({ personId: name, name });
  const listeners = new Set<() => void>();
  const set = (there: boolean) => {
    isThere = there;
    for (const heard of listeners) heard();
  };
  const presence: Presence = {
    may: () => isThere,
    onChange: (heard) => {
      listeners.add(heard);
      return () => void listeners.delete(heard);
    },
    inTheirName: (work) => acting.run(now(), work),
  };
  return {
    presence,
    /** Who acts, as a profile is told. */
    actor: acting.name,
    come: () => set(true),
    /** Somebody else is signed in from now on. */
    change: (other: string) => {
      name = other;
      set(true);
    },
    go: () => set(false),
    waiting: () => listeners.size,
    /** A call of the person who is signed in. */
    calls: <T>(work: () => Promise<T>): Promise<T> => acting.run(now(), work),
  };
}
