/** A second person's part in a movement, as its story keeps it. */
import type { Approval } from '../people/index.ts';

export const approvalFacts = (approval: Approval | null): { approvedBy?: string; requestedBy?: string } => ({
  ...(typeof approval?.approvedBy === 'string' && { approvedBy: approval.approvedBy }),
  ...(typeof approval?.requestedBy === 'string' && { requestedBy: approval.requestedBy }),
});
