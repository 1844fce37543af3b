import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bridgeOf,
  matchSales,
  type BridgeWindow,
  type ClosedSale,
  type SettledRow,
} from '#shared/domain/bridge.ts';
import { depositedOf } from '#shared/domain/deposits.ts';

const CURRENCY = 'EGP';
const egp = (minor: bigint) => ({ minor, currency: CURRENCY });
const sale = (changes: Partial<ClosedSale> & { rowId: string }): ClosedSale => ({
  orderId: changes.rowId,
  refNumber: null,
  amount: egp(10_000n),
  atMs: 150,
  reversed: false,
  acknowledged: true,
  ...changes,
});
const settled = (changes: Partial<SettledRow> & { transactionId: string }): SettledRow => ({
  orderId: changes.transactionId,
  refNumber: null,
  kind: 'sale',
  amount: egp(10_000n),
  fee: egp(200n),
  vat: egp(28n),
  net: egp(9_772n),
  windowId: 'W',
  paidEarly: false,
  ...changes,
});
const window: BridgeWindow = {
  windowIds: ['W'],
  currency: CURRENCY,
  spans: [{ opensAtMs: 100, closesAtMs: 200 }],
  adjustments: null,
  net: null,
};
const amounts = (...given: Parameters<typeof bridgeOf>) =>
  Object.fromEntries(bridgeOf(...given).lines.map(({ line, amount }) => [line, amount.minor]));

describe('the bridge of a window', () => {
  it('goes from what was closed to what the bank should get', () => {
    const sales = [sale({ rowId: 'a' }), sale({ rowId: 'b' })];
    const rows = [settled({ transactionId: 'a' }), settled({ transactionId: 'b' })];
    const bridge = bridgeOf({ ...window, net: egp(19_544n) }, sales, rows);
    expect(bridge.lines.map(({ line, amount }) => [line, amount.minor])).toEqual([
      ['closed', 20_000n],
      ['fees', -400n],
      ['vat', -56n],
    ]);
    expect(bridge.expected).toEqual(egp(19_544n));
    expect(bridge.gatewayDiffers).toEqual(egp(0n));
  });

  it('takes away what is not settled here, each sale for one reason', () => {
    const sales = [
      sale({ rowId: 'here' }),
      sale({ rowId: 'reversed', reversed: true }),
      sale({ rowId: 'outstanding', acknowledged: false }),
      sale({ rowId: 'waiting' }),
      sale({ rowId: 'next' }),
    ];
    const rows = [settled({ transactionId: 'here' }), settled({ transactionId: 'next', windowId: 'V' })];
    expect(amounts(window, sales, rows)).toEqual({
      closed: 50_000n,
      reversed: -10_000n,
      'not-acknowledged': -10_000n,
      waiting: -10_000n,
      elsewhere: -10_000n,
      fees: -200n,
      vat: -28n,
    });
  });

  it('adds what was sold at another time, or is in no close of ours', () => {
    const rows = [settled({ transactionId: 'early' }), settled({ transactionId: 'stranger' })];
    expect(amounts(window, [sale({ rowId: 'early', atMs: 50 })], rows)).toEqual({
      closed: 0n,
      late: 10_000n,
      'not-closed': 10_000n,
      fees: -400n,
      vat: -56n,
    });
  });

  it('shows refunds, early payouts, other adjustments, and figures of the gateway that do not fit', () => {
    const rows = [
      settled({ transactionId: 'a', amount: egp(9_000n), net: egp(8_700n) }),
      settled({ transactionId: 'b', paidEarly: true }),
      settled({
        transactionId: 'r',
        kind: 'refund',
        amount: egp(-3_000n),
        fee: null,
        vat: null,
        net: null,
      }),
    ];
    const sales = [sale({ rowId: 'a' }), sale({ rowId: 'b' })];
    const adjusted = { ...window, adjustments: egp(-9_772n - 500n), net: egp(5_000n) };
    const bridge = bridgeOf(adjusted, sales, rows);
    expect(Object.fromEntries(bridge.lines.map(({ line, amount }) => [line, amount.minor]))).toEqual({
      closed: 20_000n,
      'amount-differs': -1_000n,
      returns: -3_000n,
      fees: -400n,
      vat: -56n,
      'net-differs': -72n,
      advanced: -9_772n,
      adjustments: -500n,
    });
    expect(bridge.expected).toEqual(egp(5_200n));
    expect(bridge.gatewayDiffers).toEqual(egp(-200n));
  });

  it('of a window that does not say its time begins with what it settles', () => {
    const timeless = { ...window, spans: null };
    const sales = [sale({ rowId: 'a' }), sale({ rowId: 'other' })];
    expect(amounts(timeless, sales, [settled({ transactionId: 'a' })])).toMatchObject({ closed: 10_000n });
  });
});

describe('early payouts asked for elsewhere', () => {
  it('have a line of their own, also where only the request list proves them', () => {
    const rows = [
      settled({ transactionId: 'a', paidEarly: true }),
      settled({ transactionId: 'b', paidEarly: true, askedElsewhere: true }),
    ];
    const sales = [sale({ rowId: 'a' }), sale({ rowId: 'b' })];
    const adjusted = { ...window, adjustments: egp(-2n * 9_772n - 500n) };
    const unnamed = [
      { requestId: 'IS-1', netMinor: 500n },
      { requestId: 'IS-2', netMinor: 9_000n },
    ];
    expect(amounts({ ...adjusted, unnamed }, sales, rows)).toMatchObject({
      advanced: -9_772n,
      'advanced-elsewhere': -9_772n - 500n,
    });
    expect(bridgeOf({ ...adjusted, unnamed }, sales, rows).unnamed).toEqual([unnamed[1]]);
    const other = [{ requestId: 'IS-3', netMinor: 700n }];
    const bridge = bridgeOf({ ...adjusted, unnamed: other }, sales, rows);
    expect(bridge.lines.find(({ line }) => line === 'adjustments')?.amount).toEqual(egp(-500n));
    expect(bridge.unnamed).toEqual(other);
  });
});

describe('a payout of several windows', () => {
  it('is one bridge: what one of them settles of the other’s time is not elsewhere', () => {
    const both = {
      ...window,
      windowIds: ['W', 'V'],
      spans: [
        { opensAtMs: 100, closesAtMs: 200 },
        { opensAtMs: 200, closesAtMs: 300 },
      ],
    };
    const sales = [sale({ rowId: 'a' }), sale({ rowId: 'b', atMs: 250 }), sale({ rowId: 'c', atMs: 350 })];
    const rows = [
      settled({ transactionId: 'a', windowId: 'V' }),
      settled({ transactionId: 'b', windowId: 'W' }),
    ];
    expect(amounts(both, sales, rows)).toEqual({ closed: 20_000n, fees: -400n, vat: -56n });
  });
});

describe('matching', () => {
  it('goes by order id before the reference, and by the same amount first', () => {
    const sales = [
      sale({ rowId: '1', orderId: 'o', amount: egp(500n) }),
      sale({ rowId: '2', orderId: 'o', amount: egp(700n) }),
      sale({ rowId: '3', orderId: null, refNumber: 'r' }),
    ];
    const rows = [
      settled({ transactionId: 'x', orderId: 'o', amount: egp(700n) }),
      settled({ transactionId: 'y', orderId: 'o', amount: egp(500n) }),
      settled({ transactionId: 'z', orderId: 'other', refNumber: 'r' }),
    ];
    const found = [...matchSales(sales, rows)].map(([id, row]) => [id, row.transactionId]);
    expect(found).toEqual(
      [
        ['2', 'x'],
        ['1', 'y'],
        ['3', 'z'],
      ].sort(),
    );
  });
});

const anId = fc.constantFrom('a', 'b', 'c', 'd', 'e', null);
const aSale = fc.record({
  orderId: anId,
  refNumber: anId,
  amount: fc.bigInt(1n, 50_000n).map(egp),
  atMs: fc.integer({ min: 0, max: 300 }),
  reversed: fc.boolean(),
  acknowledged: fc.boolean(),
});
const aRow = fc.record({
  orderId: anId,
  refNumber: anId,
  kind: fc.constantFrom('sale' as const, 'refund' as const, 'void' as const, 'sale' as const),
  amount: fc.bigInt(-50_000n, 50_000n).map(egp),
  fee: fc.option(fc.bigInt(0n, 60_000n).map(egp)),
  vat: fc.option(fc.bigInt(0n, 900n).map(egp)),
  net: fc.option(fc.bigInt(-50_000n, 50_000n).map(egp)),
  windowId: fc.constantFrom('W', 'V', null),
  paidEarly: fc.boolean(),
});
const anAmount = fc.record({
  amount: fc.bigInt(1n, 4n).map((minor) => egp(minor * 2_500n)),
  reference: fc.constantFrom('', 'CIB 7', 'CIB 8'),
});
const history = fc.record({
  sales: fc.array(aSale, { maxLength: 30 }).map((all) => all.map((one, at) => ({ ...one, rowId: `s${at}` }))),
  rows: fc
    .array(aRow, { maxLength: 30 })
    .map((all) => all.map((one, at) => ({ ...one, transactionId: `t${at}` }))),
  adjustments: fc.option(fc.bigInt(-50_000n, 50_000n).map(egp)),
  entered: fc.array(anAmount, { maxLength: 6 }),
  said: fc.array(anAmount, { maxLength: 6 }),
  order: fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
});

describe('whatever was sold and settled', () => {
  it('the bridge adds up to the minor unit, every sale has one status, and the order of arrival changes nothing', () => {
    fc.assert(
      fc.property(history, ({ sales, rows, adjustments, entered, said, order }) => {
        const given = { ...window, adjustments };
        const bridge = bridgeOf(given, sales, rows);
        const net = rows
          .filter(({ windowId }) => windowId === 'W')
          .map((row) => ({
            early: row.paidEarly,
            minor: row.net?.minor ?? row.amount.minor - (row.fee?.minor ?? 0n) - (row.vat?.minor ?? 0n),
          }));
        const total = net.reduce((sum, { minor }) => sum + minor, 0n);
        const early = net.reduce((sum, one) => sum + (one.early ? one.minor : 0n), 0n);
        expect(bridge.expected.minor).toBe(total + (adjustments?.minor ?? -early));
        for (const { amount, members } of bridge.lines)
          expect(members.reduce((sum, one) => sum + one.amount.minor, 0n)).toBe(amount.minor);
        const deposits = entered.map((one, at) => ({
          ...one,
          depositId: `d${at}`,
          receivedOn: '2026-11-18',
        }));
        const statement = said.map((one, at) => ({ ...one, lineId: `l${at}`, bookedOn: '2026-11-18' }));
        const { deposited, confirmed } = depositedOf(deposits, statement, 'EGP');
        const parts = [
          ...bridge.lines.map(({ amount }) => amount.minor),
          (deposited?.minor ?? 0n) - bridge.expected.minor,
          ...statement.map(({ amount }) => -amount.minor),
          ...deposits.filter(({ depositId }) => !confirmed.has(depositId)).map(({ amount }) => -amount.minor),
        ];
        expect(parts.reduce((sum, minor) => sum + minor, 0n)).toBe(0n);
        expect([...bridge.statuses.keys()].sort()).toEqual(sales.map(({ rowId }) => rowId).sort());

        const shuffled = <T>(all: readonly T[]): T[] =>
          all
            .map((one) => ({ one, at: order.next().value as number }))
            .sort((a, b) => a.at - b.at)
            .map(({ one }) => one);
        expect(bridgeOf(given, shuffled(sales), shuffled(rows))).toEqual(bridge);
        expect(depositedOf(shuffled(deposits), shuffled(statement), 'EGP')).toEqual({ deposited, confirmed });
      }),
      { numRuns: 500 },
    );
  });
});
