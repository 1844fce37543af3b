import { describe, expect, it } from 'vitest';
import { matchItems, type MatchItem } from '#shared/domain/matching/index.ts';
import { found, foundAtBank, options, ours, theirs } from './items.ts';

const tolerance = { toleranceOf: () => 100n };

describe('by order id', () => {
  it('one sale and one settlement of it are a match', () => {
    expect(found([ours({ itemId: 'a', orderId: 'W-1' })], [theirs({ itemId: 'x', orderId: 'W-1' })])).toEqual(
      [['order-id', ['a'], ['x']]],
    );
  });

  it('a difference within tolerance is matched, one above it is said with its direction', () => {
    const a = ours({ itemId: 'a', orderId: 'W-1' });
    const x = (minor: bigint) => [theirs({ itemId: 'x', orderId: 'W-1', minor })];
    expect(found([a], x(10_100n), tolerance)).toEqual([['order-id', ['a'], ['x']]]);
    expect(found([a], x(10_101n), tolerance)).toEqual([['amount-over', ['a'], ['x']]]);
    expect(found([a], x(9_899n), tolerance)).toEqual([['amount-under', ['a'], ['x']]]);
  });

  it('an order that was settled in two parts is one to many; parts that do not make it are too little', () => {
    const a = ours({ itemId: 'a', orderId: 'W-1' });
    const parts = (second: bigint) => [
      theirs({ itemId: 'x', orderId: 'W-1', minor: 6_000n }),
      theirs({ itemId: 'y', orderId: 'W-1', minor: second }),
    ];
    expect(found([a], parts(4_000n))).toEqual([['order-id', ['a'], ['x', 'y']]]);
    expect(found([a], parts(3_000n))).toEqual([['amount-under', ['a'], ['x', 'y']]]);
  });

  it('the same order settled twice is a match and a duplicate', () => {
    const twice = ['x', 'y'].map((itemId) => theirs({ itemId, orderId: 'W-1' }));
    expect(found([ours({ itemId: 'a', orderId: 'W-1' })], twice)).toEqual([
      ['duplicate', [], ['y']],
      ['order-id', ['a'], ['x']],
    ]);
  });

  it('another currency is said, and matched with nothing', () => {
    const a = ours({ itemId: 'a', orderId: 'W-1' });
    expect(found([a], [theirs({ itemId: 'x', orderId: 'W-1', currency: 'USD' })])).toEqual([
      ['currency', ['a'], ['x']],
    ]);
  });

  it('a settlement after the normal days is late; a weekend is no day', () => {
    const a = ours({ itemId: 'a', orderId: 'W-1', date: '2026-11-12' }); // Thursday
    const on = (date: string) => [theirs({ itemId: 'x', orderId: 'W-1', date })];
    expect(found([a], on('2026-11-16'))).toEqual([['order-id', ['a'], ['x']]]); // Monday: two days
    expect(found([a], on('2026-11-17'))).toEqual([['late', ['a'], ['x']]]);
  });

  it('an unusual fee is said before lateness', () => {
    const a = ours({ itemId: 'a', orderId: 'W-1' });
    const x = theirs({ itemId: 'x', orderId: 'W-1', date: '2026-11-20' });
    expect(found([a], [x], { isFeeUsual: () => false })).toEqual([['fee-unexpected', ['a'], ['x']]]);
  });

  it('a refund is matched with the refund and not with the sale of its order', () => {
    const refund = { orderId: 'W-1', minor: -10_000n, action: 'other' as const };
    expect(
      found(
        [ours({ itemId: 'a', orderId: 'W-1' }), ours({ itemId: 'b', ...refund })],
        [theirs({ itemId: 'x', ...refund }), theirs({ itemId: 'y', orderId: 'W-1' })],
      ),
    ).toEqual([
      ['order-id', ['a'], ['y']],
      ['order-id', ['b'], ['x']],
    ]);
  });
});

describe('by reference', () => {
  it('matches where one side has no order id', () => {
    const a = ours({ itemId: 'a', reference: 'R-1' });
    expect(found([a], [theirs({ itemId: 'x', reference: 'R-1', orderId: 'W-9' })])).toEqual([
      ['reference', ['a'], ['x']],
    ]);
  });

  it('two sales with different order ids are two sales, whatever their reference', () => {
    const a = ours({ itemId: 'a', reference: 'R-1', orderId: 'W-1' });
    expect(found([a], [theirs({ itemId: 'x', reference: 'R-1', orderId: 'W-2' })])).toEqual([
      ['missing-in-ours', [], ['x']],
      ['missing-in-settlement', ['a'], []],
    ]);
  });
});

describe('by amount and date', () => {
  it('matches the only pair near each other', () => {
    const a = ours({ itemId: 'a', date: '2026-11-15' });
    expect(found([a], [theirs({ itemId: 'x', date: '2026-11-17' })])).toEqual([
      ['amount-date', ['a'], ['x']],
    ]);
  });

  it('takes none of two that could be it', () => {
    const two = ['x', 'y'].map((itemId) => theirs({ itemId, date: '2026-11-16' }));
    expect(found([ours({ itemId: 'a' })], two)).toEqual([
      ['missing-in-ours', [], ['x']],
      ['missing-in-ours', [], ['y']],
      ['missing-in-settlement', ['a'], []],
    ]);
  });

  it('does not reach beyond the normal days', () => {
    const a = ours({ itemId: 'a', date: '2026-11-10' });
    expect(found([a], [theirs({ itemId: 'x', date: '2026-11-16' })])).toHaveLength(2);
  });

  it('at a bank a small charge is within tolerance', () => {
    const x = theirs({ itemId: 'x', minor: 9_950n, date: '2026-11-16' });
    expect(foundAtBank([ours({ itemId: 'a' })], [x], tolerance)).toEqual([['amount-date', ['a'], ['x']]]);
  });
});

describe('one to many', () => {
  const day = (branchName: string, ...amounts: bigint[]) =>
    amounts.map((minor, at) => ours({ itemId: `${branchName}-${at}`, branchName, minor }));

  it('a line of the books is the sales of a branch and a day', () => {
    const sales = [...day('Maadi', 1_000n, 2_000n), ...day('Zamalek', 4_000n, 8_000n)];
    const lines = [theirs({ itemId: 'x', minor: 3_000n }), theirs({ itemId: 'y', minor: 12_000n })];
    expect(found(sales, lines, { comparison: 'books' })).toEqual([
      ['branch-day', ['Maadi-0', 'Maadi-1'], ['x']],
      ['branch-day', ['Zamalek-0', 'Zamalek-1'], ['y']],
    ]);
  });

  it('two branches with the same sum are left to people', () => {
    const sales = [...day('Maadi', 1_000n, 2_000n), ...day('Zamalek', 1_500n, 1_500n)];
    const kinds = found(sales, [theirs({ minor: 3_000n })], { comparison: 'books' }).map(([kind]) => kind);
    expect(kinds).not.toContain('branch-day');
  });

  it('a bank pays two windows in one', () => {
    const windows = [
      ours({ itemId: 'SW-1', minor: 7_000n }),
      ours({ itemId: 'SW-2', minor: 5_000n, date: '2026-11-16' }),
    ];
    expect(foundAtBank(windows, [theirs({ itemId: 'x', minor: 12_000n, date: '2026-11-17' })])).toEqual([
      ['sum', ['SW-1', 'SW-2'], ['x']],
    ]);
  });

  it('a window comes in two parts that name it, and a window with a longer name is not meant', () => {
    const windows = [ours({ itemId: 'SW-101' }), ours({ itemId: 'SW-1010', minor: 1n, date: null })];
    const parts = [6_000n, 4_000n].map((minor, at) =>
      theirs({ itemId: `x${at}`, minor, text: `TRANSFER sw-101 PART ${at}`, date: '2026-11-19' }),
    );
    expect(found(windows, parts, { comparison: 'bank' })).toEqual([
      ['missing-in-settlement', ['SW-1010'], []],
      ['window', ['SW-101'], ['x0', 'x1']],
    ]);
  });

  it('an early payout may come in parts, and is no part of a sum', () => {
    const early = (minor: bigint) =>
      ours({ itemId: `early/IS-${minor}`, minor, source: { kind: 'early', requestId: `IS-${minor}` } });
    const parts = [6_000n, 4_000n].map((minor, at) => theirs({ itemId: `x${at}`, minor }));
    expect(foundAtBank([early(10_000n)], parts)).toEqual([['sum', ['early/IS-10000'], ['x0', 'x1']]]);
    const kinds = (a: readonly MatchItem[]) =>
      foundAtBank(a, [theirs({ itemId: 'x', minor: 10_000n })]).map(([kind]) => kind);
    expect(kinds([early(6_000n), ours({ minor: 4_000n })])).not.toContain('day');
    expect(kinds([early(6_000n), ours({ minor: 4_000n }), ours({ minor: 1n })])).not.toContain('sum');
    expect(kinds([ours({ minor: 6_000n }), ours({ minor: 4_000n })])).toEqual(['day']);
  });

  it('of two choices that make the amount none is taken', () => {
    const windows = [1_000n, 2_000n, 3_000n, 4_000n].map((minor, at) => ours({ itemId: `w${at}`, minor }));
    const kinds = found(windows, [theirs({ minor: 5_000n })], { comparison: 'bank' }).map(([kind]) => kind);
    expect(kinds).not.toContain('sum');
  });
});

describe('what is not matched', () => {
  it('is expected within the normal days, and missing after them', () => {
    const on = (date: string) => found([ours({ itemId: 'a', date })], []);
    expect(on('2026-11-18')).toEqual([['within-days', ['a'], []]]); // Wednesday: Thursday and Sunday
    expect(on('2026-11-17')).toEqual([['missing-in-settlement', ['a'], []]]);
  });

  it('a sale and its reversal cancel out where neither was settled', () => {
    const sale = ours({ itemId: 'a', orderId: 'W-1', terminalId: 'T1' });
    const back = ours({
      itemId: 'b',
      orderId: 'W-1',
      terminalId: 'T1',
      minor: -10_000n,
      action: 'undoing',
      undoes: 'a',
    });
    expect(found([sale, back], [])).toEqual([['reversed', ['a', 'b'], []]]);
    expect(found([sale, back], [theirs({ itemId: 'x', orderId: 'W-1' })])).toEqual([
      ['missing-in-settlement', ['b'], []],
      ['order-id', ['a'], ['x']],
    ]);
  });

  it('a sale that was reversed here waits for its reversal', () => {
    expect(found([ours({ itemId: 'a', date: '2026-10-01', reversedHere: true })], [])).toEqual([
      ['reversed', ['a'], []],
    ]);
  });

  it('an unknown type is said, and matched with nothing', () => {
    const x = theirs({ itemId: 'x', orderId: 'W-1', action: 'unknown' });
    expect(found([ours({ itemId: 'a', orderId: 'W-1' })], [x])).toEqual([
      ['missing-in-settlement', ['a'], []],
      ['unknown-action', [], ['x']],
    ]);
  });

  it('what is no business of ours is left out, unless it matches', () => {
    const out = theirs({ itemId: 'x', minor: -500n, foreign: true, date: '2026-11-15' });
    expect(foundAtBank([ours({ itemId: 'a', minor: -500n })], [out])).toEqual([
      ['amount-date', ['a'], ['x']],
    ]);
    expect(found([], [out], { comparison: 'bank' })).toEqual([['left-out', [], ['x']]]);
    const online = theirs({ itemId: 'y', orderId: 'W-1', reference: 'R-1', foreign: true });
    expect(found([ours({ itemId: 'b', orderId: 'W-1' })], [online])).toEqual([['order-id', ['b'], ['y']]]);
    expect(found([ours({ itemId: 'b', reference: 'R-1', reversedHere: true })], [online])).toEqual([
      ['left-out', [], ['y']],
      ['reversed', ['b'], []],
    ]);
  });

  it('no statement of its time was imported', () => {
    const a = ours({ itemId: 'SW-1', date: '2026-11-10' });
    expect(found([a], [], { comparison: 'bank', isCovered: () => false })).toEqual([
      ['not-covered', ['SW-1'], []],
    ]);
  });

  it('statements cover only some of the days on which it can have come', () => {
    // Due on Wednesday the 11th: it can come until Sunday the 15th, and banks book nothing on Friday and Saturday.
    const a = ours({ itemId: 'SW-1', date: '2026-11-11' });
    const covering = (...covered: string[]) =>
      matchItems([a], [], options({ comparison: 'bank', isCovered: (date) => covered.includes(date ?? '') }));
    expect(covering('2026-11-15').expected).toEqual([
      {
        item: a,
        reason: 'not-covered',
        expectedBy: '2026-11-15',
        waitsFor: { kind: 'statement', from: '2026-11-11', to: '2026-11-14' },
      },
    ]);
    expect(covering('2026-11-11', '2026-11-12').expected).toMatchObject([
      { waitsFor: { from: '2026-11-13', to: '2026-11-15' } },
    ]);
    expect(covering('2026-11-11', '2026-11-12', '2026-11-15')).toMatchObject({
      expected: [],
      exceptions: [{ type: 'missing-in-settlement' }],
    });
  });

  it('a settled sale waits for the close of its branch, and one of before the first read is of the time before', () => {
    const waitsFor = { kind: 'close' as const, branchKey: 'B2', branchName: 'Maadi', date: '2026-11-15' };
    const [early, open, lost] = ['early', 'open', 'lost'].map((itemId) =>
      theirs({ itemId, orderId: itemId }),
    );
    const standOf = ({ itemId }: { itemId: string }) => ({
      beforeFirstRead: itemId === 'early',
      waitsFor: itemId === 'open' ? waitsFor : null,
    });
    const all = [early, open, lost].filter((item) => item !== undefined);
    expect(found([], all, { standOf })).toEqual([
      ['before', [], ['early']],
      ['day-open', ['open'], []],
      ['missing-in-ours', [], ['lost']],
    ]);
    expect(matchItems([], all, options({ standOf })).expected).toMatchObject([{ waitsFor }]);
  });
});

describe('by hand', () => {
  const a = ours({ itemId: 'a', orderId: 'W-1' });
  const x = theirs({ itemId: 'x', orderId: 'W-1' });
  const y = theirs({ itemId: 'y', minor: 9_000n });
  const manual = (minor: bigint) => [
    {
      matchId: 'M-1',
      members: [
        { side: 'ours' as const, itemId: 'a', minor: 10_000n },
        { side: 'theirs' as const, itemId: 'y', minor },
      ],
    },
  ];

  it('comes before all rules', () => {
    expect(found([a], [x, y], { manual: manual(9_000n) })).toEqual([
      ['manual', ['a'], ['y']],
      ['missing-in-ours', [], ['x']],
    ]);
  });

  it('does not hold any more when an amount has changed', () => {
    expect(found([a], [x, y], { manual: manual(8_000n) })).toEqual([
      ['missing-in-ours', [], ['y']],
      ['order-id', ['a'], ['x']],
    ]);
  });
});
