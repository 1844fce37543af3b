import { expect, it } from 'vitest';
import { costOf, feeOf, takenOf } from '#renderer/features/kept/fee-of.ts';
import type { KeptRow } from '#shared/contract/kept.ts';

const row = (key: string, cells: Record<string, string>): KeptRow => ({
  key,
  isGone: false,
  cells: Object.fromEntries(
    Object.entries(cells).map(([name, text]) => [name, { is: 'text' as const, text }]),
  ),
});
const card = row('card', { code: 'CARD', name: 'Card' });
const fees = [
  row('wallet', { method: 'wallet', rate: '1.50' }),
  row('card', { method: 'card', rate: '2.00' }),
];

it('a way to pay has the fee of its code, however it is written', () => {
  expect(feeOf(fees, card)?.key).toBe('card');
});

it('without a fee of its own it has the one that is for all of them, and else none', () => {
  const all = row('all', { rate: '2.75' });
  expect(feeOf([...fees.slice(0, 1), all], card)?.key).toBe('all');
  expect(feeOf(fees.slice(0, 1), card)).toBeNull();
});

const withFixed = (rate: string, minor: bigint): KeptRow => ({
  ...row(rate, { rate }),
  cells: {
    rate: { is: 'text', text: rate },
    flatFee: { is: 'money', money: { minor, currency: 'EGP' } },
  },
});

it('what fees cost goes from the lowest to the highest percentage, as numbers', () => {
  expect(costOf([row('a', { rate: '10.00' }), ...fees])).toEqual({
    least: '1.50',
    most: '10.00',
    fixed: [],
    isSameFixed: false,
  });
  expect(costOf([row('a', {})])).toBeNull();
});

it('what is taken of each payment besides is not left out', () => {
  const two = { minor: 200n, currency: 'EGP' };
  expect(costOf([withFixed('1.50', 0n), withFixed('2.00', 200n)])).toMatchObject({
    fixed: [two],
    isSameFixed: false,
  });
  expect(costOf([withFixed('1.50', 200n), withFixed('2.00', 200n)])).toMatchObject({
    fixed: [two],
    isSameFixed: true,
  });
  expect(costOf([withFixed('1.50', 0n), withFixed('2.00', 0n)])).toMatchObject({ fixed: [] });
});

const egp = (minor: bigint) => ({ minor, currency: 'EGP' });

it('what a fee and its VAT take of an amount is each rounded half up, and the fixed fee bears VAT, too', () => {
  const quoted = (rate: string, vat: string) => row('quoted', { rate, vat });
  expect(takenOf(quoted('2.00', '14.00'), egp(10_000n))).toEqual(egp(228n));
  expect(takenOf(quoted('2', '14'), egp(12_050n))).toEqual(egp(241n + 34n));
  expect(takenOf(quoted('1.125', '0'), egp(10_000n))).toEqual(egp(113n));
  const fixed: KeptRow = { ...withFixed('1.00', 200n) };
  fixed.cells.vat = { is: 'text', text: '10' };
  expect(takenOf(fixed, egp(10_000n))).toEqual(egp(330n));
});

it('a fee whose rate or VAT is not quoted, or that is of another currency, takes nothing that is known', () => {
  expect(takenOf(row('a', { rate: '2.00' }), egp(10_000n))).toBeNull();
  expect(takenOf(row('a', { vat: '14.00' }), egp(10_000n))).toBeNull();
  expect(takenOf(row('a', { rate: 'two', vat: '14.00' }), egp(10_000n))).toBeNull();
  const fixed: KeptRow = { ...withFixed('1.00', 200n) };
  fixed.cells.vat = { is: 'text', text: '10' };
  expect(takenOf(fixed, { minor: 10_000n, currency: 'USD' })).toBeNull();
});
