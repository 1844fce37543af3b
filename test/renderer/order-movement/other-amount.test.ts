/** Which amount the field of a refund or a capture stands for, beside the one that was prepared. */
import { expect, it } from 'vitest';
import { money } from '#shared/money/money.ts';
import '#test/renderer/calls.ts';

const { isOtherAmount } = await import('#renderer/features/order-movement/other-amount.tsx');

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
