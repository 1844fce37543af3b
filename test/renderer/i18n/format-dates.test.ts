import { describe, expect, it } from 'vitest';
import {
  formatDate,
  formatDates,
  formatDuration,
  formatDurationAfter,
  formatInstantIn,
  formatList,
  formatTimeIn,
  formatZNumber,
  type Locale,
} from '#renderer/i18n/format.ts';

const english: Locale = { language: 'en', digits: 'latin' };
const arabic: Locale = { language: 'ar', digits: 'latin' };
const arabicDigits: Locale = { language: 'ar', digits: 'arabic' };
/** 21 November 2026, 23:30 in Cairo (UTC+2). */
const LATE_EVENING = Date.UTC(2026, 10, 21, 21, 30);
const MINUTE = 60_000;

describe('the number of a Z', () => {
  it('has six digits, and more where they are needed', () => {
    expect(formatZNumber(1)).toBe('000001');
    expect(formatZNumber(1_234_567)).toBe('1234567');
  });
});

describe('a calendar date', () => {
  it('is the same day whatever the zone of the computer', () => {
    expect(formatDate('2026-11-21', 'full', english)).toBe('Saturday, 21\u00a0November 2026');
    expect(formatDate('2026-11-21', 'short', english)).toBe('Sat 21\u00a0Nov');
    expect(formatDate('2026-11-01', 'month', english)).toBe('November 2026');
  });

  it('two days are one short range, which is not broken where they are of one month', () => {
    expect(formatDates('2026-11-22', '2026-11-24', english)).toBe('22–\u206024 Nov');
    expect(formatDates('2026-11-22', '2026-11-24', arabic)).toBe('22–\u206024 نوفمبر');
    expect(formatDates('2026-10-30', '2026-11-02', english)).toMatch(/^30 Oct\s–\s2 Nov$/);
    expect(formatDates('2026-11-22', '2026-11-22', english)).toBe('22 Nov');
  });

  it('is in Arabic with the chosen digits', () => {
    expect(formatDate('2026-11-21', 'day', arabic)).toBe('السبت، 21\u00a0نوفمبر');
    expect(formatDate('2026-11-21', 'day', arabicDigits)).toBe('السبت، ٢١\u00a0نوفمبر');
  });
});

describe('an instant in the zone of a branch', () => {
  it('is only a time on its own day, and names the day otherwise', () => {
    expect(formatTimeIn('Africa/Cairo', LATE_EVENING, '2026-11-21', english)).toBe('23:30');
    expect(formatTimeIn('Africa/Cairo', LATE_EVENING, '2026-11-20', english)).toBe('21\u00a0Nov, 23:30');
    expect(formatTimeIn('Asia/Dubai', LATE_EVENING, '2026-11-21', english)).toBe('22\u00a0Nov, 01:30');
  });

  it('has day and time on paper', () => {
    expect(formatInstantIn('Africa/Cairo', LATE_EVENING, english)).toBe('21 Nov 2026, 23:30');
  });
});

describe('a duration', () => {
  it('is in the two largest units, whole minutes', () => {
    expect(formatDuration(130 * MINUTE, english)).toBe('2h 10m');
    expect(formatDuration(26 * 60 * MINUTE + 5 * MINUTE, english)).toBe('1d 2h');
    expect(formatDuration(59_999, english)).toBe('0m');
    expect(formatDuration(-5 * MINUTE, english)).toBe('0m');
  });

  it('is in Arabic words', () => {
    expect(formatDuration(130 * MINUTE, arabic)).toBe('ساعتان و10 دقائق');
    expect(formatDurationAfter(130 * MINUTE, arabic)).toBe('ساعتين و10 دقائق');
  });
});

describe('a list', () => {
  it('ends with "and" in the language of the screen', () => {
    expect(formatList(['a', 'b', 'c'], english)).toBe('a, b and c');
    expect(formatList(['أ', 'ب', 'ج'], arabic)).toBe('أ وب وج');
    expect(formatList(['\u2068Alexandria\u2069 (19)', '\u2068Maadi\u2069 (22)'], arabic)).toBe(
      '\u2068Alexandria\u2069 (19)، \u2068Maadi\u2069 (22)',
    );
  });
});
