/** The intent of a request for instant settlement: no request of ours may hold these sales already. */
import { earlyStateOf } from '#shared/domain/settlement.ts';
import { movementError, type AppError } from '#shared/errors/app-error.ts';
import type { Offer } from '#shared/contract/instant-settlement.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import { toDecimal } from '#shared/money/money.ts';
import type { ProfileContext } from '../../../context.ts';
import type { InstantSettlementService } from '../../../instant-settlement/index.ts';
import { uuidv7 } from '../../../uuid.ts';
import type { Intent } from '../../machine/intent.ts';
import { endedOnSameMoney } from '../same-money.ts';

export async function instantSettlementIntent(
  context: ProfileContext,
  instant: InstantSettlementService,
  offer: Offer,
): Promise<Result<Intent, AppError>> {
  const { gateway, clock } = context;
  const before = await instant.readRequests();
  if (!before.ok) return before;
  // The gateway may still call a sale eligible that is in a request of ours.
  const { transactionIds } = offer;
  const ours = await endedOnSameMoney(context, {
    kind: 'instant-settlement',
    orderId: null,
    rowIds: transactionIds,
  });
  if (!ours.ok) return ours;
  const { done, knownOps } = ours.value;
  const declined = before.value.filter(({ status }) => earlyStateOf(status) === null);
  const declinedIds = new Set(declined.map(({ requestId }) => requestId));
  const asked = done.find(({ requestId }) => !declinedIds.has(requestId ?? ''));
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
