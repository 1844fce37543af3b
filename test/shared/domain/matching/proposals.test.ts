/** Proposals for people, what is learnt from their decisions and from names, and how it is forgotten. */
import { expect, it } from 'vitest';
import { learntKey, matchItems, type MatchItem } from '#shared/domain/matching/index.ts';
import { options, ours, paidBy, proposed, theirs } from './items.ts';

const windowOf = (itemId: string, minor: bigint, date = '2026-11-15') => ours({ itemId, minor, date });
const lineOf = (itemId: string, minor: bigint, text: string, date = '2026-11-16') =>
  theirs({ itemId, minor, text, date });
const learntOf = (a: readonly MatchItem[], b: readonly MatchItem[]) =>
  matchItems(a, b, options({ comparison: 'bank' })).learnt;
const among = (grounds: readonly string[]): unknown => expect.arrayContaining([...grounds]);

it('a line of an unknown payer is proposed for the only payout of its amount', () => {
  expect(proposed([windowOf('SW-100417', 10_000n)], [lineOf('x', 10_000n, 'ACQUIRER')])).toEqual([
    {
      rank: 1,
      grounds: ['same-amount 0', 'days-later 1', 'payer-new 0', 'only-one 0'],
      ours: ['SW-100417'],
      theirs: ['x'],
      alike: true,
    },
  ]);
});

it('of two payouts of one amount the one of the usual day comes first, and neither is alike others', () => {
  const known = paidBy('ACQUIRER');
  const two = [windowOf('SW-1', 10_000n, '2026-11-16'), windowOf('SW-2', 10_000n, '2026-11-17')];
  const line = lineOf('x', 10_000n, 'ACQUIRER', '2026-11-17');
  expect(proposed([...known.ours, ...two], [...known.theirs, line])).toMatchObject([
    {
      rank: 1,
      ours: ['SW-2'],
      grounds: among(['usual-delay 0', 'payer-known 3', 'one-of 2']),
    },
    { rank: 2, ours: ['SW-1'], alike: false },
  ]);
});

it('a sum of payouts of an unknown payer is proposed', () => {
  const two = [windowOf('SW-1', 7_000n), windowOf('SW-2', 5_000n, '2026-11-16')];
  expect(proposed(two, [lineOf('x', 12_000n, 'SOMEBODY', '2026-11-17')])).toMatchObject([
    { ours: ['SW-1', 'SW-2'], theirs: ['x'], grounds: among(['sum 2']) },
  ]);
});

it('what names a payout and brings less is proposed with the line that brings the rest', () => {
  const lines = [lineOf('x', 4_000n, 'ACQUIRER SW-100417'), lineOf('y', 6_000n, 'ACQUIRER')];
  expect(proposed([windowOf('SW-100417', 10_000n)], lines)).toMatchObject([
    {
      ours: ['SW-100417'],
      theirs: ['x', 'y'],
      grounds: among(['sum 2', 'names-it 0']),
    },
  ]);
});

it('payer, delay and fee are learnt of each source by itself', () => {
  const at = (sourceId: string, line: MatchItem): MatchItem => ({ ...line, sourceId });
  const known = paidBy('ACQUIRER');
  const less = [1, 2, 3].map((n) => windowOf(`LESS-10000${n}`, BigInt(n) * 100_000n));
  const lines = [
    ...known.theirs.map((line) => at('one', line)),
    ...less.map(({ itemId, amount: { minor } }, n) =>
      at('two', lineOf(`less-${n}`, minor - minor / 100n, `BANK ${itemId}`)),
    ),
  ];
  expect(learntOf([...known.ours, ...less], lines)).toEqual([
    {
      sourceId: 'one',
      payers: [{ name: 'ACQUIRER', deposits: 3, lastOn: '2026-09-03' }],
      delay: { days: 0, deposits: 3, of: 3 },
      fee: null,
    },
    {
      sourceId: 'two',
      payers: [],
      delay: null,
      fee: { fee: { kind: 'share', basisPoints: 100 }, deposits: 3, of: 3 },
    },
  ]);
});

it('a line that is a payout less the usual fee is proposed, and matched by no rule', () => {
  const less = [1, 2, 3, 4].map((n) => windowOf(`LESS-10000${n}`, BigInt(n) * 100_000n));
  const lines = less.map(({ itemId, amount: { minor } }, n) =>
    lineOf(`less-${n}`, minor - minor / 100n, n === 3 ? 'BANK' : `BANK ${itemId}`),
  );
  const all = proposed(less, lines);
  expect(all).toContainEqual({
    rank: 1,
    grounds: ['usual-fee 4000', 'days-later 1', 'payer-new 0', 'only-one 0'],
    ours: ['LESS-100004'],
    theirs: ['less-3'],
    alike: true,
  });
  expect(all).toHaveLength(4);
  expect(matchItems(less, lines, options({ comparison: 'bank' })).matches).toEqual([]);
});

it('a payer that a person made it forget is not known: its lines are proposed, and matched by no rule', () => {
  const known = paidBy('ACQUIRER');
  const a = [...known.ours, windowOf('SW-100417', 10_000n)];
  const b = [...known.theirs, lineOf('x', 10_000n, 'ACQUIRER')];
  expect(matchItems(a, b, options({ comparison: 'bank' })).matches.map(({ rule }) => rule)).toContain(
    'amount-date',
  );
  const forgotten = new Set([learntKey('', 'payer', 'ACQUIRER')]);
  const without = matchItems(a, b, options({ comparison: 'bank', forgotten }));
  expect(without.matches.map(({ rule }) => rule)).not.toContain('amount-date');
  expect(without.proposals.map(({ theirs: [line] }) => line?.itemId)).toEqual(['x']);
});

it('a match of a person teaches as one by name does', () => {
  const windows = [1, 2, 3].map((n) => windowOf(`SW-${n}`, BigInt(n) * 1_000n));
  const lines = windows.map(({ amount: { minor } }, n) => lineOf(`x${n}`, minor, 'ACQUIRER'));
  const manual = windows.map(({ itemId, amount: { minor } }, n) => ({
    matchId: `m${n}`,
    members: [
      { side: 'ours' as const, itemId, minor },
      { side: 'theirs' as const, itemId: `x${n}`, minor },
    ],
  }));
  const { learnt } = matchItems(windows, lines, options({ comparison: 'bank', manual }));
  expect(learnt).toMatchObject([{ payers: [{ name: 'ACQUIRER', deposits: 3 }] }]);
});

it('of an unnamed amount on a day when others come too, each is one item of few proposals', () => {
  const many = Array.from({ length: 80 }, (_, n) => windowOf(`SW-${n}`, 10_000n));
  expect(proposed(many, [lineOf('x', 10_000n, 'ACQUIRER')])).toEqual([]);
});

it('a line whose match a person took back is proposed again, and matched by its amount no more', () => {
  const known = paidBy('ACQUIRER');
  const windows = [...known.ours, windowOf('SW-1', 10_000n)];
  const lines = [...known.theirs, lineOf('x', 10_000n, 'ACQUIRER')];
  expect(proposed(windows, lines)).toEqual([]);
  expect(proposed(windows, lines, { takenBack: new Set(['x']) })).toMatchObject([
    { ours: ['SW-1'], theirs: ['x'] },
  ]);
});
