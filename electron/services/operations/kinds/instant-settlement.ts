/** Creating an instant settlement request: an offer that still holds, confirmed by its net, sent once. */
import { earlyStateOf } from '#shared/domain/settlement.ts';
import { movementError, type AppError } from '#shared/errors/app-error.ts';
import type { Offer } from '#shared/contract/instant-settlement.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import { sameMoney, toDecimal } from '#shared/money/money.ts';
import type { ProfileContext } from '../../../core/context.ts';
import type { InstantSettlementService } from '../../instant-settlement/index.ts';
import { uuidv7 } from '../../uuid.ts';
import { checkTypedAmount } from './reversal.ts';
import { endedOnSameMoney } from '../machine/same-money.ts';
import type { Intent } from '../machine/intent.ts';

const sameOffer = (a: Offer, b: Offer) =>
  a.count === b.count &&
  sameMoney(a.total, b.total) &&
  sameMoney(a.totalNet, b.totalNet) &&
  sameMoney(a.totalFees, b.totalFees) &&
  sameMoney(a.netTransfer, b.netTransfer);

/** The offer as confirmed, asked for once more: money is never sent on amounts that have changed. */
export async function checkOffer(
  { clock }: ProfileContext,
  instant: InstantSettlementService,
  { quoteId, typedNet }: { quoteId: string; typedNet: string },
): Promise<Result<Offer, AppError>> {
  const offer = instant.offerOf(quoteId);
  if (!offer || clock.nowMs() > offer.validUntilMs) return err(movementError('quote-expired'));
  const typed = checkTypedAmount(typedNet, offer.netTransfer);
  if (!typed.ok) return typed;
  const again = await instant.requote(offer.transactionIds);
  if (!again.ok) return again;
  if (!sameOffer(offer, again.value)) return err(movementError('quote-changed'));
  const limits = await instant.keepsToLimits(offer);
  // When the gateway last said these amounts: too long ago, and nothing is sent.
  return limits.ok ? ok({ ...offer, quotedAtMs: again.value.quotedAtMs }) : limits;
}

export async function instantSettlementIntent(
  context: ProfileContext,
  instant: InstantSettlementService,
  offer: Offer,
): Promise<Result<Intent, AppError>> {
  const { gateway, clock } = context;
  const before = await instant.readRequests();
  if (!before.ok) return before;
  // What the gateway calls eligible may be some time behind what it has told us.
  const { transactionIds } = offer;
  const ours = await endedOnSameMoney(context, {
    kind: 'instant-settlement',
    orderId: null,
    rowIds: transactionIds,
  });
  if (!ours.ok) return ours;
  const { done, knownOps } = ours.value;
  const declined = before.value.filter(({ status }) => earlyStateOf(status) === null);
  const letGo = new Set(declined.map(({ requestId }) => requestId));
  const asked = done.find(({ requestId }) => !letGo.has(requestId ?? ''));
  if (asked) return err(movementError('planned-before', { opId: asked.opId }));
  const request = await gateway.buildInstantSettlement(transactionIds);
  if (!request.ok) return request;
  const businessDay = new Date(clock.nowMs()).toISOString().slice(0, 10);
  return ok({
    opId: uuidv7(context),
    kind: 'instant-settlement',
    subject: `instant:${businessDay}:${toDecimal(offer.total)}:${offer.total.currency}`,
    totals: [{ count: offer.count, amount: offer.total }],
    rowIds: transactionIds,
    knownOps,
    request: request.value,
    evidenceBefore: {
      readAtMs: clock.nowMs(),
      requestIds: before.value.map((known) => known.requestId),
    },
    readAtMs: offer.quotedAtMs,
  });
}
