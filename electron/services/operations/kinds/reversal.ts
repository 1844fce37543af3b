/** Reversal (§4.2, §4.10): the pre-check, the confirmation, the one send. */
import { inputError, movementError, type AppError } from '#shared/errors/app-error.ts';
import type { InputOf, OutputOf } from '#shared/contract/index.ts';
import type { Transaction } from '#shared/contract/terminals.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import { parseMoney, sameMoney, type Money } from '#shared/money/money.ts';
import { typedAmountToDecimal } from '#shared/text/digits.ts';
import type { ProfileContext } from '../../../core/context.ts';
import type { Capabilities } from '../../../gateway/capabilities.ts';
import type { OperationRecord } from '../../../journal/operation-record.ts';
import type { TerminalRead, TerminalService } from '../../terminals/index.ts';
import { uuidv7 } from '../../uuid.ts';
import type { Intent } from '../machine/intent.ts';
import { endedOnSameMoney, type OnSameMoney } from '../machine/same-money.ts';

const NOT_REVERSIBLE = ['REVERSAL', 'REFUND', 'VOID'];

export type ReversalPlan = {
  transaction: Transaction;
  orderId: string;
  readAtMs: number;
  listedRowIds: string[];
  knownOps: OnSameMoney['knownOps'];
};

export function checkTypedAmount(typed: string, expected: Money): Result<null, AppError> {
  const decimal = typedAmountToDecimal(typed);
  const read = decimal === null ? null : parseMoney(decimal, expected.currency);
  if (!read?.ok) return err(inputError('amount-not-understood', { typed: typed.slice(0, 60) }));
  return sameMoney(read.value, expected)
    ? ok(null)
    : err(inputError('amount-mismatch', { typed: typed.slice(0, 60) }));
}

/** Why this row cannot be reversed now, or null. */
function blockerOf(
  transaction: Transaction,
  listed: boolean,
  openOperationId: string | null,
): AppError | null {
  const { flags, paymentType } = transaction;
  if (flags.includes('unknown')) return movementError('already-open', { opId: openOperationId ?? '' });
  if (flags.includes('reversed-here') || flags.includes('reversal-listed'))
    return movementError('already-reversed');
  if (!listed || transaction.listing !== 'outstanding') return movementError('not-listed');
  if (NOT_REVERSIBLE.includes(paymentType ?? ''))
    return movementError('not-reversible', { paymentType: paymentType ?? '' });
  return null;
}

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
  // Before the flags: what is done from here on is not known to this plan, and keeps it from being sent.
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
  const listed = read.value.reading.rows.some((row) => row.rowId === rowId);
  const blocker = blockerOf(fresh.transaction, listed, terminal?.openOperationId ?? null);
  if (blocker) return err(blocker);
  if (!ours.ok) return ours;
  const { transaction } = fresh;
  const { done, knownOps } = ours.value;
  const moved = done.find((one) => hasMoved(one, transaction, capabilities));
  if (moved?.kind === 'reversal') return err(movementError('already-reversed', { opId: moved.opId }));
  if (moved) return err(movementError('nothing-left', { orderId: moved.orderId ?? '' }));
  const orderId = orderIdOf(gateway, transaction);
  if (orderId === null)
    return err(movementError('not-reversible', { paymentType: transaction.paymentType ?? '' }));
  return ok({
    transaction,
    orderId,
    readAtMs: read.value.readAtMs,
    listedRowIds: rowIdsOf(read.value),
    knownOps,
  });
}

/**
 * Whether what was done here reversed, refunded or voided this sale though nothing on the list says so yet: also as another row, of two
 * equal ones, or as its reversal has changed it. What came later than the list may be behind is another sale of that name.
 */
const hasMoved = (
  { kind, terminalId, refNumber, evidenceBefore, updatedAtMs }: OperationRecord,
  sale: Transaction,
  { settleWindowMs }: Capabilities,
): boolean =>
  kind !== 'capture' &&
  (kind !== 'reversal' || (terminalId === sale.terminalId && refNumber === sale.refNumber)) &&
  (evidenceBefore.listedRowIds.includes(sale.rowId) || sale.firstSeenAtMs <= updatedAtMs + settleWindowMs);

const orderIdOf = (
  { reversalOrderIdField }: ProfileContext['gateway'],
  { refNumber, merchantOrderId }: Transaction,
): string | null => (reversalOrderIdField === 'ref_number' ? refNumber : merchantOrderId);

export const rowIdsOf = (read: TerminalRead): string[] => read.reading.rows.map((row) => row.rowId);

export function checkReversalForm(
  plan: ReversalPlan,
  input: Omit<InputOf<'reversal.confirm'>, 'authorization'>,
): Result<null, AppError> {
  if (input.reason === 'other' && input.note.trim() === '') return err(inputError('note-needed'));
  return checkTypedAmount(input.typedAmount, plan.transaction.amount);
}

export const reversalPreparation = (
  preparationId: string,
  plan: ReversalPlan,
  orderIdField: OutputOf<'reversal.prepare'>['orderIdField'],
): OutputOf<'reversal.prepare'> => ({
  preparationId,
  transaction: plan.transaction,
  readAtMs: plan.readAtMs,
  orderId: plan.orderId,
  orderIdField,
});

export async function reversalIntent(
  context: ProfileContext,
  plan: ReversalPlan,
  { reason, note }: Pick<InputOf<'reversal.confirm'>, 'reason' | 'note'>,
): Promise<Result<Intent, AppError>> {
  const { transaction, orderId, readAtMs, listedRowIds, knownOps } = plan;
  const request = await context.gateway.buildReversal(orderId);
  if (!request.ok) return request;
  return ok({
    opId: uuidv7(context),
    kind: 'reversal',
    subject: `rev:${orderId}`,
    terminalId: transaction.terminalId,
    orderId,
    refNumber: transaction.refNumber,
    totals: [{ count: 1, amount: transaction.amount }],
    reason,
    note: note.trim() || null,
    rowIds: [transaction.rowId],
    knownOps,
    request: request.value,
    evidenceBefore: { readAtMs, listedRowIds, saleRowId: transaction.rowId },
    readAtMs,
  });
}
