/**
 * What can still be read from a damaged journal and is not in the backup: each row in its own try, then the events, then
 * identifiers in the bare bytes, for files that SQLite does not open at all.
 */
import { existsSync, readFileSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { isEnded, operationStates } from '#shared/domain/operation.ts';
import type { CheckEntry } from './check-by-hand.ts';
import { withReadOnly } from './verify-journal.ts';

type OperationEntry = Extract<CheckEntry, { kind: 'operation' }>;

const rowSchema = z.object({
  op_id: z.string(),
  kind: z.string().nullable(),
  state: z.string().nullable(),
  terminal_id: z.string().nullable(),
  order_id: z.string().nullable(),
  ref_number: z.string().nullable(),
  totals: z.string().nullable(),
  updated_at_ms: z.number().nullable(),
});
type SalvagedRow = z.output<typeof rowSchema>;
const COLUMNS = 'op_id, kind, state, terminal_id, order_id, ref_number, totals, updated_at_ms';

/** Rows to ask for when the file cannot say how many it has. */
const BLIND = 2_000;
/** Operation ids are UUIDv7. */
export const TRACE = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/;
const ID = new RegExp(TRACE, 'g');

function attempt<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

const lastRowId = (db: Database, table: string, atLeast: number): number => {
  const read = attempt(
    () => db.prepare(`SELECT MAX(rowid) AS n FROM ${table}`).get() as { n: number | null },
  );
  // A damaged number is no reason to ask for billions of rows.
  return Math.min(Math.max(read?.n ?? 0, atLeast + (read ? 0 : BLIND)), atLeast + 100_000);
};

function eachRow(db: Database, sql: string, from: number, to: number): unknown[] {
  const statement = attempt(() => db.prepare(sql));
  if (!statement) return [];
  const rows: unknown[] = [];
  for (let rowId = from; rowId <= to; rowId += 1) {
    const row = attempt(() => statement.get(rowId));
    if (row !== null && row !== undefined) rows.push(row);
  }
  return rows;
}

const parsed = (rows: unknown[]): SalvagedRow[] =>
  rows.flatMap((row) => {
    const read = rowSchema.safeParse(row);
    return read.success ? [read.data] : [];
  });

function operationsIn(db: Database, atLeast: number): SalvagedRow[] {
  const last = lastRowId(db, 'operation', atLeast);
  return parsed(eachRow(db, `SELECT ${COLUMNS} FROM operation WHERE rowid = ?`, 1, last));
}

const eventSchema = z.object({ op_id: z.string(), to_state: z.string().nullable(), at_ms: z.number() });

/** Operations with events after the backup's last one, by the newest such event. */
function movedSince(db: Database, seq: number): Map<string, z.output<typeof eventSchema>> {
  const sql = 'SELECT op_id, to_state, at_ms FROM operation_event WHERE seq = ?';
  const rows = eachRow(db, sql, seq + 1, lastRowId(db, 'operation_event', seq));
  return new Map(
    rows.flatMap((row) => {
      const read = eventSchema.safeParse(row);
      return read.success ? [[read.data.op_id, read.data] as const] : [];
    }),
  );
}

const idsIn = (path: string): string[] =>
  existsSync(path) ? (readFileSync(path, 'latin1').match(ID) ?? []) : [];

const entryOf = (
  row: Partial<SalvagedRow> & { op_id: string },
  why: OperationEntry['why'],
  stateInBackup: string | null,
): OperationEntry => ({
  kind: 'operation',
  opId: row.op_id,
  why,
  movement: row.kind ?? null,
  state: row.state ?? null,
  stateInBackup,
  terminalId: row.terminal_id ?? null,
  orderId: row.order_id ?? null,
  refNumber: row.ref_number ?? null,
  totals: row.totals ?? null,
  updatedAtMs: row.updated_at_ms ?? null,
});

const isOpen = (state: string | null) => {
  const known = operationStates.find((one) => one === state);
  return known === undefined || !isEnded(known);
};

/** One entry an operation. `badPath` may be missing, truncated or no database at all. */
export function salvage(badPath: string, backupPath: string, backupSeq: number): OperationEntry[] {
  const inBackup = new Map(
    withReadOnly(backupPath, (db) =>
      parsed(db.prepare(`SELECT ${COLUMNS} FROM operation ORDER BY seq`).all()),
    ).map((row) => [row.op_id, row]),
  );
  const found = new Map<string, OperationEntry>();
  const add = (entry: OperationEntry) => void (found.has(entry.opId) || found.set(entry.opId, entry));
  if (existsSync(badPath)) {
    attempt(() =>
      withReadOnly(badPath, (bad) => {
        for (const row of operationsIn(bad, inBackup.size)) {
          const kept = inBackup.get(row.op_id);
          if (!kept) add(entryOf(row, 'not-in-backup', null));
          else if (kept.updated_at_ms !== row.updated_at_ms || kept.state !== row.state)
            add(entryOf(row, 'differs', kept.state));
        }
        for (const [op_id, event] of movedSince(bad, backupSeq)) {
          const kept = inBackup.get(op_id);
          const row = { ...kept, op_id, state: event.to_state, updated_at_ms: event.at_ms };
          add(entryOf(row, kept ? 'differs' : 'not-in-backup', kept?.state ?? null));
        }
      }),
    );
  }
  for (const row of inBackup.values()) if (isOpen(row.state)) add(entryOf(row, 'open-in-backup', row.state));
  const known = new Set(idsIn(backupPath));
  for (const op_id of [...idsIn(badPath), ...idsIn(`${badPath}-wal`)])
    if (!known.has(op_id)) add(entryOf({ op_id }, 'trace', null));
  return [...found.values()];
}
