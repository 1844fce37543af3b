/** Months and weeks of calendar dates. Pure; a date is text and belongs to no time zone. */
type WeekStart = 'saturday' | 'monday';

const DAY_MS = 86_400_000;
const at = (date: string) => Date.parse(`${date}T00:00:00Z`);
const text = (atMs: number) => new Date(atMs).toISOString().slice(0, 10);

export const monthOf = (date: string): string => date.slice(0, 7);
export const addDays = (date: string, days: number): string => text(at(date) + days * DAY_MS);
export function addMonths(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return text(Date.UTC(year, number - 1 + months, 1)).slice(0, 7);
}
const daysIn = (month: string): number => {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).getUTCDate();
};

/** 0 for the first day of the week. */
export const weekdayOf = (date: string, start: WeekStart): number =>
  (new Date(at(date)).getUTCDay() + (start === 'saturday' ? 1 : 6)) % 7;

/** Weeks of a month; null if a cell belongs to the month before or after. */
export function weeksOf(month: string, start: WeekStart): (string | null)[][] {
  const first = `${month}-01`;
  const cells = [
    ...Array.from({ length: weekdayOf(first, start) }, () => null),
    ...Array.from({ length: daysIn(month) }, (_, index) => addDays(first, index)),
  ];
  const weeks: (string | null)[][] = [];
  for (let index = 0; index < cells.length; index += 7) {
    const week: (string | null)[] = cells.slice(index, index + 7);
    weeks.push([...week, ...Array.from({ length: 7 - week.length }, () => null)]);
  }
  return weeks;
}

/** The week begins on Saturday in Egypt and in Arabic, else on Monday. */
export const weekStartOf = (language: string, timeZone: string): WeekStart =>
  language === 'ar' || timeZone === 'Africa/Cairo' ? 'saturday' : 'monday';

/** The date that a key leads to; null if it does nothing. `forward` is the arrow that points to the next day. */
export function dateAfterKey(date: string, key: string, start: WeekStart, rtl: boolean): string | null {
  const forward = rtl ? -1 : 1;
  const weekday = weekdayOf(date, start);
  const month = monthOf(date);
  switch (key) {
    case 'ArrowRight':
      return addDays(date, forward);
    case 'ArrowLeft':
      return addDays(date, -forward);
    case 'ArrowDown':
      return addDays(date, 7);
    case 'ArrowUp':
      return addDays(date, -7);
    case 'Home':
      return addDays(date, -weekday);
    case 'End':
      return addDays(date, 6 - weekday);
    case 'PageUp':
    case 'PageDown': {
      const target = addMonths(month, key === 'PageUp' ? -1 : 1);
      return `${target}-${String(Math.min(Number(date.slice(8)), daysIn(target))).padStart(2, '0')}`;
    }
    default:
      return null;
  }
}
