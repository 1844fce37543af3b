/** The dates and times of the story: fourteen business days that end yesterday, and today so far. */
import { addDays, businessDateOf, startOfBusinessDate } from '#shared/time/business-date.ts';

const DAYS = 14;
const ZONE = { timeZone: 'Africa/Cairo', cutOff: '04:00' };
const HOLD_MS = 7 * 86_400_000;
/** How long the hold that is about to lapse has left. */
const HOLD_LEFT_MS = 3 * 3_600_000;

export type Calendar = ReturnType<typeof calendarOf>;

export function calendarOf(nowMs: number) {
  const today = businessDateOf(nowMs, ZONE);
  const dateOf = (back: number) => addDays(today, -back);
  const at = (back: number, time: string): number =>
    startOfBusinessDate(dateOf(back), { ...ZONE, cutOff: time });
  const begunMs = startOfBusinessDate(today, ZONE);
  return {
    nowMs,
    today,
    /** How many days back each day is, oldest first. */
    days: Array.from({ length: DAYS }, (_, index) => DAYS - index),
    dateOf,
    at,
    /** A moment of today's business day so far: 0 is its beginning, 1 is now. */
    todayAt: (share: number): number => begunMs + Math.floor((nowMs - begunMs) * share),
    beginsMs: at(DAYS, '06:00'),
    holdMs: nowMs - HOLD_MS + HOLD_LEFT_MS,
  };
}
