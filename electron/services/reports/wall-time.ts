/** Instants as the wall time of a place, for files: ISO 8601 with its offset. */
import { Temporal } from 'temporal-polyfill';

const zoned = (atMs: number, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(timeZone);

/** "2026-11-21T14:05:09+02:00" */
export const isoIn = (timeZone: string, atMs: number): string =>
  zoned(atMs, timeZone).toString({ timeZoneName: 'never', smallestUnit: 'second' });

/** A Date whose UTC fields are the wall time there: sheets have no zones. */
export const wallDate = (timeZone: string, atMs: number): Date =>
  new Date(`${zoned(atMs, timeZone).toPlainDateTime().toString({ smallestUnit: 'second' })}Z`);
