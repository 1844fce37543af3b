/** Which proposals a person should look at first: the amounts differ, or the line fits something else as well. Pure. */
import type { ReconcileProposal } from '#shared/contract/reconciliation-proposals.ts';

type Judged = Pick<ReconcileProposal, 'difference' | 'grounds'>;

export const isDoubtful = ({ difference, grounds }: Judged): boolean =>
  difference.minor !== 0n || grounds.some(({ kind, count }) => kind === 'one-of' && count > 1);

/** How many are paid by somebody who never paid before. */
export const newPayersIn = (proposals: readonly Judged[]): number =>
  proposals.filter(({ grounds }) => grounds.some(({ kind }) => kind === 'payer-new')).length;
