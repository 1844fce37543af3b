/** A close as its page shows it, with nothing hidden: who may not see what is expected is the service's business. */
import type { ClosingDetail } from '#shared/contract/closing-day.ts';
import { netOf, notSummedOf } from '#shared/domain/kinds/index.ts';
import { businessDateOf, daysBetween } from '#shared/time/business-date.ts';
import type { ReadableFiles } from '../../db.ts';
import { branchesOf, openDaysOf, openRows, openUnread } from './branches.ts';
import { countedRows, type ClosingFacts } from './facts.ts';
import { hintedLines } from './hints.ts';
import { dayOf, type ClosingRecord } from './records.ts';
import { sumsByKind } from './report-sums.ts';
import type { SeenRow } from './rows.ts';
import { stepsOf, whatBlocksProvisional } from './steps.ts';

const when = (atMs: number | null, by: string | null) => (atMs === null ? null : { atMs, by: by ?? '' });

/** Days between the date and the one on which it was closed, or today. */
export function daysLateOf(record: ClosingRecord, nowMs: number): number {
  const atMs = record.closed_at_ms ?? record.provisional_at_ms ?? nowMs;
  return Math.max(daysBetween(record.business_date, businessDateOf(atMs, dayOf(record))), 0);
}

function earlierDays(
  files: ReadableFiles,
  { record }: ClosingFacts,
  nowMs: number,
  strays: readonly SeenRow[],
): ClosingDetail['earlierDays'] {
  const branch = branchesOf(files).find(({ branchKey }) => branchKey === record.branch_key);
  const day = dayOf(record);
  const rows = branch ? openRows(files, branch, day, record.ends_at_ms, strays) : [];
  const unread = branch ? openUnread(files.journal, branch, day, record.ends_at_ms) : [];
  const today = businessDateOf(nowMs, day);
  return openDaysOf(files.journal, record.branch_key, today, [...rows, ...unread]).filter(
    ({ businessDate }) => businessDate < record.business_date,
  );
}

/** Who did what to the close, and when. */
function actsOf(record: ClosingRecord) {
  const provisional = when(record.provisional_at_ms, record.provisional_by);
  const cancelled = when(record.cancelled_at_ms, record.cancelled_by);
  const reopened = when(record.reopened_at_ms, record.reopened_by);
  return {
    begun: { atMs: record.begun_at_ms, by: record.begun_by },
    frozenAtMs: record.frozen_at_ms,
    provisional: provisional && { ...provisional, note: record.provisional_note ?? '' },
    closed: when(record.closed_at_ms, record.closed_by),
    cancelled: cancelled && { ...cancelled, reason: record.cancel_reason ?? '' },
    reopened: reopened && {
      ...reopened,
      reason: record.reopen_reason ?? '',
      approvedBy: record.reopen_approved_by ?? '',
    },
  };
}

const terminalsOf = ({ terminals, leftOut, read }: ClosingFacts): ClosingDetail['terminals'] =>
  terminals.map((terminal) => ({
    ...terminal,
    state: leftOut.has(terminal.terminalId)
      ? 'left-out'
      : read.has(terminal.terminalId)
        ? 'read'
        : terminal.error
          ? 'failed'
          : 'to-read',
  }));

const operationsOf = ({ operations }: ClosingFacts): ClosingDetail['operations'] =>
  operations.map(({ record, carried }) => ({
    opId: record.opId,
    kind: record.kind,
    state: record.state,
    terminalId: record.terminalId ?? '',
    orderId: record.orderId,
    totals: record.totals,
    createdAtMs: record.createdAtMs,
    carried,
  }));

export function pageOf(
  files: ReadableFiles,
  facts: ClosingFacts,
  nowMs: number,
  strays: readonly SeenRow[],
): ClosingDetail {
  const { record, lines, late } = facts;
  const provisionalBlock = record.state === 'open' ? whatBlocksProvisional(facts) : null;
  const standing = record.state === 'open' || record.state === 'provisional';
  return {
    closingId: record.closing_id,
    branchKey: record.branch_key,
    branchName: record.branch_name,
    businessDate: record.business_date,
    timeZone: record.time_zone,
    cutOff: record.cut_off,
    endsAtMs: record.ends_at_ms,
    state: record.state,
    ...actsOf(record),
    number: record.number,
    revision: record.revision,
    steps: stepsOf(facts),
    terminals: terminalsOf(facts),
    operations: operationsOf(facts),
    // As far as the count goes; whether the caller may see it all the same is the service's to say.
    blind: standing && record.counted === 0,
    countBy: record.frozen_at_ms === null ? facts.settings.countBy : record.count_by,
    countSlips: record.frozen_at_ms === null ? facts.settings.countSlips : record.count_slips === 1,
    lines: hintedLines(files.journal, facts),
    counts: record.counts,
    unread: [...facts.unread],
    lateArrivals: { count: late.length, totals: netOf(late), notSummed: notSummedOf(late) },
    sums: sumsByKind(countedRows(facts)),
    leftForNext: facts.leftForNext,
    approvalNeeded: standing && lines.some(({ large }) => large) ? ['close-with-large-difference'] : [],
    provisionalBlocked: provisionalBlock && {
      reason: provisionalBlock.reason,
      count: provisionalBlock.count,
    },
    earlierDays: standing ? earlierDays(files, facts, nowMs, strays) : [],
    daysLate: daysLateOf(record, nowMs),
  };
}
