/** Which amount the field of a refund or a capture stands for, beside the one that was prepared. */
import { expect, it } from 'vitest';
import { money } from '#shared/money/money.ts';
import '#test/renderer/calls.ts';

const { isOtherAmount, isPartOpen } = await import('#renderer/features/order-movement/other-amount.tsx');

const egp = (minor: bigint) => money(minor, 'EGP');

it('nothing typed is all that is left: a part that was prepared before is another amount', () => {
  expect(isOtherAmount('', egp(10_000n), egp(10_000n))).toBe(false);
  expect(isOtherAmount('50', egp(10_000n), egp(5_000n))).toBe(false);
  expect(isOtherAmount('', egp(10_000n), egp(5_000n))).toBe(true);
  expect(isOtherAmount(' ', egp(10_000n), egp(5_000n))).toBe(true);
});

it('what cannot be read as an amount, or is not prepared, is another amount', () => {
  expect(isOtherAmount('5o', egp(10_000n), egp(5_000n))).toBe(true);
  expect(isOtherAmount('60', egp(10_000n), egp(5_000n))).toBe(true);
  expect(isOtherAmount('60', egp(10_000n), null)).toBe(true);
});

it('a part that is chosen and not typed or not prepared yet is open; all of it is not', () => {
  const left = egp(10_000n);
  expect(isPartOpen({ isPart: true, amount: '' }, left, left)).toBe(true);
  expect(isPartOpen({ isPart: true, amount: '50' }, left, left)).toBe(true);
  expect(isPartOpen({ isPart: true, amount: '50' }, left, egp(5_000n))).toBe(false);
  expect(isPartOpen({ isPart: false, amount: '50' }, left, left)).toBe(false);
  expect(isPartOpen({ isPart: false, amount: '50' }, left, egp(5_000n))).toBe(true);
});
