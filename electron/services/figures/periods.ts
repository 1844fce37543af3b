/** The periods a picture shows, and ages in business days. Pure. Dates are 'YYYY-MM-DD'. */
import { Temporal } from 'temporal-polyfill';
import { ages, type Age, type Period, type Span } from '#shared/contract/figures.ts';
import { startOfBusinessDate } from '#shared/time/business-date.ts';
import type { BusinessDays } from '#shared/time/business-days.ts';

const HOW_MANY: Record<Span, number> = { days: 14, weeks: 13, months: 12 };
const SATURDAY = 6;

const dateOf = (date: string) => Temporal.PlainDate.from(date);

/** The first day of the period that has this day. */
function startOf(span: Span, date: string): Temporal.PlainDate {
  const day = dateOf(date);
  if (span === 'days') return day;
  if (span === 'months') return day.with({ day: 1 });
  return day.subtract({ days: (day.dayOfWeek - SATURDAY + 7) % 7 });
}

/** Oldest first; the last one has today in it. */
export function periodsOf(span: Span, today: string, timeZone: string): Period[] {
  const last = startOf(span, today);
  const at = (date: string) => startOfBusinessDate(date, { timeZone, cutOff: '00:00' });
  return Array.from({ length: HOW_MANY[span] }, (_, index) => {
    const back = HOW_MANY[span] - 1 - index;
    const from = last.subtract({ [span]: back }).toString();
    const until = last.subtract({ [span]: back - 1 }).toString();
    return { from, until, fromMs: at(from), untilMs: at(until) };
  });
}

const UP_TO: Record<Exclude<Age, 'older'>, number> = { today: 0, 'days-1-3': 3, 'days-4-7': 7 };

/** Answers the age of a day's sales, by the calendar of reconciliation; each day is counted once. */
export function createAges(today: string, days: BusinessDays): (date: string) => Age {
  const known = new Map<string, Age>();
  return (date) => {
    const found = known.get(date);
    if (found) return found;
    const age = ages.find((one) => one === 'older' || days.between(date, today) <= UP_TO[one]) ?? 'older';
    known.set(date, age);
    return age;
  };
}
