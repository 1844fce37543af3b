import { describe, expect, it } from 'vitest';
import { canBeEnlarged, stepsOf } from '#renderer/features/bridge/steps.ts';
import type { BridgeView } from '#shared/contract/bridge.ts';

const egp = (minor: bigint) => ({ minor, currency: 'EGP' });
const view: BridgeView = {
  of: 'window',
  windowIds: ['W'],
  unnamedPayouts: [],
  subject: 'W',
  isOpen: false,
  lines: [
    { line: 'closed', amount: egp(1_000n), count: 2 },
    { line: 'fees', amount: egp(-200n), count: 2 },
  ],
  expected: egp(800n),
  gatewayNet: null,
  gatewayDiffers: null,
  deposits: [],
  statement: [],
  paidIn: null,
  deposited: null,
  unexplained: null,
  noDeposit: null,
  otherCurrencies: [],
  settledRead: { readAtMs: null, lastError: null },
};

describe('the picture of a bridge', () => {
  it('goes down and up from one line to the next, and a sum stands on the ground', () => {
    expect(stepsOf(view).map(({ key, bar }) => [key, bar])).toEqual([
      ['closed', { start: 0, size: 100, cut: false }],
      ['fees', { start: 80, size: 20, cut: false }],
      ['expected', { start: 0, size: 80, cut: false }],
      ['deposited', null],
      ['unexplained', null],
    ]);
  });

  it('shows what is missing of the deposit beside what was expected, also below zero', () => {
    const negative = { ...view, expected: egp(800n), deposited: egp(-200n), unexplained: egp(-1_000n) };
    const bars = Object.fromEntries(stepsOf(negative).map(({ key, bar }) => [key, bar]));
    expect(bars['unexplained']?.start).toBe(0);
    expect(bars['deposited']?.start).toBe(0);
    expect(bars['closed']?.start).toBeCloseTo(16.66, 1);
  });

  it('ties each bar to the one that goes on from it', () => {
    expect(stepsOf(view).map(({ link }) => link)).toEqual([100, 80, null, null, null]);
  });

  it('can be enlarged so that a small amount is more than a hairline', () => {
    const small = {
      ...view,
      lines: [
        { line: 'closed' as const, amount: egp(8_000_000n), count: 90 },
        { line: 'fees' as const, amount: egp(-160_000n), count: 90 },
      ],
      expected: egp(7_840_000n),
      deposited: egp(7_855_000n),
      unexplained: egp(15_000n),
    };
    const sizeIn = (near: boolean) =>
      stepsOf(small, near).find(({ key }) => key === 'unexplained')?.bar?.size ?? 0;
    expect(canBeEnlarged(small)).toBe(true);
    expect(sizeIn(false)).toBeLessThan(1);
    expect(sizeIn(true)).toBeGreaterThan(5);
    const expected = stepsOf(small, true).find(({ key }) => key === 'expected')?.bar;
    expect(expected).toMatchObject({ start: 0, cut: true });
    expect(canBeEnlarged(view)).toBe(false);
  });

  it('of nothing at all has bars without a size', () => {
    const empty = {
      ...view,
      lines: [{ line: 'closed' as const, amount: egp(0n), count: 0 }],
      expected: egp(0n),
    };
    expect(stepsOf(empty)[0]?.bar).toEqual({ start: 0, size: 0, cut: false });
  });
});
