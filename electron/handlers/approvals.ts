/** Requests for approval: parsed input to service. */
import type { HandlersOf } from '#shared/contract/index.ts';
import { peopleError } from '#shared/errors/app-error.ts';
import { err } from '#shared/errors/result.ts';
import type { UseSession } from '../profile-session.ts';
import type { PeopleService } from '../services/people/index.ts';

type Channels = 'approvals.list' | 'approvals.request' | 'approvals.refuse' | 'approvals.withdraw';
type Needs = Pick<PeopleService, 'authorize' | 'signedIn'>;

export const createApprovalHandlers = (
  use: UseSession,
  { authorize, signedIn }: Needs,
): HandlersOf<Channels> => ({
  'approvals.list': () => use(({ approvals }) => approvals.list()),
  'approvals.request': (input) =>
    use(async ({ operations, approvals }) => {
      const asked =
        input.kind === 'reversal'
          ? operations.reversalToApprove(input.preparationId, input)
          : operations.instantSettlementToApprove(input.quoteId);
      if (!asked.ok) return asked;
      const who = signedIn();
      const right = input.kind === 'reversal' ? 'reverse' : 'instant-settle';
      const authorization = { pin: input.pin, second: null, requestId: null };
      const allowed = await authorize({ right, level: 'L2', authorization, request: null });
      if (!allowed.ok) return allowed;
      return who ? approvals.request(asked.value, who) : err(peopleError('locked'));
    }),
  'approvals.refuse': ({ requestId, note }) =>
    use(async ({ approvals }) => {
      const who = signedIn();
      return who ? approvals.refuse(requestId, note, who) : err(peopleError('locked'));
    }),
  'approvals.withdraw': ({ requestId }) =>
    use(async ({ approvals }) => {
      const who = signedIn();
      return who ? approvals.withdraw(requestId, who) : err(peopleError('locked'));
    }),
});
