import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addMoney,
  parseMoney,
  sameMoney,
  shareInBasisPoints,
  sumByCurrency,
  toDecimal,
} from '#shared/money/money.ts';

const egp = (minor: bigint) => ({ minor, currency: 'EGP' });

describe('reading a decimal as money', () => {
  it.each([
    ['120.50', 'EGP', 12050n],
    ['120.5', 'EGP', 12050n],
    ['0', 'EGP', 0n],
    ['-0.05', 'EGP', -5n],
    ['1.500', 'EGP', 150n],
    ['1.234', 'KWD', 1234n],
    ['1500', 'JPY', 1500n],
    ['999999999999999999', 'EGP', 99999999999999999900n],
    ['10.00', 'USD_VIRTUAL', 1000n],
  ])('%s %s is %s minor units', (decimal, currency, minor) => {
    expect(parseMoney(decimal, currency)).toEqual({ ok: true, value: { minor, currency } });
  });

  it.each([
    ['1.005', 'EGP', 'too-many-decimals'],
    ['1.5', 'JPY', 'too-many-decimals'],
    ['1', 'XXQ', 'unknown-currency'],
    ['1', 'egp', 'unknown-currency'],
    ['', 'EGP', 'not-a-decimal'],
    ['1e3', 'EGP', 'not-a-decimal'],
    ['1,000.00', 'EGP', 'not-a-decimal'],
    ['NaN', 'EGP', 'not-a-decimal'],
    ['١٢', 'EGP', 'not-a-decimal'],
    [' 1', 'EGP', 'not-a-decimal'],
  ])('%s %s is refused: %s', (decimal, currency, problem) => {
    expect(parseMoney(decimal, currency)).toEqual({ ok: false, problem });
  });

  it('every amount survives being written and read', () => {
    fc.assert(
      fc.property(
        fc.bigInt(-(10n ** 17n), 10n ** 17n),
        fc.constantFrom('EGP', 'JPY', 'KWD', 'CLF'),
        (minor, currency) => {
          const read = parseMoney(toDecimal({ minor, currency }), currency);
          expect(read).toEqual({ ok: true, value: { minor, currency } });
        },
      ),
    );
  });
});

describe('sums', () => {
  it('never mix currencies, nor a virtual one with the real one', () => {
    const sums = sumByCurrency([
      egp(100n),
      { minor: 5n, currency: 'USD' },
      egp(-30n),
      { minor: 7n, currency: 'USD_VIRTUAL' },
    ]);
    expect(sums).toEqual([egp(70n), { minor: 5n, currency: 'USD' }, { minor: 7n, currency: 'USD_VIRTUAL' }]);
    expect(() => addMoney(egp(1n), { minor: 1n, currency: 'USD' })).toThrow(/EGP and USD/);
    expect(sameMoney(egp(1n), { minor: 1n, currency: 'USD' })).toBe(false);
  });
});

describe('a share of an amount', () => {
  it('is in hundredths of a percent, rounded half up, and null of nothing', () => {
    expect(shareInBasisPoints(egp(125n), egp(10_000n))).toBe(125);
    expect(shareInBasisPoints(egp(1n), egp(20_000n))).toBe(1);
    expect(shareInBasisPoints(egp(1n), egp(0n))).toBeNull();
    expect(shareInBasisPoints(egp(1n), { minor: 1n, currency: 'USD' })).toBeNull();
  });
});
