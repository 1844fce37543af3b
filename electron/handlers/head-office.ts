/** Taking over the claim of another PC is confirmed by a person. */
import type { HandlersOf } from '#shared/contract/index.ts';
import { headOfficeError } from '#shared/errors/app-error.ts';
import { err } from '#shared/errors/result.ts';
import type { UseSession } from '../core/profile-session.ts';
import type { Confirm } from '../services/approvals/index.ts';

export const createHeadOfficeHandlers = (
  use: UseSession,
  confirm: Confirm,
): HandlersOf<'headOffice.takeOver'> => ({
  'headOffice.takeOver': ({ authorization, ...input }) =>
    use(async (session) =>
      session.headOffice.isOpen(input.number)
        ? confirm(
            session,
            {
              action: { do: 'take-over' },
              right: 'operations.resolve',
              amounts: [],
              authorization,
              requestable: null,
            },
            () => session.headOffice.takeOver(input),
            () => String(input.number),
          )
        : err(headOfficeError('claim-ended')),
    ),
});
