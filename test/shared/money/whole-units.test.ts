import { expect, it } from 'vitest';
import { wholeUnits } from '#shared/money/money.ts';

it('an amount in whole units is rounded, not cut', () => {
  const egp = (minor: bigint) => wholeUnits({ minor, currency: 'EGP' });
  expect(egp(75_573_53n)).toBe(75_574);
  expect(egp(78_530_49n)).toBe(78_530);
  expect(egp(78_530_50n)).toBe(78_531);
  expect(egp(-40_856_39n)).toBe(-40_856);
  expect(egp(-50n)).toBe(-1);
  expect(wholeUnits({ minor: 1_999n, currency: 'KWD' })).toBe(2);
  expect(wholeUnits({ minor: 7n, currency: 'JPY' })).toBe(7);
});
