/** Days and times of day as texts, for rows by the hundred thousand: what was written once is taken again. */

export const DAY_MS = 86_400_000;
const MOST_DATES = 4_000;
const dates = new Map<number, string>();

/** The date of a UTC day as YYYY-MM-DD; null if its year does not have four digits. Kept for reuse: a list covers few days. */
export function utcDate(day: number): string | null {
  const known = dates.get(day);
  if (known !== undefined) return known;
  const at = new Date(day * DAY_MS);
  const year = Number.isNaN(at.getTime()) ? -1 : at.getUTCFullYear();
  if (year < 0 || year > 9_999) return null;
  if (dates.size >= MOST_DATES) dates.clear();
  const date = at.toISOString().slice(0, 10);
  dates.set(day, date);
  return date;
}

const TWO = Array.from({ length: 100 }, (_, number) => String(number).padStart(2, '0'));
/** A number below 100 with two digits. */
export const two = (number: number): string => TWO[number] ?? String(number);

const MINUTES = Array.from(
  { length: 1_440 },
  (_, minute) => `${two(Math.floor(minute / 60))}:${two(minute % 60)}:`,
);
/** hh:mm:ss of so many milliseconds into a day; what is less than a second is left out. */
export const timeOfDay = (inDayMs: number): string =>
  `${MINUTES[Math.floor(inDayMs / 60_000)] ?? ''}${two(Math.floor((inDayMs % 60_000) / 1_000))}`;
