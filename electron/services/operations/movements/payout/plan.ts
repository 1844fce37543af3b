/** The plan of a transfer: what it costs now, what the balance bears, and whether its recipient was paid before. */
import { movementError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import { sameMoney, type Money } from '#shared/money/money.ts';
import type { ProfileContext } from '../../../context.ts';
import type { MovementRequest } from '../../../../gateway/gateway.ts';
import { uuidv7 } from '../../../uuid.ts';
import { endedOnSameMoney, type OnSameMoney } from '../same-money.ts';
import { doneLately, paidKey, recipientKey, type Transfer } from './recipients.ts';

/** Taken from the balance beside the amount; `total`: with it. */
type Costs = { readonly fee: Money; readonly vat: Money; readonly total: Money };

/**
 * `orderId` names the transfer at the gateway, and is the id of the operation. A plan that is made again keeps it, and holds
 * the costs that a person has seen: others are another offer.
 */
export type PayoutWanted = { transfer: Transfer; amount: Money; orderId?: string; costs?: Costs | null };
export type PayoutPlan = PayoutWanted & {
  orderId: string;
  /** A transfer that is confirmed removes every other plan of this amount to this recipient. */
  names: readonly string[];
  request: MovementRequest;
  readAtMs: number;
  costs: Costs | null;
  available: Money | null;
  isFirst: boolean;
  before: { opId: string; atMs: number } | null;
  /** The newest transfer of the merchant before this one: a list without it is not whole. Null: there was none. */
  newestBefore: string | null;
  knownOps: OnSameMoney['knownOps'];
};

/** Null where the gateway does not say what a transfer costs. */
async function readCosts(
  { gateway }: ProfileContext,
  { method, amount }: Pick<Transfer, 'method' | 'amount'>,
): Promise<Result<Costs | null, AppError>> {
  const asked = await gateway.payouts.feeInquiry(method, amount);
  if (!asked.ok) return asked.error.code === 'not-offered' ? ok(null) : asked;
  const { fee, vat, total } = asked.value;
  return ok({ fee, vat, total });
}

/** The balance that transfers in this currency are made from. Null if it cannot be read: the gateway checks it in any case. */
async function readAvailable({ gateway }: ProfileContext, currency: string): Promise<Money | null> {
  const accounts = await gateway.payouts.accounts();
  if (!accounts.ok) return null;
  const own = accounts.value.filter(({ available }) => available.currency === currency);
  return (own.find(({ isPrimary }) => isPrimary === true) ?? own[0])?.available ?? null;
}

const isSame = (one: Costs | null, other: Costs | null) =>
  one === null || other === null
    ? one === other
    : sameMoney(one.fee, other.fee) && sameMoney(one.vat, other.vat) && sameMoney(one.total, other.total);

/** Asks for the costs, reads balance and newest transfers, and builds what would be sent. */
export async function planPayout(
  context: ProfileContext,
  { transfer, amount, orderId = uuidv7(context), costs: seen }: PayoutWanted,
): Promise<Result<PayoutPlan, AppError>> {
  const { db, gateway, clock } = context;
  const costs = await readCosts(context, transfer);
  if (!costs.ok) return costs;
  if (seen !== undefined && !isSame(seen, costs.value)) return err(movementError('quote-changed'));
  const available = await readAvailable(context, amount.currency);
  // If this list cannot be read, nobody could say later whether a transfer without an answer was made.
  const newest = await gateway.payouts.listTransfers({ page: 1, limit: 20 });
  if (!newest.ok) return newest;
  const readAtMs = clock.nowMs();
  const key = paidKey(transfer);
  const ours = await endedOnSameMoney(context, { kind: 'payout', orderId: null, rowIds: [key] });
  if (!ours.ok) return ours;
  const isFirst = !(await db.call('journal.isPaid', recipientKey(transfer)));
  const request = await gateway.payouts.buildTransfer({ merchantTransferId: orderId, ...transfer });
  if (!request.ok) return request;
  const before = doneLately(ours.value.done, readAtMs);
  return ok({
    transfer,
    amount,
    orderId,
    names: [key],
    request: request.value,
    readAtMs,
    costs: costs.value,
    available,
    isFirst,
    before: before && { opId: before.opId, atMs: before.createdAtMs },
    newestBefore: newest.value.rows[0]?.transferId ?? null,
    knownOps: ours.value.knownOps,
  });
}
