/** Which of the things that a list shows an operation may have made, where others of ours may have made them, too. Pure. */
import type { OperationState } from '#shared/domain/operation.ts';
import type { OperationRecord } from './operation-record.ts';

/** `own`: it was made; `id` where it is known which it is. `shared`: made by it or by another of ours, nobody can tell. */
export type Share = { kind: 'none' } | { kind: 'own'; id: string | null } | { kind: 'shared' };

const NOTHING_MADE: readonly OperationState[] = ['NOT_SENT', 'REFUSED', 'EXPIRED'];

/** How many of the things it may have made that are not known to be its own: one for each request that left. */
function unaccounted({ state, attemptNo, requestId }: OperationRecord, listed: ReadonlySet<string>): number {
  if (NOTHING_MADE.includes(state)) return 0;
  return Math.max(0, attemptNo - (requestId !== null && listed.has(requestId) ? 1 : 0));
}

/**
 * `made`: what is new and looks like this operation's doing. Each belongs to one operation at most: what another one is known
 * to have made is not this one's (`others`), and what equal ones may have made (`rivals`) is no proof.
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
