/** A request for instant settlement: an offer that still holds, confirmed by its net amount, sent once. */
import { createHash } from 'node:crypto';
import type { InputOf, OutputOf } from '#shared/contract/index.ts';
import type { Offer } from '#shared/contract/instant-settlement.ts';
import { movementError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import { sameMoney } from '#shared/money/money.ts';
import type { ProfileContext } from '../../../context.ts';
import { evidenceFromRequests } from '../../../../journal/read-evidence.ts';
import type { OperationRecord } from '../../../../journal/operation-record.ts';
import type { InstantSettlementService } from '../../../instant-settlement/index.ts';
import type { Approval } from '../../../people/index.ts';
import type { ToApprove } from '../../approval-facts.ts';
import type { Movement, OwnRead } from '../../machine/movement.ts';
import type { Pipeline } from '../../machine/pipeline.ts';
import { checkTypedAmount } from '../../machine/retyped.ts';
import { toOperation } from '../../view.ts';
import { instantSettlementIntent } from './intent.ts';

type InstantSettlement = Movement<Offer, Offer, { typedNet: string }>;
type Parts = { movement: InstantSettlement; pipeline: Pipeline; instant: InstantSettlementService };

export function createInstantSettlements({ clock }: ProfileContext, { movement, pipeline, instant }: Parts) {
  /** Confirmed offers: each is used once. */
  const used = new Set<string>();
  // Not "expired": a new offer would be made without a look at what came of this one.
  const usedAlready = err(movementError('preparation-expired'));

  return {
    instantSettlementToApprove(quoteId: string): Result<ToApprove, AppError> {
      const offer = instant.offerOf(quoteId);
      if (!offer) return err(movementError('quote-expired'));
      const transactionIds = offer.transactionIds.toSorted();
      const totals = [{ count: offer.count, amount: offer.total }];
      const subject = createHash('sha256').update(transactionIds.join(' ')).digest('hex');
      const { totalFees, netTransfer } = offer;
      return ok({
        kind: 'instant-settlement',
        subject,
        transactionIds,
        totals,
        offer: { totalFees, netTransfer },
        reason: null,
        note: null,
      });
    },

    async confirmInstantSettlement(
      { quoteId, typedNet }: Omit<InputOf<'instantSettlement.confirm'>, 'authorization'>,
      approval: Approval | null = null,
    ): Promise<Result<OutputOf<'instantSettlement.confirm'>>> {
      if (used.has(quoteId)) return usedAlready;
      const confirmed = instant.offerOf(quoteId);
      if (!confirmed || clock.nowMs() > confirmed.validUntilMs) return err(movementError('quote-expired'));
      const form = { typedNet };
      const complete = movement.checkForm(confirmed, form);
      if (!complete.ok) return complete;
      const offer = await movement.plan(confirmed);
      if (!offer.ok) return offer;
      // Another click may have used it during the read.
      if (used.has(quoteId)) return usedAlready;
      used.add(quoteId);
      const sent = await pipeline.run(() => movement.intent(offer.value, form), approval);
      if (!sent.ok) return sent;
      const { record, verdict } = sent.value;
      const made = verdict?.kind === 'succeeded' ? verdict.request : null;
      const request = made ? await instant.storeRequest(made) : null;
      return ok({
        operation: toOperation(record),
        request: request && { ...request, operationId: record.opId },
      });
    },
  };
}

export const instantSettlementMovement = (
  context: ProfileContext,
  instant: InstantSettlementService,
): InstantSettlement => ({
  plan: (offer) => askAgain(instant, offer),
  checkForm: ({ netTransfer }, { typedNet }) => checkTypedAmount(typedNet, netTransfer),
  intent: (offer) => instantSettlementIntent(context, instant, offer),
  judge: () => context.gateway.readInstantSettlementAnswer,
  rebuild: ({ body }) => {
    const stored = JSON.parse(new TextDecoder().decode(body)) as { transactionIds: string[] };
    return context.gateway.buildInstantSettlement(stored.transactionIds);
  },
  evidence: {
    from: 'own-read',
    read: (record, sameAccess) => readRequestEvidence(context, instant, record, sameAccess),
  },
});

const sameOffer = (a: Offer, b: Offer) =>
  a.count === b.count &&
  sameMoney(a.total, b.total) &&
  sameMoney(a.totalNet, b.totalNet) &&
  sameMoney(a.totalFees, b.totalFees) &&
  sameMoney(a.netTransfer, b.netTransfer);

/** Asks for the offer once more: money is never sent on amounts that have changed. */
async function askAgain(instant: InstantSettlementService, offer: Offer): Promise<Result<Offer, AppError>> {
  const again = await instant.requote(offer.transactionIds);
  if (!again.ok) return again;
  if (!sameOffer(offer, again.value)) return err(movementError('quote-changed'));
  const limits = await instant.keepsToLimits(offer);
  // When the gateway last said these amounts. Nothing is sent if that is too long ago.
  return limits.ok ? ok({ ...offer, quotedAtMs: again.value.quotedAtMs }) : limits;
}

/** Looks for the request in the list of requests. */
async function readRequestEvidence(
  { db, clock }: ProfileContext,
  instant: InstantSettlementService,
  record: OperationRecord,
  sameAccess: boolean,
): Promise<Result<OwnRead, AppError>> {
  const requests = await instant.readRequests();
  if (!requests.ok) return requests;
  const members = await db.call('journal.rowIdsOf', record.opId);
  const others = await db.call('journal.othersLike', record.opId);
  const withRows = await Promise.all(
    others.map(async (other) => ({ ...other, rowIds: await db.call('journal.rowIdsOf', other.opId) })),
  );
  return ok(evidenceFromRequests(record, requests.value, members, withRows, clock.nowMs(), sameAccess));
}
