/** Seeded randomness: the same seed gives the same merchant, sales and keys. */
import { createHash } from 'node:crypto';

export type Dice = {
  /** 0 ≤ x < 1. */
  next(): number;
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number;
  pick<T>(items: readonly [T, ...T[]]): T;
};

/** mulberry32: small, fast, good enough for made-up shops. */
export function dice(seed: number): Dice {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return { next, between, pick: (items) => items[between(0, items.length - 1)] ?? items[0] };
}

const digestOf = (...parts: (string | number)[]) =>
  createHash('sha256').update(parts.join('/')).digest('hex');

/** A whole 32-bit number that these parts always give: a seed of its own for each purpose. */
export const seedOf = (...parts: (string | number)[]): number => parseInt(digestOf(...parts).slice(0, 8), 16);

/** A stable key for this seed, environment and purpose; looks like a key, guards nothing but practice. */
export const keyFor = (seed: number, environment: string, purpose: string): string =>
  digestOf(seed, environment, purpose).slice(0, 40);
