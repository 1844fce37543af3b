/** The part of a second person in a movement, as its story keeps it. */
import type { ApprovalRequest } from '#shared/contract/approvals.ts';
import type { Approval } from '../people/index.ts';

/** The content of a request for approval of a movement. */
export type ToApprove = Pick<
  ApprovalRequest,
  'kind' | 'subject' | 'transactionIds' | 'totals' | 'reason' | 'note'
> &
  Partial<Pick<ApprovalRequest, 'offer'>> & { readonly about?: AskedAbout };

/** Which sale it is; `party`: the card of a charge, or who is paid by a transfer, without their numbers but for the end. */
export type AskedAbout = Partial<
  Readonly<Record<'terminalId' | 'refNumber' | 'merchantOrderId' | 'party', string | null>>
>;

/** The waiting request that is decided in the same transaction as the movement. */
export const decidedBy = (approval: Approval | null): { requestId: string; by: string } | null =>
  approval?.requestId === undefined ? null : { requestId: approval.requestId, by: approval.by };

export const approvalFacts = (approval: Approval | null): { approvedBy?: string; requestedBy?: string } => ({
  ...(typeof approval?.approvedBy === 'string' && { approvedBy: approval.approvedBy }),
  ...(typeof approval?.requestedBy === 'string' && { requestedBy: approval.requestedBy }),
});
