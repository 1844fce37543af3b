/** One deposit for 2 to 50 windows among others, whose sum is made by one choice of them or by more. Seeded, with its truth. */
import { dice } from '../../electron/sandbox/random.ts';
import type { MatchItem } from '../../shared/domain/matching/index.ts';
import { dateOf, lineItem, windowItem } from './matching-month.ts';

type SumCase = {
  readonly windows: MatchItem[];
  readonly lines: MatchItem[];
  readonly paid: ReadonlySet<string>;
  readonly isUnique: boolean;
};
export const MOST_PARTS = 50;

/** How many choices make the amount, 2 for more: every sum of some of them, by addition. */
function waysOf(amounts: readonly bigint[], wanted: bigint): number {
  const total = amounts.reduce((sum, amount) => sum + amount, 0n);
  const smaller = Number(2n * wanted > total ? total - wanted : wanted);
  const sizes = amounts.map(Number).sort((a, b) => b - a);
  let left = Number(total);
  let ways = new Map([[0, 1]]);
  for (const size of sizes) {
    left -= size;
    const next = new Map<number, number>();
    const add = (sum: number, count: number) => {
      if (sum <= smaller && sum + left >= smaller) next.set(sum, Math.min(2, (next.get(sum) ?? 0) + count));
    };
    for (const [sum, count] of ways) {
      add(sum, count);
      add(sum + size, count);
    }
    ways = next;
  }
  return ways.get(smaller) ?? 0;
}

/** `seed` also says how many parts there are, 2 to 50 in turn. Every other one is made by a second choice, on purpose. */
export function sumCase(seed: number): SumCase {
  const die = dice(seed);
  const pick = (most: number) => Math.floor(die.next() * most);
  const parts = 2 + (seed % (MOST_PARTS - 1));
  const others = pick(parts > 10 ? 4 : 7);
  const amount = () => BigInt(500_000 + pick(4_000_000));
  const paid = Array.from({ length: parts }, amount);
  const rest = Array.from({ length: others }, amount);
  const isTwice = die.next() < 0.5;
  if (isTwice) {
    const [one = 0n] = paid;
    const first = 1n + BigInt(pick(Number(one) - 1));
    rest.push(first, one - first);
  }
  const window = (minor: bigint, at: number) =>
    windowItem(`SW-${(10_000 + seed) * 100 + at}`, minor, dateOf(20 + (at % 2)));
  const all = [...paid, ...rest].map(window);
  const sum = paid.reduce((total, minor) => total + minor, 0n);
  const known = [1, 2, 3].map((at) => windowItem(`PAID-90000${at}`, BigInt(990_000 + at), dateOf(at)));
  return {
    windows: [...known, ...all],
    lines: [
      ...known.map(({ itemId, amount: { minor } }, at) =>
        lineItem(`known-${at}`, minor, dateOf(at + 1), `ACQUIRER ${itemId}`),
      ),
      lineItem('sum', sum, dateOf(22), 'ACQUIRER'),
    ],
    paid: new Set(all.slice(0, parts).map(({ itemId }) => itemId)),
    isUnique: !isTwice && waysOf([...paid, ...rest], sum) === 1,
  };
}
