/** When money that is outstanding is late: on this PC, and in the branches of a chain. */

/** Seen first more than a day ago: that waits too long. */
const WAITS_AT_MOST_MS = 86_400_000;
/** From this moment on. */
export const waitsTooLongFrom = (firstSeenAtMs: number): number => firstSeenAtMs + WAITS_AT_MOST_MS + 1;
export const waitsTooLong = (firstSeenAtMs: number | null, nowMs: number): boolean =>
  firstSeenAtMs !== null && nowMs >= waitsTooLongFrom(firstSeenAtMs);
