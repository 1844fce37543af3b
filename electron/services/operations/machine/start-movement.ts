/** A confirmed movement, from its intent to what came of it: the one way for every kind. */
import { movementError, peopleError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { ProfileContext } from '../../../core/context.ts';
import type { Approval } from '../../people/index.ts';
import type { TerminalRead } from '../../terminals/index.ts';
import type { Intent } from './intent.ts';
import type { MovementKinds } from '../kinds/index.ts';
import { sendOnce, type Sent } from './send-once.ts';

/** Commits what a person has confirmed, and sends it once; counted, told and followed. */
export type Begin = (
  intent: () => Promise<Result<Intent, AppError>>,
  approval?: Approval | null,
) => Promise<Result<Sent, AppError>>;
/** The terminal as it is after a movement; a failed read is only logged. */
export type ReadAgain = (terminalId: string) => Promise<Result<TerminalRead, AppError> | null>;

const NOTHING_BEFORE = { listedRowIds: [], saleRowId: null, snapshotId: null, requestIds: [] };

/** Commits the intent. The answer names the operation that is in the way, where one is. */
async function commit(context: ProfileContext, intent: Intent): Promise<Result<null, AppError>> {
  const { environment, merchantId, actor, clock, db } = context;
  const { subject, request, evidenceBefore, readAtMs: _read, stored: _stored, ...facts } = intent;
  const answer = await db.call('journal.create', {
    terminalId: null,
    orderId: null,
    refNumber: null,
    reason: null,
    note: null,
    rowIds: [],
    ...facts,
    subjectKey: `${environment}:${merchantId}:${subject}`,
    environment,
    merchantId,
    actor: actor(),
    ...request,
    evidenceBefore: { ...NOTHING_BEFORE, ...evidenceBefore },
    atMs: clock.nowMs(),
  });
  switch (answer.kind) {
    case 'created':
      return ok(null);
    case 'request-not-open':
      return err(peopleError('request-not-open'));
    default:
      return err(movementError(answer.kind, { opId: answer.opId }));
  }
}

export async function startMovement(
  context: ProfileContext,
  kinds: MovementKinds,
  intent: Intent,
): Promise<Result<Sent, AppError>> {
  const committed = await commit(context, intent);
  if (!committed.ok) return committed;
  const { opId, request, readAtMs, stored } = intent;
  if (stored !== undefined)
    await context.db.call('journal.change', {
      opId,
      code: 'stored',
      to: null,
      params: { count: stored },
      patch: {},
      atMs: context.clock.nowMs(),
    });
  return ok(await sendOnce(context, kinds, { opId, attemptNo: 1, request, readAtMs }));
}
