/** Refund, void and capture of an online order (§4.2): planned from its transactions as just read, sent once, settled by them. */
import { inputError, movementError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import { absolute, sameMoney, type Money } from '#shared/money/money.ts';
import type { ProfileContext } from '../../../core/context.ts';
import type { GatewayTransaction } from '../../../gateway/endpoints/transactions.ts';
import type { EvidenceRead } from '../../../journal/evidence.ts';
import type { OperationRecord } from '../../../journal/operation-record.ts';
import { shareOf } from '../../../journal/own-share.ts';
import { holdsNewer, idOf } from '../../../journal/read-evidence.ts';
import { readAllPages } from '../../read-all-pages.ts';
import { uuidv7 } from '../../uuid.ts';
import { checkTypedAmount } from './reversal.ts';
import { endedOnSameMoney, type OnSameMoney } from '../machine/same-money.ts';
import type { Intent } from '../machine/intent.ts';
import { failed, LEAVES, leftOf, succeeded, withUnlisted, type OrderMovementKind } from './order-left.ts';

export type OrderPlan = {
  kind: OrderMovementKind;
  orderId: string;
  amount: Money;
  readAtMs: number;
  /** Transactions of the order that exist already. */
  listed: string[];
  original: string;
  /** All that the order is called: by the gateway, by the merchant, and by its references. */
  names: string[];
  knownOps: OnSameMoney['knownOps'];
};

/** Every transaction of one order; `complete` says whether all rows could be read. */
async function readOrder({ gateway }: ProfileContext, orderId: string) {
  const rows: GatewayTransaction[] = [];
  const read = await readAllPages(
    (page, limit) => gateway.transactions.list({ page, limit, search: orderId }),
    async (page) => void rows.push(...page.rows),
  );
  if (!read.ok) return read;
  const ofOrder = rows.filter((row) => row.orderId === orderId || row.merchantOrderId === orderId);
  return ok({ rows: ofOrder, complete: read.value.unreadable === 0 });
}

/**
 * Reads the order again and plans from that, and from what our journal knows to have happened though the list does not have
 * it yet; no amount is all that is left.
 */
export async function planOrderMovement(
  context: ProfileContext,
  { kind, orderId, amount }: { kind: OrderMovementKind; orderId: string; amount: Money | null },
): Promise<Result<OrderPlan, AppError>> {
  const read = await readOrder(context, orderId);
  if (!read.ok) return read;
  const { rows, complete } = read.value;
  // What cannot be read may be a refund that was made already.
  if (!complete) return err(movementError('unreadable-rows', { count: 1 }));
  const orders = new Set(rows.map((row) => row.orderId).filter((id) => id !== null));
  if (orders.size > 1) return err(movementError('order-not-unique', { orderId }));
  const original = rows.find((row) => ['pay', 'authorize'].includes(row.operation ?? ''));
  if (!original) return err(movementError('order-not-found', { orderId }));
  const names = rows
    .flatMap((row) => [row.orderId, row.merchantOrderId, row.refNumber])
    .filter((name) => name !== null);
  const listed = rows.map((row) => row.transactionId);
  // After the list: what is done from here on is not known to this plan, and keeps it from being sent.
  const ours = await endedOnSameMoney(context, { kind, orderId, rowIds: [...names, ...listed] });
  if (!ours.ok) return ours;
  const { done, knownOps } = ours.value;
  const left = leftOf(kind, withUnlisted(rows, done));
  const wanted = amount ?? left;
  if (left === null || wanted === null) return err(movementError('nothing-left', { orderId }));
  const fits = wanted.currency === left.currency && wanted.minor > 0n && wanted.minor <= left.minor;
  if (!fits || (kind === 'void' && !sameMoney(wanted, left)))
    return err(movementError('nothing-left', { orderId }));
  return ok({
    kind,
    orderId,
    amount: wanted,
    readAtMs: context.clock.nowMs(),
    listed,
    original: original.transactionId,
    names,
    knownOps,
  });
}

/** The request of a planned or stored movement; the same facts give the same bytes. */
export function buildOrderMovement(
  { gateway }: ProfileContext,
  { kind, orderId, amount }: Pick<OrderPlan, 'kind' | 'orderId' | 'amount'>,
) {
  switch (kind) {
    case 'refund':
      return gateway.orders.buildRefund({ orderId, amount });
    case 'capture':
      return gateway.orders.buildCapture({ orderId, amount });
    case 'void':
      return gateway.orders.buildVoid({ orderId });
  }
}

export type OrderForm = { reason: string; note: string; typedAmount: string };

/** The typed amount is the person's word that this is what they mean. */
export function checkOrderForm(plan: OrderPlan, { reason, typedAmount }: OrderForm): Result<null, AppError> {
  return reason.trim() === '' ? err(inputError('reason-needed')) : checkTypedAmount(typedAmount, plan.amount);
}

export async function orderIntent(
  context: ProfileContext,
  plan: OrderPlan,
  { reason, note }: Pick<OrderForm, 'reason' | 'note'>,
): Promise<Result<Intent, AppError>> {
  const { kind, orderId, amount, readAtMs, listed, original, names, knownOps } = plan;
  const request = await buildOrderMovement(context, plan);
  if (!request.ok) return request;
  return ok({
    opId: uuidv7(context),
    kind,
    // One at a time for an order, whichever it is: a void and a refund of the same money exclude each other.
    subject: `order:${orderId}`,
    orderId,
    totals: [{ count: 1, amount }],
    reason: reason.trim(),
    note: note.trim() || null,
    // Also under its other name, and against a reversal of the sale.
    rowIds: [...new Set([...names, ...listed])],
    knownOps,
    request: request.value,
    evidenceBefore: { readAtMs, listedRowIds: listed, saleRowId: original },
    readAtMs,
  });
}

/**
 * Positive: a transaction of this kind and amount that the order did not have before, and that no other operation of ours
 * can have made. "Not there" needs a list that holds something newer than our send, which the newest transactions of the
 * merchant may show.
 */
export async function readOrderEvidence(
  context: ProfileContext,
  record: OperationRecord,
  sameAccess: boolean,
): Promise<Result<{ evidence: EvidenceRead; madeId: string | null }, AppError>> {
  // First: what it proves to be newer than our send, the order's own list below is, too; the other way round it is not.
  const newest = await context.gateway.transactions.list({ page: 1, limit: 20 });
  const read = await readOrder(context, record.orderId ?? '');
  if (!read.ok) return read;
  const { rows, complete } = read.value;
  const before = new Set(record.evidenceBefore.listedRowIds);
  const amount = record.totals[0]?.amount;
  const leaves = LEAVES[record.kind as OrderMovementKind];
  const idsOf = (some: readonly GatewayTransaction[]) => some.map((row) => row.transactionId);
  const newOfKind = rows.filter(
    (row) => !before.has(row.transactionId) && leaves.includes(row.operation ?? ''),
  );
  const ofAmount = (row: GatewayTransaction) =>
    amount !== undefined && sameMoney(absolute(row.amount), amount);
  const ofKind = newOfKind.filter(succeeded);
  const made = ofKind.filter(ofAmount);
  const others = await context.db.call('journal.othersLike', record.opId);
  const listed = new Set(idsOf(rows));
  const share = shareOf(
    idsOf(made),
    listed,
    others,
    others.filter(({ totals: [total] }) => amount && total && sameMoney(total.amount, amount)),
  );
  // What it left behind may be listed with another amount: no proof, and no absence.
  const another = shareOf(idsOf(ofKind), listed, others, []).kind !== 'none';
  const undecided = newOfKind.some((row) => !succeeded(row) && !failed(row));
  const none = another || undecided ? ('inconclusive' as const) : ('negative' as const);
  const evidence: EvidenceRead = {
    atMs: context.clock.nowMs(),
    result: ({ own: 'positive', none, shared: 'inconclusive' } as const)[share.kind],
    complete,
    originalListed: rows.some((row) => row.transactionId === record.evidenceBefore.saleRowId),
    newerData:
      newest.ok &&
      holdsNewer(
        record,
        newest.value.rows.map((row) => row.createdAt),
      ),
    sameAccess,
    serverAtMs: newest.ok ? (newest.value.serverAtMs ?? null) : null,
  };
  return ok({ evidence, madeId: idOf(share) });
}
