/** How old an item of reconciliation is, in business days, and which dates make which age. */
import type { BusinessDays } from '../time/business-days.ts';
import { dateOfDay, dayNumberOf } from '../time/business-days.ts';
import type { AgeBucket } from './reconciliation.ts';

/** Null: it has no date. A date to come is no age at all. */
export const ageInDays = (date: string | null, today: string, days: BusinessDays): number | null =>
  date === null ? null : Math.max(0, days.between(date, today));

export function bucketOf(age: number | null): AgeBucket {
  if (age === null) return 'undated';
  if (age < 1) return 'under-1';
  if (age <= 3) return '1-3';
  return age <= 7 ? '3-7' : 'over-7';
}

/** Dates from `from` to `to`, both with; null is open. */
type DateRange = { readonly from: string | null; readonly to: string | null };

/** The dates that have such an age on `today`, so that a list is filtered by its dates. Null for `undated`. */
export function datesOfBucket(bucket: AgeBucket, today: string, days: BusinessDays): DateRange | null {
  /** The last date that is at least `age` business days old. */
  const lastOfAge = (age: number): string => {
    let day = dayNumberOf(today);
    for (let step = 0; step < 4_000 && days.between(dateOfDay(day), today) < age; step += 1) day -= 1;
    return dateOfDay(day);
  };
  const after = (date: string) => dateOfDay(dayNumberOf(date) + 1);
  switch (bucket) {
    case 'under-1':
      return { from: after(lastOfAge(1)), to: null };
    case '1-3':
      return { from: after(lastOfAge(4)), to: lastOfAge(1) };
    case '3-7':
      return { from: after(lastOfAge(8)), to: lastOfAge(4) };
    case 'over-7':
      return { from: null, to: lastOfAge(8) };
    case 'undated':
      return null;
  }
}
