/**
 * One hash over what an operation is: all that its later events do not change. It stands in the parameters of the event that
 * made it so, which the chain covers; what changes with the events is theirs to tell.
 */
import { hash } from 'node:crypto';
import type { ReadableDb, Row } from '../../db.ts';

/** The order never changes. A later column needs a second hash under another name. */
const COLUMNS = `op_id, seq, kind, subject_key, environment, merchant_id, terminal_id, order_id, ref_number, totals, actor, reason,
  note, method, url, body, body_sha256, key_fingerprint, evidence_before, created_at_ms`;

export type RecordedOperation = { readonly opId: string; readonly seq: number; readonly sha256: string };

/** Finds the rows that an operation covers. Prepared once: a start asks for those of every operation. */
function rowIdsFrom(db: ReadableDb): (opId: string) => string[] {
  const rows = db.prepare<{ row_id: string }>(
    'SELECT row_id FROM operation_row WHERE op_id = ? ORDER BY row_id',
  );
  return (opId) => rows.all(opId).map((row) => row.row_id);
}

const sha256 = (data: string | Uint8Array) => hash('sha256', data, 'hex');

/** The bytes that were sent count, not what another column says of them. */
const textOf = (row: Row, rowIds: string[]) =>
  JSON.stringify([
    ...Object.values(row).map((value) => (value instanceof Uint8Array ? sha256(value) : value)),
    rowIds,
  ]);

/** The hash of the operation as it is stored now, as parameters of an event. */
export function recordHashOf(db: ReadableDb, opId: string): { recordSha256: string } {
  const row = db.prepare(`SELECT ${COLUMNS} FROM operation WHERE op_id = ?`).get(opId);
  if (!row) throw new Error(`no operation ${opId}`);
  return { recordSha256: sha256(textOf(row, rowIdsFrom(db)(opId))) };
}

/** Every operation as it is stored now, in order. */
export function* recordedOperations(db: ReadableDb): Generator<RecordedOperation> {
  const rows = db.prepare<Row & { op_id: string; seq: number }>(
    `SELECT ${COLUMNS} FROM operation ORDER BY seq`,
  );
  const rowIdsOf = rowIdsFrom(db);
  for (const row of rows.iterate())
    yield { opId: row.op_id, seq: row.seq, sha256: sha256(textOf(row, rowIdsOf(row.op_id))) };
}
