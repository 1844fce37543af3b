/** Counts what strangers do: a line of the log each would let them roll the log away. The sum is told once a minute. */
import type { Clock } from '#shared/time/clock.ts';

const EVERY_MS = 60_000;

export function createTally(clock: Clock, tell: (counts: Record<string, number>) => void) {
  let counts: Record<string, number> = {};
  let cancel: (() => void) | null = null;
  function flush(): void {
    cancel?.();
    cancel = null;
    if (Object.keys(counts).length > 0) tell(counts);
    counts = {};
  }
  return {
    count(what: string): void {
      counts[what] = (counts[what] ?? 0) + 1;
      cancel ??= clock.after(EVERY_MS, flush);
    },
    flush,
  };
}
