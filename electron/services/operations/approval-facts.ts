/** The part of a second person in a movement, as its story keeps it. */
import type { ApprovalRequest } from '#shared/contract/approvals.ts';
import type { Transaction } from '#shared/contract/terminals.ts';
import type { Approval } from '../people/index.ts';

/** The content of a request for approval of a movement. */
export type ToApprove = Pick<
  ApprovalRequest,
  'kind' | 'subject' | 'transactionIds' | 'totals' | 'reason' | 'note'
> & { readonly about?: Pick<Transaction, 'terminalId' | 'refNumber' | 'merchantOrderId'> };

/** The waiting request that is decided in the same transaction as the movement. */
export const decidedBy = (approval: Approval | null): { requestId: string; by: string } | null =>
  approval?.requestId === undefined ? null : { requestId: approval.requestId, by: approval.by };

export const approvalFacts = (approval: Approval | null): { approvedBy?: string; requestedBy?: string } => ({
  ...(typeof approval?.approvedBy === 'string' && { approvedBy: approval.approvedBy }),
  ...(typeof approval?.requestedBy === 'string' && { requestedBy: approval.requestedBy }),
});
