/** The plan of a transfer: what it costs now, what the balance bears, and whether its recipient was paid before. */
import { movementError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { Money } from '#shared/money/money.ts';
import type { ProfileContext } from '../../../context.ts';
import type { MovementRequest } from '../../../../gateway/gateway.ts';
import { uuidv7 } from '../../../uuid.ts';
import { endedOnSameMoney, type OnSameMoney } from '../same-money.ts';
import { areSameCosts, readAvailable, readCosts, type Costs } from './costs.ts';
import { doneLately, isPaidSince, paidKey, recipientKey, type Transfer } from './recipients.ts';

/**
 * `orderId` is the name of the transfer at the gateway and the id of the operation. A plan that is made again keeps this name, and
 * the costs that a person has seen. If they have changed, or if the same transfer was made since, the plan is refused.
 */
export type PayoutWanted = {
  transfer: Transfer;
  amount: Money;
  orderId?: string;
  costs?: Costs | null;
  before?: { opId: string; atMs: number } | null;
};
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
  /** The merchant’s newest transfer before this one. A list that lacks it is incomplete. Null: there was none. */
  newestBefore: string | null;
  knownOps: OnSameMoney['knownOps'];
};

/** Asks for the costs, reads balance and newest transfers, and builds what would be sent. */
export async function planPayout(
  context: ProfileContext,
  { transfer, amount, orderId = uuidv7(context), costs: seen, before: seenBefore }: PayoutWanted,
): Promise<Result<PayoutPlan, AppError>> {
  const { db, gateway, clock } = context;
  const costs = await readCosts(context, transfer);
  if (!costs.ok) return costs;
  if (seen !== undefined && !areSameCosts(seen, costs.value)) return err(movementError('quote-changed'));
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
  if (before && seenBefore !== undefined && isPaidSince({ before: seenBefore }, before))
    return err(movementError('planned-before', { opId: before.opId }));
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
