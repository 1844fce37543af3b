/** Confirming an early payout, after what the ladder asks for. */
import type { HandlersOf } from '#shared/contract/index.ts';
import type { UseSession } from '../core/profile-session.ts';
import type { Confirm } from '../services/approvals/index.ts';

export const createInstantSettlementHandlers = (
  use: UseSession,
  confirm: Confirm,
): HandlersOf<'instantSettlement.confirm'> => ({
  'instantSettlement.confirm': ({ authorization, ...input }) =>
    use(async (session) => {
      const { operations } = session;
      const asked = operations.instantSettlementToApprove(input.quoteId);
      if (!asked.ok) return asked;
      const { subject, totals } = asked.value;
      return confirm(
        session,
        {
          action: { do: 'move', kind: 'instant-settlement' },
          right: 'instant-settle',
          amounts: totals.map(({ amount }) => amount),
          authorization,
          requestable: { kind: 'instant-settlement', subject },
        },
        (approval) => operations.confirmInstantSettlement(input, approval),
        ({ operation }) => operation.opId,
      );
    }),
});
