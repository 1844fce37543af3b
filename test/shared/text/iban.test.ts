import { expect, it } from 'vitest';
import { isIban } from '#shared/text/iban.ts';

it('an IBAN is told from other numbers by its check digits', () => {
  expect(isIban('EG380019000500000000263180002')).toBe(true);
  expect(isIban('GB82WEST12345698765432')).toBe(true);
  expect(isIban('EG380019000500000000263180003')).toBe(false);
  // A reference of a bank that has the form of one.
  expect(isIban('FT24319123456789012')).toBe(false);
  expect(isIban('CIB202611226287')).toBe(false);
  expect(isIban('')).toBe(false);
});
