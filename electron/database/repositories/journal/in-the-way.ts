/** Which operation stands in the way of a new one. Asked in the transaction that commits the intent. */
import { isEnded, type MovementKind, type OperationState } from '#shared/domain/operation.ts';
import type { ReadableDb } from '../../db.ts';
import { ENDED } from './states.ts';

/** `planned-before`: what was confirmed was planned without knowing of this operation, or of how it stands now. */
export type InTheWay = { kind: 'already-open' | 'terminal-busy' | 'planned-before'; opId: string };

export type MoneyOf = { kind: MovementKind; orderId: string | null; rowIds: readonly string[] };
type Asked = MoneyOf & {
  subjectKey: string;
  terminalId: string | null;
  knownOps?: readonly Sharing[];
};
export type Sharing = { opId: string; state: OperationState };

/** Kinds that may move the same money: two of them exclude each other if they name the same order or row. */
const OF_ORDER: readonly MovementKind[] = ['reversal', 'refund', 'void', 'capture', 'order-reversal'];
/** One transfer, and many together. */
const OF_RECIPIENT: readonly MovementKind[] = ['payout', 'payout-batch'];
export const sameMoneyKinds = (kind: MovementKind): readonly MovementKind[] =>
  [OF_ORDER, OF_RECIPIENT].find((kinds) => kinds.includes(kind)) ?? [kind];
/** A reversal and an acknowledgement of one terminal exclude each other. */
export const excludedOnTerminal = (kind: MovementKind): MovementKind =>
  kind === 'acknowledgement' ? 'reversal' : 'acknowledgement';

export const firstOpId = (db: ReadableDb, where: string, ...args: unknown[]) =>
  db
    .prepare<{ op_id: string }>(
      `SELECT op_id FROM operation WHERE state NOT IN (${ENDED}) AND ${where} LIMIT 1`,
    )
    .get(...args)?.op_id;

/** Kinds, members and members again, each as a JSON list. */
export const SHARING_MONEY = `SELECT op_id AS opId, state FROM operation
  WHERE kind IN (SELECT value FROM json_each(?)) AND (order_id IN (SELECT value FROM json_each(?))
    OR op_id IN (SELECT op_id FROM operation_row WHERE row_id IN (SELECT value FROM json_each(?)))) ORDER BY seq`;

/** A subject need not name all that it moves: a day ends, an order has two names. The members do. */
export function sharingMoney(db: ReadableDb, { kind, orderId, rowIds }: MoneyOf): Sharing[] {
  const members = JSON.stringify(orderId === null ? rowIds : [...rowIds, orderId]);
  return db.prepare<Sharing>(SHARING_MONEY).all(JSON.stringify(sameMoneyKinds(kind)), members, members);
}

export function openInTheWay(db: ReadableDb, asked: Asked): InTheWay | null {
  const same = firstOpId(db, 'subject_key = ?', asked.subjectKey);
  if (same !== undefined) return { kind: 'already-open', opId: same };
  if (asked.terminalId !== null) {
    const busy = firstOpId(
      db,
      'terminal_id = ? AND kind = ?',
      asked.terminalId,
      excludedOnTerminal(asked.kind),
    );
    if (busy !== undefined) return { kind: 'terminal-busy', opId: busy };
  }
  const sharing = sharingMoney(db, asked);
  const open = sharing.find(({ state }) => !isEnded(state));
  if (open) return { kind: 'already-open', opId: open.opId };
  const { knownOps } = asked;
  const isKnown = ({ opId, state }: Sharing) =>
    knownOps?.some((known) => known.opId === opId && known.state === state);
  const since = knownOps && sharing.find((one) => !isKnown(one));
  return since ? { kind: 'planned-before', opId: since.opId } : null;
}
