import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ageInDays, bucketOf, datesOfBucket } from '#shared/domain/ageing.ts';
import { ageBuckets } from '#shared/domain/reconciliation.ts';
import {
  createBusinessDays,
  dateOfDay,
  dayNumberOf,
  isCalendarDate,
  weekendOf,
} from '#shared/time/business-days.ts';

const egypt = createBusinessDays({ weekend: weekendOf('EG'), holidays: ['2026-11-18', '2026-11-20'] });

describe('weekends', () => {
  it.each([
    ['EG', [5, 6]],
    ['SA', [5, 6]],
    ['AE', [6, 7]],
    ['GB', [6, 7]],
    ['IR', [5]],
  ])('of %s are %j', (country, weekend) => expect(weekendOf(country)).toEqual(weekend));
});

describe('business days', () => {
  it('Friday, Saturday and holidays are none in Egypt', () => {
    const dates = ['2026-11-15', '2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22'];
    expect(dates.map(egypt.isBusinessDay)).toEqual([true, false, true, false, false, true]);
  });

  it('are counted after the first date, and a holiday on a weekend only once', () => {
    expect(egypt.between('2026-11-17', '2026-11-19')).toBe(1);
    expect(egypt.between('2026-11-19', '2026-11-22')).toBe(1);
    expect(egypt.between('2026-11-22', '2026-11-19')).toBe(-1);
    expect(egypt.lastWithin('2026-11-19', 1)).toBe('2026-11-22');
    expect(egypt.after('2026-11-17', 2)).toBe('2026-11-22');
    expect(egypt.after('2026-11-19', 0)).toBe('2026-11-19');
    expect(egypt.lastWithin('2026-11-19', 0)).toBe('2026-11-21');
  });

  const day = fc.integer({ min: 15_000, max: 25_000 });
  const calendar = fc.record({
    weekend: fc.subarray([1, 2, 3, 4, 5, 6, 7], { maxLength: 6 }),
    holidays: fc.array(day.map(dateOfDay), { maxLength: 20 }),
  });

  it('are as many as counting one by one finds', () => {
    fc.assert(
      fc.property(calendar, day, fc.nat(60), (settings, from, length) => {
        const days = createBusinessDays(settings);
        let count = 0;
        for (let at = from + 1; at <= from + length; at += 1)
          if (days.isBusinessDay(dateOfDay(at))) count += 1;
        expect(days.between(dateOfDay(from), dateOfDay(from + length))).toBe(count);
      }),
      { seed: 1 },
    );
  });

  it('a date belongs to exactly the bucket of its age', () => {
    fc.assert(
      fc.property(calendar, day, fc.integer({ min: -5, max: 60 }), (settings, today, back) => {
        const days = createBusinessDays(settings);
        const [now, date] = [dateOfDay(today), dateOfDay(today - back)];
        const within = ageBuckets.filter((bucket) => {
          const range = datesOfBucket(bucket, now, days);
          return range !== null && date >= (range.from ?? '0') && date <= (range.to ?? '9');
        });
        expect(within).toEqual([bucketOf(ageInDays(date, now, days))]);
      }),
      { seed: 2 },
    );
  });

  it('what is no date of the calendar is told', () => {
    expect(['2026-02-28', '2026-02-30', '2026-13-01', '20261101', ''].map(isCalendarDate)).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
    expect(dateOfDay(dayNumberOf('2024-02-29'))).toBe('2024-02-29');
  });
});
