/** Transfers to many at once (§4.15, bulk): one movement, made whole or not at all, and resolved by the names of its transfers. */
import { createHash } from 'node:crypto';
import type { OutputOf, ParsedInputOf } from '#shared/contract/index.ts';
import { rawOf } from '#shared/domain/open-enum.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { ProfileContext } from '../../../context.ts';
import type { MovementVerdict } from '../../../../gateway/gateway.ts';
import type { Approval } from '../../../people/index.ts';
import { hiddenNumber } from '../../../recipient.ts';
import type { Intent } from '../../machine/intent.ts';
import type { Movement } from '../../machine/movement.ts';
import type { Pipeline } from '../../machine/pipeline.ts';
import { checkWrittenForm } from '../../machine/written.ts';
import { requestAsSent, shownRequest, toOperation } from '../../view.ts';
import { transferOf } from '../payout/transfer-of.ts';
import type { Transfer } from '../payout/recipients.ts';
import { createPreparations } from '../preparations.ts';
import { readBatchEvidence } from './evidence.ts';
import { planBatch, type BatchPlan, type BatchWanted, type Member } from './plan.ts';
import { sentBatch } from './stored.ts';

type Of = ParsedInputOf<'payout.prepareBatch'>['of'];
type Form = Pick<ParsedInputOf<'payout.confirmBatch'>, 'reason' | 'note' | 'typedAmount'>;
type Batch = Movement<BatchWanted, BatchPlan, Form>;

export function createPayoutBatches(
  context: ProfileContext,
  { movement, pipeline }: { movement: Batch; pipeline: Pipeline },
) {
  const preparations = createPreparations(context, movement);
  return {
    async preparePayoutBatch(of: Of): Promise<Result<OutputOf<'payout.prepareBatch'>>> {
      const wanted = wantedOf(of);
      if (!wanted.ok) return wanted;
      const plan = await movement.plan(wanted.value);
      if (!plan.ok) return plan;
      const { amount, orderId, costs, available, members, again, request } = plan.value;
      return ok({
        preparationId: preparations.add(plan.value),
        amount,
        reference: orderId,
        costs,
        available,
        members: members.map(toMember),
        again,
        // Of a sheet, who asks has just seen the numbers. Those of transfers that failed nobody has typed now.
        request: again === null ? requestAsSent(request) : shownRequest({ kind: 'payout-batch', ...request }),
      });
    },

    payoutBatchOf: preparations.get,

    async confirmPayoutBatch(
      preparationId: string,
      form: Form,
      approval: Approval | null = null,
    ): Promise<Result<OutputOf<'payout.confirmBatch'>>> {
      const plan = await preparations.confirm(preparationId, form);
      if (!plan.ok) return plan;
      const sent = await pipeline.run(() => movement.intent(plan.value, form), approval);
      if (!sent.ok) return sent;
      const { record, verdict } = sent.value;
      return ok({ operation: toOperation(record), made: acceptedBy(verdict) });
    },
  };
}

export const payoutBatchMovement = (context: ProfileContext): Batch => ({
  plan: (wanted) => planBatch(context, wanted),
  checkForm: checkWrittenForm,
  intent: async (plan, form) => ok(batchIntent(plan, form)),
  judge: (record) => {
    const batch = sentBatch(record);
    return (status, body) => context.gateway.payouts.readTransferBatchAnswer(batch, status, body);
  },
  rebuild: async (record) => context.gateway.payouts.buildTransferBatch(sentBatch(record)),
  evidence: {
    from: 'own-read',
    read: (record, sameAccess) => readBatchEvidence(context, record, sameAccess),
  },
});

/** If one transfer cannot be sent, none is. `row` is the number of the first such transfer, from 1. */
function wantedOf(of: Of): Result<BatchWanted, AppError> {
  if (of.from === 'failed') return ok({ transfers: null, again: of.opId });
  const transfers: Transfer[] = [];
  for (const [at, typed] of of.transfers.entries()) {
    const transfer = transferOf(typed);
    if (!transfer.ok) return err({ ...transfer.error, params: { ...transfer.error.params, row: at + 1 } });
    transfers.push(transfer.value);
  }
  return ok({ transfers, again: null });
}

const toMember = ({ transfer, isFirst, before }: Member) => ({
  recipient: transfer.recipientName,
  ending: hiddenNumber(transfer.recipientNumber),
  method: transfer.method,
  bank: transfer.recipientBank ?? '',
  amount: transfer.amount,
  isFirst,
  before,
});

function acceptedBy(verdict: MovementVerdict | null): OutputOf<'payout.confirmBatch'>['made'] {
  if (verdict?.kind !== 'succeeded' || !verdict.batch) return null;
  const { batchId, status } = verdict.batch;
  return { id: batchId, status: status && rawOf(status) };
}

function batchIntent(
  { transfers, amount, orderId, names, again, request, readAtMs, newestBefore, knownOps }: BatchPlan,
  { reason, note }: Form,
): Intent {
  const members = [...names].toSorted();
  return {
    // Each transfer in it is named after it, and the gateway refuses a name that was used before.
    opId: orderId,
    kind: 'payout-batch',
    subject: `payout-batch:${createHash('sha256').update(members.join('\n')).digest('hex').slice(0, 24)}`,
    orderId,
    // The batch whose failed transfers these are.
    refNumber: again,
    totals: [{ count: transfers.length, amount }],
    reason: reason.trim(),
    note: note.trim() || null,
    rowIds: members,
    knownOps,
    request,
    evidenceBefore: { readAtMs, saleRowId: newestBefore },
    readAtMs,
  };
}
