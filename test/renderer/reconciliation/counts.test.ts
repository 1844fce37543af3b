import { expect, it } from 'vitest';
import {
  choicesOf,
  expectedOf,
  figuresOf,
  groupsOf,
  lastExpectedOn,
  restOf,
  totalsOfRows,
} from '#renderer/features/reconciliation/counts.ts';
import type { ExceptionFilter } from '#shared/contract/reconciliation-items.ts';
import type { ComparisonSummary } from '#shared/contract/reconciliation-overview.ts';
import { defaultReconciliationSettings } from '#shared/domain/reconciliation-settings.ts';

const totals = (count: number, minor: bigint, currency = 'EGP') => [{ count, amount: { minor, currency } }];

const summary: ComparisonSummary = {
  comparison: 'sales',
  state: 'compared',
  all: { ours: [...totals(9, 90_000n), ...totals(1, 700n, 'USD')], theirs: totals(8, 80_000n) },
  matched: [
    { rule: 'manual', matches: 1, ours: totals(2, 5_000n), theirs: totals(1, 5_000n) },
    { rule: 'order-id', matches: 3, ours: totals(3, 30_000n), theirs: totals(3, 30_000n) },
  ],
  expected: [{ reason: 'within-days', ours: totals(2, 20_000n), theirs: [] }],
  exceptions: [
    {
      type: 'amount-under',
      age: '1-3',
      state: 'open',
      count: 1,
      ours: totals(1, 10_000n),
      theirs: totals(1, 9_000n),
    },
    {
      type: 'amount-over',
      age: 'over-7',
      state: 'open',
      count: 1,
      ours: totals(1, 10_000n),
      theirs: totals(1, 12_500n),
    },
    { type: 'missing-in-ours', age: '3-7', state: 'open', count: 2, ours: [], theirs: totals(2, 4_000n) },
    {
      type: 'missing-in-settlement',
      age: '3-7',
      state: 'written-off',
      count: 1,
      ours: totals(1, 300n),
      theirs: [],
    },
    { type: 'currency', age: 'undated', state: 'open', count: 1, ours: totals(1, 700n, 'USD'), theirs: [] },
  ],
  before: { from: null, ours: [], theirs: [] },
  leftOut: [],
  held: 0,
  booked: [],
  covered: null,
};

it('each type is counted within the ages that are chosen, each age within the types; what is chosen stays', () => {
  const of = (types: ExceptionFilter['types'], ages: ExceptionFilter['ages']) => {
    const choices = choicesOf(summary, { types, ages, states: ['open'] });
    return [
      choices.types.map(({ type, count }) => `${type} ${count}`),
      choices.ages.map(({ age, count }) => `${age} ${count}`),
    ];
  };
  expect(of([], [])).toEqual([
    ['missing-in-ours 2', 'amount-under 1', 'amount-over 1', 'currency 1'],
    ['undated 1', 'over-7 1', '3-7 2', '1-3 1'],
  ]);
  expect(of(['amount-over'], ['3-7'])).toEqual([
    ['missing-in-ours 2', 'amount-under 0', 'amount-over 0', 'currency 0'],
    ['over-7 1', '3-7 0'],
  ]);
  const decided = choicesOf(summary, { types: [], ages: [], states: ['written-off'] });
  expect(decided.types.map(({ type }) => type)).toEqual(['missing-in-settlement']);
});

it('what is over and what is under are both added to what needs somebody', () => {
  const { needing, decided, old, concerned } = figuresOf(summary);
  expect([needing, decided, old]).toEqual([5, 1, 1]);
  expect(concerned).toEqual([
    { minor: 1_000n + 2_500n + 4_000n, currency: 'EGP' },
    { minor: 700n, currency: 'USD' },
  ]);
});

it('a type has the sign of its rows, so that both say the same', () => {
  const sums = groupsOf(summary).map(({ type, concerned }) => [type, concerned[0]?.minor]);
  expect(sums).toEqual([
    ['missing-in-ours', 4_000n],
    ['amount-under', -1_000n],
    ['amount-over', 2_500n],
    ['currency', 700n],
  ]);
});

it('all that is not matched is told to come only if nothing is late', () => {
  const onTime = { ...summary, exceptions: [], all: { ...summary.all, ours: totals(7, 55_000n) } };
  expect(restOf(onTime)).toEqual([{ minor: 20_000n, currency: 'EGP' }]);
  expect(restOf({ ...onTime, exceptions: summary.exceptions })).toEqual([]);
  const refund = { reason: 'within-days' as const, ours: totals(2, -2_100n), theirs: [] };
  expect(restOf({ ...onTime, expected: [refund] })).toEqual([]);
  // Three more are neither matched nor expected.
  expect(restOf({ ...onTime, all: summary.all })).toEqual([]);
});

it('what cancels out is no match: the other side has none of it', () => {
  const undone = { rule: 'reversed' as const, matches: 2, ours: totals(4, 0n), theirs: [] };
  const before = figuresOf(summary);
  const figures = figuresOf({
    ...summary,
    all: { ...summary.all, ours: [...summary.all.ours, ...totals(4, 0n)] },
    matched: [...summary.matched, undone],
  });
  expect(figures).toEqual({ ...before, undone: 4, matchedSums: before.matchedSums });
  expect([before.undone, figures.matched, figures.all]).toEqual([0, 5, 10]);
});

it('matched, expected and all count the items of ours', () => {
  const { all, matched, expected, expectedSums, matchedSums } = figuresOf(summary);
  expect([all, matched, expected]).toEqual([10, 5, 2]);
  expect(expectedSums).toEqual([{ minor: 20_000n, currency: 'EGP' }]);
  expect(matchedSums).toEqual([{ minor: 35_000n, currency: 'EGP' }]);
});

it('money that is given back and missing is as much to look at as money that came in', () => {
  const refund = {
    ...summary,
    exceptions: [
      {
        type: 'missing-in-ours' as const,
        age: '1-3' as const,
        state: 'open' as const,
        count: 1,
        ours: [],
        theirs: totals(1, -2_000n),
      },
    ],
  };
  expect(figuresOf(refund).concerned).toEqual([{ minor: 2_000n, currency: 'EGP' }]);
});

it('what is expected is over after the normal days from today, and weekends are none', () => {
  const settings = { ...defaultReconciliationSettings, settlementDays: 2 };
  // Thursday; Friday and Saturday are the weekend in Egypt.
  expect(lastExpectedOn(summary, settings, '2026-11-19')).toBe('2026-11-23');
  const uncovered = { expected: [{ reason: 'not-covered' as const, ours: totals(1, 100n), theirs: [] }] };
  expect(lastExpectedOn(uncovered, settings, '2026-11-19')).toBeNull();
  const dayOpen = { reason: 'day-open' as const, ours: [], theirs: totals(3, 700n) };
  expect(
    lastExpectedOn({ expected: [...summary.expected, dayOpen] }, settings, '2026-11-19'),
    'what waits for a close has no day',
  ).toBe('2026-11-23');
  expect(lastExpectedOn({ expected: [dayOpen] }, settings, '2026-11-19')).toBeNull();
});

it('what is expected is summed on each side that has some, and what is of before we began only where it is asked for', () => {
  const more: ComparisonSummary = {
    ...summary,
    expected: [
      ...summary.expected,
      { reason: 'day-open', ours: totals(1, 500n), theirs: totals(3, 700n) },
      { reason: 'reversed', ours: [], theirs: totals(0, 0n) },
    ],
    before: { from: '2026-11-01', ours: [], theirs: totals(4, 9_000n) },
  };
  expect(expectedOf(more, null)).toEqual([
    { side: 'ours', totals: totals(3, 20_500n) },
    { side: 'theirs', totals: totals(3, 700n) },
  ]);
  expect(expectedOf(more, 'within-days')).toEqual([{ side: 'ours', totals: totals(2, 20_000n) }]);
  expect(expectedOf(more, 'reversed')).toEqual([]);
  expect(expectedOf(more, 'before-start')).toEqual([{ side: 'theirs', totals: totals(4, 9_000n) }]);
});

it('what a search finds is summed on each side and in each currency, and never across them', () => {
  const row = (side: 'ours' | 'theirs', minor: bigint, currency = 'EGP') => ({
    item: { side, amount: { minor, currency } },
  });
  expect(
    totalsOfRows([row('theirs', 1_050n), row('ours', 300n), row('ours', -100n), row('ours', 70n, 'USD')]),
  ).toEqual([
    { side: 'ours', totals: [...totals(2, 200n), ...totals(1, 70n, 'USD')] },
    { side: 'theirs', totals: totals(1, 1_050n) },
  ]);
  expect(totalsOfRows([])).toEqual([]);
});
