/** Computes how much of an online order may still be moved (§4.2, §6), from its listed transactions and our journal. Pure. */
import type { OrderMovementKind } from '#shared/contract/payments.ts';
import { absolute, addMoney, money, sameMoney, type Money } from '#shared/money/money.ts';
import type { GatewayTransaction } from '../../../../gateway/endpoints/transactions.ts';
import type { OperationRecord } from '../../../../journal/operation-record.ts';

/** It undoes the whole order, or nothing. */
export const isOfWhole = (kind: OrderMovementKind): boolean => kind === 'void' || kind === 'order-reversal';

type Counted = OrderMovementKind | 'reversal';
/** The transaction that each movement leaves in the order (§6). */
export const LEAVES: Record<Counted, readonly string[]> = {
  refund: ['refund', 'partial_refund'],
  void: ['void'],
  capture: ['capture'],
  reversal: ['reversal'],
  'order-reversal': ['reversal'],
};

type Listed = Pick<
  GatewayTransaction,
  'transactionId' | 'operation' | 'status' | 'amount' | 'terminalId' | 'refNumber'
>;
const wordOf = ({ status }: Pick<Listed, 'status'>) => status?.toUpperCase() ?? '';

export const succeeded = ({ status }: Pick<Listed, 'status'>) => status === null || status === 'SUCCESS';
/** The interface lists no statuses: a transaction that neither succeeded nor failed may still happen, or has happened. */
export const failed = (row: Pick<Listed, 'status'>) =>
  ['FAILED', 'FAILURE', 'DECLINED'].includes(wordOf(row));
/** Includes the words with which a payment session ends unpaid (§3.1). */
const endedUnmade = (row: Listed) =>
  failed(row) || ['REJECTED', 'EXPIRED', 'ABANDONED'].includes(wordOf(row));

/** True if the operation was on the listed order: two orders may share a name. */
const isOn = (
  rows: readonly Listed[],
  { kind, terminalId, refNumber, evidenceBefore }: OperationRecord,
): boolean =>
  kind === 'reversal'
    ? rows.some((row) =>
        row.refNumber !== null && refNumber !== null
          ? row.refNumber === refNumber
          : row.terminalId !== null && row.terminalId === terminalId,
      )
    : rows.some(({ transactionId }) => evidenceBefore.listedRowIds.includes(transactionId));

/** True if the operation may have made this transaction. */
const mayBeOf = ({ kind, evidenceBefore }: OperationRecord, { transactionId, operation }: Listed) =>
  LEAVES[kind as Counted].includes(operation ?? '') && !evidenceBefore.listedRowIds.includes(transactionId);

/** Certain enough to lessen what is left, but not to add to it: an answer may be wrong, and so may a person. */
const UNLISTED = 'UNLISTED';

/**
 * The listed transactions, and one more for each operation of `done` that has none among them: a list may lag behind the
 * gateway's answers. Each listed transaction stands for one operation at most.
 */
export function withUnlisted(rows: readonly Listed[], done: readonly OperationRecord[]): Listed[] {
  const free = new Set(rows);
  const unlisted: Listed[] = [];
  const rowOf = (record: OperationRecord, isIts: (row: Listed) => boolean) =>
    [...free].find((row) => mayBeOf(record, row) && isIts(row));
  const named = new Map(
    done
      .filter((record) => isOn(rows, record))
      .map((record) => [record, rowOf(record, ({ transactionId }) => transactionId === record.requestId)]),
  );
  for (const row of named.values()) if (row) free.delete(row);
  // Operations without a named transaction take theirs newest first: the newest fits the fewest transactions.
  for (const [record] of [...named].filter(([, row]) => !row).toReversed()) {
    const [total] = record.totals;
    if (!total) continue;
    const row = rowOf(
      record,
      (one) => !endedUnmade(one) && sameMoney(absolute(one.amount), absolute(total.amount)),
    );
    if (row) free.delete(row);
    else
      unlisted.push({
        transactionId: '',
        operation: LEAVES[record.kind as Counted][0] ?? null,
        status: UNLISTED,
        amount: total.amount,
        terminalId: null,
        refNumber: null,
      });
  }
  return [...rows, ...unlisted];
}

/**
 * The most that the movement may take or give back; null if it is not possible. A transaction that may still happen counts as
 * done.
 */
export function leftOf(kind: OrderMovementKind, rows: readonly Listed[]): Money | null {
  const currency = rows[0]?.amount.currency;
  if (currency === undefined || rows.some((row) => row.amount.currency !== currency)) return null;
  // Refunds may be listed below zero.
  const sum = (counted: readonly Listed[], ...operations: string[]) =>
    counted
      .filter(({ operation }) => operations.includes(operation ?? ''))
      .reduce((total, { amount }) => addMoney(total, absolute(amount)), money(0n, currency)).minor;
  const certain = rows.filter(succeeded);
  const possible = rows.filter((row) => !endedUnmade(row));
  if (possible.some(({ operation }) => ['void', 'reversal'].includes(operation ?? ''))) return null;
  const authorized = sum(certain, 'authorize');
  const taken = sum(certain, 'pay', 'capture');
  const captured = sum(possible, 'capture');
  const givenBack = sum(possible, 'refund', 'partial_refund');
  // While a capture is under way, nobody can say how much a void would take.
  const voidable = captured > sum(certain, 'capture') ? 0n : taken > 0n ? taken : authorized;
  const undoable = givenBack > 0n ? 0n : voidable;
  const left = {
    refund: taken - givenBack,
    capture: givenBack > 0n ? 0n : authorized - captured,
    void: undoable,
    'order-reversal': undoable,
  }[kind];
  return left > 0n ? money(left, currency) : null;
}
