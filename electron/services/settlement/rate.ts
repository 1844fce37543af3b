/** Measures how fast rows came in during the last seconds, so that the figure on screen follows a line that becomes slower. */
import type { Clock } from '#shared/time/clock.ts';

const OVER_MS = 10_000;
/** A shorter time gives only noise. */
const LEAST_MS = 500;

/** Told how many rows there are by now, answers rows a second; null until it can be told. */
export function createRate(clock: Clock): (rows: number) => number | null {
  let seen: { atMs: number; rows: number }[] = [];
  return (rows) => {
    const atMs = clock.nowMs();
    const lately = seen.filter((one) => atMs - one.atMs <= OVER_MS && one.atMs <= atMs);
    seen = [...(lately.length > 0 ? lately : seen.slice(-1)), { atMs, rows }];
    const [first] = seen;
    const tookMs = first ? atMs - first.atMs : 0;
    if (!first || tookMs < LEAST_MS) return null;
    return Math.max(0, Math.round(((rows - first.rows) * 1_000) / tookMs));
  };
}
