/** Which proposals can be accepted beside one another. Pure. */
import type { ReconcileProposal } from '#shared/contract/reconciliation-proposals.ts';

type Sides = Pick<ReconcileProposal, 'ours' | 'theirs'>;

/** Keeps the order of the list. Of proposals that use the same payout or the same bank line, only the first stays. */
export function acceptable<P extends Sides>(proposals: readonly P[]): P[] {
  const taken = new Set<string>();
  return proposals.filter(({ ours, theirs }) => {
    const ids = [...ours, ...theirs].map(({ side, itemId }) => `${side} ${itemId}`);
    if (ids.some((id) => taken.has(id))) return false;
    for (const id of ids) taken.add(id);
    return true;
  });
}
