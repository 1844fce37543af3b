/** Everything that a close stands on, read at one moment from both files. */
import { z } from 'zod';
import { appErrorSchema } from '#shared/contract/wire.ts';
import type { AcknowledgedUnread, BranchSettings, ClosingTerminal } from '#shared/contract/closing-day.ts';
import { branchKeyOf, READ_COUNTS_MS } from '#shared/domain/closing.ts';
import { notSummedOf, netOf } from '#shared/domain/kinds/index.ts';
import { createDateFinder } from '#shared/time/business-date.ts';
import type { OperationRecord } from '../../../journal/operation-record.ts';
import { parseOperationRow } from '../../../journal/operation-record.ts';
import type { ReadableDb, ReadableFiles } from '../../db.ts';
import { ENDED } from '../journal/states.ts';
import { terminalProcedures } from '../terminals.ts';
import { unreadableOf } from '../unreadable-rows.ts';
import { acknowledgedUnread } from './acknowledged-unread.ts';
import { linesOf, type Line } from './lines.ts';
import { dayOf, settingsOf, type ClosingRecord } from './records.ts';
import { outstandingIds } from '../transaction-list.ts';
import { unclosedRows, type ClosingRow, type SeenRow } from './rows.ts';
import { heldRows } from './zs.ts';

export type Carried = { by: string; approvedBy: string; note: string; atMs: number };
export type ClosingFacts = {
  readonly record: ClosingRecord;
  readonly settings: BranchSettings;
  readonly terminals: readonly Omit<ClosingTerminal, 'state'>[];
  /** Terminals with a whole read in this close: one that still counts, or, once the rows are fixed, that no failure followed. */
  readonly read: ReadonlySet<string>;
  /** Terminals not left out whose last whole read is missing, or too old for a final Z. */
  readonly old: readonly string[];
  readonly leftOut: ReadonlySet<string>;
  /** What it holds; empty before the freeze. */
  readonly rows: readonly ClosingRow[];
  /** Rows that it would take besides, from terminals that are not left out. */
  readonly free: readonly ClosingRow[];
  /** Those of `free` that arrived after the freeze and that nobody decided on. */
  readonly late: readonly ClosingRow[];
  readonly leftForNext: number;
  /** Rows of this close (held, or free before the freeze) that are outstanding. */
  readonly outstanding: ReadonlySet<string>;
  readonly operations: readonly { record: OperationRecord; carried: Carried | null }[];
  readonly lines: readonly Line[];
  /** Rows that could not be read and were acknowledged all the same: in no sum. */
  readonly unread: readonly AcknowledgedUnread[];
};

/** What the Z counts: what it would take now, before the rows are fixed; then what it holds. */
export const countedRows = ({ record, rows, free }: ClosingFacts): readonly ClosingRow[] =>
  record.frozen_at_ms === null ? free : rows;

const nullable = z.string().nullable();
const terminalSchema = z.object({
  terminal_id: z.string(),
  label: z.string(),
  read_at_ms: z.number().nullable(),
  error: nullable,
  out_reason: nullable,
  out_note: nullable,
  out_by: nullable,
  out_at_ms: z.number().nullable(),
  left_reason: nullable,
  left_note: nullable,
  left_by: nullable,
  left_at_ms: z.number().nullable(),
});

export const terminalRowsOf = (journal: ReadableDb, closingId: string) =>
  journal
    .prepare('SELECT * FROM closing_terminal WHERE closing_id = ? ORDER BY terminal_id')
    .all(closingId)
    .map((row) => terminalSchema.parse(row));

type Leave = NonNullable<ClosingTerminal['leftOut']>;
const leave = (
  reason: string | null,
  note: string | null,
  by: string | null,
  atMs: number | null,
): Leave | null =>
  reason === null
    ? null
    : { reason: reason as Leave['reason'], note: note ?? '', by: by ?? '', atMs: atMs ?? 0 };

function carriedOf(journal: ReadableDb, closingId: string): Map<string, Carried> {
  const rows = journal
    .prepare<Carried & { opId: string }>(
      'SELECT op_id AS opId, by, approved_by AS approvedBy, note, at_ms AS atMs FROM closing_carried WHERE closing_id = ?',
    )
    .all(closingId);
  return new Map(rows.map(({ opId, ...carried }) => [opId, carried]));
}

const leftRowIds = (journal: ReadableDb, closingId: string): Set<string> =>
  new Set(
    journal
      .prepare<{ row_id: string }>('SELECT row_id FROM closing_row_left WHERE closing_id = ?')
      .all(closingId)
      .map((row) => row.row_id),
  );

export const openOperations = (journal: ReadableDb, terminalId: string): OperationRecord[] =>
  journal
    .prepare(`SELECT * FROM operation WHERE terminal_id = ? AND state NOT IN (${ENDED}) ORDER BY seq`)
    .all(terminalId)
    .map(parseOperationRow);

/** The close whose terminals are looked at. */
type Close = {
  readonly files: ReadableFiles;
  readonly record: ClosingRecord;
  readonly strays: readonly SeenRow[];
  readonly nowMs: number;
  readonly dateOf: (atMs: number) => string;
  /** What it holds. */
  readonly rows: readonly ClosingRow[];
  readonly isFrozen: boolean;
  /** Neither closed nor cancelled. */
  readonly isStanding: boolean;
};
type StoredTerminal = z.output<typeof terminalSchema>;
type KnownTerminal = ReturnType<(typeof terminalProcedures)['terminals.get']['run']>;

/** `counts`: it was read in this close and recently enough. `isRead`: the step "read the terminals" asks no more of it. */
function readingOf(
  { nowMs, isFrozen, isStanding }: Close,
  stored: StoredTerminal,
  known: KnownTerminal,
): { counts: boolean; isRead: boolean } {
  // A cache that was rebuilt since has lost what was read.
  const lastReadAtMs = known ? known.lastReadAtMs : stored.read_at_ms;
  const readOnce = stored.read_at_ms !== null;
  const counts = readOnce && lastReadAtMs !== null && Math.abs(nowMs - lastReadAtMs) <= READ_COUNTS_MS;
  return { counts, isRead: counts || (readOnce && (!isStanding || (isFrozen && stored.error === null))) };
}

/** Rows of the terminal that the close could take now: first seen before its day ended, and in no other close. */
function candidatesOf(
  { files, record, strays, dateOf, isStanding }: Close,
  terminalId: string,
): ClosingRow[] {
  if (!isStanding) return [];
  return unclosedRows(files, terminalId, strays)
    .filter((row) => row.firstSeenAtMs < record.ends_at_ms)
    .map((row) => ({ ...row, businessDate: dateOf(row.firstSeenAtMs) }));
}

/** Rows of the terminal in this close that the gateway still lists as outstanding. */
function outstandingOf(
  { files, rows, isFrozen, isStanding }: Close,
  terminalId: string,
  candidates: readonly ClosingRow[],
): readonly ClosingRow[] {
  if (!isStanding) return [];
  const listed = outstandingIds(files, terminalId);
  const held = isFrozen ? rows.filter((row) => row.terminalId === terminalId) : candidates;
  return held.filter((row) => listed.has(row.rowId));
}

function terminalFactsOf(close: Close, stored: StoredTerminal) {
  const { files, record } = close;
  const terminalId = stored.terminal_id;
  const known = terminalProcedures['terminals.get'].run(files, terminalId);
  const leftOut = leave(stored.out_reason, stored.out_note, stored.out_by, stored.out_at_ms);
  const candidates = candidatesOf(close, terminalId);
  const outstanding = outstandingOf(close, terminalId, leftOut ? [] : candidates);
  const hasMoved = known && branchKeyOf(known) !== record.branch_key && known.origin === 'gateway';
  return {
    ...readingOf(close, stored, known),
    free: leftOut ? [] : candidates,
    outstanding,
    terminal: {
      terminalId,
      label: stored.label,
      lastReadAtMs: known?.lastReadAtMs ?? stored.read_at_ms,
      error: stored.error === null ? null : appErrorSchema.parse(JSON.parse(stored.error)),
      leftOut,
      left: leftOut ? netOf(candidates) : [],
      leftNotSummed: leftOut ? notSummedOf(candidates) : [],
      outstandingCount: outstanding.length,
      outstanding: netOf(outstanding),
      notSummed: notSummedOf(outstanding),
      outstandingLeft: leave(stored.left_reason, stored.left_note, stored.left_by, stored.left_at_ms),
      unreadable: unreadableOf(files, terminalId),
      movedTo: hasMoved ? { branchKey: branchKeyOf(known), branchName: known.branchName } : null,
    },
  };
}

export function factsOf(
  files: ReadableFiles,
  record: ClosingRecord,
  strays: readonly SeenRow[],
  nowMs: number,
): ClosingFacts {
  const { journal } = files;
  const closingId = record.closing_id;
  const rows = heldRows(journal, record);
  const isFrozen = record.frozen_at_ms !== null;
  const isStanding = record.state === 'open' || record.state === 'provisional';
  const dateOf = createDateFinder(dayOf(record));
  const close: Close = { files, record, strays, nowMs, dateOf, rows, isFrozen, isStanding };
  const looked = terminalRowsOf(journal, closingId).map((stored) => terminalFactsOf(close, stored));
  const idsOf = (some: typeof looked) => some.map(({ terminal }) => terminal.terminalId);
  const leftOut = new Set(idsOf(looked.filter(({ terminal }) => terminal.leftOut !== null)));
  const free = looked.flatMap((one) => one.free);
  const left = leftRowIds(journal, closingId);
  const carried = carriedOf(journal, closingId);
  const open = isStanding ? idsOf(looked).flatMap((id) => openOperations(journal, id)) : [];
  const settings = settingsOf(journal, record.branch_key);
  return {
    record,
    settings,
    terminals: looked.map(({ terminal }) => terminal),
    read: new Set(idsOf(looked.filter(({ isRead }) => isRead))),
    old: idsOf(looked.filter(({ counts, terminal }) => !counts && terminal.leftOut === null)),
    leftOut,
    rows,
    free,
    late: isFrozen ? free.filter((row) => !left.has(row.rowId)) : [],
    leftForNext: left.size,
    outstanding: new Set(looked.flatMap((one) => one.outstanding.map(({ rowId }) => rowId))),
    operations: open.map((operation) => ({
      record: operation,
      carried: carried.get(operation.opId) ?? null,
    })),
    lines: isFrozen ? linesOf(journal, record, rows, leftOut, settings) : [],
    unread: acknowledgedUnread(
      journal,
      idsOf(looked).filter((terminalId) => !leftOut.has(terminalId)),
      record,
    ),
  };
}
