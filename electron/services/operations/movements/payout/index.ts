/** A transfer to somebody else (§4.15): under a name of our own, sent once, resolved by looking for that name. */
import type { OutputOf, ParsedInputOf } from '#shared/contract/index.ts';
import type { NewTransfer } from '#shared/contract/transfers.ts';
import { rawOf } from '#shared/domain/open-enum.ts';
import { inputError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { ProfileContext } from '../../../context.ts';
import type { TransferRequest } from '../../../../gateway/endpoints/transfers.ts';
import type { MovementVerdict } from '../../../../gateway/gateway.ts';
import type { OperationRecord } from '../../../../journal/operation-record.ts';
import type { Approval } from '../../../people/index.ts';
import type { Intent } from '../../machine/intent.ts';
import type { Movement } from '../../machine/movement.ts';
import type { Pipeline } from '../../machine/pipeline.ts';
import { checkWrittenForm } from '../../machine/written.ts';
import { requestAsSent, toOperation } from '../../view.ts';
import { createPreparations } from '../preparations.ts';
import { readPayoutEvidence } from './evidence.ts';
import { planPayout, type PayoutPlan, type PayoutWanted } from './plan.ts';
import { paidKey } from './recipients.ts';
import { transferOf } from './transfer-of.ts';

type Form = Pick<ParsedInputOf<'payout.confirm'>, 'reason' | 'note' | 'typedAmount'>;
type Payout = Movement<PayoutWanted, PayoutPlan, Form>;

export function createPayouts(
  context: ProfileContext,
  { movement, pipeline }: { movement: Payout; pipeline: Pipeline },
) {
  const preparations = createPreparations(context, movement);
  return {
    async preparePayout(typed: NewTransfer): Promise<Result<OutputOf<'payout.prepare'>>> {
      const wanted = transferOf(typed);
      if (!wanted.ok) return wanted;
      const plan = await movement.plan({ transfer: wanted.value, amount: wanted.value.amount });
      if (!plan.ok) return plan;
      const { amount, orderId, costs, available, isFirst, before, request } = plan.value;
      return ok({
        preparationId: preparations.add(plan.value),
        amount,
        reference: orderId,
        costs,
        available,
        isFirst,
        before,
        request: requestAsSent(request),
      });
    },

    payoutOf: preparations.get,

    async confirmPayout(
      preparationId: string,
      form: Form,
      approval: Approval | null = null,
    ): Promise<Result<OutputOf<'payout.confirm'>>> {
      const plan = await preparations.confirm(preparationId, form);
      if (!plan.ok) return plan;
      const sent = await pipeline.run(() => movement.intent(plan.value, form), approval);
      if (!sent.ok) return sent;
      const { record, verdict } = sent.value;
      return ok({ operation: toOperation(record), made: acceptedBy(verdict) });
    },
  };
}

export const payoutMovement = (context: ProfileContext): Payout => ({
  plan: (wanted) => planPayout(context, wanted),
  checkForm: checkWrittenForm,
  intent: async (plan, form) => ok(payoutIntent(plan, form)),
  judge: (record) => (status, body) => {
    const transfer = sentTransfer(record);
    if (!transfer) throw new Error(`operation ${record.opId} has no amount`);
    return context.gateway.payouts.readTransferAnswer(transfer, status, body);
  },
  rebuild: async (record) => {
    const transfer = sentTransfer(record);
    return transfer
      ? context.gateway.payouts.buildTransfer(transfer)
      : err(inputError('invalid', { where: 'operation' }));
  },
  evidence: {
    from: 'own-read',
    read: (record, sameAccess) => readPayoutEvidence(context, record, sameAccess),
  },
});

function acceptedBy(verdict: MovementVerdict | null): OutputOf<'payout.confirm'>['made'] {
  if (verdict?.kind !== 'succeeded' || !verdict.transfer) return null;
  const { transferId, status } = verdict.transfer;
  return { id: transferId, status: status && rawOf(status) };
}

/** The transfer as it was sent: the stored body, with the amount as confirmed. */
function sentTransfer(record: OperationRecord): TransferRequest | null {
  const amount = record.totals[0]?.amount;
  if (!amount) return null;
  const body = JSON.parse(new TextDecoder().decode(record.body)) as Omit<TransferRequest, 'amount'>;
  return { ...body, amount };
}

function payoutIntent(
  { transfer, amount, orderId, request, readAtMs, newestBefore, knownOps }: PayoutPlan,
  { reason, note }: Form,
): Intent {
  const key = paidKey(transfer);
  return {
    // The gateway refuses a name that was used before, so our operation id is the name.
    opId: orderId,
    kind: 'payout',
    subject: `payout:${key}`,
    orderId,
    totals: [{ count: 1, amount }],
    reason: reason.trim(),
    note: note.trim() || null,
    rowIds: [key],
    knownOps,
    request,
    evidenceBefore: { readAtMs, saleRowId: newestBefore },
    readAtMs,
  };
}
