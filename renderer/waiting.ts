/**
 * What this window waits for: the answer to something a person has confirmed. Meanwhile the page is held
 * (`frame/held-page.ts`) and closing the browser's window asks (`frame/leave-guard.ts`), but not for longer than LONG_MS:
 * a core that hangs holds nobody.
 */
import { z } from 'zod';
import { create } from 'zustand';

/** The core's own deadline for a movement is 150 s. */
export const LONG_MS = 180_000;
/** An operation that was on its way when its window was left has ended by then, or its result is not known. */
const FOLLOWED_MS = 600_000;
/** What was confirmed becomes an operation within this: what is read before it takes a while. */
const BECOMES_MS = 60_000;
const LEFT = 'closeout.left';
const leftSchema = z.object({ sinceMs: z.number(), leftAtMs: z.number() });

type Wait = { path: string; sinceMs: number };
const useWaits = create<{ waits: Wait[] }>(() => ({ waits: [] }));

/** Holds the window until the returned function is called, or so long that `onLong` is. */
export function waitForAnswer(onLong: () => void = () => {}): () => void {
  const wait = { path: `/${location.hash.replace(/^#?\/?/, '')}`, sinceMs: Date.now() };
  useWaits.setState(({ waits }) => ({ waits: [...waits, wait] }));
  const end = () => {
    clearTimeout(timer);
    useWaits.setState(({ waits }) => ({ waits: waits.filter((one) => one !== wait) }));
  };
  const timer = setTimeout(() => {
    end();
    onLong();
  }, LONG_MS);
  return end;
}

/** The address that is kept while something is awaited, else null. */
export const useAwaitedPath = (): string | null => useWaits(({ waits }) => waits[0]?.path ?? null);
export const awaitedPath = (): string | null => useWaits.getState().waits[0]?.path ?? null;

/** The window begins anew for another person, and whatever it waited for is answered to nobody: that is noted. */
export function noteLeft(): void {
  const [first] = useWaits.getState().waits;
  if (first) sessionStorage.setItem(LEFT, JSON.stringify({ sinceMs: first.sinceMs, leftAtMs: Date.now() }));
}

/** Between which times an operation began whose dialog was left, in ms; null if none was, or long ago. */
export function leftBetween(): { fromMs: number; toMs: number } | null {
  const stored = sessionStorage.getItem(LEFT);
  if (stored === null) return null;
  const { sinceMs, leftAtMs } = leftSchema.parse(JSON.parse(stored));
  if (Date.now() > leftAtMs + FOLLOWED_MS) {
    sessionStorage.removeItem(LEFT);
    return null;
  }
  return { fromMs: sinceMs, toMs: leftAtMs + BECOMES_MS };
}
