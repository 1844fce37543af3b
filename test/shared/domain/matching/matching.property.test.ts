import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { comparisons } from '#shared/domain/reconciliation.ts';
import {
  matchItems,
  type Matched,
  type MatchItem,
  type MatchOptions,
} from '#shared/domain/matching/index.ts';
import { options, ours, theirs } from './items.ts';

const SEED = 20_261_121;
const few = (...values: (string | null)[]) => fc.constantFrom(...values);
const action = fc.constantFrom(
  'sale' as const,
  'sale' as const,
  'undoing' as const,
  'other' as const,
  'unknown' as const,
);
/** Few different ids, amounts and days, so that everything happens to everything. */
const facts = fc.record({
  orderId: few(null, 'W-1', 'W-2', 'W-3', 'W-4', 'W-5', 'W-6'),
  reference: few(null, 'R-1', 'R-2', 'R-3', 'SW-001'),
  size: fc.constantFrom(100n, 150n, 151n, 200n, 250n, 300n, 450n, 1_000n),
  currency: few('EGP', 'EGP', 'EGP', 'USD'),
  date: few('2026-11-12', '2026-11-15', '2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', null),
  soldOn: few('2026-11-11', '2026-11-14', '2026-11-16', '2026-11-18', null),
  branchName: few(null, 'Maadi', 'Zamalek'),
  terminalId: few(null, 'T1', 'T2'),
  action,
  reversedHere: fc.boolean(),
  foreign: fc.boolean(),
  early: fc.constantFrom(true, false, false),
});
type Facts = typeof facts extends fc.Arbitrary<infer T> ? T : never;
const itemOf = (
  side: 'ours' | 'theirs',
  { size, currency, early, ...rest }: Facts,
  at: number,
): MatchItem => {
  const minor = rest.action === 'undoing' || rest.action === 'other' ? -size : size;
  const more = { ...rest, minor, currency: currency ?? 'EGP', itemId: `${side}-${at}` };
  const source = { kind: 'early' as const, requestId: more.itemId };
  return side === 'ours'
    ? ours({ ...more, foreign: false, ...(early && { source }) })
    : theirs({ ...more, reversedHere: false });
};

const history = fc
  .record({
    comparison: fc.constantFrom(...comparisons),
    a: fc.array(facts, { maxLength: 14 }),
    b: fc.array(facts, { maxLength: 14 }),
    tolerance: fc.constantFrom(0n, 1n, 50n),
    from: few(null, '2026-11-13', '2026-11-16', '2026-11-30'),
    byHand: fc.array(fc.tuple(fc.nat(13), fc.nat(13)), { maxLength: 2 }),
    order: fc.array(fc.nat(1_000), { minLength: 28, maxLength: 28 }),
  })
  .map(({ comparison, a, b, tolerance, from, byHand, order }) => {
    const own = a.map((one, at) => itemOf('ours', one, at));
    const other = b.map((one, at) => itemOf('theirs', one, at));
    const manual = byHand.flatMap(([x, y], at) => {
      const [one, two] = [own[x], other[y]];
      if (!one || !two) return [];
      const members = [one, two].map(({ side, itemId, amount }) => ({ side, itemId, minor: amount.minor }));
      return [{ matchId: `M-${at}`, members }];
    });
    return {
      own,
      other,
      order,
      settings: options({ comparison, toleranceOf: () => tolerance, from, manual }),
    };
  });

const shuffled = (items: readonly MatchItem[], order: readonly number[]): MatchItem[] =>
  items
    .map((item, at) => ({ item, place: order[at] ?? 0 }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);

const namesOf = (items: readonly MatchItem[]) => items.map(({ itemId }) => itemId).sort();
/** Everything that was found, in one order. */
function told({ matches, exceptions, expected, before, leftOut }: Matched): string[] {
  return [
    ...matches.map((one) =>
      JSON.stringify([one.rule, one.grouping, one.matchId, namesOf(one.ours), namesOf(one.theirs)]),
    ),
    ...exceptions.map((one) =>
      JSON.stringify([one.type, namesOf(one.ours ? [one.ours] : []), namesOf(one.theirs)]),
    ),
    ...expected.map((one) => JSON.stringify([one.reason, one.item.itemId, one.expectedBy])),
    ...before.map(({ itemId }) => `before ${itemId}`),
    ...leftOut.map(({ itemId }) => itemId),
  ].sort();
}
const allOf = ({ matches, exceptions, expected, before, leftOut }: Matched): MatchItem[] => [
  ...matches.flatMap((one) => [...one.ours, ...one.theirs]),
  ...exceptions.flatMap((one) => [...(one.ours ? [one.ours] : []), ...one.theirs]),
  ...expected.map(({ item }) => item),
  ...before,
  ...leftOut,
];
const sums = (items: readonly MatchItem[]): Record<string, bigint> => {
  const result: Record<string, bigint> = {};
  for (const { side, amount } of items)
    result[`${side} ${amount.currency}`] = (result[`${side} ${amount.currency}`] ?? 0n) + amount.minor;
  return result;
};
const within = (settings: MatchOptions, own: readonly MatchItem[], other: readonly MatchItem[]) => {
  const difference = (sums(other)['theirs EGP'] ?? 0n) - (sums(own)['ours EGP'] ?? 0n);
  return (difference < 0n ? -difference : difference) <= settings.toleranceOf('EGP');
};

describe('any history of both sides', () => {
  const runs = { seed: SEED, numRuns: 3_000 };

  it('is matched the same in whichever order it came', () => {
    fc.assert(
      fc.property(history, ({ own, other, order, settings }) => {
        const inOrder = told(matchItems(own, other, settings));
        const mixed = matchItems(shuffled(own, order), shuffled(other, [...order].reverse()), settings);
        expect(told(mixed)).toEqual(inOrder);
      }),
      runs,
    );
  });

  it('has every item in exactly one place, and its sums to the minor unit', () => {
    fc.assert(
      fc.property(history, ({ own, other, settings }) => {
        const items = allOf(matchItems(own, other, settings));
        expect(namesOf(items)).toEqual(namesOf([...own, ...other]));
        expect(sums(items)).toEqual(sums([...own, ...other]));
      }),
      runs,
    );
  });

  it('is matched the same whichever day is the first, and what is left of the days before it is apart', () => {
    fc.assert(
      fc.property(history, ({ own, other, settings }) => {
        const found = matchItems(own, other, settings);
        const always = matchItems(own, other, { ...settings, from: null });
        expect(always.before).toEqual([]);
        expect(found.matches).toEqual(always.matches);
        expect(found.leftOut).toEqual(always.leftOut);
        const { from } = settings;
        const isBefore = ({ soldOn }: MatchItem) => from !== null && soldOn !== null && soldOn < from;
        for (const { ours: one, theirs: others } of found.exceptions)
          if (one === null || others.length === 0)
            expect([...(one ? [one] : []), ...others].every(isBefore)).toBe(false);
        const bothSides = ({ exceptions }: Matched) =>
          exceptions.filter(({ ours: one, theirs: others }) => one !== null && others.length > 0);
        expect(bothSides(found)).toEqual(bothSides(always));
        for (const { item } of found.expected) expect(isBefore(item)).toBe(false);
        expect(found.before.every(isBefore)).toBe(true);
      }),
      runs,
    );
  });

  it('has no match by a rule whose sides differ by more than the tolerance, or of an early payout and something else', () => {
    fc.assert(
      fc.property(history, ({ own, other, settings }) => {
        for (const match of matchItems(own, other, settings).matches) {
          if (match.rule === 'manual') continue;
          if (match.ours.some(({ source }) => source.kind === 'early') && match.rule !== 'reversed')
            expect(match.ours.length).toBe(1);
          expect(new Set([...match.ours, ...match.theirs].map(({ amount }) => amount.currency)).size).toBe(1);
          const isSame = match.ours[0]?.amount.currency === 'EGP' && match.rule !== 'reversed';
          if (isSame) expect(within(settings, match.ours, match.theirs)).toBe(true);
        }
      }),
      runs,
    );
  });
});
