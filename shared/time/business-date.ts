/**
 * Business dates: a date of a branch turns at a local time of its own (the cut-off), not at midnight. Pure; the zone's rules
 * come from the time zone data of the runtime. Dates are 'YYYY-MM-DD', cut-offs 'HH:MM'.
 *
 * Where the clocks change, a cut-off that the day skips comes as much later as they are put forward (00:30 is 01:30 that day),
 * and one that comes twice is taken at its first time: every instant belongs to one date, and dates follow one another without
 * a hole.
 */
import { Temporal } from 'temporal-polyfill';
import { TIME_OF_DAY } from './time-of-day.ts';

/** The rule that turns instants into dates: a branch's zone and cut-off. */
export type BusinessDay = { readonly timeZone: string; readonly cutOff: string };

/** True if this computer knows the zone's rules. An offset ("+02:00") is no zone: it knows no summer time. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name);
    return true;
  } catch {
    return false;
  }
}

/** A day that this computer can tell the beginning and end of. */
export const isKnownDay = ({ timeZone, cutOff }: BusinessDay): boolean =>
  isTimeZone(timeZone) && TIME_OF_DAY.test(cutOff);

/** The instant at which a business date begins. */
export const startOfBusinessDate = (date: string, { timeZone, cutOff }: BusinessDay): number =>
  Temporal.PlainDate.from(date).toZonedDateTime({ timeZone, plainTime: cutOff }).epochMilliseconds;

/** The instant at which it ends: the first one of the next date. */
export const endOfBusinessDate = (date: string, day: BusinessDay): number =>
  startOfBusinessDate(addDays(date, 1), day);

export const addDays = (date: string, days: number): string =>
  Temporal.PlainDate.from(date).add({ days }).toString();

/** How many days `to` is after `from`; negative before. */
export const daysBetween = (from: string, to: string): number =>
  Temporal.PlainDate.from(from).until(to, { largestUnit: 'day' }).days;

/** All dates of a month 'YYYY-MM', in order. */
export function datesOfMonth(month: string): string[] {
  const { daysInMonth } = Temporal.PlainYearMonth.from(month);
  return Array.from({ length: daysInMonth }, (_, index) => `${month}-${String(index + 1).padStart(2, '0')}`);
}

/** The business date of an instant. */
export function businessDateOf(atMs: number, day: BusinessDay): string {
  const local = Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(day.timeZone);
  const date = local.toPlainDate().toString();
  return atMs < startOfBusinessDate(date, day) ? addDays(date, -1) : date;
}

/** The same for many instants: remembers the dates it has met. */
export function createDateFinder(day: BusinessDay): (atMs: number) => string {
  const known: { date: string; fromMs: number; toMs: number }[] = [];
  return (atMs) => {
    const found = known.find(({ fromMs, toMs }) => atMs >= fromMs && atMs < toMs);
    if (found) return found.date;
    const date = businessDateOf(atMs, day);
    known.unshift({ date, fromMs: startOfBusinessDate(date, day), toMs: endOfBusinessDate(date, day) });
    return date;
  };
}
