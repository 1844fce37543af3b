/** Dates as people type them. */
import { stripDirectionMarks, toAsciiDigits } from './digits.ts';

const DAY_FIRST = /^(\d{1,2})[/.\-\s](\d{1,2})[/.\-\s](\d{4})$/;
const YEAR_FIRST = /^(\d{4})-(\d{1,2})-(\d{1,2})$/;

/** "24/11/2026", "٢٤/١١/٢٠٢٦" or "2026-11-24" to "2026-11-24"; null for what is not clearly one day of the calendar. */
export function typedDateToIso(text: string): string | null {
  const ascii = toAsciiDigits(stripDirectionMarks(text)).trim();
  const dayFirst = DAY_FIRST.exec(ascii);
  const yearFirst = YEAR_FIRST.exec(ascii);
  const [year, month, day] = dayFirst
    ? [dayFirst[3], dayFirst[2], dayFirst[1]]
    : [yearFirst?.[1], yearFirst?.[2], yearFirst?.[3]];
  if (year === undefined || month === undefined || day === undefined) return null;
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const at = Date.parse(`${iso}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(iso) ? iso : null;
}
