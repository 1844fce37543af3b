/** Which days statements leave out, for whoever waits for money on them. Pure. */
import { dateOfDay, dayNumberOf, type BusinessDays } from '../time/business-days.ts';

export type DaysLeftOut = { readonly from: string; readonly to: string };

/**
 * The days without a statement on which it can have come; null if there is none. A bank books on business days: only those
 * decide, and the calendar days around them are named.
 */
export function daysLeftOut(
  { days, isCovered }: { days: BusinessDays; isCovered: (date: string) => boolean },
  from: string,
  to: string,
): DaysLeftOut | null {
  const all: string[] = [];
  for (let day = dayNumberOf(from); day <= dayNumberOf(to); day += 1) all.push(dateOfDay(day));
  const open = all.filter((date) => !isCovered(date));
  if (!open.some((date) => days.isBusinessDay(date))) return null;
  return { from: open[0] ?? from, to: open.at(-1) ?? to };
}
