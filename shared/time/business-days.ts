/**
 * Business days: what is neither weekend nor holiday. Pure, on dates 'YYYY-MM-DD'; a day of the week is 1 (Monday) to 7
 * (Sunday).
 */

const DAY_MS = 86_400_000;
/** 1970-01-01 was a Thursday. */
const FIRST_WEEKDAY = 4;

/** Friday and Saturday, or one of them, if that is the weekend (CLDR 48); everywhere else Saturday and Sunday. */
const FRIDAY_SATURDAY = ['BH', 'DZ', 'EG', 'IQ', 'JO', 'KW', 'LY', 'OM', 'QA', 'SA', 'SD', 'SY', 'YE'];
const OTHERS: Readonly<Record<string, readonly number[]>> = { AF: [4, 5], IR: [5], IN: [7], UG: [7] };

export const weekendOf = (country: string): readonly number[] =>
  FRIDAY_SATURDAY.includes(country) ? [5, 6] : (OTHERS[country] ?? [6, 7]);

/** Days since 1970-01-01; NaN for what is no date. */
export const dayNumberOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY_MS;
export const dateOfDay = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);
export const isCalendarDate = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  !Number.isNaN(dayNumberOf(text)) &&
  dateOfDay(dayNumberOf(text)) === text;
const weekdayOf = (day: number): number => ((((day + FIRST_WEEKDAY - 1) % 7) + 7) % 7) + 1;

type BusinessCalendar = {
  readonly weekend: readonly number[];
  /** In any order; one on a weekend changes nothing. */
  readonly holidays: readonly string[];
};
export type BusinessDays = ReturnType<typeof createBusinessDays>;

/** How many of the sorted numbers are `most` or less. */
function countUpTo(sorted: readonly number[], most: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) <= most) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function createBusinessDays({ weekend, holidays }: BusinessCalendar) {
  const isWeekend = (day: number) => weekend.includes(weekdayOf(day));
  const free = [...new Set(holidays)]
    .map(dayNumberOf)
    .filter((day) => !Number.isNaN(day) && !isWeekend(day))
    .sort((a, b) => a - b);
  /** Working days of the week from day 0 on: after 0, 1, … 7 of its days. */
  const ofWeek = [0];
  for (let day = 0; day < 7; day += 1) ofWeek.push((ofWeek[day] ?? 0) + (isWeekend(day) ? 0 : 1));
  const aWeek = ofWeek[7] ?? 0;

  /** The number of business days from 1970 up to and including this day; negative before. Only differences between two matter. */
  function indexOf(day: number): number {
    const weeks = Math.floor((day + 1) / 7);
    return weeks * aWeek + (ofWeek[day + 1 - weeks * 7] ?? 0) - countUpTo(free, day);
  }

  return {
    isBusinessDay: (date: string): boolean => indexOf(dayNumberOf(date)) > indexOf(dayNumberOf(date) - 1),
    /** How many business days there are after `from`, up to and with `to`; negative where `to` is earlier. */
    between: (from: string, to: string): number => indexOf(dayNumberOf(to)) - indexOf(dayNumberOf(from)),
    /** The business day that is so many after the date; the date itself for none. */
    after(date: string, days: number): string {
      const first = dayNumberOf(date);
      let day = first;
      for (let step = 0; step < 4_000 && indexOf(day) - indexOf(first) < days; step += 1) day += 1;
      return dateOfDay(day);
    },
    /** The last date that is no more than `days` business days after `date`. */
    lastWithin(date: string, days: number): string {
      const first = dayNumberOf(date);
      const limit = indexOf(first) + days;
      // A calendar without any business day has no end.
      let day = first;
      for (let step = 0; step < 4_000 && indexOf(day + 1) <= limit; step += 1) day += 1;
      return dateOfDay(day);
    },
  };
}
