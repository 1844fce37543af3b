/** Which open operation stands in the way of a new one. Asked in the transaction that commits the intent. */
import type { MovementKind } from '#shared/domain/operation.ts';
import type { ReadableDb } from '../../db.ts';
import { TERMINAL } from './states.ts';

export type InTheWay = { kind: 'already-open'; opId: string } | { kind: 'terminal-busy'; opId: string };

type Asked = {
  kind: MovementKind;
  subjectKey: string;
  terminalId: string | null;
  orderId: string | null;
  rowIds: string[];
};

/** Kinds that may move the same money: with a member in common they exclude each other. */
const OF_ORDER: readonly MovementKind[] = ['reversal', 'refund', 'void', 'capture'];
const sameMoneyKinds = (kind: MovementKind): readonly MovementKind[] =>
  OF_ORDER.includes(kind) ? OF_ORDER : [kind];

export const firstOpId = (db: ReadableDb, where: string, ...args: unknown[]) =>
  db
    .prepare<{ op_id: string }>(
      `SELECT op_id FROM operation WHERE state NOT IN (${TERMINAL}) AND ${where} LIMIT 1`,
    )
    .get(...args)?.op_id;

/** A subject need not name all that it moves: a day ends, an order has two names. The members do. */
function withSharedMember(db: ReadableDb, { kind, orderId, rowIds }: Asked): string | undefined {
  const members = JSON.stringify(orderId === null ? rowIds : [...rowIds, orderId]);
  const kinds = JSON.stringify(sameMoneyKinds(kind));
  return firstOpId(
    db,
    `kind IN (SELECT value FROM json_each(?)) AND (order_id IN (SELECT value FROM json_each(?))
       OR EXISTS (SELECT 1 FROM operation_row AS r WHERE r.op_id = operation.op_id
         AND r.row_id IN (SELECT value FROM json_each(?))))`,
    kinds,
    members,
    members,
  );
}

export function openInTheWay(db: ReadableDb, asked: Asked): InTheWay | null {
  const same = firstOpId(db, 'subject_key = ?', asked.subjectKey);
  if (same !== undefined) return { kind: 'already-open', opId: same };
  if (asked.terminalId !== null) {
    // A reversal and an acknowledgement of one terminal exclude each other.
    const other = asked.kind === 'acknowledgement' ? 'reversal' : 'acknowledgement';
    const busy = firstOpId(db, 'terminal_id = ? AND kind = ?', asked.terminalId, other);
    if (busy !== undefined) return { kind: 'terminal-busy', opId: busy };
  }
  const shared = withSharedMember(db, asked);
  return shared === undefined ? null : { kind: 'already-open', opId: shared };
}
