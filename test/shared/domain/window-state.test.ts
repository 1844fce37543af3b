import { describe, expect, it } from 'vitest';
import { odditiesOf } from '#shared/domain/settlement.ts';
import {
  NO_DEPOSIT_YET,
  NO_ROWS,
  windowBridgeOf,
  windowDifferences,
  type WindowFigures,
} from '#shared/domain/window-state.ts';

const egp = (minor: bigint) => ({ minor, currency: 'EGP' });
const window: WindowFigures = {
  status: 'SETTLED',
  transactionsCount: 2,
  gross: egp(20_000n),
  fees: egp(400n),
  vat: egp(56n),
  adjustments: egp(0n),
  net: egp(19_544n),
  batchNets: [egp(10_000n), egp(9_544n)],
};
const sums = { count: 2, gross: 20_000n, fees: 400n, vat: 56n, net: 19_544n, early: 0n };
const known = { currency: 'EGP', deposited: null, readSince: true, noDeposit: NO_DEPOSIT_YET };

describe('how a window stands at the bank', () => {
  it.each([
    ['open', { ...window, status: 'OPEN' as const }, sums, known],
    ['waiting', { ...window, status: 'CLOSED' as const }, NO_ROWS, known],
    ['not-downloaded', window, { ...sums, count: 1 }, { ...known, readSince: false }],
    ['no-amounts', { ...window, gross: null, net: null }, sums, { ...known, currency: null }],
    ['no-deposit', window, sums, { ...known, readSince: false }],
    [
      'no-statement',
      window,
      sums,
      {
        ...known,
        noDeposit: { state: 'no-statement', noStatement: { from: '2026-11-18', to: '2026-11-21' } },
      },
    ],
    ['missing', window, sums, { ...known, noDeposit: { state: 'missing', noStatement: null } }],
    ['explained', window, sums, { ...known, deposited: egp(19_544n) }],
    ['unexplained', window, sums, { ...known, deposited: egp(19_500n) }],
  ] as const)('%s', (state, figures, rows, facts) => {
    expect(windowBridgeOf(figures, rows, facts).state).toBe(state);
  });

  it('expects what its rows come to and what the gateway adjusts', () => {
    const adjusted = { ...window, adjustments: egp(-9_772n) };
    const early = { ...sums, early: 9_772n };
    expect(windowBridgeOf(adjusted, early, { ...known, deposited: egp(9_700n) })).toEqual({
      state: 'unexplained',
      expected: egp(9_772n),
      deposited: egp(9_700n),
      unexplained: egp(-72n),
      noStatement: null,
    });
    expect(windowBridgeOf({ ...window, adjustments: null }, early, known).expected).toEqual(egp(9_772n));
  });
});

describe('sums that are not those of the rows', () => {
  it('are named one by one, with both amounts', () => {
    const wrong = { ...sums, count: 3, gross: 21_000n, net: 20_544n };
    expect(windowDifferences(window, wrong, known)).toEqual([
      { figure: 'count', gateway: 2, rows: 3 },
      { figure: 'gross', gateway: egp(20_000n), rows: egp(21_000n) },
      { figure: 'net', gateway: egp(19_544n), rows: egp(20_544n) },
    ]);
    expect(windowDifferences(window, sums, known)).toEqual([]);
  });

  it('say nothing while rows may be missing here', () => {
    const fewer = { ...sums, count: 1, gross: 10_000n };
    expect(windowDifferences(window, fewer, { ...known, readSince: false })).toEqual([]);
    expect(windowDifferences({ ...window, status: 'CLOSED' }, NO_ROWS, known)).toEqual([]);
  });

  it('also where a window contradicts itself or its batches', () => {
    const odd = { ...window, net: egp(19_000n), batchNets: [egp(1n)] };
    expect(windowDifferences(odd, { ...sums, net: 19_000n }, known)).toEqual([
      { figure: 'own', gateway: egp(19_000n), rows: egp(19_544n) },
      { figure: 'batches', gateway: egp(19_000n), rows: egp(1n) },
    ]);
    const partly = { ...window, batchNets: [egp(1n), null] };
    expect(windowDifferences(partly, sums, known)).toEqual([]);
  });
});

it('a fee above the amount and a net that does not add up are odd; a refund in either sign is not', () => {
  const row = {
    kind: 'sale' as const,
    undoes: null,
    amount: egp(1_000n),
    fee: egp(20n),
    vat: egp(3n),
    net: egp(977n),
  };
  expect(odditiesOf(row)).toEqual([]);
  expect(odditiesOf({ ...row, fee: egp(1_100n), net: egp(-103n) })).toEqual(['fee-above-amount']);
  expect(odditiesOf({ ...row, net: egp(900n) })).toEqual(['net-differs']);
  expect(odditiesOf({ ...row, net: null, fee: null, vat: null })).toEqual([]);
  for (const minor of [-1_000n, 1_000n])
    expect(
      odditiesOf({
        kind: 'refund',
        undoes: null,
        amount: egp(minor),
        fee: null,
        vat: null,
        net: egp(-1_000n),
      }),
    ).toEqual([]);
});
