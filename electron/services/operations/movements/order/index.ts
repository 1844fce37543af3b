/** Refund, void, capture and reversal of an online order (§4.2): planned from its transactions, sent once, resolved by reading them. */
import type { Operation } from '#shared/contract/operations.ts';
import type { OrderMovementKind } from '#shared/contract/payments.ts';
import { inputError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { ProfileContext } from '../../../context.ts';
import { uuidv7 } from '../../../uuid.ts';
import type { Approval } from '../../../people/index.ts';
import type { Money } from '#shared/money/money.ts';
import type { ToApprove } from '../../approval-facts.ts';
import type { Intent } from '../../machine/intent.ts';
import type { Movement } from '../../machine/movement.ts';
import type { Pipeline } from '../../machine/pipeline.ts';
import { checkWritten, checkWrittenForm } from '../../machine/written.ts';
import { shownRequest, toOperation } from '../../view.ts';
import { createPreparations } from '../preparations.ts';
import { readOrderEvidence } from './evidence.ts';
import { planOrderMovement, type OrderPlan, type OrderWanted } from './plan.ts';

type ShownRequest = { method: string; url: string; body: string };
type OrderForm = { reason: string; note: string; typedAmount: string };
type OrderMovement = Movement<OrderWanted, OrderPlan, OrderForm>;

export function createOrderMovements(
  context: ProfileContext,
  { movements, pipeline }: { movements: Record<OrderMovementKind, OrderMovement>; pipeline: Pipeline },
) {
  // They plan alike, and using one plan removes the others on the same order.
  const preparations = createPreparations(context, movements.refund);
  return {
    async prepareOrderMovement(
      wanted: OrderWanted,
    ): Promise<Result<{ preparationId: string; plan: OrderPlan; left: Money; request: ShownRequest }>> {
      const plan = await movements[wanted.kind].plan(wanted);
      if (!plan.ok) return plan;
      const request = await buildRequest(context, plan.value);
      if (!request.ok) return request;
      return ok({
        preparationId: preparations.add(plan.value),
        plan: plan.value,
        left: plan.value.left,
        request: shownRequest({ kind: wanted.kind, ...request.value }),
      });
    },

    orderMovementOf: preparations.get,

    /** The content of a request for approval of this movement. */
    orderMovementToApprove(
      preparationId: string,
      { reason, note }: Pick<OrderForm, 'reason' | 'note'>,
    ): Result<ToApprove, AppError> {
      const plan = preparations.get(preparationId);
      if (!plan.ok) return plan;
      const written = checkWritten({ reason, note });
      if (!written.ok) return written;
      const { kind, orderId, amount } = plan.value;
      const totals = [{ count: 1, amount }];
      return ok({
        kind,
        subject: orderId,
        transactionIds: [],
        totals,
        about: { merchantOrderId: orderId },
        reason,
        note: note.trim() || null,
      });
    },

    async confirmOrderMovement(
      preparationId: string,
      form: OrderForm,
      approval: Approval | null = null,
    ): Promise<Result<{ operation: Operation }>> {
      const plan = await preparations.confirm(preparationId, form);
      if (!plan.ok) return plan;
      const sent = await pipeline.run(() => movements[plan.value.kind].intent(plan.value, form), approval);
      return sent.ok ? ok({ operation: toOperation(sent.value.record) }) : sent;
    },
  };
}

export const orderMovement = (context: ProfileContext, kind: OrderMovementKind): OrderMovement => ({
  plan: (wanted) => planOrderMovement(context, wanted),
  checkForm: checkWrittenForm,
  intent: (plan, form) => orderIntent(context, plan, form),
  judge:
    ({ orderId }) =>
    (status, body) =>
      context.gateway.orders.readAnswer(orderId ?? '', status, body),
  rebuild: async ({ orderId, totals }) => {
    const amount = totals[0]?.amount;
    return orderId === null || amount === undefined
      ? err(inputError('invalid', { where: 'operation' }))
      : buildRequest(context, { kind, orderId, amount });
  },
  evidence: {
    from: 'own-read',
    read: (record, sameAccess) => readOrderEvidence(context, record, sameAccess),
  },
});

/** Builds the request of a planned or stored movement. The same facts give the same bytes. */
function buildRequest(
  { gateway }: ProfileContext,
  { kind, orderId, amount }: Pick<OrderPlan, 'kind' | 'orderId' | 'amount'>,
) {
  switch (kind) {
    case 'refund':
      return gateway.orders.buildRefund({ orderId, amount });
    case 'capture':
      return gateway.orders.buildCapture({ orderId, amount });
    case 'void':
      return gateway.orders.buildVoid({ orderId });
    case 'order-reversal':
      return gateway.orders.buildReversal(orderId);
  }
}

async function orderIntent(
  context: ProfileContext,
  plan: OrderPlan,
  { reason, note }: Pick<OrderForm, 'reason' | 'note'>,
): Promise<Result<Intent, AppError>> {
  const { kind, orderId, amount, readAtMs, listed, original, names, knownOps } = plan;
  const request = await buildRequest(context, plan);
  if (!request.ok) return request;
  return ok({
    opId: uuidv7(context),
    kind,
    // One movement of an order at a time, whichever kind: a void and a refund of the same money exclude each other.
    subject: `order:${orderId}`,
    orderId,
    totals: [{ count: 1, amount }],
    reason: reason.trim(),
    note: note.trim() || null,
    // So that it is found under its other names, too, and excludes a reversal of the sale.
    rowIds: [...new Set([...names, ...listed])],
    knownOps,
    request: request.value,
    evidenceBefore: { readAtMs, listedRowIds: listed, saleRowId: original },
    readAtMs,
  });
}
