import type { Clock } from '#shared/time/clock.ts';

/** Time goes on by hand; what is due by then is done in order. */
export function handClock(): Clock & { forward(ms: number): void } {
  let nowMs = 0;
  let due: { atMs: number; task: () => void }[] = [];
  return {
    nowMs: () => nowMs,
    after: (delayMs, task) => {
      const one = { atMs: nowMs + delayMs, task };
      due.push(one);
      return () => void (due = due.filter((other) => other !== one));
    },
    forward(ms) {
      const end = nowMs + ms;
      for (;;) {
        const next = due.filter(({ atMs }) => atMs <= end).sort((a, b) => a.atMs - b.atMs)[0];
        if (!next) break;
        due = due.filter((other) => other !== next);
        nowMs = next.atMs;
        next.task();
      }
      nowMs = end;
    },
  };
}
