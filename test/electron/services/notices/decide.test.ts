import { describe, expect, it } from 'vitest';
import { noticesOf, type NoticeFacts } from '#electron/services/notices/decide.ts';
import type { Operation } from '#shared/contract/operations.ts';
import { nothingMore } from '../../head-office/asked.ts';

const MINUTE = 60_000;
const NOW = Date.UTC(2026, 10, 21, 20, 0);
const branch = (minutesLeft: number, more: Partial<NoticeFacts['branches'][number]> = {}) => ({
  branchKey: 'b1',
  branchName: 'Nile City',
  businessDate: '2026-11-21',
  nextCutOffAtMs: NOW + minutesLeft * MINUTE,
  outstandingClosed: 0,
  clockBehind: false,
  outstandingCount: 7,
  outstanding: [],
  notSummed: [],
  closing: null,
  standsBetween: {
    terminalsToRead: 0,
    outstanding: 7,
    operationsNotKnown: 0,
    unreadableRows: 0,
    earlierDays: 0,
  },
  ...more,
});
const overdue = (daysLate: number) => ({
  branchKey: 'b1',
  branchName: 'Nile City',
  businessDate: '2026-11-20',
  daysLate,
  why: 'rows' as const,
  closingId: null,
});
const operation = (state: Operation['state'], minutes: number): Operation => ({
  opId: 'op-1',
  kind: 'reversal',
  state,
  environment: 'live',
  terminalId: 'T1',
  orderId: null,
  refNumber: null,
  totals: [],
  unread: 0,
  actor: 'Mona',
  reason: null,
  note: null,
  createdAtMs: NOW - minutes * MINUTE,
  updatedAtMs: NOW,
  attemptNo: 1,
  nextCheckAtMs: null,
  checksCount: 0,
  messages: null,
  error: null,
  requestId: null,
});
const asked = (requestId: string, minutes: number): NoticeFacts['asked'][number] => ({
  ...nothingMore,
  pc: { id: 'pc-1', name: 'Till 1', branch: 'Nile City' },
  requestId,
  kind: 'reversal',
  totals: [],
  requestedBy: `asker of ${requestId}`,
  atMs: NOW - minutes * MINUTE,
  state: 'waiting',
  decided: null,
  sent: null,
  takeBackUntilMs: null,
});
const notices = (facts: Partial<NoticeFacts>) =>
  noticesOf({
    nowMs: NOW,
    warningMinutes: 60,
    branches: [],
    overdue: [],
    operations: [],
    words: [],
    holds: [],
    holdDays: 7,
    failing: { count: 0, newestMs: 0 },
    asked: [],
    ...facts,
  });
const ids = (facts: Partial<NoticeFacts>) => notices(facts).map(({ id }) => id);

it('failed deliveries are one notice, which is another one only when another event fails', () => {
  const before = ids({ failing: { count: 30, newestMs: NOW } });
  expect(before).toEqual([`deliveries-failing|${NOW}`]);
  expect(ids({ failing: { count: 12, newestMs: NOW } })).toEqual(before);
  expect(ids({ failing: { count: 13, newestMs: NOW + 1 } })).not.toEqual(before);
  expect(ids({ failing: { count: 0, newestMs: NOW } })).toEqual([]);
});

it('requests of other PCs are one notice of the oldest, which is another one only when another is asked for', () => {
  const two = { asked: [asked('r2', 3), asked('r1', 12)] };
  expect(notices(two)).toEqual([
    {
      kind: 'approval-asked',
      id: 'approval-asked|pc-1|r2',
      level: 'soon',
      requests: 2,
      requestedBy: 'asker of r1',
      pcName: 'Till 1',
      sinceMs: NOW - 12 * MINUTE,
    },
  ]);
  expect(ids({ asked: [asked('r2', 3)] })).toEqual(ids(two));
  expect(ids({ asked: [...two.asked, asked('r3', 1)] })).not.toEqual(ids(two));
  expect(ids({ asked: [] })).toEqual([]);
});

describe('a hold', () => {
  const DAY = 1440;
  const hold = (key: string, minutesLeft: number) =>
    ({ key, atMs: NOW + (minutesLeft - 7 * DAY) * MINUTE }) as NoticeFacts['holds'][number];
  it('that ends is told two days before, and again within the last day; those of one level are one notice', () => {
    expect(ids({ holds: [hold('a', 1.5 * DAY)] })).toEqual(['hold-ending|1|a|soon']);
    expect(ids({ holds: [hold('a', DAY)] })).toEqual(['hold-ending|1|a|urgent']);
    expect(ids({ holds: [hold('b', 2 * DAY), hold('a', 1.5 * DAY), hold('c', 5)] })).toEqual([
      'hold-ending|1|c|urgent',
      'hold-ending|2|a|soon',
    ]);
  });
  it('whose beginning is not known is in no notice', () =>
    expect(ids({ holds: [{ ...hold('a', 5), atMs: null }] })).toEqual([]));
});

describe('a cut-off', () => {
  it.each([
    [61, []],
    [60, ['cut-off-near|b1|2026-11-21|soon']],
    [16, ['cut-off-near|b1|2026-11-21|soon']],
    [15, ['cut-off-near|b1|2026-11-21|urgent']],
    [0, []],
    [-5, []],
  ])('%i minutes away gives %j', (minutes, wanted) =>
    expect(ids({ branches: [branch(minutes)] })).toEqual(wanted),
  );

  it('is told as early as it is set', () => {
    expect(ids({ branches: [branch(120)], warningMinutes: 120 })).toHaveLength(1);
    expect(ids({ branches: [branch(20)], warningMinutes: 10 })).toEqual([]);
  });

  it('is not told where nothing is outstanding, the day is closed, or the clock is wrong', () => {
    const closing = { closingId: 'c', state: 'closed' as const };
    const branches = [
      branch(10, { outstandingCount: 0 }),
      branch(10, { closing }),
      branch(10, { clockBehind: true }),
    ];
    expect(ids({ branches })).toEqual([]);
  });
});

describe('a day that is not closed', () => {
  it('is told from the day after, and is urgent from the second', () => {
    expect(ids({ overdue: [overdue(0)] })).toEqual([]);
    expect(ids({ overdue: [overdue(1)] })).toEqual(['day-not-closed|b1|2026-11-20|soon']);
    expect(ids({ overdue: [overdue(2)] })).toEqual(['day-not-closed|b1|2026-11-20|urgent']);
    expect(ids({ overdue: [overdue(3)] })).toEqual(['day-not-closed|b1|2026-11-20|urgent']);
    // The one that is latest stands first.
    const latest = { ...overdue(9), branchKey: 'b2', businessDate: '2026-11-11' };
    expect(ids({ overdue: [overdue(6), latest] })).toEqual([
      'day-not-closed|b2|2026-11-11|urgent',
      'day-not-closed|b1|2026-11-20|urgent',
    ]);
  });
});

describe('an operation whose result is not known', () => {
  it('is told after more than 15 minutes, and again when only a person can say', () => {
    expect(ids({ operations: [operation('CHECKING', 15)] })).toEqual([]);
    expect(ids({ operations: [operation('CHECKING', 16)] })).toEqual(['result-not-known|op-1|soon']);
    expect(ids({ operations: [operation('NEEDS_PERSON', 1_500)] })).toEqual(['result-not-known|op-1|urgent']);
    expect(ids({ operations: [operation('SUCCEEDED', 1_500)] })).toEqual([]);
  });
});

it('what is urgent comes first', () => {
  expect(
    ids({ branches: [branch(10)], overdue: [overdue(1)], operations: [operation('UNKNOWN', 30)] }),
  ).toEqual([
    'cut-off-near|b1|2026-11-21|urgent',
    'result-not-known|op-1|soon',
    'day-not-closed|b1|2026-11-20|soon',
  ]);
});

describe('words that are not known', () => {
  const word = (folded: string, more: Partial<NoticeFacts['words'][number]> = {}) => ({
    word: folded,
    folded,
    sign: 'plus' as const,
    kind: 'unknown' as const,
    decided: null,
    totals: [],
    notSummed: [{ count: 2, amount: { minor: 100n, currency: 'EGP' } }],
    examples: [],
    otherwise: null,
    wholeOfSales: 0,
    partOfSales: 0,
    proposal: null,
    ...more,
  });

  it('are one notice, told again when another comes', () => {
    expect(ids({ words: [word('topup')] })).toEqual(['words-not-known|1|plus:topup|soon']);
    expect(ids({ words: [word('topup'), word('gift')] })).toEqual([
      'words-not-known|2|plus:topup|plus:gift|soon',
    ]);
  });

  it('are urgent where one was known before: the gateway has changed its words or signs', () => {
    expect(ids({ words: [word('sale', { sign: 'minus', otherwise: 'sale' })] })).toEqual([
      'words-not-known|1|minus:sale|urgent',
    ]);
  });

  it('make no notice once all are known, and no long one of a long word', () => {
    expect(ids({ words: [word('sale', { kind: 'sale' })] })).toEqual([]);
    expect(
      ids({ words: Array.from({ length: 20 }, (_, at) => word(`${at}${'x'.repeat(10_000)}`)) })[0]?.length,
    ).toBeLessThan(400);
  });
});
