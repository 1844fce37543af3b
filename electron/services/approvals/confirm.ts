/** A confirmation: what the ladder asks for, whether it is given, then the act, and what the record says of a second person. */
import type { ApprovalKind } from '#shared/domain/approvals.ts';
import type { Authorization } from '#shared/contract/people.ts';
import { levelOf, type LadderAction } from '#shared/domain/ladder.ts';
import type { Right } from '#shared/domain/rights.ts';
import { ok, type Result } from '#shared/errors/result.ts';
import { toDecimal, type Money } from '#shared/money/money.ts';
import type { Approval, PeopleService } from '../people/index.ts';
import type { Approvable } from './approvable.ts';
import type { Requestable } from './service.ts';

type Confirmation = {
  readonly action: LadderAction;
  readonly right: Right;
  readonly amounts: readonly Money[];
  readonly authorization: Authorization;
  /** What a request for approval of this is about; null if approval cannot be requested. */
  readonly requestable: Requestable | null;
};
export type Confirm = <T>(
  profile: Approvable,
  confirmation: Confirmation,
  act: (approval: Approval) => Promise<Result<T>>,
  opIdOf: (done: T) => string,
  /** Requests that nobody has to decide on once this is done. */
  overtakes?: { readonly subject: string; readonly kinds: readonly ApprovalKind[] },
) => Promise<Result<T>>;

export function createConfirm({ authorize, limits }: Pick<PeopleService, 'authorize' | 'limits'>): Confirm {
  const confirm: Confirm = async ({ approvals, audit, context }, confirmation, act, opIdOf, overtakes) => {
    const { action, right, amounts, authorization, requestable } = confirmation;
    const level = levelOf(action, { amounts, limits: limits() });
    const { requestId } = authorization;
    const request = requestId === null ? ok(null) : await approvals.waiting(requestId, requestable);
    if (!request.ok) return request;
    const allowed = await authorize({ right, level, authorization, request: request.value });
    if (!allowed.ok) return allowed;
    // The movement and the decision are stored together: if the request was refused meanwhile, nothing leaves.
    const done = await act({
      ...allowed.value,
      ...(request.value && { requestId: request.value.requestId }),
    });
    if (!done.ok) return done;
    const { by, approvedBy } = allowed.value;
    // It is done: a request that cannot be closed now stays in the list, and is no reason to call this failed.
    if (overtakes)
      await approvals
        .overtaken(overtakes.subject, overtakes.kinds, by)
        .catch((error: unknown) => context.log.error('requests-not-overtaken', { error: String(error) }));
    if (request.value) await approvals.approved(request.value, allowed.value, opIdOf(done.value));
    else if (approvedBy !== null) {
      const opId = opIdOf(done.value);
      const params = { do: action.do, by, approvedBy, amounts: amounts.map(textOf) };
      void audit.record({ action: 'approval.approved', target: opId, params, outcome: 'ok' });
    }
    return done;
  };
  return (profile, ...rest) => profile.operations.confirming(() => confirm(profile, ...rest));
}

const textOf = (amount: Money): string => `${amount.currency} ${toDecimal(amount)}`;
