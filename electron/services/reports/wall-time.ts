/** Instants as the wall time of a place, for files: ISO 8601 with its offset. */
import { Temporal } from 'temporal-polyfill';
import { DAY_MS, timeOfDay, two, utcDate } from '#shared/time/utc-text.ts';

/** So many milliseconds are the clocks ahead of UTC from one change of them up to the next. */
type Stretch = { readonly fromMs: number; readonly toMs: number; readonly offsetMs: number };

/** Asking the rules of a zone takes a thousand times as long as the rest. */
function stretchAt(atMs: number, timeZone: string): Stretch {
  const zoned = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone);
  const here = zoned(atMs);
  return {
    // The change before the next millisecond: at its own moment it has already come.
    fromMs: zoned(atMs + 1).getTimeZoneTransition('previous')?.epochMilliseconds ?? -Infinity,
    toMs: here.getTimeZoneTransition('next')?.epochMilliseconds ?? Infinity,
    offsetMs: here.offsetNanoseconds / 1_000_000,
  };
}

/** Of the zone that was asked for last. */
let known: { readonly timeZone: string; readonly stretches: Stretch[]; readonly last: Stretch } | null = null;

/** Milliseconds that the clocks there are ahead of UTC. */
function offsetMs(atMs: number, timeZone: string): number {
  const isIn = ({ fromMs, toMs }: Stretch) => atMs >= fromMs && atMs < toMs;
  if (known?.timeZone === timeZone && isIn(known.last)) return known.last.offsetMs;
  const stretches = known?.timeZone === timeZone ? known.stretches : [];
  let last = stretches.find(isIn);
  if (!last) stretches.push((last = stretchAt(atMs, timeZone)));
  known = { timeZone, stretches, last };
  return last.offsetMs;
}

/** The text of the offset that was asked for last: a list has one or two. */
let lastOffset: { offset: number; text: string } | null = null;
/** "+02:00"; with seconds where a place had them once. */
function offsetText(offset: number): string {
  if (lastOffset?.offset === offset) return lastOffset.text;
  const seconds = Math.abs(offset) / 1_000;
  const rest = seconds % 60 === 0 ? '' : `:${two(seconds % 60)}`;
  const text = `${offset < 0 ? '-' : '+'}${two(Math.floor(seconds / 3_600))}:${two(Math.floor(seconds / 60) % 60)}${rest}`;
  lastOffset = { offset, text };
  return text;
}

/** A Date whose UTC fields are the wall time there: sheets have no zones. */
export const wallDate = (timeZone: string, atMs: number): Date =>
  new Date(Math.floor((atMs + offsetMs(atMs, timeZone)) / 1_000) * 1_000);

/** "2026-11-21T14:05:09+02:00" */
export function isoIn(timeZone: string, atMs: number): string {
  const offset = offsetMs(atMs, timeZone);
  const wallMs = atMs + offset;
  const day = Math.floor(wallMs / DAY_MS);
  const date = utcDate(day);
  const wall =
    date === null
      ? new Date(wallMs).toISOString().slice(0, -'.000Z'.length)
      : `${date}T${timeOfDay(wallMs - day * DAY_MS)}`;
  return wall + offsetText(offset);
}

/** "2026-11-21 14:05", for people. */
export const minuteIn = (timeZone: string, atMs: number): string =>
  wallDate(timeZone, atMs).toISOString().slice(0, 16).replace('T', ' ');
