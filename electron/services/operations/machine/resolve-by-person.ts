/** Resolves what reads could not: a person says whether it happened, with evidence from outside. */
import type { InputOf } from '#shared/contract/index.ts';
import { movementError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { ProfileContext } from '../../context.ts';
import { nextLookAtMs } from '../../../journal/evidence.ts';
import type { OperationRecord } from '../../../journal/operation-record.ts';
import type { Approval } from '../../people/index.ts';
import { approvalFacts, decidedBy } from '../approval-facts.ts';
import { canResolve } from '../view.ts';

export type ResolveForm = Omit<InputOf<'operations.resolve'>, 'authorization'>;

/** To be called in turn: a read may have resolved the operation while the person was writing. */
export async function resolveByPerson(
  { db, clock }: ProfileContext,
  { opId, resolution, evidence, evidenceReference, reason }: ResolveForm,
  approval: Approval | null,
): Promise<Result<OperationRecord, AppError>> {
  const record = await db.call('journal.get', opId);
  if (!record) return err(movementError('operation-not-found', { opId }));
  if (!canResolve(record.state)) return err(movementError('not-allowed-in-state', { state: record.state }));
  const isDone = resolution === 'done';
  const atMs = clock.nowMs();
  const resolved = await db.call('journal.change', {
    opId,
    code: isDone ? 'resolved-done' : 'resolved-not-done',
    to: isDone ? 'RESOLVED_DONE' : 'RESOLVED_NOT_DONE',
    params: { evidence, evidenceReference, reason, ...approvalFacts(approval) },
    patch: { nextCheckAtMs: isDone ? null : nextLookAtMs(record, atMs) },
    decides: decidedBy(approval),
    atMs,
  });
  return ok(resolved);
}
