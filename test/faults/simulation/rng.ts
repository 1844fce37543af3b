/** Seeded randomness: the same seed gives the same numbers, on every machine. */
export type Rng = {
  /** In [0, 1). */
  next(): number;
  /** A whole number in [0, below). */
  int(below: number): number;
  chance(probability: number): boolean;
  pick<T>(from: readonly T[]): T;
  bytes(count: number): Uint8Array;
};

export function seededRng(seed: number): Rng {
  let state = (Math.imul(seed ^ (seed >>> 16), 0x9e3779b1) ^ 0x85ebca6b) >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const int = (below: number) => Math.floor(next() * below);
  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick: (from) => {
      const picked = from[int(from.length)];
      if (picked === undefined) throw new Error('nothing to pick from');
      return picked;
    },
    bytes: (count) => Uint8Array.from({ length: count }, () => int(256)),
  };
}
