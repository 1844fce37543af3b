/** The real clock and randomness. */
import { randomBytes } from 'node:crypto';
import type { Clock, Random } from '#shared/time/clock.ts';

export const systemClock: Clock = {
  nowMs: () => Date.now(),
  after: (delayMs, task) => {
    const timer = setTimeout(task, delayMs);
    return () => clearTimeout(timer);
  },
};

export const systemRandom: Random = { bytes: (count) => randomBytes(count) };
