/** What reads say about a movement that is not known, and when "it is not there" may be believed. Pure. */

import type { OperationRecord } from './operation-record.ts';

/** One read made to settle an operation. */
export type EvidenceRead = {
  readonly atMs: number;
  readonly result: 'positive' | 'negative' | 'inconclusive';
  /** The list call was complete: every page, no error, no row we could not read. */
  readonly complete: boolean;
  /** What the movement was about is still listed. */
  readonly originalListed: boolean;
  /** It holds data newer than our send, by what the gateway itself says: never by our clock against its own. */
  readonly newerData: boolean;
  /** Same merchant, environment and key as the send. */
  readonly sameAccess: boolean;
  /** The gateway's own clock as it answered; null where it does not say. */
  readonly serverAtMs: number | null;
};

export const READS_NEEDED = 4;
/** Past this age a person must look. Sent so far in the future it is of an age that nobody knows, since the clock was set back. */
export const PERSON_AFTER_MS = 24 * 3_600_000;

const between = (times: readonly number[]) => (times.at(-1) ?? 0) - (times[0] ?? 0);

/** By both clocks, where the gateway tells its own in any of them: ours may be set while it waits. */
function spreadMs(reads: readonly EvidenceRead[]): number {
  const ours = between(reads.map(({ atMs }) => atMs));
  const dates = reads.map(({ serverAtMs }) => serverAtMs).filter((date) => date !== null);
  return dates.length === 0 ? ours : Math.min(ours, between(dates));
}

/**
 * "Not there" is believed only if all five conditions hold (money-operations): complete reads, with the original in them,
 * holding newer data, at least four of them spread over the settle window, and the same access as the send.
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

/** When what a person called not done is read again: each day for a month after it was sent. A terminal's every reading shows it. */
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

/** How long until the next read is due; 0: now. A time further ahead than any that is planned was planned before the clock was set back. */
export function dueInMs(
  { nextCheckAtMs, state }: Pick<OperationRecord, 'nextCheckAtMs' | 'state'>,
  nowMs: number,
): number {
  const delayMs = Math.max(0, (nextCheckAtMs ?? nowMs) - nowMs);
  const longestMs = state === 'RESOLVED_NOT_DONE' ? LOOK_AGAIN_MS : LATER_DELAY_MS;
  return delayMs > longestMs ? 0 : delayMs;
}
