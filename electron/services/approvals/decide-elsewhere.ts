/**
 * Decides a request of another PC: the person's PIN is checked here, and the decision is kept in this PC's record, which publishes it.
 * That PC checks it again, and alone carries it out.
 */
import type { ParsedInputOf } from '#shared/contract/index.ts';
import { amountToType, approvalKindNames } from '#shared/domain/approvals.ts';
import { headOfficeError, inputError, peopleError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
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
type People = Pick<PeopleService, 'authorize' | 'signedIn'>;

function blockerOf(request: OtherRequest, name: string, nowMs: number): AppError | null {
  const { asked, last, sent, declined } = request;
  if (last.state !== 'waiting')
    return peopleError('request-not-open', { cause: 'ended', by: last.decided?.by ?? '' });
  const isOpen = sent !== null && sent.hash !== declined?.decision && sent.decision.untilMs >= nowMs;
  if (isOpen) return peopleError('decision-sent', { by: sent.decision.by.name });
  if (isSameName(name, asked.requestedBy)) return peopleError('own-request');
  return asked.stays === null ? null : peopleError('decided-there-only', { cause: asked.stays });
}

/** Nobody is asked for a PIN in vain. */
async function found(
  open: Approvable,
  { pc, requestId }: Input,
  name: string,
): Promise<Result<OtherRequest, AppError>> {
  const { headOffice, context } = open;
  const nowMs = context.clock.nowMs();
  const state = await headOffice.state();
  const standing = state.ok ? state.value.standing : null;
  if (!standing || standing.failure !== null)
    return err(headOfficeError('not-asked', { failure: standing?.failure ?? 'not-reached' }));
  const all = await headOffice.othersAsked(nowMs - ENDED_SHOWN_MS);
  const request = all.find((one) => one.pc === pc && one.requestId === requestId);
  if (!request) return err(peopleError('request-not-open'));
  const blocker = blockerOf(request, name, nowMs);
  return blocker ? err(blocker) : ok(request);
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
  const { audit, context, headOffice } = open;
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
  const { pc, requestId, asked } = again.value;
  const { totals, sha256, kind, requestedBy } = asked;
  const atMs = context.clock.nowMs();
  const stored = await audit.record({
    action: 'approval.sent',
    target: requestId,
    params: {
      of: pc,
      kind,
      requestedBy,
      sha256,
      amounts: totals.map(amountText),
      ...branchOf(asked),
      word: input.word,
      note: input.note.trim() || null,
      person: { id: me.personId, name: me.name, role: me.role },
      untilMs: atMs + DECISION_HOLDS_MS,
    },
    outcome: 'ok',
    atMs,
  });
  if (!stored) return err(peopleError('request-not-recorded'));
  // It is an entry at once, so that nobody here decides it a second time.
  await headOffice.look();
  context.emit('approvals.changed', {});
  return ok({});
}
