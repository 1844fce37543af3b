/** The pre-check of a reversal: reads the terminal again, and says what would be sent or why the sale cannot be reversed. */
import { isReturn } from '#shared/domain/kinds/index.ts';
import { movementError, type AppError } from '#shared/errors/app-error.ts';
import type { Transaction } from '#shared/contract/terminals.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { ProfileContext } from '../../../context.ts';
import type { Capabilities } from '../../../../gateway/capabilities.ts';
import type { OperationRecord } from '../../../../journal/operation-record.ts';
import type { TerminalRead, TerminalService } from '../../../terminals/index.ts';
import { endedOnSameMoney, type OnSameMoney } from '../same-money.ts';

export type ReversalPlan = {
  rowId: string;
  transaction: Transaction;
  orderId: string;
  readAtMs: number;
  listedRowIds: string[];
  knownOps: OnSameMoney['knownOps'];
};

/** Reads the terminal again, stores what it says, and plans the reversal of one row from that. */
export async function planReversal(
  context: ProfileContext,
  terminals: TerminalService,
  rowId: string,
): Promise<Result<ReversalPlan, AppError>> {
  const { db, gateway, capabilities } = context;
  const known = await db.call('transactions.get', rowId);
  if (!known) return err(movementError('not-listed'));
  const { terminalId } = known.transaction;
  const read = await terminals.readTerminal(terminalId);
  if (!read.ok) return read;
  // Before the flags are read: an operation that comes later is not known to this plan, and keeps it from being sent.
  const ours = await endedOnSameMoney(context, {
    kind: 'reversal',
    orderId: orderIdOf(gateway, known.transaction),
    rowIds: [rowId],
  });
  const [fresh, terminal] = await Promise.all([
    db.call('transactions.get', rowId),
    db.call('terminals.get', terminalId),
  ]);
  if (!fresh) return err(movementError('not-listed'));
  const { transaction } = fresh;
  const isListed = read.value.reading.rows.some((row) => row.rowId === rowId);
  const blocker = blockerOf(transaction, isListed, terminal?.openOperationId ?? null);
  if (blocker) return err(blocker);
  if (!ours.ok) return ours;
  const { done, knownOps } = ours.value;
  const moved = done.find((one) => hasMoved(one, transaction, capabilities));
  if (moved?.kind === 'reversal') return err(movementError('already-reversed', { opId: moved.opId }));
  if (moved) return err(movementError('nothing-left', { orderId: moved.orderId ?? '' }));
  const orderId = orderIdOf(gateway, transaction);
  if (orderId === null)
    return err(movementError('not-reversible', { paymentType: transaction.paymentType ?? '' }));
  const { readAtMs } = read.value;
  return ok({ rowId, transaction, orderId, readAtMs, listedRowIds: rowIdsOf(read.value), knownOps });
}

/** The reason why this row cannot be reversed now, or null. */
function blockerOf(
  transaction: Transaction,
  isListed: boolean,
  openOperationId: string | null,
): AppError | null {
  const { flags, paymentType, kind } = transaction;
  if (flags.includes('unknown')) return movementError('already-open', { opId: openOperationId ?? '' });
  if (flags.includes('reversed-here') || flags.includes('reversal-listed'))
    return movementError('already-reversed');
  if (!isListed || transaction.listing !== 'outstanding') return movementError('not-listed');
  // If nobody knows what its word means, a person has to say it first.
  if (isReturn(kind) || kind === 'unknown')
    return movementError('not-reversible', { paymentType: paymentType ?? '' });
  return null;
}

/**
 * True if our journal shows this sale reversed, refunded or voided, even if the gateway does not list that yet. The sale may
 * be listed as another row now: one of two equal rows, or a row that its reversal has changed. A row that came so late that
 * the list must have known the operation is another sale of the same name.
 */
const hasMoved = (
  { kind, terminalId, refNumber, evidenceBefore, updatedAtMs }: OperationRecord,
  sale: Transaction,
  { listLagMs }: Capabilities,
): boolean =>
  kind !== 'capture' &&
  (kind !== 'reversal' || (terminalId === sale.terminalId && refNumber === sale.refNumber)) &&
  (evidenceBefore.listedRowIds.includes(sale.rowId) || sale.firstSeenAtMs <= updatedAtMs + listLagMs);

const orderIdOf = (
  { reversalOrderIdField }: ProfileContext['gateway'],
  { refNumber, merchantOrderId }: Transaction,
): string | null => (reversalOrderIdField === 'ref_number' ? refNumber : merchantOrderId);

export const rowIdsOf = (read: TerminalRead): string[] => read.reading.rows.map((row) => row.rowId);
