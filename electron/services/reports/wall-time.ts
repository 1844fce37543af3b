/** Instants as the wall time of a place, for files: ISO 8601 with its offset. */
import { Temporal } from 'temporal-polyfill';

/** Since then every zone changes its clocks on a quarter of an hour, so that one look at the rules serves all of it. */
const QUARTERS_SINCE_MS = Date.UTC(1973, 0, 1);
const QUARTER_MS = 15 * 60_000;
const MOST_KNOWN = 20_000;

const offsetAt = (atMs: number, timeZone: string): number =>
  Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(timeZone).offsetNanoseconds / 1_000_000;

const known = new Map<string, Map<number, number>>();

/** Milliseconds that the clocks there are ahead of UTC. */
function offsetMs(atMs: number, timeZone: string): number {
  if (atMs < QUARTERS_SINCE_MS) return offsetAt(atMs, timeZone);
  let offsets = known.get(timeZone);
  if (!offsets || offsets.size > MOST_KNOWN) known.set(timeZone, (offsets = new Map<number, number>()));
  const quarter = Math.floor(atMs / QUARTER_MS);
  const found = offsets.get(quarter);
  if (found !== undefined) return found;
  const offset = offsetAt(atMs, timeZone);
  offsets.set(quarter, offset);
  return offset;
}

/** The text of the offset that was asked for last: a list has one or two. */
let lastOffset: { offset: number; text: string } | null = null;
const two = (value: number) => String(value).padStart(2, '0');
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
  return new Date(atMs + offset).toISOString().slice(0, -'.000Z'.length) + offsetText(offset);
}

/** "2026-11-21 14:05", for people. */
export const minuteIn = (timeZone: string, atMs: number): string =>
  wallDate(timeZone, atMs).toISOString().slice(0, 16).replace('T', ' ');
