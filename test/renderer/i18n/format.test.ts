import { afterEach, describe, expect, it } from 'vitest';
import {
  formatAge,
  formatBasisPoints,
  formatCount,
  formatDateTime,
  formatDecimal,
  formatMoney,
  formatTime,
  type Locale,
} from '#renderer/i18n/format.ts';

const english: Locale = { language: 'en', digits: 'latin' };
const arabic: Locale = { language: 'ar', digits: 'latin' };
const arabicDigits: Locale = { language: 'ar', digits: 'arabic' };
const egp = (minor: bigint) => ({ minor, currency: 'EGP' });
const NOW = 1_700_000_000_000;

describe('money on screen', () => {
  it('is one piece, which a line of text does not part, also with a currency of two words', () => {
    expect(formatMoney({ minor: 5_000n, currency: 'USD_VIRTUAL' }, english)).toBe(
      'Virtual\u00a0USD\u00a050.00',
    );
    expect(formatMoney({ minor: 5_000n, currency: 'USD_VIRTUAL' }, arabic)).not.toContain(' ');
  });

  it('has the code first in English', () => {
    expect(formatMoney(egp(123450n), english)).toBe('EGP\u00a01,234.50');
  });

  it('has the amount first in Arabic', () => {
    expect(formatMoney(egp(123450n), arabic)).toBe('1,234.50\u00a0ج.م.');
  });

  it('has Arabic digits and separators when they are chosen', () => {
    expect(formatMoney(egp(123450n), arabicDigits)).toBe('١٬٢٣٤٫٥٠\u00a0ج.م.');
  });

  it('keeps Latin digits in English whatever the digits setting', () => {
    expect(formatMoney(egp(123450n), { language: 'en', digits: 'arabic' })).toBe('EGP\u00a01,234.50');
  });

  it('keeps every digit of an amount that a float would round', () => {
    expect(formatMoney(egp(9007199254740993n), english)).toBe('EGP\u00a090,071,992,547,409.93');
  });

  it('keeps the sign before the first digit, with no separator between', () => {
    expect(formatMoney(egp(-12345678n), english)).toBe('EGP\u00a0-123,456.78');
  });

  it('shows the decimals of its currency', () => {
    expect(formatMoney({ minor: 1234567n, currency: 'KWD' }, english)).toBe('KWD\u00a01,234.567');
    expect(formatMoney({ minor: 1234567n, currency: 'JPY' }, english)).toBe('JPY\u00a01,234,567');
  });

  it('names a currency other than the pound by its code in Arabic, too', () => {
    expect(formatMoney({ minor: 5n, currency: 'USD' }, arabic)).toBe('0.05\u00a0USD');
  });
});

describe('numbers on screen', () => {
  it('group by three', () => {
    expect(formatDecimal('999', english)).toBe('999');
    expect(formatDecimal('1000', english)).toBe('1,000');
    expect(formatCount(12345, english)).toBe('12,345');
    expect(formatCount(12345, arabicDigits)).toBe('١٢٬٣٤٥');
  });

  it('show hundredths of a percent', () => {
    expect(formatBasisPoints(125, english)).toBe('1.25%');
    expect(formatBasisPoints(200, english)).toBe('2.00%');
  });
});

describe('ages on screen', () => {
  it('are in whole units, the largest that fits', () => {
    expect(formatAge(NOW - 3 * 60_000, NOW, english)).toBe('3 min ago');
    expect(formatAge(NOW - 119 * 60_000, NOW, english)).toBe('1 hr ago');
    expect(formatAge(NOW - 50 * 3_600_000, NOW, english)).toBe('2 days ago');
  });

  it('are "now" below 45 seconds', () => {
    expect(formatAge(NOW - 44_000, NOW, english)).toBe('now');
  });

  it('are in Arabic words with the chosen digits', () => {
    expect(formatAge(NOW - 3 * 60_000, NOW, arabic)).toBe('قبل 3 دقائق');
    expect(formatAge(NOW - 3 * 60_000, NOW, arabicDigits)).toBe('قبل ٣ دقائق');
  });
});

describe('times on screen', () => {
  const zone = process.env['TZ'];
  afterEach(() => {
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
  });

  it('are those of the time zone that the computer has come to', () => {
    const shown = (tz: string) => {
      process.env['TZ'] = tz;
      return [formatTime(NOW, NOW, english), formatDateTime(NOW, english)];
    };
    expect(shown('Africa/Cairo')).toEqual(['00:13', '15 Nov 2023, 00:13:20']);
    expect(shown('Asia/Dubai')).toEqual(['02:13', '15 Nov 2023, 02:13:20']);
    expect(shown('Africa/Cairo')).toEqual(['00:13', '15 Nov 2023, 00:13:20']);
  });

  it('are those of that zone in summer, too, where only the winter is alike', () => {
    const july = Date.UTC(2026, 6, 1, 9);
    const shown = (tz: string, atMs: number) => {
      process.env['TZ'] = tz;
      return formatDateTime(atMs, english);
    };
    expect(shown('Africa/Cairo', NOW)).toBe('15 Nov 2023, 00:13:20');
    expect(shown('Africa/Johannesburg', july)).toBe('1 Jul 2026, 11:00:00');
  });
});
