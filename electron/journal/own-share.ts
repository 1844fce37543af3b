/** Which of the listed things an operation has made, if other operations of ours may have made them, too. Pure. */
import type { OperationState } from '#shared/domain/operation.ts';
import type { OperationRecord } from './operation-record.ts';

/** `own`: the operation made one; `id` if it is known which one. `shared`: it or another operation of ours made it, and nobody can tell. */
export type Share = { kind: 'none' } | { kind: 'own'; id: string | null } | { kind: 'shared' };

const NOTHING_MADE: readonly OperationState[] = ['NOT_SENT', 'REFUSED', 'EXPIRED'];

/** How many of the listed things this operation may have made beside the one that is known to be its own: one for each request that left. */
function unaccounted({ state, attemptNo, requestId }: OperationRecord, listed: ReadonlySet<string>): number {
  if (NOTHING_MADE.includes(state)) return 0;
  return Math.max(0, attemptNo - (requestId !== null && listed.has(requestId) ? 1 : 0));
}

/**
 * `made`: the new things that this operation may have made. Each belongs to one operation at most. A thing that one of
 * `others` is known to have made is not this operation's; a thing that one of the equal `rivals` may have made is no proof.
 */
export function shareOf(
  made: readonly string[],
  listed: ReadonlySet<string>,
  others: readonly OperationRecord[],
  rivals: readonly OperationRecord[],
): Share {
  const taken = new Set(others.map(({ requestId }) => requestId));
  const free = made.filter((id) => !taken.has(id));
  const first = free[0];
  if (first === undefined) return { kind: 'none' };
  const possible = rivals.reduce((sum, rival) => sum + unaccounted(rival, listed), 0);
  if (possible === 0) return { kind: 'own', id: first };
  return free.length > possible ? { kind: 'own', id: null } : { kind: 'shared' };
}
