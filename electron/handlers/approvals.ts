/** Requests for approval: parsed input to service. */
import type { ApprovalRequest } from '#shared/contract/approvals.ts';
import type { HandlersOf, ParsedInputOf } from '#shared/contract/index.ts';
import { mayDo } from '#shared/domain/rights.ts';
import { peopleError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { ProfileSession, UseSession } from '../core/profile-session.ts';
import type { Viewer } from '../services/closing/index.ts';
import type { Acting, PeopleService } from '../services/people/index.ts';
import { askFor, carryOut, rightOf, type AskedFor } from './approval-acts.ts';

type Channels =
  'approvals.list' | 'approvals.request' | 'approvals.confirm' | 'approvals.refuse' | 'approvals.withdraw';
type Needs = Pick<PeopleService, 'authorize' | 'signedIn' | 'limits'> & { acting: Acting; viewer: Viewer };

export function createApprovalHandlers(
  use: UseSession,
  { authorize, signedIn, limits, acting, viewer }: Needs,
): HandlersOf<Channels> {
  async function asked(
    session: ProfileSession,
    input: ParsedInputOf<'approvals.request'>,
  ): Promise<Result<AskedFor, AppError>> {
    const { operations } = session;
    if (input.kind === 'reversal') {
      const made = operations.reversalToApprove(input.preparationId, input);
      return made.ok ? ok({ right: 'reverse', asked: made.value }) : made;
    }
    if (input.kind === 'instant-settlement') {
      const made = operations.instantSettlementToApprove(input.quoteId);
      return made.ok ? ok({ right: 'instant-settle', asked: made.value }) : made;
    }
    return askFor(session, input, limits());
  }

  return {
    'approvals.list': () =>
      use(async ({ approvals }) => {
        const me = signedIn();
        const { requests, refused } = (await approvals.list(me?.personId ?? null)).value;
        if (me && mayDo(me.role, 'close.see-expected')) return ok({ requests, refused });
        // Who counts blind may count this day once more.
        const blind = (all: readonly ApprovalRequest[]) =>
          all.map((one) => (one.closing ? { ...one, totals: [], differences: [] } : one));
        return ok({ requests: blind(requests), refused: blind(refused) });
      }),
    'approvals.request': (input) =>
      use(async (session) => {
        const made = await asked(session, input);
        if (!made.ok) return made;
        const who = signedIn();
        const authorization = { pin: input.pin, second: null, requestId: null };
        const { right } = made.value;
        const allowed = await authorize({ right, level: 'L2', authorization, request: null });
        if (!allowed.ok) return allowed;
        return who ? session.approvals.request(made.value.asked, who) : err(peopleError('locked'));
      }),
    'approvals.confirm': ({ requestId, pin }) =>
      use((session) =>
        session.operations.confirming(async () => {
          const { approvals } = session;
          const open = await approvals.open(requestId);
          if (!open.ok) return open;
          const request = open.value;
          const right = rightOf(request);
          if (right === null) return err(peopleError('request-not-open'));
          const authorization = { pin, second: null, requestId };
          const allowed = await authorize({ right, level: 'L3', authorization, request });
          if (!allowed.ok) return allowed;
          const approval = allowed.value;
          return approvals.carryOut(request, approval.by, (waiting, kept) => {
            const act = () => carryOut(session, waiting, kept, approval, viewer);
            // A close, or a write-off, is of who asked for it, and says who approved it; an operation keeps both in its story.
            return waiting.closing || waiting.exceptions.length > 0
              ? acting.run({ personId: waiting.requestedById, name: waiting.requestedBy }, act)
              : act();
          });
        }),
      ),
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
  };
}
