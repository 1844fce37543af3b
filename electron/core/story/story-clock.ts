/** The clock of the story: it stands still until the next scene, and nothing happens by time alone between two scenes. */
import type { Clock } from '#shared/time/clock.ts';

export type StoryClock = Clock & { put(atMs: number): void };

export function createStoryClock(startMs: number): StoryClock {
  let nowMs = startMs;
  return {
    nowMs: () => nowMs,
    // Retries and later looks are for those who are still there then; the story ends before.
    after: () => () => {},
    put(atMs) {
      if (atMs < nowMs) throw new Error('the story does not go back');
      nowMs = atMs;
    },
  };
}

/** The same bytes for the same seed: ids of the story are the same each time. */
export function createStoryRandom(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 24;
  };
  return { bytes: (count: number) => Uint8Array.from({ length: count }, next) };
}
