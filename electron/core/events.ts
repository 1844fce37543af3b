/** What the windows are told: all of it while somebody is signed in; a locked window is told the rest when somebody is there again. */
import type { Emit, EventName, EventOf } from '#shared/contract/index.ts';

export type CoreEvent = { [E in EventName]: { event: E; payload: EventOf<E> } }[EventName];
type Listener = (event: CoreEvent) => void;

/** What a window may know while nobody is signed in. */
const ALWAYS_TOLD: ReadonlySet<EventName> = new Set([
  'app.statusChanged',
  'app.settingsChanged',
  'people.changed',
]);
const MOST_HELD_BACK = 1_000;

/** `heard`: the core hears what a locked window is not told. */
export function createCoreEvents(isSignedIn: () => boolean, heard: (event: EventName) => void) {
  const listeners = new Set<Listener>();
  let heldBack: CoreEvent[] = [];
  const tell = (event: CoreEvent) => {
    for (const listener of listeners) listener(event);
  };
  const emit: Emit = (event, payload) => {
    const whole = { event, payload } as CoreEvent;
    heard(event);
    if (ALWAYS_TOLD.has(event) || isSignedIn()) tell(whole);
    else if (heldBack.length < MOST_HELD_BACK) heldBack.push(whole);
  };
  return {
    emit,
    listen: (listener: Listener): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Somebody is there again. */
    tellHeldBack(): void {
      const late = heldBack;
      heldBack = [];
      late.forEach(tell);
    },
    end: () => listeners.clear(),
  };
}
