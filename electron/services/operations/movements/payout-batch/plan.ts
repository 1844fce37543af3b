/** The plan of a batch: what its transfers cost together, what the balance bears, and whom of its recipients we paid before. */
import { isDeepStrictEqual } from 'node:util';
import { inputError, movementError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import { addMoney, type Money } from '#shared/money/money.ts';
import type { ProfileContext } from '../../../context.ts';
import type { MovementRequest } from '../../../../gateway/gateway.ts';
import type { OperationRecord } from '../../../../journal/operation-record.ts';
import { uuidv7 } from '../../../uuid.ts';
import { areSameCosts, readAvailable, readCostsOfAll, type Costs } from '../payout/costs.ts';
import { isPaidSince, isRecent, paidKey, recipientKey, type Transfer } from '../payout/recipients.ts';
import { endedOnSameMoney, type OnSameMoney } from '../same-money.ts';
import { failedOf, notPaidAgain } from './failed.ts';

/**
 * `again`: the batch whose failed transfers these are. They are read anew for each plan. `orderId` is the name of the batch at the
 * gateway and the id of the operation. A plan that is made again keeps this name, and the transfers and costs that a person has
 * seen. If they have changed, or if a member was paid since, the plan is refused.
 */
export type BatchWanted = {
  transfers: readonly Transfer[] | null;
  again: string | null;
  orderId?: string;
  costs?: Costs | null;
  members?: readonly Member[];
};
/** `before`: the newest transfer of the same amount to this number in the last thirty days. */
export type Member = {
  transfer: Transfer;
  isFirst: boolean;
  before: { opId: string; atMs: number } | null;
};
export type BatchPlan = BatchWanted & {
  transfers: readonly Transfer[];
  amount: Money;
  orderId: string;
  members: readonly Member[];
  /** A batch that is confirmed removes every other plan of one of its amounts to the same recipient. */
  names: readonly string[];
  request: MovementRequest;
  readAtMs: number;
  costs: Costs | null;
  available: Money | null;
  /** The merchant’s newest transfer before this batch. A list that lacks it is incomplete. Null: there was none. */
  newestBefore: string | null;
  knownOps: OnSameMoney['knownOps'];
};

/** The names are ours alone: the batch's, and the place in it. */
const memberName = (orderId: string, at: number): string => `${orderId}-${at + 1}`;

/** `failed`: all that have failed, also what was paid again. */
type Found = { transfers: readonly Transfer[]; failed: readonly Transfer[] };

async function transfersOf(
  context: ProfileContext,
  { transfers: seen, again }: BatchWanted,
): Promise<Result<Found, AppError>> {
  if (again === null) return ok({ transfers: seen ?? [], failed: [] });
  const failed = await failedOf(context, again);
  if (!failed.ok) return failed;
  const rowIds = [...new Set(failed.value.map(paidKey))];
  const ours = await endedOnSameMoney(context, { kind: 'payout-batch', orderId: null, rowIds });
  if (!ours.ok) return ours;
  const { done } = ours.value;
  const transfers = await notPaidAgain(context, { opId: again, failed: failed.value, done });
  if (transfers.length === 0) return err(movementError('none-failed', { opId: again }));
  if (seen !== null && !isDeepStrictEqual(transfers, seen)) return err(movementError('members-changed'));
  return ok({ transfers, failed: failed.value });
}

/** Asks for the costs, reads balance and newest transfers, and builds what would be sent. */
export async function planBatch(
  context: ProfileContext,
  wanted: BatchWanted,
): Promise<Result<BatchPlan, AppError>> {
  const { gateway, clock } = context;
  const { again, orderId = uuidv7(context), costs: seen } = wanted;
  const found = await transfersOf(context, wanted);
  if (!found.ok) return found;
  const { transfers, failed } = found.value;
  const [first, ...others] = transfers.map(({ amount }) => amount);
  if (!first) return err(inputError('invalid', { where: 'transfers' }));
  const amount = others.reduce(addMoney, first);
  const costs = await readCostsOfAll(context, transfers);
  if (!costs.ok) return costs;
  if (seen !== undefined && !areSameCosts(seen, costs.value)) return err(movementError('quote-changed'));
  const available = await readAvailable(context, amount.currency);
  // If this list cannot be read, nobody could say later whether a batch without an answer was made.
  const newest = await gateway.payouts.listTransfers({ page: 1, limit: 20 });
  if (!newest.ok) return newest;
  const readAtMs = clock.nowMs();
  const names = [...new Set(transfers.map(paidKey))];
  const ours = await endedOnSameMoney(context, { kind: 'payout-batch', orderId: null, rowIds: names });
  if (!ours.ok) return ours;
  // What the intent says it knew of may have been paid again since the transfers were chosen.
  const { done } = ours.value;
  const alike = failed.filter((transfer) => names.includes(paidKey(transfer)));
  const left = again === null ? transfers : await notPaidAgain(context, { opId: again, failed: alike, done });
  if (left.length !== transfers.length) return err(movementError('members-changed'));
  const members = await membersOf(context, { transfers, again, done, readAtMs });
  const since = members.find(({ before }, at) => isPaidSince(wanted.members?.[at], before))?.before;
  if (since) return err(movementError('planned-before', { opId: since.opId }));
  const request = await gateway.payouts.buildTransferBatch({
    batchName: orderId,
    transfers: transfers.map((one, at) => ({ merchantTransferId: memberName(orderId, at), ...one })),
  });
  if (!request.ok) return request;
  return ok({
    transfers,
    again,
    amount,
    orderId,
    members,
    names,
    request: request.value,
    readAtMs,
    costs: costs.value,
    available,
    newestBefore: newest.value.rows[0]?.transferId ?? null,
    knownOps: ours.value.knownOps,
  });
}

type Known = Pick<BatchPlan, 'transfers' | 'again' | 'readAtMs'> & { done: readonly OperationRecord[] };

async function membersOf(
  { db }: ProfileContext,
  { transfers, again, done, readAtMs }: Known,
): Promise<Member[]> {
  const paid = new Set(await db.call('journal.paidAmong', [...new Set(transfers.map(recipientKey))]));
  const before = new Map<string, Member['before']>();
  const earlier = earlierBatches(again, done);
  for (const { opId, createdAtMs } of done.filter((one) => isRecent(one, readAtMs) && !earlier.has(one.opId)))
    for (const key of await db.call('journal.rowIdsOf', opId)) before.set(key, { opId, atMs: createdAtMs });
  return transfers.map((transfer) => ({
    transfer,
    isFirst: !paid.has(recipientKey(transfer)),
    before: before.get(paidKey(transfer)) ?? null,
  }));
}

/** The batch whose failed transfers these are, and what that one paid again: in those they are known to have failed. */
function earlierBatches(again: string | null, done: readonly OperationRecord[]): ReadonlySet<string> {
  const earlier = new Set<string>();
  for (let opId = again; opId !== null && !earlier.has(opId);) {
    earlier.add(opId);
    opId = done.find((one) => one.opId === opId)?.refNumber ?? null;
  }
  return earlier;
}
