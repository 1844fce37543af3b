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

/**
 * The rows that an operation covers come as JSON in the same row: a question of its own for each operation takes longer than its hash.
 * Only a text is a row's id: in a damaged file anything else counts as null.
 */
const RECORD = `SELECT ${COLUMNS},
  (SELECT json_group_array(iif(typeof(row_id) = 'text', row_id, NULL) ORDER BY row_id) FROM operation_row WHERE op_id = operation.op_id) AS row_ids FROM operation`;
type Recorded = Row & { readonly op_id: string; readonly seq: number; readonly row_ids: string };

const sha256 = (data: string | Uint8Array) => hash('sha256', data, 'hex');

/** The bytes that were sent count, not what another column says of them. */
function hashOf({ row_ids: rowIds, ...columns }: Recorded): string {
  const values = Object.values(columns).map((value) => (value instanceof Uint8Array ? sha256(value) : value));
  return sha256(JSON.stringify([...values, JSON.parse(rowIds) as string[]]));
}

/** The hash of the operation as it is stored now, as parameters of an event. */
export function recordHashOf(db: ReadableDb, opId: string): { recordSha256: string } {
  const row = db.prepare<Recorded>(`${RECORD} WHERE op_id = ?`).get(opId);
  if (!row) throw new Error(`no operation ${opId}`);
  return { recordSha256: hashOf(row) };
}

/** Every operation as it is stored now, in order. */
export function* recordedOperations(db: ReadableDb): Generator<RecordedOperation> {
  for (const row of db.prepare<Recorded>(`${RECORD} ORDER BY seq`).iterate())
    yield { opId: row.op_id, seq: row.seq, sha256: hashOf(row) };
}
