import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchItems } from '#shared/domain/matching/index.ts';
import { effort, onlySum } from '#shared/domain/matching/only-sum.ts';
import { MOST_PARTS, sumCase } from '#test/bench/matching-sums.ts';
import { options, ours } from './items.ts';

const SEED = 20_261_125;

/** Every choice, one by one. */
function waysOf(amounts: readonly bigint[], wanted: bigint): number {
  let ways = 0;
  for (let mask = 0; mask < 1 << amounts.length; mask += 1)
    if (amounts.reduce((sum, minor, at) => sum + ((mask >> at) & 1 ? minor : 0n), 0n) === wanted) ways += 1;
  return ways;
}

const amount = fc.oneof(fc.bigInt(1n, 30n), fc.bigInt(1n, 9_000_000n));

describe('a sum of any amounts', () => {
  it('is found only if one choice of them makes it, and is that choice', () => {
    let found = 0;
    fc.assert(
      fc.property(
        fc.array(fc.tuple(amount, fc.boolean()), { minLength: 2, maxLength: 11 }),
        fc.constantFrom(1n, -1n),
        (facts, sign) => {
          const items = facts.map(([minor]) => ours({ minor: sign * minor }));
          const amounts = facts.map(([minor]) => minor);
          const wanted = facts.reduce((sum, [minor, isTaken]) => (isTaken ? sum + minor : sum), 0n);
          const several = onlySum(items, sign * wanted, 2, effort());
          if (!several) return;
          found += 1;
          expect(several.reduce((sum, { amount: { minor } }) => sum + minor, 0n)).toBe(sign * wanted);
          expect(waysOf(amounts, wanted)).toBe(1);
        },
      ),
      { seed: SEED, numRuns: 1_000 },
    );
    expect(found).toBeGreaterThan(200);
  });

  it('is left to people where the effort is used up', () => {
    const items = Array.from({ length: 20 }, (_, at) => ours({ minor: BigInt(100_003 + at * at * 7_919) }));
    const wanted = items.slice(0, 10).reduce((sum, { amount: { minor } }) => sum + minor, 0n);
    expect(onlySum(items, wanted, 2, effort())).toEqual(items.slice(0, 10));
    expect(onlySum(items, wanted, 2, { left: 100 })).toBeNull();
  });
});

it('one deposit for 2 to 50 windows is matched where its sum is unique, and never where it is not', () => {
  const counts = { unique: 0, right: 0, ambiguous: 0, matched: 0 };
  for (let seed = 0; seed < 2 * (MOST_PARTS - 1); seed += 1) {
    const { windows, lines, paid, isUnique } = sumCase(seed);
    const { matches } = matchItems(windows, lines, options({ comparison: 'bank', today: '2026-12-31' }));
    const match = matches.find(({ theirs }) => theirs.some(({ itemId }) => itemId === 'sum'));
    counts[isUnique ? 'unique' : 'ambiguous'] += 1;
    if (isUnique && match?.ours.length === paid.size && match.ours.every(({ itemId }) => paid.has(itemId)))
      counts.right += 1;
    else if (match) counts.matched += 1;
  }
  expect(counts.unique).toBeGreaterThan(30);
  expect(counts.ambiguous).toBeGreaterThan(30);
  expect(counts.right / counts.unique).toBeGreaterThanOrEqual(0.95);
  expect(counts.matched).toBe(0);
});
