/**
 * The only choice of items that adds up to an amount. Nothing is guessed: the items are parted into two halves, every sum of either
 * half is kept, and the two lists are walked against each other. The work is bounded; beyond it nothing is found.
 */
import type { MatchItem } from './items.ts';

const MOST_PARTS = 50;
/** A mask has a bit for each item of a half. */
const MOST_ITEMS = 60;
/** Sums of a half that are kept. With more of them any amount is made by several choices. */
const MOST_SUMS = 65_536;
/** How many other choices may make the amount by chance: of what nothing else speaks for, and of what is named. */
const CHANCE = { 2: 0.02, 1: 0.2 } as const;

/** Sums that a whole search may still add up: some seconds at most, whatever it is given. */
type Effort = { left: number };
export const effort = (): Effort => ({ left: 20_000_000 });

/** Different sums, from the smallest up. `ways`: 2 stands for several; `masks` is the choice of one of them. */
type Sums = {
  readonly count: number;
  readonly sums: Float64Array;
  readonly masks: Int32Array;
  readonly ways: Uint8Array;
};
const emptySums = (size: number, count: number): Sums => ({
  count,
  sums: new Float64Array(size),
  masks: new Int32Array(size),
  ways: new Uint8Array(size),
});

/** The sums with and without one more item, as far as `most`. */
function withItem(known: Sums, size: number, bit: number, most: number): Sums {
  const { count, sums, masks, ways } = known;
  const next = emptySums(2 * count, 0);
  let out = 0;
  for (let without = 0, and = 0; and < count;) {
    const a = without < count ? (sums[without] ?? 0) : Infinity;
    const b = (sums[and] ?? 0) + size;
    const sum = Math.min(a, b);
    if (sum > most) break;
    next.sums[out] = sum;
    next.masks[out] = a <= b ? (masks[without] ?? 0) : (masks[and] ?? 0) | bit;
    next.ways[out] = Math.min(2, (a <= b ? (ways[without] ?? 0) : 0) + (b <= a ? (ways[and] ?? 0) : 0));
    if (a <= b) without += 1;
    if (b <= a) and += 1;
    out += 1;
  }
  return { ...next, count: out };
}

function sumsOf(sizes: readonly number[], most: number, work: Effort): Sums | null {
  let known = emptySums(1, 1);
  known.ways[0] = 1;
  for (const [at, size] of sizes.entries()) {
    known = withItem(known, size, 1 << at, most);
    work.left -= known.count;
    if (known.count > MOST_SUMS || work.left < 0) return null;
  }
  return known;
}

/** The masks of the only pair that adds up to `wanted`; null if there is none, or more than one. */
function onlyPair(a: Sums, b: Sums, wanted: number): readonly [number, number] | null {
  let found: readonly [number, number] | null = null;
  for (let low = 0, high = b.count - 1; low < a.count && high >= 0;) {
    const sum = (a.sums[low] ?? 0) + (b.sums[high] ?? 0);
    if (sum === wanted) {
      if (found || (a.ways[low] ?? 0) * (b.ways[high] ?? 0) !== 1) return null;
      found = [a.masks[low] ?? 0, b.masks[high] ?? 0];
    }
    if (sum <= wanted) low += 1;
    if (sum >= wanted) high -= 1;
  }
  return found;
}

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));

/** How many choices of `parts` of `count` there are. */
function choices(count: number, parts: number): number {
  let result = 1;
  for (let at = 0; at < Math.min(parts, count - parts); at += 1) result = (result * (count - at)) / (at + 1);
  return result;
}

/**
 * How many other choices make the amount if amounts fall as they like, of those that take as few items, or leave out as few: sums of
 * so many of them lie about their mean as the normal curve says.
 */
function byChance(sizes: readonly number[], parts: number, target: number): number {
  const count = sizes.length;
  const unit = sizes.reduce(gcd, 0);
  const mean = sizes.reduce((sum, size) => sum + size, 0) / count;
  const variance = sizes.reduce((sum, size) => sum + (size - mean) ** 2, 0) / count;
  const [from, to] = 2 * parts <= count ? [1, parts] : [parts, count];
  let result = 0;
  for (let taken = from; taken <= to; taken += 1) {
    const spread = Math.sqrt((variance * taken * (count - taken)) / Math.max(1, count - 1));
    const width = Math.max(unit, spread);
    const off = (target - taken * mean) / width;
    const density = Math.exp((-off * off) / 2) / (width * Math.sqrt(2 * Math.PI));
    result += (choices(count, taken) - (taken === parts ? 1 : 0)) * unit * density;
  }
  return result;
}

/** The only choice of `fewest` to 50 of at most 60 that sums to `wanted`; null if there is none, more than one, or too many to say. */
export function onlySum(
  items: readonly MatchItem[],
  wanted: bigint,
  fewest: 1 | 2,
  work: Effort,
): MatchItem[] | null {
  const target = Math.abs(Number(wanted));
  const sized = items
    .map((item) => ({ item, size: Math.abs(Number(item.amount.minor)) }))
    .sort((a, b) => b.size - a.size);
  const sizes = sized.map(({ size }) => size);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  if (items.length > MOST_ITEMS || !Number.isSafeInteger(total) || target > total) return null;
  // What is left out is as good as what is taken, and there may be less of it.
  const isRest = 2 * target > total;
  const smaller = isRest ? total - target : target;
  const halves = [0, 1].map((half) => sizes.filter((_, at) => at % 2 === half));
  const [a, b] = halves.map((half) => sumsOf(half, smaller, work));
  const masks = a && b ? onlyPair(a, b, smaller) : null;
  if (!masks) return null;
  const isNamed = (at: number) => (((masks[at % 2] ?? 0) >> (at >> 1)) & 1) === 1;
  const taken = new Set(sized.filter((_, at) => isNamed(at) !== isRest).map(({ item }) => item));
  const chosen = items.filter((item) => taken.has(item));
  if (chosen.length < fewest || chosen.length > MOST_PARTS) return null;
  return byChance(sizes, chosen.length, target) <= CHANCE[fewest] ? chosen : null;
}
