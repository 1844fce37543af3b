/** How often one caller may call: a bucket of one minute for each key, such as an address (§8). */
import type { Clock } from '#shared/time/clock.ts';
import { refuse } from './errors.ts';

const MINUTE_MS = 60_000;

/** Throws 429 with the seconds to wait when `key` has used up its calls of this minute. */
type RateLimit = (key: string) => void;

export function createRateLimit(clock: Clock, mostAMinute: number): RateLimit {
  const buckets = new Map<string, { fromMs: number; used: number }>();
  return (key) => {
    const nowMs = clock.nowMs();
    const known = buckets.get(key);
    const bucket = known && nowMs < known.fromMs + MINUTE_MS ? known : { fromMs: nowMs, used: 0 };
    if (bucket.used >= mostAMinute)
      throw refuse.overRate(Math.max(1, Math.ceil((bucket.fromMs + MINUTE_MS - nowMs) / 1_000)));
    bucket.used += 1;
    buckets.set(key, bucket);
  };
}
