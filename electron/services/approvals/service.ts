/** Requests for approval: made by one person, decided by another. Approving is confirming the movement itself. */
import type { ApprovalRequest } from '#shared/contract/approvals.ts';
import type { ApprovalKind } from '#shared/domain/approvals.ts';
import { peopleError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import { sameMoney, type Money } from '#shared/money/money.ts';
import type { ProfileContext } from '../context.ts';
import type { Approval } from '../people/index.ts';
import { carryOut } from './carry-out.ts';
import { overtaken, refuse, withdraw } from './decide.ts';
import { request } from './make-request.ts';
import { createRequests, type DeclinedOf, type RecordOfRequests, type Requests } from './stored-requests.ts';

export type ApprovalService = ReturnType<typeof createApprovalService>;
/** What a confirmation carries out, as a request for approval names it. */
export type Requestable = {
  readonly kind: ApprovalKind;
  readonly subject: string;
  /** Given where the subject alone does not say how much is moved. */
  readonly amount?: Money;
};

function asksFor({ kind, subject, totals }: ApprovalRequest, wanted: Requestable): boolean {
  const { amount } = wanted;
  const isOfAmount =
    amount === undefined || (totals.length > 0 && totals.every((total) => sameMoney(total.amount, amount)));
  return kind === wanted.kind && subject === wanted.subject && isOfAmount;
}

/** How long, and for how many requests, the person who asked is told about a refusal. */
const TOLD_FOR_MS = 7 * 86_400_000;
const MOST_TOLD = 20;

export function createApprovalService(context: ProfileContext, record: RecordOfRequests) {
  const requests = createRequests(context, record);
  const { db, clock, proven, tellDecided, tellDeclined } = requests;
  const here =
    <Args extends unknown[], Answer>(verb: (at: Requests, ...args: Args) => Answer) =>
    (...args: Args): Answer =>
      verb(requests, ...args);

  return {
    list: async (personId: string | null) => {
      const sinceMs = clock.nowMs() - TOLD_FOR_MS;
      const mine = personId !== null && { personId, sinceMs, limit: MOST_TOLD };
      return ok({
        requests: await db.call('approvals.waiting', null),
        refused: mine ? await db.call('approvals.refused', mine) : [],
      });
    },
    request: here(request),
    open: proven,
    /** The request that this confirmation names. It must wait, and ask for just this. */
    async waiting(requestId: string, wanted: Requestable | null): Promise<Result<ApprovalRequest, AppError>> {
      const found = await proven(requestId);
      if (!found.ok) return found;
      return wanted !== null && asksFor(found.value, wanted) ? found : err(peopleError('request-not-open'));
    },
    /** The movement decided it, in its own transaction. */
    approved: (
      decided: ApprovalRequest,
      { by, decision }: Pick<Approval, 'by' | 'decision'>,
      opId: string | null,
    ) =>
      tellDecided(decided, 'approved', { by, note: null, opId, ...(decision !== undefined && { decision }) }),
    /** It ended by a decision of another PC, and Closeout ended before that was recorded. */
    endTold: async (request: ApprovalRequest, by: string, decision: string): Promise<void> => {
      const { state, opId, decisionNote: note } = request;
      if (state === 'approved' || state === 'refused')
        await tellDecided(request, state, { by, note, opId, decision });
    },
    /** A decision of another PC that is not carried out: the request goes on waiting, and everybody can see why. */
    declined: (target: DeclinedOf, by: string, decision: string, error: AppError): Promise<boolean> =>
      tellDeclined(target, {
        by,
        decision,
        error: { kind: error.kind, code: error.code, params: error.params },
      }),
    carryOut: here(carryOut),
    overtaken: here(overtaken),
    refuse: here(refuse),
    withdraw: here(withdraw),
  };
}
