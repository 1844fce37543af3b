/** Movements of money: prepared, and confirmed after what the ladder asks for. */
import { ok } from '#shared/errors/result.ts';
import type { HandlersOf } from '#shared/contract/index.ts';
import { orderMovementKinds } from '#shared/contract/payments.ts';
import type { LadderAction } from '#shared/domain/ladder.ts';
import { rightOfKind } from '#shared/domain/rights.ts';
import type { UseSession } from '../core/profile-session.ts';
import type { Confirm } from '../services/approvals/index.ts';

type OpenChannels = 'operations.sendAgain' | 'operations.resolve';
type ReversalChannels = 'reversal.prepare' | 'reversal.confirm';
type OrderMovementChannels = 'orderMovement.prepare' | 'orderMovement.confirm';
type AcknowledgementChannels = 'acknowledgement.prepare' | 'acknowledgement.confirm';
type ChargeChannels = 'charge.prepare' | 'charge.confirm';
type Channels =
  | OpenChannels
  | AcknowledgementChannels
  | ReversalChannels
  | OrderMovementChannels
  | ChargeChannels;

/** Acts on an operation whose outcome is not known. */
const openHandlers = (use: UseSession, confirm: Confirm): HandlersOf<OpenChannels> => ({
  'operations.sendAgain': ({ authorization, ...input }) =>
    use(async (session) => {
      const { operations } = session;
      const detail = await operations.detail(input);
      if (!detail.ok) return detail;
      const { kind, totals } = detail.value.operation;
      const action: LadderAction = { do: 'send-again', kind };
      const amounts = totals.map(({ amount }) => amount);
      return confirm(
        session,
        { action, right: rightOfKind[kind], amounts, authorization, requestable: null },
        (approval) => operations.sendAgain(input, approval),
        () => input.opId,
        { subject: input.opId, kinds: ['send-again'] },
      );
    }),
  'operations.resolve': ({ authorization, ...input }) =>
    use(async (session) => {
      const { operations } = session;
      const detail = await operations.detail(input);
      if (!detail.ok) return detail;
      const { kind, totals } = detail.value.operation;
      const action: LadderAction = { do: 'resolve', kind };
      const amounts = totals.map(({ amount }) => amount);
      return confirm(
        session,
        { action, right: 'operations.resolve', amounts, authorization, requestable: null },
        (approval) => operations.resolve(input, approval),
        () => input.opId,
        { subject: input.opId, kinds: ['resolve'] },
      );
    }),
});

const reversalHandlers = (use: UseSession, confirm: Confirm): HandlersOf<ReversalChannels> => ({
  'reversal.prepare': (input) => use(({ operations }) => operations.prepareReversal(input)),
  'reversal.confirm': ({ authorization, ...input }) =>
    use(async (session) => {
      const { operations } = session;
      const asked = operations.reversalToApprove(input.preparationId, input);
      if (!asked.ok) return asked;
      const { subject, totals } = asked.value;
      const amounts = totals.map(({ amount }) => amount);
      return confirm(
        session,
        {
          action: { do: 'move', kind: 'reversal' },
          right: 'reverse',
          amounts,
          authorization,
          requestable: { kind: 'reversal', subject },
        },
        (approval) => operations.confirmReversal(input, approval),
        ({ operation }) => operation.opId,
      );
    }),
});

const orderMovementHandlers = (use: UseSession, confirm: Confirm): HandlersOf<OrderMovementChannels> => ({
  'orderMovement.prepare': (input) =>
    use(async ({ operations }) => {
      const prepared = await operations.prepareOrderMovement(input);
      if (!prepared.ok) return prepared;
      const { preparationId, plan, left, request } = prepared.value;
      const { kind, orderId, amount, readAtMs } = plan;
      return ok({ preparationId, kind, orderId, amount, left, readAtMs, request });
    }),
  'orderMovement.confirm': ({ authorization, preparationId, ...form }) =>
    use(async (session) => {
      const { operations } = session;
      const plan = operations.orderMovementOf(preparationId);
      if (!plan.ok) return plan;
      const { kind, orderId, amount } = plan.value;
      return confirm(
        session,
        {
          action: { do: 'move', kind },
          right: 'order-movements',
          amounts: [amount],
          authorization,
          requestable: { kind, subject: orderId, amount },
        },
        (approval) => operations.confirmOrderMovement(preparationId, form, approval),
        ({ operation }) => operation.opId,
        // The order is not what it was when they were asked for: a part would be given back twice.
        { subject: orderId, kinds: orderMovementKinds },
      );
    }),
});

const chargeHandlers = (use: UseSession, confirm: Confirm): HandlersOf<ChargeChannels> => ({
  'charge.prepare': (input) => use(({ operations }) => operations.prepareCharge(input)),
  'charge.confirm': ({ authorization, preparationId, ...form }) =>
    use(async (session) => {
      const { operations } = session;
      const plan = operations.chargeOf(preparationId);
      if (!plan.ok) return plan;
      const { cardKey, amount } = plan.value;
      return confirm(
        session,
        {
          action: { do: 'move', kind: 'charge' },
          right: rightOfKind.charge,
          amounts: [amount],
          authorization,
          requestable: { kind: 'charge', subject: cardKey, amount },
        },
        (approval) => operations.confirmCharge(preparationId, form, approval),
        ({ operation }) => operation.opId,
        // It is most likely what the request asked for: approved as well, the card would be charged twice.
        { subject: cardKey, kinds: ['charge'] },
      );
    }),
});

export const createOperationHandlers = (use: UseSession, confirm: Confirm): HandlersOf<Channels> => ({
  ...openHandlers(use, confirm),
  ...reversalHandlers(use, confirm),
  ...orderMovementHandlers(use, confirm),
  ...chargeHandlers(use, confirm),
  'acknowledgement.prepare': (input) => use(({ operations }) => operations.prepareAcknowledgement(input)),
  'acknowledgement.confirm': ({ preparationId, overUnreadable }) =>
    use((session) => {
      const { operations } = session;
      if (overUnreadable === null)
        return operations.confirming(() => operations.confirmAcknowledgement({ preparationId }));
      const { note, authorization } = overUnreadable;
      return confirm(
        session,
        {
          action: { do: 'acknowledge-unreadable' },
          right: 'acknowledge',
          amounts: [],
          authorization,
          requestable: null,
        },
        () => operations.confirmAcknowledgement({ preparationId, note }),
        (done) => (done.kind === 'ended' ? done.operation.opId : ''),
      );
    }),
});
