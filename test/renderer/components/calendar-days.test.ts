import { describe, expect, it } from 'vitest';
import {
  addDays,
  addMonths,
  dateAfterKey,
  monthOf,
  weekdayOf,
  weeksOf,
  weekStartOf,
} from '#renderer/components/calendar-days.ts';

describe('calendar dates', () => {
  it('go over the ends of months and years', () => {
    expect(addDays('2026-11-30', 1)).toBe('2026-12-01');
    expect(addDays('2027-01-01', -1)).toBe('2026-12-31');
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
    expect(addMonths('2026-12', 1)).toBe('2027-01');
    expect(addMonths('2026-01', -1)).toBe('2025-12');
    expect(monthOf('2026-11-21')).toBe('2026-11');
  });

  it('have Saturday first in Egypt and in Arabic, else Monday', () => {
    expect(weekStartOf('en', 'Africa/Cairo')).toBe('saturday');
    expect(weekStartOf('ar', 'Europe/Berlin')).toBe('saturday');
    expect(weekStartOf('en', 'Europe/Berlin')).toBe('monday');
    expect(weekdayOf('2026-11-21', 'saturday')).toBe(0);
    expect(weekdayOf('2026-11-21', 'monday')).toBe(5);
  });
});

describe('the weeks of a month', () => {
  it('are whole, with empty cells before the first and after the last day', () => {
    const weeks = weeksOf('2026-11', 'saturday');
    expect(weeks.every((week) => week.length === 7)).toBe(true);
    expect(weeks[0]).toEqual([
      null,
      '2026-11-01',
      '2026-11-02',
      '2026-11-03',
      '2026-11-04',
      '2026-11-05',
      '2026-11-06',
    ]);
    expect(weeks.at(-1)).toEqual(['2026-11-28', '2026-11-29', '2026-11-30', null, null, null, null]);
  });

  it('have every day once, also in February of a leap year', () => {
    const days = weeksOf('2028-02', 'monday')
      .flat()
      .filter((day) => day !== null);
    expect(days).toHaveLength(29);
    expect(new Set(days).size).toBe(29);
  });
});

describe('the keys of a month', () => {
  const after = (key: string, rtl = false) => dateAfterKey('2026-11-25', key, 'saturday', rtl);

  it('go a day with the arrows, which point the other way in Arabic', () => {
    expect(after('ArrowRight')).toBe('2026-11-26');
    expect(after('ArrowRight', true)).toBe('2026-11-24');
    expect(after('ArrowLeft', true)).toBe('2026-11-26');
  });

  it('go a week up and down, and to the ends of the week', () => {
    expect(after('ArrowUp')).toBe('2026-11-18');
    expect(after('ArrowDown')).toBe('2026-12-02');
    expect(after('Home')).toBe('2026-11-21');
    expect(after('End')).toBe('2026-11-27');
  });

  it('keep the day of the month where the other month has it, else take its last', () => {
    expect(after('PageUp')).toBe('2026-10-25');
    expect(dateAfterKey('2026-03-31', 'PageUp', 'monday', false)).toBe('2026-02-28');
    expect(dateAfterKey('2026-01-31', 'PageDown', 'monday', false)).toBe('2026-02-28');
  });

  it('do nothing else', () => {
    expect(after('a')).toBeNull();
  });
});
