/** Builds the content of a request for approval. Its errors are those of the act itself. */
import type { ApprovalRequest } from '#shared/contract/approvals.ts';
import type { ParsedInputOf } from '#shared/contract/index.ts';
import { levelOf, type LadderAction, type Limits } from '#shared/domain/ladder.ts';
import { rightOfKind, type Right } from '#shared/domain/rights.ts';
import { movementError, peopleError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import { aboutOperation } from './about.ts';
import { carrySubject } from './acts.ts';
import type { Approvable } from './approvable.ts';
import type { Asked } from './make-request.ts';

type Input = Exclude<
  ParsedInputOf<'approvals.request'>,
  { kind: 'reversal' | 'order-movement' | 'charge' | 'instant-settlement' }
>;
export type AskedFor = { readonly right: Right; readonly asked: Asked };
type Ask = Promise<Result<AskedFor, AppError>>;

const needsTwo = (action: LadderAction, totals: ApprovalRequest['totals'], limits: Limits): boolean =>
  levelOf(action, { amounts: totals.map(({ amount }) => amount), limits }) === 'L3';
const oneIsEnough = err(peopleError('approval-not-needed'));

async function askOperation(
  { operations, context }: Approvable,
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
  const named = {
    subject: opId,
    operation: { opId, kind, state, terminalId },
    totals,
    about: await aboutOperation(context, detail.value),
  };
  if (input.kind === 'send-again') {
    const typed = operations.checkRetyped(totals, input.retyped);
    if (!typed.ok) return typed;
    const kept = { retyped: input.retyped, figures: null };
    return ok({ right: rightOfKind[kind], asked: { kind: 'send-again', ...named, kept } });
  }
  const { resolution, evidence, evidenceReference, reason } = input;
  return ok({
    right: 'operations.resolve',
    asked: {
      kind: 'resolve',
      ...named,
      resolution: { resolution, evidence, evidenceReference },
      note: reason,
    },
  });
}

async function askClose(
  { closing }: Approvable,
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
  { reconciliation }: Approvable,
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

/** Everything but new movements of money, which are asked for in their own dialogs. */
export async function askFor(open: Approvable, input: Input, limits: Limits): Ask {
  const { closing, operations, context } = open;
  switch (input.kind) {
    case 'send-again':
    case 'resolve':
      return askOperation(open, input, limits);
    case 'carry-operation': {
      const { kind, closingId, opId, note } = input;
      const made = await closing.carryToApprove(closingId, opId);
      if (!made.ok) return made;
      const detail = await operations.detail({ opId });
      if (!detail.ok) return detail;
      const about = await aboutOperation(context, detail.value);
      const asked = { kind, subject: carrySubject(closingId, opId), ...made.value, about, note };
      return ok({ right: 'close.confirm', asked });
    }
    case 'close-day':
      return askClose(open, { ...input, note: null });
    case 'close-provisional':
      return askClose(open, input);
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
      return askWriteOff(open, input, limits);
  }
}
