/** What is sent to others: a transfer, and a schedule, which moves money at its runs and is confirmed by two people. */
import type { HandlersOf } from '#shared/contract/index.ts';
import type { ProfileSession, UseSession } from '../core/profile-session.ts';
import type { Confirm } from '../services/approvals/index.ts';

type PayoutChannels = 'payout.prepare' | 'payout.confirm' | 'payout.prepareBatch' | 'payout.confirmBatch';

/** The lists that show what became of it are read again. A failure is kept with each list, and changes nothing of the ending. */
const show = ({ kept, context }: ProfileSession) =>
  void Promise.all([
    kept.refresh({ name: 'sent', whole: false }),
    kept.refresh({ name: 'balances', whole: false }),
  ]).catch((error: unknown) => context.log.error('transfers-not-read', { error: String(error) }));

const payoutHandlers = (use: UseSession, confirm: Confirm): HandlersOf<PayoutChannels> => ({
  'payout.prepare': ({ transfer }) => use(({ operations }) => operations.preparePayout(transfer)),
  'payout.confirm': ({ authorization, preparationId, ...form }) =>
    use(async (session) => {
      const { operations } = session;
      const plan = operations.payoutOf(preparationId);
      if (!plan.ok) return plan;
      const { amount, isFirst } = plan.value;
      const done = await confirm(
        session,
        {
          action: isFirst ? { do: 'first-transfer' } : { do: 'move', kind: 'payout' },
          right: 'payouts',
          amounts: [amount],
          authorization,
          requestable: null,
        },
        (approval) => operations.confirmPayout(preparationId, form, approval),
        ({ operation }) => operation.opId,
      );
      if (done.ok) show(session);
      return done;
    }),
  'payout.prepareBatch': ({ of }) => use(({ operations }) => operations.preparePayoutBatch(of)),
  'payout.confirmBatch': ({ authorization, preparationId, ...form }) =>
    use(async (session) => {
      const { operations } = session;
      const plan = operations.payoutBatchOf(preparationId);
      if (!plan.ok) return plan;
      const done = await confirm(
        session,
        {
          action: { do: 'move', kind: 'payout-batch' },
          right: 'payouts',
          amounts: [plan.value.amount],
          authorization,
          requestable: null,
        },
        (approval) => operations.confirmPayoutBatch(preparationId, form, approval),
        ({ operation }) => operation.opId,
      );
      if (done.ok) show(session);
      return done;
    }),
});

export const createTransferHandlers = (
  use: UseSession,
  confirm: Confirm,
): HandlersOf<'transfers.makeSchedule' | 'transfers.saveRecipient' | PayoutChannels> => ({
  ...payoutHandlers(use, confirm),
  'transfers.saveRecipient': ({ authorization, ...input }) =>
    use((session) =>
      confirm(
        session,
        {
          action: { do: 'change-recipient' },
          right: 'payouts',
          amounts: [],
          authorization,
          requestable: null,
        },
        () => session.transfers.saveRecipient(input),
        () => input.recipient.recipient,
      ),
    ),
  'transfers.makeSchedule': ({ authorization, ...input }) =>
    use((session) =>
      confirm(
        session,
        {
          action: { do: 'make-schedule' },
          right: 'payouts',
          amounts: [input.schedule.amount],
          authorization,
          requestable: null,
        },
        () => session.transfers.makeSchedule(input),
        (made) => (made.kind === 'done' ? made.key : input.schedule.recipient),
      ),
    ),
});
