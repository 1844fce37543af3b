import { describe, expect, it } from 'vitest';
import { isTypedAmount, typedAmount, typedMoney } from '#shared/money/typed-money.ts';

describe('a counted amount as it is typed', () => {
  it.each([
    ['1234.5', 'EGP', 123450n],
    ['1,234.50', 'EGP', 123450n],
    ['EGP 1,234.50', 'EGP', 123450n],
    ['1,234.50 egp', 'EGP', 123450n],
    ['E£1,234.50', 'EGP', 123450n],
    ['£ 12', 'EGP', 1200n],
    ['12 LE', 'EGP', 1200n],
    ['١٬٢٣٤٫٥٠ ج.م.', 'EGP', 123450n],
    ['\u200f١٬٢٣٤٫٥٠\u00a0ج.م.\u200f', 'EGP', 123450n],
    ['۱۲۳', 'EGP', 12300n],
    ['0', 'EGP', 0n],
    ['$10', 'USD', 1000n],
    ['US$10.05', 'USD', 1005n],
    ['10 €', 'EUR', 1000n],
    ['1.234', 'KWD', 1234n],
    ['1500', 'JPY', 1500n],
    ['USD_VIRTUAL 10', 'USD_VIRTUAL', 1000n],
    ['1.500', 'EGP', 150n],
  ])('%j of %s is %s', (text, currency, minor) =>
    expect(typedMoney(text, currency)).toEqual({ minor, currency }),
  );

  it.each([
    ['', 'EGP'],
    ['   ', 'EGP'],
    ['EGP', 'EGP'],
    ['12,5', 'EGP'], // a decimal comma, or a grouping slip: not to be guessed
    ['1.005', 'EGP'],
    ['-5', 'EGP'],
    ['1e3', 'EGP'],
    ['12 12', 'NOPE'],
    ['USD 12', 'EGP'],
    ['$12', 'EGP'],
    ['€12', 'USD'],
    ['twelve', 'EGP'],
    ['12 EGP EGP', 'EGP'],
    ['1..2', 'EGP'],
    ['99999999999999999999', 'EGP'],
    ['999999999999999999', 'EGP'], // more than one integer of the database holds
  ])('%j is no amount of %s', (text, currency) => expect(typedMoney(text, currency)).toBeNull());
});

describe('an amount that is typed again to confirm it', () => {
  const net = { minor: -500n, currency: 'EGP' };

  it('may be below zero', () => {
    expect(typedAmount('-5', 'EGP')).toEqual(net);
    expect(isTypedAmount('-5.00 EGP', net)).toBe(true);
    expect(isTypedAmount('5', net)).toBe(false);
  });

  it('is in any digits, and in no other currency', () => {
    const amount = { minor: 123450n, currency: 'EGP' };
    expect(isTypedAmount('١٬٢٣٤٫٥٠', amount)).toBe(true);
    expect(isTypedAmount('1,234.5', amount)).toBe(true);
    expect(isTypedAmount('USD 1,234.50', amount)).toBe(false);
  });
});
