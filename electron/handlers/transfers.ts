/** A schedule moves money at its runs: two people confirm it. */
import type { HandlersOf } from '#shared/contract/index.ts';
import type { UseSession } from '../core/profile-session.ts';
import type { Confirm } from '../services/approvals/index.ts';

export const createTransferHandlers = (
  use: UseSession,
  confirm: Confirm,
): HandlersOf<'transfers.makeSchedule'> => ({
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
