import { expect, it } from 'vitest';
import { dayOf, endOfDayMs, startOfDayMs } from '#renderer/components/local-days.ts';

it('a day comes back from both of its ends, also on a day the clocks change', () => {
  for (const day of ['2026-11-21', '2026-04-24', '2026-10-30', '2024-02-29', '0099-01-01']) {
    expect(dayOf(startOfDayMs(day))).toBe(day);
    expect(dayOf(endOfDayMs(day))).toBe(day);
  }
});

it('no day, and no real one, is no limit', () => {
  expect(startOfDayMs('')).toBeNull();
  expect(endOfDayMs('2026-13-45')).toBeNull();
  expect(dayOf(null)).toBe('');
});
