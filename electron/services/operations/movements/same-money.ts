/** Finds earlier operations of our journal on the money that a movement is planned on. */
import { isDone, isEnded, type MovementKind } from '#shared/domain/operation.ts';
import { movementError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { ProfileContext } from '../../context.ts';
import type { Sharing } from '../../../database/repositories/journal/index.ts';
import type { OperationRecord } from '../../../journal/operation-record.ts';

/** `done`: the operations that happened. `knownOps`: all of them; the intent says that its plan knew them. */
export type OnSameMoney = { done: OperationRecord[]; knownOps: Sharing[] };

/** Our operations on this money, oldest first. All of them have ended: an open one stands in the way of any plan. */
export async function endedOnSameMoney(
  { db }: ProfileContext,
  money: { kind: MovementKind; orderId: string | null; rowIds: readonly string[] },
): Promise<Result<OnSameMoney, AppError>> {
  const ours = await db.call('journal.ofSameMoney', money);
  const open = ours.find(({ state }) => !isEnded(state));
  if (open) return err(movementError('already-open', { opId: open.opId }));
  return ok({
    done: ours.filter(({ state }) => isDone(state)),
    knownOps: ours.map(({ opId, state }) => ({ opId, state })),
  });
}
