import { describe, expect, it } from 'vitest';
import { createAges, periodsOf } from '#electron/services/figures/periods.ts';
import { createBusinessDays, weekendOf } from '#shared/time/business-days.ts';

const EGYPT = createBusinessDays({ weekend: weekendOf('EG'), holidays: [] });
const CAIRO = 'Africa/Cairo';
const HOUR = 3_600_000;

describe('periods of a picture', () => {
  it('are the last 14 days of the zone, the last one with today in it', () => {
    const days = periodsOf('days', '2026-11-21', CAIRO);
    expect(days).toHaveLength(14);
    expect(days.at(-1)).toEqual({
      from: '2026-11-21',
      until: '2026-11-22',
      fromMs: Date.UTC(2026, 10, 20, 22),
      untilMs: Date.UTC(2026, 10, 21, 22),
    });
    expect(days[0]?.from).toBe('2026-11-08');
  });

  it('follow each other without a hole, also where the clocks change', () => {
    for (const span of ['days', 'weeks', 'months'] as const)
      for (const today of ['2026-11-05', '2026-05-02']) {
        const periods = periodsOf(span, today, CAIRO);
        periods.slice(1).forEach((period, at) => expect(period.fromMs).toBe(periods[at]?.untilMs));
      }
    // Clocks went back an hour in the night to 30 October 2026.
    const lengths = periodsOf('days', '2026-11-05', CAIRO).map(
      ({ fromMs, untilMs }) => (untilMs - fromMs) / HOUR,
    );
    expect(lengths.filter((hours) => hours !== 24)).toEqual([25]);
  });

  it.each([
    ['2026-11-21', '2026-11-21'], // a Saturday
    ['2026-11-22', '2026-11-21'],
    ['2026-11-27', '2026-11-21'], // the Friday after
  ])('a week with %s in it begins on Saturday %s', (today, first) =>
    expect(periodsOf('weeks', today, CAIRO).at(-1)?.from).toBe(first),
  );

  it('months begin on their first day', () => {
    const months = periodsOf('months', '2026-03-31', CAIRO);
    expect(months.map(({ from }) => from).slice(-3)).toEqual(['2026-01-01', '2026-02-01', '2026-03-01']);
    expect(months[0]?.from).toBe('2025-04-01');
  });
});

describe('the age of a day’s sales', () => {
  it('has four steps', () => {
    const ageOf = createAges('2026-11-26', EGYPT);
    expect(ageOf('2026-11-26')).toBe('today');
    expect(ageOf('2026-11-23')).toBe('days-1-3');
    expect(ageOf('2026-11-22')).toBe('days-4-7');
    expect(ageOf('2026-11-17')).toBe('days-4-7');
    expect(ageOf('2026-11-16')).toBe('older');
  });

  it.each([
    ['Egypt: Thursday is the business day before Sunday', 'EG', [], '2026-11-19', '2026-11-22', 'days-1-3'],
    ['a weekend that has not passed is no age', 'EG', [], '2026-11-19', '2026-11-21', 'today'],
    ['elsewhere the weekend is Saturday and Sunday', 'TR', [], '2026-11-20', '2026-11-22', 'today'],
    ['four days are one less with a holiday', 'EG', ['2026-11-24'], '2026-11-22', '2026-11-26', 'days-1-3'],
  ] as const)('%s', (_, country, holidays, date, today, age) => {
    const days = createBusinessDays({ weekend: weekendOf(country), holidays });
    expect(createAges(today, days)(date)).toBe(age);
  });
});
