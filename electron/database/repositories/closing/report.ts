/** What an X or a Z says of rows: sums of what they add, per currency, never mixed. */
import type { Report, ZContent } from '#shared/contract/closing-z.ts';
import type { TotalsVerdict } from '#shared/domain/closing.ts';
import type { BusinessDay } from '#shared/time/business-date.ts';
import type { ClosingFacts } from './facts.ts';
import { slipsDifference } from './lines.ts';
import type { ClosingRecord } from './records.ts';
import { sumsOf, type IssueBefore } from './report-sums.ts';
import type { ClosingRow } from './rows.ts';

type ReportFacts = {
  branchKey: string;
  branchName: string | null;
  businessDate: string;
  day: BusinessDay;
  endsAtMs: number;
  appVersion: string;
  terminals: Report['terminals'];
  unread: Report['unread'];
  rows: readonly ClosingRow[];
};

export const reportOf = ({ day, rows, ...facts }: ReportFacts): Report => ({
  ...facts,
  timeZone: day.timeZone,
  cutOff: day.cutOff,
  ...sumsOf(rows, facts.businessDate),
});

/** The report of a close, for printing. */
const reportTerminals = (facts: ClosingFacts): Report['terminals'] =>
  facts.terminals.map(
    ({
      terminalId,
      label,
      lastReadAtMs,
      leftOut,
      left,
      leftNotSummed,
      outstandingLeft,
      outstandingCount,
    }) => ({
      terminalId,
      label,
      lastReadAtMs,
      leftOut: leftOut && { reason: leftOut.reason, note: leftOut.note },
      left,
      leftNotSummed,
      outstandingLeft: outstandingLeft && {
        reason: outstandingLeft.reason,
        note: outstandingLeft.note,
        count: outstandingCount,
      },
    }),
  );

/** What an X or a Z of this close says of these rows. */
export const reportOfClose = (
  facts: ClosingFacts,
  rows: readonly ClosingRow[],
  appVersion: string,
): Report => {
  const { record } = facts;
  return reportOf({
    branchKey: record.branch_key,
    branchName: record.branch_name,
    businessDate: record.business_date,
    day: { timeZone: record.time_zone, cutOff: record.cut_off },
    endsAtMs: record.ends_at_ms,
    appVersion,
    terminals: reportTerminals(facts),
    unread: [...facts.unread],
    rows,
  });
};

const factsOfRow = ({ rowId, terminalId, refNumber, merchantOrderId, paymentType, amount }: ClosingRow) => ({
  rowId,
  terminalId,
  refNumber,
  merchantOrderId,
  paymentType,
  amount,
});

function changesSince(
  before: IssueBefore | null,
  { rows, outstanding }: Pick<ClosingFacts, 'rows' | 'outstanding'>,
): ZContent['changes'] {
  if (!before) return null;
  const then = new Map(before.rows.map((one) => [one.row.rowId, one]));
  const now = new Set(rows.map((row) => row.rowId));
  return {
    number: before.number,
    revision: before.revision,
    reopenReason: before.reopenReason,
    added: rows.filter((row) => !then.has(row.rowId)).map(factsOfRow),
    removed: before.rows.filter(({ row }) => !now.has(row.rowId)).map(({ row }) => factsOfRow(row)),
    acknowledgedSince: rows.filter((row) => then.get(row.rowId)?.outstanding && !outstanding.has(row.rowId))
      .length,
  };
}

/** Sums that lack a row agree with nothing. */
export function verdictOf(kind: ZContent['kind'], { lines, leftOut, unread }: ClosingFacts): TotalsVerdict {
  if (kind === 'provisional' || leftOut.size > 0) return 'not-checked';
  if (lines.some((line) => line.difference?.minor !== 0n || slipsDifference(line) !== 0)) return 'differ';
  return unread.length > 0 ? 'not-checked' : 'agree';
}

export type IssueFacts = {
  kind: ZContent['kind'];
  by: string;
  atMs: number;
  approvedBy: string | null;
  appVersion: string;
  environment: string;
  merchantId: string;
  skipped: ZContent['skipped'];
  provisionalNote: string | null;
  before: IssueBefore | null;
};

/** All of a Z but its number. */
export function zContentOf(
  facts: ClosingFacts,
  { kind, by, atMs, before, ...issue }: IssueFacts,
): Omit<ZContent, 'number' | 'revision'> {
  const record: ClosingRecord = facts.record;
  return {
    ...reportOfClose(facts, facts.rows, issue.appVersion),
    kind,
    environment: issue.environment,
    merchantId: issue.merchantId,
    begun: { atMs: record.begun_at_ms, by: record.begun_by },
    closed: { atMs, by },
    approvedBy: issue.approvedBy,
    verdict: verdictOf(kind, facts),
    counts: record.counts,
    lines: facts.lines.map(
      ({
        currency,
        paymentType,
        terminalId,
        side,
        kind,
        count,
        slips,
        expected,
        counted,
        difference,
        explanation,
      }) => ({
        currency,
        paymentType,
        terminalId,
        side,
        kind,
        count,
        slips: slips?.counted ?? null,
        expected,
        counted: counted ?? { minor: 0n, currency },
        difference: difference ?? { minor: -expected.minor, currency },
        explanation: explanation && {
          reason: explanation.reason,
          note: explanation.note,
          by: explanation.by,
        },
      }),
    ),
    carried: facts.operations.flatMap(({ record: { opId, kind: movement, state }, carried }) =>
      carried ? [{ opId, kind: movement, state, note: carried.note, approvedBy: carried.approvedBy }] : [],
    ),
    skipped: issue.skipped,
    provisionalNote: issue.provisionalNote,
    changes: changesSince(before, facts),
  };
}
