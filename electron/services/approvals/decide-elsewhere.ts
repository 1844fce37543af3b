/**
 * Decides a request of another PC: the person's PIN is checked here, and the decision is kept in this PC's record, which publishes it.
 * That PC checks it again, and alone carries it out.
 */
import type { ParsedInputOf } from '#shared/contract/index.ts';
import { amountToType, approvalKindNames, type decisionWords } from '#shared/domain/approvals.ts';
import { headOfficeError, inputError, peopleError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import { answerTo, inForce, shownOf, type SentDecision } from '../../head-office/sent-decisions.ts';
import type { OtherRequest } from '../../head-office/store-approvals.ts';
import { cardIn } from '../card-in.ts';
import { isSameName, type PeopleService } from '../people/index.ts';
import type { Approvable } from './approvable.ts';
import { amountText, branchOf } from './stored-requests.ts';

/** How long a decision holds. */
export const DECISION_HOLDS_MS = 30 * 60_000;
/** How long one that ended is still shown. */
export const ENDED_SHOWN_MS = 24 * 3_600_000;

type Input = ParsedInputOf<'approvals.decideElsewhere'>;
type Of = Pick<Input, 'pc' | 'requestId'>;
type People = Pick<PeopleService, 'authorize' | 'signedIn'>;

/** The decision whose answer is waited for; null: it can be decided. */
function underWay(request: OtherRequest, nowMs: number): SentDecision | null {
  const sent = shownOf(request, nowMs);
  return sent && answerTo(request, sent) === null && sent.decision.untilMs >= nowMs ? sent : null;
}

function blockerOf(request: OtherRequest, name: string, nowMs: number): AppError | null {
  const { asked, last } = request;
  const sent = underWay(request, nowMs);
  if (last.state !== 'waiting')
    return peopleError('request-not-open', { cause: 'ended', by: last.decided?.by ?? '' });
  if (sent) return peopleError('decision-sent', { by: sent.decision.by.name });
  if (isSameName(name, asked.requestedBy)) return peopleError('own-request');
  return asked.stays === null ? null : peopleError('decided-there-only', { cause: asked.stays });
}

async function told(
  { headOffice, context }: Approvable,
  { pc, requestId }: Of,
): Promise<Result<OtherRequest, AppError>> {
  const nowMs = context.clock.nowMs();
  const state = await headOffice.state();
  const standing = state.ok ? state.value.standing : null;
  if (!standing || standing.failure !== null)
    return err(headOfficeError('not-asked', { failure: standing?.failure ?? 'not-reached' }));
  const all = await headOffice.othersAsked(nowMs - ENDED_SHOWN_MS);
  const request = all.find((one) => one.pc === pc && one.requestId === requestId);
  return request ? ok(request) : err(peopleError('request-not-open'));
}

/** Nobody is asked for a PIN in vain. */
async function found(open: Approvable, of: Of, name: string): Promise<Result<OtherRequest, AppError>> {
  const request = await told(open, of);
  if (!request.ok) return request;
  const blocker = blockerOf(request.value, name, open.context.clock.nowMs());
  return blocker ? err(blocker) : request;
}

function checkForm(
  open: Approvable,
  { word, typed, note }: Input,
  { asked }: OtherRequest,
): Result<null, AppError> {
  if (word === 'approved') {
    const kind = approvalKindNames.find((one) => one === asked.kind);
    const amount = kind ? amountToType({ ...asked, kind }) : null;
    return amount ? open.operations.checkRetyped([{ count: 1, amount }], typed) : ok(null);
  }
  if (note.trim() === '') return err(inputError('note-needed'));
  const card = cardIn({ note });
  return card ? err(card) : ok(null);
}

export async function decideElsewhere(
  open: Approvable,
  input: Input,
  { authorize, signedIn }: People,
): Promise<Result<Record<string, never>>> {
  const { context } = open;
  const me = signedIn();
  if (!me) return err(peopleError('locked'));
  const request = await found(open, input, me.name);
  if (!request.ok) return request;
  const complete = checkForm(open, input, request.value);
  if (!complete.ok) return complete;
  const authorization = { pin: input.pin, second: null, requestId: null };
  const allowed = await authorize({ right: 'approve', level: 'L2', authorization, request: null });
  if (!allowed.ok) return allowed;
  // A PIN was typed meanwhile, perhaps in two windows.
  const again = await found(open, input, me.name);
  if (!again.ok) return again;
  const atMs = context.clock.nowMs();
  const { word, note } = input;
  const untilMs = atMs + DECISION_HOLDS_MS;
  return tell(open, again.value, me, { action: 'approval.sent', word, note: note.trim() || null, untilMs });
}

type Word = {
  readonly action: 'approval.sent' | 'approval.taken-back';
  readonly word: (typeof decisionWords)[number];
  readonly note: string | null;
  readonly untilMs: number;
  readonly takesBack?: string;
};

/** The record of this PC has it, and head office by that. */
async function tell(
  { audit, context, headOffice }: Approvable,
  { pc, requestId, asked }: OtherRequest,
  { personId: id, name, role }: NonNullable<ReturnType<People['signedIn']>>,
  { action, ...word }: Word,
): Promise<Result<Record<string, never>>> {
  const { totals, sha256, kind, requestedBy } = asked;
  const about = { of: pc, kind, requestedBy, sha256, amounts: totals.map(amountText), ...branchOf(asked) };
  const params = { ...about, ...word, person: { id, name, role } };
  const atMs = context.clock.nowMs();
  const stored = await audit.record({ action, target: requestId, params, outcome: 'ok', atMs });
  if (!stored) return err(peopleError('request-not-recorded'));
  // It is an entry at once, so that nobody here decides it a second time.
  await headOffice.look();
  context.emit('approvals.changed', {});
  return ok({});
}

/** This PC's decision on the request that is in force; null if there is none. */
async function ownUnderWay(
  { headOffice, context }: Approvable,
  request: OtherRequest,
): Promise<SentDecision | null> {
  const state = await headOffice.state();
  const self = state.ok ? state.value.membership?.pc : undefined;
  return inForce(request, context.clock.nowMs()).find(({ pc }) => pc === self) ?? null;
}

async function foundOwn(
  open: Approvable,
  of: Of,
): Promise<Result<{ request: OtherRequest; sent: SentDecision }, AppError>> {
  const request = await told(open, of);
  if (!request.ok) return request;
  const { last } = request.value;
  if (last.state !== 'waiting')
    return err(peopleError('request-not-open', { cause: 'ended', by: last.decided?.by ?? '' }));
  const sent = await ownUnderWay(open, request.value);
  return sent ? ok({ request: request.value, sent }) : err(peopleError('request-not-open'));
}

/**
 * Takes back a decision of this PC that was not answered yet. It asks as a decision does: a refusal that is taken back lets an approval
 * pass. The request's PC does not use the decision once it has heard of this; whether it used it before, it says itself.
 */
export async function takeBack(
  open: Approvable,
  { pin, ...of }: ParsedInputOf<'approvals.takeBack'>,
  { authorize, signedIn }: People,
): Promise<Result<Record<string, never>>> {
  const me = signedIn();
  if (!me) return err(peopleError('locked'));
  const own = await foundOwn(open, of);
  if (!own.ok) return own;
  const authorization = { pin, second: null, requestId: null };
  const allowed = await authorize({ right: 'approve', level: 'L2', authorization, request: null });
  if (!allowed.ok) return allowed;
  // It may have been answered while the PIN was typed.
  const again = await foundOwn(open, of);
  if (!again.ok) return again;
  const { request, sent } = again.value;
  const { untilMs } = sent.decision;
  const back = { action: 'approval.taken-back', word: 'taken-back', note: null, untilMs } as const;
  return tell(open, request, me, { ...back, takesBack: sent.hash });
}
