/** A second person's part in a movement, as its story keeps it. */
import type { Approval } from '../people/index.ts';

/** The waiting request that is decided with the movement, in one transaction. */
export const decidedBy = (approval: Approval | null): { requestId: string; by: string } | null =>
  approval?.requestId === undefined ? null : { requestId: approval.requestId, by: approval.by };

export const approvalFacts = (approval: Approval | null): { approvedBy?: string; requestedBy?: string } => ({
  ...(typeof approval?.approvedBy === 'string' && { approvedBy: approval.approvedBy }),
  ...(typeof approval?.requestedBy === 'string' && { requestedBy: approval.requestedBy }),
});
