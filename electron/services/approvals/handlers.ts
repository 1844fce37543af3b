/** The calls of approvals: who is signed in asks, refuses, withdraws or approves. */
import type { ApprovalRequest } from '#shared/contract/approvals.ts';
import type { HandlersOf, ParsedInputOf } from '#shared/contract/index.ts';
import { isNewMovement } from '#shared/domain/approvals.ts';
import { mayDo, rightOfKind, type Role } from '#shared/domain/rights.ts';
import { peopleError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { Acting, PeopleService } from '../people/index.ts';
import { cardOf } from './about.ts';
import { actOf, rightOf } from './acts.ts';
import type { Approvable, UseApprovable } from './approvable.ts';
import { decideElsewhere, takeBack } from './decide-elsewhere.ts';
import { askFor, type AskedFor } from './content-of-request.ts';
import { requestsOfOthers } from './requests-of-others.ts';

type People = Pick<PeopleService, 'authorize' | 'signedIn' | 'limits'> & { acting: Pick<Acting, 'run'> };
type Requested = Promise<Result<{ request: ApprovalRequest }>>;
type Channels =
  | 'approvals.list'
  | 'approvals.request'
  | 'approvals.confirm'
  | 'approvals.decideElsewhere'
  | 'approvals.takeBack'
  | 'approvals.refuse'
  | 'approvals.withdraw';

const locked = () => err(peopleError('locked'));

type OfDay = Pick<ApprovalRequest, 'closing' | 'totals' | 'differences' | 'authorized'>;

/** A person who counts the branch blind may count this day once more, here or on another PC. */
async function unseen<T extends OfDay>(
  { closing }: Approvable,
  all: readonly T[],
  role: Role | null,
): Promise<T[]> {
  const sees = role !== null && mayDo(role, 'close.see-expected');
  const shown = all.map(async (one): Promise<T> => {
    if (!one.closing || (sees && !(await closing.countsBlind(one.closing.branchKey)))) return one;
    return { ...one, totals: [], differences: [], authorized: null };
  });
  return Promise.all(shown);
}

async function list(open: Approvable, { signedIn }: People) {
  const me = signedIn();
  const others = await requestsOfOthers(open);
  const { approvals } = open;
  const { requests, refused } = (await approvals.list(me?.personId ?? null)).value;
  const seen = <T extends OfDay>(all: readonly T[]) => unseen(open, all, me?.role ?? null);
  return ok({
    requests: await seen(requests),
    refused: await seen(refused),
    others: await seen(others),
  });
}

async function asked(
  open: Approvable,
  input: ParsedInputOf<'approvals.request'>,
  { limits }: People,
): Promise<Result<AskedFor, AppError>> {
  if (input.kind === 'reversal') {
    const made = open.operations.reversalToApprove(input.preparationId, input);
    return made.ok ? ok({ right: 'reverse', asked: made.value }) : made;
  }
  if (input.kind === 'order-movement') {
    const made = open.operations.orderMovementToApprove(input.preparationId, input);
    return made.ok ? ok({ right: 'order-movements', asked: made.value }) : made;
  }
  if (input.kind === 'charge') {
    const made = open.operations.chargeToApprove(input.preparationId, input);
    if (!made.ok) return made;
    const about = { party: await cardOf(open.context, made.value.subject) };
    return ok({ right: rightOfKind.charge, asked: { ...made.value, about } });
  }
  if (input.kind === 'instant-settlement') {
    const made = open.operations.instantSettlementToApprove(input.quoteId);
    return made.ok ? ok({ right: 'instant-settle', asked: made.value }) : made;
  }
  return askFor(open, input, limits());
}

async function request(
  open: Approvable,
  input: ParsedInputOf<'approvals.request'>,
  people: People,
): Requested {
  const made = await asked(open, input, people);
  if (!made.ok) return made;
  const who = people.signedIn();
  const authorization = { pin: input.pin, second: null, requestId: null };
  const { right } = made.value;
  const allowed = await people.authorize({ right, level: 'L2', authorization, request: null });
  if (!allowed.ok) return allowed;
  return who ? open.approvals.request(made.value.asked, who) : locked();
}

async function confirm(
  open: Approvable,
  { requestId, pin }: ParsedInputOf<'approvals.confirm'>,
  { authorize, acting }: People,
): Requested {
  const { approvals } = open;
  const found = await approvals.open(requestId);
  if (!found.ok) return found;
  const right = rightOf(found.value);
  if (right === null || isNewMovement(found.value.kind)) return err(peopleError('request-not-open'));
  const authorization = { pin, second: null, requestId };
  const allowed = await authorize({ right, level: 'L3', authorization, request: found.value });
  if (!allowed.ok) return allowed;
  const approval = allowed.value;
  return approvals.carryOut(found.value, approval, (waiting, kept) => {
    const act = () => actOf(open, waiting, kept, approval);
    // A close or a write-off is an act of the person who asked, and says who approved it. An operation keeps both in its story.
    return waiting.closing || waiting.exceptions.length > 0
      ? acting.run({ personId: waiting.requestedById, name: waiting.requestedBy }, act)
      : act();
  });
}

export const createApprovalHandlers = (use: UseApprovable, people: People): HandlersOf<Channels> => ({
  'approvals.list': () => use((open) => list(open, people)),
  'approvals.request': (input) => use((open) => request(open, input, people)),
  'approvals.confirm': (input) =>
    use((open) => open.operations.confirming(() => confirm(open, input, people))),
  'approvals.decideElsewhere': (input) => use((open) => decideElsewhere(open, input, people)),
  'approvals.takeBack': (input) => use((open) => takeBack(open, input, people)),
  'approvals.refuse': ({ requestId, note }) =>
    use(async ({ approvals }) => {
      const who = people.signedIn();
      return who ? approvals.refuse(requestId, note, who) : locked();
    }),
  'approvals.withdraw': ({ requestId }) =>
    use(async ({ approvals }) => {
      const who = people.signedIn();
      return who ? approvals.withdraw(requestId, who) : locked();
    }),
});
