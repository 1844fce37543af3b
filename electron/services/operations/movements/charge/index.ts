/** A charge of a saved card (§4.3): under a name of our own and `Service-Hash`, sent once, resolved by looking for that name. */
import type { OutputOf, ParsedInputOf } from '#shared/contract/index.ts';
import { inputError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import { z } from 'zod';
import type { ProfileContext } from '../../../context.ts';
import type { TokenPayment } from '../../../../gateway/endpoints/tokens.ts';
import type { OperationRecord } from '../../../../journal/operation-record.ts';
import type { Approval } from '../../../people/index.ts';
import type { ToApprove } from '../../approval-facts.ts';
import type { Intent } from '../../machine/intent.ts';
import type { Movement } from '../../machine/movement.ts';
import type { Pipeline } from '../../machine/pipeline.ts';
import { checkWritten, checkWrittenForm } from '../../machine/written.ts';
import { shownRequest, toOperation } from '../../view.ts';
import { createPreparations } from '../preparations.ts';
import { readChargeEvidence } from './evidence.ts';
import { planCharge, type ChargePlan, type ChargeWanted } from './plan.ts';

type Form = Pick<ParsedInputOf<'charge.confirm'>, 'reason' | 'note' | 'typedAmount'>;
type Charge = Movement<ChargeWanted, ChargePlan, Form>;

export function createCharges(
  context: ProfileContext,
  { movement, pipeline }: { movement: Charge; pipeline: Pipeline },
) {
  const preparations = createPreparations(context, movement);
  return {
    async prepareCharge(wanted: ChargeWanted): Promise<Result<OutputOf<'charge.prepare'>>> {
      const plan = await movement.plan(wanted);
      if (!plan.ok) return plan;
      const { amount, orderId, request, readAtMs } = plan.value;
      const shown = shownRequest({ kind: 'charge', ...request });
      return ok({ preparationId: preparations.add(plan.value), amount, orderId, readAtMs, request: shown });
    },

    chargeOf: preparations.get,

    /** The content of a request for approval of this charge. The card stands in it under its key, never under its token. */
    chargeToApprove(
      preparationId: string,
      { reason, note }: Pick<Form, 'reason' | 'note'>,
    ): Result<ToApprove, AppError> {
      const plan = preparations.get(preparationId);
      if (!plan.ok) return plan;
      const written = checkWritten({ reason, note });
      if (!written.ok) return written;
      const { cardKey, amount } = plan.value;
      const totals = [{ count: 1, amount }];
      return ok({
        kind: 'charge',
        subject: cardKey,
        transactionIds: [],
        totals,
        reason: reason.trim(),
        note: note.trim() || null,
      });
    },

    async confirmCharge(
      preparationId: string,
      form: Form,
      approval: Approval | null = null,
    ): Promise<Result<OutputOf<'charge.confirm'>>> {
      const plan = await preparations.confirm(preparationId, form);
      if (!plan.ok) return plan;
      const sent = await pipeline.run(() => movement.intent(plan.value, form), approval);
      return sent.ok ? ok({ operation: toOperation(sent.value.record) }) : sent;
    },
  };
}

export const chargeMovement = (context: ProfileContext): Charge => ({
  plan: (wanted) => planCharge(context, wanted),
  checkForm: checkWrittenForm,
  intent: async (plan, form) => ok(chargeIntent(plan, form)),
  judge: (record) => (status, body) => {
    const payment = paymentOf(record);
    if (!payment) throw new Error(`operation ${record.opId} has no amount`);
    return context.gateway.tokens.readPaymentAnswer(payment, status, body);
  },
  rebuild: async (record) => {
    const payment = paymentOf(record);
    return payment
      ? context.gateway.tokens.buildPayment(payment)
      : err(inputError('invalid', { where: 'operation' }));
  },
  evidence: {
    from: 'own-read',
    read: (record, sameAccess) => readChargeEvidence(context, record, sameAccess),
  },
});

const chargeIntent = (
  { cardKey, amount, orderId, request, readAtMs, newestBefore, knownOps }: ChargePlan,
  { reason, note }: Form,
): Intent => ({
  opId: orderId,
  kind: 'charge',
  // One charge of a card at a time: the next one while this is not known is most likely the same one.
  subject: `charge:${cardKey}`,
  orderId,
  totals: [{ count: 1, amount }],
  reason: reason.trim(),
  note: note.trim() || null,
  rowIds: [cardKey],
  knownOps,
  request,
  evidenceBefore: { readAtMs, saleRowId: newestBefore },
  readAtMs,
});

const bodySchema = z.object({
  merchantId: z.string(),
  order: z.object({ reference: z.string() }),
  customer: z.object({ reference: z.string() }),
  cardToken: z.string(),
});

/** The payment as it was sent: the stored body, with the amount as confirmed. */
function paymentOf({ body, totals: [total] }: OperationRecord): TokenPayment | null {
  if (!total) return null;
  const stored = bodySchema.parse(JSON.parse(new TextDecoder().decode(body)));
  return {
    merchantId: stored.merchantId,
    orderReference: stored.order.reference,
    customerReference: stored.customer.reference,
    token: stored.cardToken,
    amount: total.amount,
  };
}
