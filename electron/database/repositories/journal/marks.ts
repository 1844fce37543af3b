/** What lists need to know from the journal: which rows an operation covers, and how it stands. */
import { isDone, isEnded, type MovementKind, type OperationState } from '#shared/domain/operation.ts';
import { reads, type ReadableDb } from '../../db.ts';
import { firstOpId } from './in-the-way.ts';
import { DONE } from './states.ts';

/**
 * What the operations of this PC say of these rows of a terminal. Only the rows that are asked for are looked up: the journal keeps
 * every row that was ever acknowledged.
 */
export function rowMarksOf(journal: ReadableDb, terminalId: string, rowIds: readonly string[]) {
  const rows = journal
    .prepare<{
      row_id: string;
      state: OperationState;
      kind: MovementKind;
      sent_at_ms: number;
      updated_at_ms: number;
      actor: string;
    }>(
      `SELECT r.row_id, o.state, o.kind, COALESCE(o.sending_at_ms, o.created_at_ms) AS sent_at_ms, o.updated_at_ms, o.actor
       FROM json_each(?) AS asked CROSS JOIN operation_row AS r ON r.row_id = asked.value
       CROSS JOIN operation AS o ON o.op_id = r.op_id WHERE o.terminal_id = ? ORDER BY o.seq`,
    )
    .all(JSON.stringify(rowIds), terminalId);
  const reversedRows = new Map<string, { atMs: number; by: string }>();
  const unknownRowIds = new Set<string>();
  const acknowledged = new Map<string, { sentAtMs: number }>();
  for (const { row_id, state, kind, sent_at_ms, updated_at_ms, actor } of rows) {
    const done = isDone(state);
    if (done && kind === 'reversal') reversedRows.set(row_id, { atMs: updated_at_ms, by: actor });
    if (done && kind === 'acknowledgement') acknowledged.set(row_id, { sentAtMs: sent_at_ms });
    if (!done && !isEnded(state)) unknownRowIds.add(row_id);
  }
  return { reversedRows, unknownRowIds, acknowledged };
}

/** Rows that a reversal of this PC took back. `journal`: the file itself, or a connection that it is attached to. */
export function reversedHere(journal: ReadableDb): ReadonlySet<string> {
  const rows = journal
    .prepare<{ row_id: string }>(
      `SELECT r.row_id FROM operation AS o JOIN operation_row AS r USING (op_id)
       WHERE o.kind = 'reversal' AND o.state IN (${DONE})`,
    )
    .all();
  return new Set(rows.map(({ row_id }) => row_id));
}

/** The last acknowledgement that happened, and the operation that is open, on one terminal. */
export function terminalMarksOf(journal: ReadableDb, terminalId: string) {
  const last = journal
    .prepare<{ at_ms: number; actor: string }>(
      `SELECT updated_at_ms AS at_ms, actor FROM operation WHERE terminal_id = ? AND kind = 'acknowledgement'
       AND state IN (${DONE}) ORDER BY seq DESC LIMIT 1`,
    )
    .get(terminalId);
  return {
    lastAcknowledgement: last ? { atMs: last.at_ms, actor: last.actor } : null,
    openOperationId: firstOpId(journal, 'terminal_id = ?', terminalId) ?? null,
  };
}

/** Transaction ids that are in an early-payout request made here, open or done; `declined`: requests that the gateway let go. */
export function requestedTransactionIds(
  journal: ReadableDb,
  declined: ReadonlySet<string>,
): Map<string, string> {
  const rows = journal
    .prepare<{ row_id: string; op_id: string; request_id: string | null }>(
      `SELECT r.row_id, o.op_id, o.request_id FROM operation o JOIN operation_row r USING (op_id)
       WHERE o.kind = 'instant-settlement' AND o.state NOT IN ('NOT_SENT','REFUSED','EXPIRED','RESOLVED_NOT_DONE')`,
    )
    .all()
    .filter(({ request_id }) => request_id === null || !declined.has(request_id));
  return new Map(rows.map(({ row_id, op_id }) => [row_id, op_id]));
}

/** Which operation made which request, for the request list. */
export function operationOfRequests(journal: ReadableDb): Map<string, string> {
  const rows = journal
    .prepare<{ request_id: string; op_id: string }>(
      `SELECT request_id, op_id FROM operation WHERE request_id IS NOT NULL AND kind = 'instant-settlement'`,
    )
    .all();
  return new Map(rows.map(({ request_id, op_id }) => [request_id, op_id]));
}

export const markProcedures = {
  /** Those of these rows that an acknowledgement of this PC took. */
  'journal.acknowledgedRowIds': reads(
    ({ journal }, { terminalId, rowIds }: { terminalId: string; rowIds: readonly string[] }) => [
      ...rowMarksOf(journal, terminalId, rowIds).acknowledged.keys(),
    ],
  ),
};
