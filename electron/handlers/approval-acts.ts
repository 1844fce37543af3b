/** What can be sent for approval beside a new movement: what a request of it holds, and how it is carried out when it is approved. */
import type { ApprovalRequest } from '#shared/contract/approvals.ts';
import type { ParsedInputOf } from '#shared/contract/index.ts';
import { levelOf, type LadderAction, type Limits } from '#shared/domain/ladder.ts';
import { rightOfKind, type Right } from '#shared/domain/rights.ts';
import { movementError, peopleError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { ProfileSession } from '../core/profile-session.ts';
import type { Asked, KeptOfRequest } from '../services/approvals/index.ts';
import type { Viewer } from '../services/closing/index.ts';
import type { Approval } from '../services/people/index.ts';

type Input = Exclude<ParsedInputOf<'approvals.request'>, { kind: 'reversal' | 'instant-settlement' }>;
export type ActInput = Input;
export type AskedFor = { readonly right: Right; readonly asked: Asked };
type Ask = Promise<Result<AskedFor, AppError>>;

const needsTwo = (action: LadderAction, totals: ApprovalRequest['totals'], limits: Limits): boolean =>
  levelOf(action, { amounts: totals.map(({ amount }) => amount), limits }) === 'L3';
const oneIsEnough = err(peopleError('approval-not-needed'));

async function askOperation(
  { operations }: ProfileSession,
  input: Extract<Input, { kind: 'send-again' | 'resolve' }>,
  limits: Limits,
): Ask {
  const detail = await operations.detail(input);
  if (!detail.ok) return detail;
  const { operation, canSendAgain, canResolve } = detail.value;
  const { opId, kind, state, terminalId, totals } = operation;
  const possible = input.kind === 'send-again' ? canSendAgain : canResolve;
  if (!possible) return err(movementError('not-allowed-in-state', { state }));
  if (!needsTwo({ do: input.kind, kind }, totals, limits)) return oneIsEnough;
  const about = { subject: opId, operation: { opId, kind, state, terminalId }, totals };
  if (input.kind === 'send-again') {
    const typed = operations.checkRetyped(totals, input.retyped);
    if (!typed.ok) return typed;
    const kept = { retyped: input.retyped, figures: null };
    return ok({ right: rightOfKind[kind], asked: { kind: 'send-again', ...about, kept } });
  }
  const { resolution, evidence, evidenceReference, reason } = input;
  return ok({
    right: 'operations.resolve',
    asked: {
      kind: 'resolve',
      ...about,
      resolution: { resolution, evidence, evidenceReference },
      note: reason,
    },
  });
}

async function askClose(
  { closing }: ProfileSession,
  {
    kind,
    closingId,
    note,
  }: { kind: 'close-day' | 'close-provisional'; closingId: string; note: string | null },
): Ask {
  const made = await closing.toApprove(closingId, kind === 'close-day' ? 'final' : 'provisional', note);
  if (!made.ok) return made;
  const { needed, figures, ...about } = made.value;
  if (!needed) return oneIsEnough;
  const asked: Asked = { kind, subject: closingId, ...about, note, kept: { retyped: null, figures } };
  return ok({ right: 'close.confirm', asked });
}

/** Its own write-off, or those of a sheet together. */
async function askWriteOff(
  { reconciliation }: ProfileSession,
  input: Extract<Input, { kind: 'write-off' | 'write-off-sheet' }>,
  limits: Limits,
): Ask {
  const made =
    input.kind === 'write-off'
      ? await reconciliation.writeOffToApprove(input)
      : reconciliation.sheetToApprove(input.sheetId);
  if (!made.ok) return made;
  const { totals, exceptions } = made.value;
  if (!needsTwo({ do: 'write-off' }, totals, limits)) return oneIsEnough;
  const [first] = exceptions;
  const about =
    input.kind === 'write-off'
      ? { subject: input.exception.key, note: first?.remark ?? null }
      : { subject: input.sheetId };
  return ok({ right: 'reconcile', asked: { kind: input.kind, totals, exceptions, ...about } });
}

/** What a request would hold; errors as those of the act. */
export async function askFor(session: ProfileSession, input: Input, limits: Limits): Ask {
  const { closing } = session;
  switch (input.kind) {
    case 'send-again':
    case 'resolve':
      return askOperation(session, input, limits);
    case 'carry-operation': {
      const { kind, closingId, opId, note } = input;
      const made = await closing.carryToApprove(closingId, opId);
      if (!made.ok) return made;
      const asked = { kind, subject: carrySubject(closingId, opId), ...made.value, note };
      return ok({ right: 'close.confirm', asked });
    }
    case 'close-day':
      return askClose(session, { ...input, note: null });
    case 'close-provisional':
      return askClose(session, input);
    case 'reopen-day': {
      const made = await closing.reopenToApprove(input.closingId);
      if (!made.ok) return made;
      const asked: Asked = {
        kind: 'reopen-day',
        subject: input.closingId,
        ...made.value,
        note: input.reason,
      };
      return ok({ right: 'close.reopen', asked });
    }
    case 'write-off':
    case 'write-off-sheet':
      return askWriteOff(session, input, limits);
  }
}

export const carrySubject = (closingId: string, opId: string): string => `${closingId}/${opId}`;

/** The right of the act itself; null for what is approved in its own dialog. */
export function rightOf({ kind, operation }: ApprovalRequest): Right | null {
  switch (kind) {
    case 'reversal':
    case 'instant-settlement':
      return null;
    case 'send-again':
      return operation && rightOfKind[operation.kind];
    case 'resolve':
      return 'operations.resolve';
    case 'carry-operation':
    case 'close-day':
    case 'close-provisional':
      return 'close.confirm';
    case 'reopen-day':
      return 'close.reopen';
    case 'write-off':
    case 'write-off-sheet':
      return 'reconcile';
  }
}

/** Through the same path as if both had been there, with its own checks. */
export async function carryOut(
  { operations, closing, reconciliation }: ProfileSession,
  request: ApprovalRequest,
  kept: KeptOfRequest,
  approval: Approval,
  viewer: Viewer,
): Promise<Result<unknown, AppError>> {
  const { operation, resolution, requestId } = request;
  const { approvedBy, by } = approval;
  const decides = { requestId, by };
  const requested = { figures: kept.figures, decides };
  const note = request.note ?? '';
  const opId = operation?.opId ?? '';
  const closingId = request.closing?.closingId ?? '';
  switch (request.kind) {
    case 'reversal':
    case 'instant-settlement':
      return err(peopleError('request-not-open'));
    case 'send-again':
      return operations.sendAgain({ opId, retyped: kept.retyped ?? '' }, { ...approval, requestId });
    case 'resolve':
      if (!resolution) return err(peopleError('request-not-open'));
      return operations.resolve({ opId, ...resolution, reason: note }, { ...approval, requestId });
    case 'carry-operation':
      return closing.carry({ closingId, opId, note }, approvedBy, viewer, decides);
    case 'close-day':
      return closing.confirm(closingId, approvedBy, viewer, requested);
    case 'close-provisional':
      return closing.provisional(closingId, note, approvedBy, viewer, requested);
    case 'reopen-day':
      return closing.reopen(closingId, note, approvedBy, viewer, decides);
    case 'write-off':
    case 'write-off-sheet':
      return reconciliation.decideAsked(request.exceptions, approvedBy, decides);
  }
}
