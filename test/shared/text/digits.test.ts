import { describe, expect, it } from 'vitest';
import { stripDirectionMarks, toAsciiDigits, typedAmountToDecimal } from '#shared/text/digits.ts';

describe('an amount as a person types it', () => {
  it.each([
    ['120.50', '120.50'],
    ['EGP 1,234.50', '1234.50'],
    ['1,234.50 EGP', '1234.50'],
    ['١٬٢٣٤٫٥٠ ج.م.', '1234.50'],
    ['۱۲۰٫۵', '120.5'],
    ['\u200f١٢٠٫٥٠\u200f', '120.50'],
    ['1 234.50', '1234.50'],
    ['12,345,678', '12345678'],
  ])('%s is %s', (typed, decimal) => {
    expect(typedAmountToDecimal(typed)).toBe(decimal);
  });

  it.each(['12,5', '1,23,456', '', 'abc', '1.2.3', '12..5', '$12', '1e5', '--1'])(
    '%s is not guessed at',
    (typed) => {
      expect(typedAmountToDecimal(typed)).toBeNull();
    },
  );
});

describe('digits and direction marks', () => {
  it('both Arabic digit sets become ASCII', () =>
    expect(toAsciiDigits('٠١٢٣٤٥٦٧٨٩ ۰۱۲۳۴۵۶۷۸۹')).toBe('0123456789 0123456789'));
  it('direction marks are stripped', () =>
    expect(stripDirectionMarks('\u200eab\u2067c\u2069\u061c')).toBe('abc'));
});
