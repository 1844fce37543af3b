/** Which proposals a person should look at first: the amounts differ, or the line fits something else as well. Pure. */
import type { ReconcileProposal } from '#shared/contract/reconciliation-proposals.ts';

type Judged = Pick<ReconcileProposal, 'difference' | 'grounds'>;

/** True if another proposal uses the same bank line or the same payout. Only one of the two can be right. */
export const hasRivals = ({ grounds }: Pick<Judged, 'grounds'>): boolean =>
  grounds.some(({ kind, count }) => kind === 'one-of' && count > 1);

export const isDoubtful = (proposal: Judged): boolean =>
  proposal.difference.minor !== 0n || hasRivals(proposal);

/** How many are paid by somebody who never paid before. */
export const newPayersIn = (proposals: readonly Judged[]): number =>
  proposals.filter(({ grounds }) => grounds.some(({ kind }) => kind === 'payer-new')).length;
