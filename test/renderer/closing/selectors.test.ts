import { describe, expect, it } from 'vitest';
import {
  countsWithoutReads,
  differenceOf,
  differenceTyped,
  firstOpenStep,
  leftAmounts,
  readTyped,
  stepAfter,
  sumOfTotals,
} from '#renderer/features/closing/selectors.ts';
import type { ClosingDetail, ClosingStepState, CountLine } from '#shared/contract/closing-day.ts';
import { closingSteps, lineKey, type ClosingBlock, type ClosingStep } from '#shared/domain/closing.ts';

const egp = (minor: bigint) => ({ minor, currency: 'EGP' });
const usd = (minor: bigint) => ({ minor, currency: 'USD' });

const steps = (blocks: Partial<Record<ClosingStep, ClosingBlock>>): ClosingStepState[] =>
  closingSteps.map((step) => {
    const reason = blocks[step];
    const blocked = reason === undefined ? null : { reason, count: 1 };
    return { step, done: reason === undefined, ready: 0, total: 1, blocked };
  });

type Left = Parameters<typeof leftAmounts>[0];
const left = (count: number) => ({ reason: 'disputed', note: '', count }) as const;
const ofTerminal = (terminalId: string, side: 'sales' | 'returns', count: number, minor: bigint) => ({
  ...{ currency: 'EGP', paymentType: null, terminalId, side, kind: null, count, expected: egp(minor) },
});
const lines = [
  ofTerminal('T1', 'sales', 2, 500n),
  ofTerminal('T1', 'returns', 1, 120n),
  ofTerminal('T2', 'sales', 1, 90n),
];
/** What a Z says of two terminals: how many each left. */
const z = (ofFirst: number, ofSecond: number, more: object = {}) =>
  ({
    terminals: [
      { terminalId: 'T1', outstandingLeft: left(ofFirst) },
      { terminalId: 'T2', outstandingLeft: left(ofSecond) },
    ],
    lines,
    sums: { net: [{ count: 5, amount: egp(470n) }], notSummed: [] },
    ...more,
  }) as unknown as Left;

describe('what terminals left unacknowledged', () => {
  it('is what their lines expect, with its sign, where all that the Z counts was left', () => {
    // One of the four of the first is an authorisation, which no line counts.
    const amounts = leftAmounts(z(4, 1));
    expect(amounts?.get('T1')).toEqual([
      { count: 2, amount: egp(500n) },
      { count: 1, amount: egp(-120n) },
    ]);
    expect(amounts?.get('T2')).toEqual([{ count: 1, amount: egp(90n) }]);
  });

  it('is not said where a part was acknowledged, or the lines are of no terminal', () => {
    expect(leftAmounts(z(3, 1))).toBeUndefined();
    const [first, ...rest] = lines;
    const ofBranch = { lines: [{ ...first, terminalId: null }, ...rest] };
    expect(leftAmounts(z(4, 1, ofBranch))).toBeUndefined();
    const unknown = {
      sums: { net: [{ count: 5, amount: egp(470n) }], notSummed: [{ count: 1, amount: egp(1n) }] },
    };
    expect(leftAmounts(z(4, 1, unknown))).toBeUndefined();
    expect(leftAmounts(z(4, 1, { sums: null }))).toBeUndefined();
  });
});

const close = (
  blocks: Partial<Record<ClosingStep, ClosingBlock>>,
  more: Partial<Pick<ClosingDetail, 'frozenAtMs' | 'blind' | 'state'>> = {},
): ClosingDetail =>
  ({ state: 'open', frozenAtMs: 1, blind: false, steps: steps(blocks), ...more }) as ClosingDetail;

const line = (more: Partial<CountLine>): CountLine => ({
  currency: 'EGP',
  paymentType: 'SALE',
  terminalId: null,
  side: null,
  kind: 'sale',
  count: 1,
  expected: egp(100n),
  typed: null,
  counted: null,
  difference: null,
  verdict: null,
  large: false,
  slips: null,
  explanation: null,
  hints: [],
  ...more,
});

describe('a step', () => {
  it('is where the page opens when it is the first that is not done', () => {
    expect(firstOpenStep(close({ operations: 'operations-not-known', count: 'step-before' }))).toBe(
      'operations',
    );
    expect(firstOpenStep(close({}))).toBe('confirm');
  });

  it('leads to the next, and the last to itself', () => {
    expect(stepAfter('reads')).toBe('acknowledge');
    expect(stepAfter('confirm')).toBe('confirm');
  });
});

describe('a close counts without reads', () => {
  it('while its rows are fixed and a step of 1 to 3 is not done', () => {
    expect(countsWithoutReads(close({ reads: 'terminals-not-read' }))).toBe(true);
    expect(countsWithoutReads(close({ count: 'not-counted' }))).toBe(false);
    expect(countsWithoutReads(close({ reads: 'terminals-not-read' }, { frozenAtMs: null }))).toBe(false);
    expect(countsWithoutReads(close({ reads: 'terminals-not-read' }, { state: 'provisional' }))).toBe(false);
  });
});

describe('totals', () => {
  it('have a difference only when every line is counted', () => {
    expect(differenceOf([line({ difference: egp(-5n) }), line({})])).toEqual([]);
    expect(differenceOf([line({ difference: egp(-5n) }), line({ difference: egp(2n) })])).toEqual([egp(-3n)]);
  });

  it('count transactions over all currencies, amounts by each', () => {
    expect(
      sumOfTotals([
        { count: 2, amount: egp(10n) },
        { count: 1, amount: usd(3n) },
      ]),
    ).toEqual({ count: 3, amounts: [egp(10n), usd(3n)] });
  });
});

describe('what is typed of a count', () => {
  const pounds = { currency: 'EGP', paymentType: 'SALE' };
  it('is nothing, an amount, or not understood', () => {
    expect(readTyped(' ', pounds)).toBeNull();
    expect(readTyped('12,430.50', pounds)).toEqual(egp(1_243_050n));
    expect(readTyped('١٢٬٤٣٠٫٥٠', pounds)).toEqual(egp(1_243_050n));
    expect(readTyped('12.345', pounds)).toBe('not-understood');
    expect(readTyped('EGP 12', pounds)).toEqual(egp(1_200n));
    expect(readTyped('USD 12', pounds)).toBe('not-understood');
    expect(readTyped('twelve', pounds)).toBe('not-understood');
  });

  it('is kept by currency and type, also where no type was given', () => {
    expect(lineKey({ currency: 'EGP', paymentType: 'SALE' })).toBe('EGP/SALE');
    expect(lineKey({ currency: 'EGP', paymentType: null })).toBe('EGP/');
    expect(lineKey({ currency: 'EGP', paymentType: null, terminalId: 'T1', side: 'sales' })).toBe(
      'EGP/sales/T1',
    );
  });

  it('has its minus before it, after it or around it where a terminal prints what it returned', () => {
    const returned = { ...pounds, paymentType: null, terminalId: 'T1', side: 'returns' as const };
    for (const text of ['-12.50', '12.50-', '(12.50)', '−١٢٫٥٠', '12.50'])
      expect(readTyped(text, returned)).toEqual(egp(1_250n));
    expect(readTyped('-12.50', { ...returned, side: 'sales' })).toBe('not-understood');
  });

  it('has a minus where a payment type comes to less than nothing, or may in a blind count', () => {
    const net = (minor: bigint) => ({ ...pounds, expected: egp(minor) });
    expect(readTyped('-12.50', net(-1n))).toEqual(egp(-1_250n));
    expect(readTyped('-12.50', { ...pounds, expected: null })).toEqual(egp(-1_250n));
    expect(readTyped('-12.50', net(0n))).toBe('not-understood');
    expect(readTyped('-12.50', pounds)).toBe('not-understood');
    const sold = { ...pounds, terminalId: 'T1', side: 'sales' as const, expected: null };
    expect(readTyped('-12.50', sold)).toBe('not-understood');
  });
});

describe('the difference of what is typed', () => {
  it('shows before the count is stored, with its sign', () => {
    expect(differenceTyped('0.90', line({}))).toEqual(egp(-10n));
    expect(differenceTyped('1', line({}))).toEqual(egp(0n));
    const returns = line({
      terminalId: '30410001',
      side: 'returns',
      paymentType: null,
      kind: 'refund',
      expected: egp(100n),
    });
    expect(differenceTyped('1.50', returns)).toEqual(egp(50n));
  });

  it('is not known in a blind count, of an empty field and of what is no amount', () => {
    expect(differenceTyped('0.90', line({ expected: null }))).toBeNull();
    expect(differenceTyped('', line({}))).toBeNull();
    expect(differenceTyped('x', line({}))).toBeNull();
  });
});
