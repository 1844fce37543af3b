/** Taking over the claim of another PC is confirmed by a person. */
import type { HandlersOf } from '#shared/contract/index.ts';
import { headOfficeError } from '#shared/errors/app-error.ts';
import { err } from '#shared/errors/result.ts';
import type { UseSession } from '../core/profile-session.ts';
import type { Confirm } from '../services/approvals/index.ts';
import { createConfirmAtOnce } from './confirm-at-once.ts';

export function createHeadOfficeHandlers(
  use: UseSession,
  confirm: Confirm,
): HandlersOf<'headOffice.takeOver'> {
  const atOnce = createConfirmAtOnce(confirm);
  return {
    'headOffice.takeOver': ({ authorization, ...input }) =>
      use(async (session) => {
        // Nobody is asked for a PIN in vain.
        if (!session.headOffice.isOpen(input.number)) return err(headOfficeError('claim-ended'));
        const action = { do: 'take-over' } as const;
        const about = String(input.number);
        return atOnce(session, { action, right: 'operations.resolve', authorization, about }, () =>
          session.headOffice.takeOver(input),
        );
      }),
  };
}
