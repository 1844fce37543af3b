/** Everything that a close stands on, read at one moment from both files. */
import { z } from 'zod';
import { appErrorSchema } from '#shared/contract/wire.ts';
import type { BranchSettings, ClosingTerminal } from '#shared/contract/closing-day.ts';
import { branchKeyOf, READ_COUNTS_MS } from '#shared/domain/closing.ts';
import { notSummedOf, netOf } from '#shared/domain/kinds/index.ts';
import { createDateFinder } from '#shared/time/business-date.ts';
import type { OperationRecord } from '../../../journal/operation-record.ts';
import { parseOperationRow } from '../../../journal/operation-record.ts';
import type { ReadableDb, ReadableFiles } from '../../db.ts';
import { ENDED } from '../journal/states.ts';
import { terminalProcedures } from '../terminals.ts';
import { unreadableOf } from '../transactions.ts';
import { linesOf, type Line } from './lines.ts';
import { dayOf, settingsOf, type ClosingRecord } from './records.ts';
import { outstandingIds, unclosedRows, type ClosingRow, type SeenRow } from './rows.ts';
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

export function factsOf(
  files: ReadableFiles,
  record: ClosingRecord,
  strays: readonly SeenRow[],
  nowMs: number,
): ClosingFacts {
  const { journal, cache } = files;
  const closingId = record.closing_id;
  const dateOf = createDateFinder(dayOf(record));
  const stored = terminalRowsOf(journal, closingId);
  const rows = heldRows(journal, record);
  const frozen = record.frozen_at_ms !== null;
  const left = leftRowIds(journal, closingId);
  const carried = carriedOf(journal, closingId);
  const free: ClosingRow[] = [];
  const outstanding = new Set<string>();
  const operations: ClosingFacts['operations'][number][] = [];
  const read = new Set<string>();
  const old: string[] = [];
  const standing = record.state === 'open' || record.state === 'provisional';

  const terminals = stored.map((terminal) => {
    const terminalId = terminal.terminal_id;
    const known = terminalProcedures['terminals.get'].run(files, terminalId);
    // A cache that was rebuilt since has lost what was read.
    const lastReadAtMs = known ? known.lastReadAtMs : terminal.read_at_ms;
    const readOnce = terminal.read_at_ms !== null;
    const counts = readOnce && lastReadAtMs !== null && Math.abs(nowMs - lastReadAtMs) <= READ_COUNTS_MS;
    if (counts || (readOnce && (!standing || (frozen && terminal.error === null)))) read.add(terminalId);
    const out = leave(terminal.out_reason, terminal.out_note, terminal.out_by, terminal.out_at_ms);
    const candidates = standing
      ? unclosedRows(files, terminalId, strays)
          .filter((row) => row.firstSeenAtMs < record.ends_at_ms)
          .map((row) => ({ ...row, businessDate: dateOf(row.firstSeenAtMs) }))
      : [];
    if (!out) free.push(...candidates);
    if (!out && !counts) old.push(terminalId);
    const open = standing ? outstandingIds(files, terminalId) : new Set<string>();
    const held = frozen ? rows.filter((row) => row.terminalId === terminalId) : out ? [] : candidates;
    const still = held.filter((row) => open.has(row.rowId));
    for (const row of still) outstanding.add(row.rowId);
    if (standing)
      for (const operation of openOperations(journal, terminalId))
        operations.push({ record: operation, carried: carried.get(operation.opId) ?? null });
    const moved = known && branchKeyOf(known) !== record.branch_key && known.origin === 'gateway';
    return {
      terminalId,
      label: terminal.label,
      lastReadAtMs: known?.lastReadAtMs ?? terminal.read_at_ms,
      error: terminal.error === null ? null : appErrorSchema.parse(JSON.parse(terminal.error)),
      leftOut: out,
      left: out ? netOf(candidates) : [],
      leftNotSummed: out ? notSummedOf(candidates) : [],
      outstandingCount: still.length,
      outstanding: netOf(still),
      notSummed: notSummedOf(still),
      outstandingLeft: leave(terminal.left_reason, terminal.left_note, terminal.left_by, terminal.left_at_ms),
      unreadable: unreadableOf(cache, terminalId),
      movedTo: moved ? { branchKey: branchKeyOf(known), branchName: known.branchName } : null,
    };
  });
  const settings = settingsOf(journal, record.branch_key);
  const leftOut = new Set(terminals.flatMap((row) => (row.leftOut ? [row.terminalId] : [])));
  return {
    record,
    settings,
    terminals,
    read,
    old,
    leftOut,
    rows,
    free,
    late: frozen ? free.filter((row) => !left.has(row.rowId)) : [],
    leftForNext: left.size,
    outstanding,
    operations,
    lines: frozen ? linesOf(journal, record, rows, leftOut, settings) : [],
  };
}
