/** A person who comes and goes, for work that goes on by itself. */
import type { Presence } from '#electron/services/context.ts';

export function aPerson() {
  let isThere = true;
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
  };
  return { presence, come: () => set(true), go: () => set(false), waiting: () => listeners.size };
}
