/** Judges by reads the outcome of a movement that is not known, and decides when "it is not there" may be believed. Pure. */

import type { OperationRecord } from './operation-record.ts';

/** One read that was made to resolve an operation. */
export type EvidenceRead = {
  readonly atMs: number;
  readonly result: 'positive' | 'negative' | 'inconclusive';
  /** The list was complete: every page, no error, no unreadable row. */
  readonly complete: boolean;
  /** The thing to be moved is still listed. */
  readonly originalListed: boolean;
  /** The list holds something newer than our send. The gateway's own dates say so, never our clock against its clock. */
  readonly newerData: boolean;
  /** Same merchant, environment and key as the send. */
  readonly sameAccess: boolean;
  /** The gateway's own clock when it answered; null if it did not say. */
  readonly serverAtMs: number | null;
};

const READS_NEEDED = 4;
/**
 * After this time a person must look. So must a person if it was sent that far in the future: the clock was set back, and
 * nobody knows its age.
 */
export const PERSON_AFTER_MS = 24 * 3_600_000;

const between = (times: readonly number[]) => (times.at(-1) ?? 0) - (times[0] ?? 0);

/** How far the reads are apart, by both clocks if the gateway tells its own: ours may be set meanwhile. */
function spreadMs(reads: readonly EvidenceRead[]): number {
  const ours = between(reads.map(({ atMs }) => atMs));
  const dates = reads.map(({ serverAtMs }) => serverAtMs).filter((date) => date !== null);
  return dates.length === 0 ? ours : Math.min(ours, between(dates));
}

/**
 * "Not there" is believed only if five conditions hold: the reads are complete, the original is in them, the last one holds
 * newer data, at least four of them are spread over the time that lists may lag, and their access is that of the send.
 */
export function isBelievedAbsent(
  reads: readonly EvidenceRead[],
  sentAtMs: number,
  listLagMs: number,
): boolean {
  if (reads.some((read) => read.result === 'positive')) return false;
  const good = reads.filter(
    (read) =>
      read.result === 'negative' &&
      read.complete &&
      read.originalListed &&
      read.sameAccess &&
      read.atMs >= sentAtMs,
  );
  const last = good.at(-1);
  if (!last || good.length < READS_NEEDED) return false;
  return spreadMs(good) >= listLagMs && last.newerData;
}

const FIRST_DELAYS_MS = [2_000, 4_000, 8_000, 16_000, 32_000, 60_000];
const LATER_DELAY_MS = 5 * 60_000;

const LOOK_AGAIN_MS = 24 * 3_600_000;
const LOOKED_AT_FOR_MS = 30 * LOOK_AGAIN_MS;

/**
 * When an operation is read again that a person resolved as not done: each day for a month after it was sent. On a terminal
 * every reading does that anyway.
 */
export const nextLookAtMs = (
  {
    terminalId,
    sendingAtMs,
    createdAtMs,
  }: Pick<OperationRecord, 'terminalId' | 'sendingAtMs' | 'createdAtMs'>,
  nowMs: number,
): number | null =>
  terminalId !== null || nowMs - (sendingAtMs ?? createdAtMs) > LOOKED_AT_FOR_MS
    ? null
    : nowMs + LOOK_AGAIN_MS;

/** When the next read is due after `checksMade` reads: 2, 4, 8, 16, 32, 60 s, then every 5 minutes. */
export const nextCheckDelayMs = (checksMade: number): number => FIRST_DELAYS_MS[checksMade] ?? LATER_DELAY_MS;

/**
 * How long until the next read is due; 0 means now. A time further ahead than any plan was planned before the clock was set
 * back, so it is due, too.
 */
export function dueInMs(
  { nextCheckAtMs, state }: Pick<OperationRecord, 'nextCheckAtMs' | 'state'>,
  nowMs: number,
): number {
  const delayMs = Math.max(0, (nextCheckAtMs ?? nowMs) - nowMs);
  const longestMs = state === 'RESOLVED_NOT_DONE' ? LOOK_AGAIN_MS : LATER_DELAY_MS;
  return delayMs > longestMs ? 0 : delayMs;
}
