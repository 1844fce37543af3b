import { expect, it } from 'vitest';
import { amountToWriteOff, gapToWriteOff } from '#renderer/components/write-off.ts';

const egp = (minor: bigint) => ({ minor, currency: 'EGP' });

it('of two sides the difference is given up, without its sign', () => {
  const both = { ours: { amount: egp(10_000n) }, theirs: [{ amount: egp(9_900n) }] };
  expect(amountToWriteOff({ ...both, difference: egp(-100n) })).toEqual(egp(100n));
  expect(amountToWriteOff({ ...both, difference: egp(0n) })).toBeNull();
});

it('of what is missing the whole is given up', () => {
  expect(amountToWriteOff({ ours: { amount: egp(12_050n) }, theirs: [], difference: null })).toEqual(
    egp(12_050n),
  );
  const theirs = [{ amount: egp(-2_000n) }, { amount: egp(-500n) }];
  expect(amountToWriteOff({ ours: null, theirs, difference: null })).toEqual(egp(2_500n));
});

it('what did not come is below zero, and what came without a sale of ours is above', () => {
  expect(gapToWriteOff({ ours: { amount: egp(12_050n) }, theirs: [], difference: null })).toEqual(
    egp(-12_050n),
  );
  expect(gapToWriteOff({ ours: null, theirs: [{ amount: egp(24_600n) }], difference: null })).toEqual(
    egp(24_600n),
  );
  const both = { ours: { amount: egp(10_000n) }, theirs: [{ amount: egp(9_900n) }] };
  expect(gapToWriteOff({ ...both, difference: egp(-100n) })).toEqual(egp(-100n));
});

it('two currencies have no amount to give up', () => {
  const ours = { amount: egp(100n) };
  const theirs = [{ amount: { minor: 100n, currency: 'USD' } }];
  expect(amountToWriteOff({ ours, theirs, difference: null })).toBeNull();
});
