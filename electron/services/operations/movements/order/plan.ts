/** The plan of a refund, void, capture or reversal: made from the order's transactions as just read, and from what our journal knows. */
import type { OrderMovementKind } from '#shared/contract/payments.ts';
import { movementError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import { sameMoney, type Money } from '#shared/money/money.ts';
import type { ProfileContext } from '../../../context.ts';
import type { GatewayTransaction } from '../../../../gateway/endpoints/transactions.ts';
import { readAllPages } from '../../../read-all-pages.ts';
import { endedOnSameMoney, type OnSameMoney } from '../same-money.ts';
import { isOfWhole, leftOf, withUnlisted } from './left.ts';

/** The word of the method with which a customer buys now and pays later (assumed). */
const PAY_LATER = 'bnpl';

/** No amount means all that is left. */
export type OrderWanted = { kind: OrderMovementKind; orderId: string; amount: Money | null };
export type OrderPlan = {
  kind: OrderMovementKind;
  orderId: string;
  amount: Money;
  /** The most that this movement could take or give back. */
  left: Money;
  readAtMs: number;
  /** Transactions that the order has already. */
  listed: string[];
  original: string;
  /** Every name of the order: the gateway's, the merchant's, and its references. */
  names: string[];
  knownOps: OnSameMoney['knownOps'];
};

/** Every transaction of one order; `unreadable` says how many rows of the answer could not be read: they may be of any order. */
export async function readOrder({ gateway }: ProfileContext, orderId: string) {
  const rows: GatewayTransaction[] = [];
  const read = await readAllPages(
    (page, limit) => gateway.transactions.list({ page, limit, search: orderId }),
    async (page) => void rows.push(...page.rows),
  );
  if (!read.ok) return read;
  const ofOrder = rows.filter((row) => row.orderId === orderId || row.merchantOrderId === orderId);
  return ok({ rows: ofOrder, unreadable: read.value.unreadable });
}

/** Reads the order again and plans from that. What our journal knows to have happened counts, even if it is not listed yet. */
export async function planOrderMovement(
  context: ProfileContext,
  { kind, orderId, amount }: OrderWanted,
): Promise<Result<OrderPlan, AppError>> {
  const read = await readOrder(context, orderId);
  if (!read.ok) return read;
  const { rows, unreadable } = read.value;
  // An unreadable row may be a refund that was made already.
  if (unreadable > 0) return err(movementError('order-unreadable', { orderId, count: unreadable }));
  const orders = new Set(rows.map((row) => row.orderId).filter((id) => id !== null));
  if (orders.size > 1) return err(movementError('order-not-unique', { orderId }));
  const original = rows.find((row) => ['pay', 'authorize'].includes(row.operation ?? ''));
  if (!original) return err(movementError('order-not-found', { orderId }));
  if (kind === 'order-reversal' && original.method !== PAY_LATER)
    return err(movementError('not-pay-later', { orderId }));
  const names = rows
    .flatMap((row) => [row.orderId, row.merchantOrderId, row.refNumber])
    .filter((name) => name !== null);
  const listed = rows.map((row) => row.transactionId);
  // After the list was read: an operation that comes later is not known to this plan, and keeps it from being sent.
  const ours = await endedOnSameMoney(context, { kind, orderId, rowIds: [...names, ...listed] });
  if (!ours.ok) return ours;
  const { done, knownOps } = ours.value;
  const left = leftOf(kind, withUnlisted(rows, done));
  const wanted = amount ?? left;
  if (left === null || wanted === null) return err(movementError('nothing-left', { orderId }));
  const fits = wanted.currency === left.currency && wanted.minor > 0n && wanted.minor <= left.minor;
  if (!fits || (isOfWhole(kind) && !sameMoney(wanted, left)))
    return err(movementError('nothing-left', { orderId }));
  return ok({
    kind,
    orderId,
    amount: wanted,
    left,
    readAtMs: context.clock.nowMs(),
    listed,
    original: original.transactionId,
    names,
    knownOps,
  });
}
