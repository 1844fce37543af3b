/** Times of day as people type them. */
import { stripDirectionMarks, toAsciiDigits } from './digits.ts';

/** "7:05", "07:05" or "٠٧:٠٥" to "07:05"; null for what is no time of a day of 24 hours. */
export function typedTimeOfDay(text: string): string | null {
  const time = /^(\d{1,2}):([0-5]\d)$/.exec(toAsciiDigits(stripDirectionMarks(text)).trim());
  const hour = Number(time?.[1]);
  return time && hour < 24 ? `${String(hour).padStart(2, '0')}:${time[2]}` : null;
}
