/** The parts of the open profile that hold acts which a second person approves. */
import type { OtherApproval } from '#shared/contract/approvals.ts';
import type { HeadOfficeState } from '#shared/contract/head-office.ts';
import type { Result } from '#shared/errors/result.ts';
import type { AuditRecord } from '../../audit/open-audit.ts';
import type { OtherRequest } from '../../head-office/store-approvals.ts';
import type { ProfileContext } from '../context.ts';
import type { ClosingService } from '../closing/index.ts';
import type { OperationService } from '../operations/index.ts';
import type { ReconciliationService } from '../reconciliation/index.ts';
import type { ApprovalService } from './service.ts';

export type Approvable = {
  readonly context: ProfileContext;
  readonly audit: Pick<AuditRecord, 'record'>;
  readonly approvals: ApprovalService;
  readonly operations: OperationService;
  readonly closing: ClosingService;
  readonly reconciliation: ReconciliationService;
  readonly headOffice: ChainOfApprovals;
};
/** What the other PCs of the chain have to do with approvals. */
type ChainOfApprovals = {
  readonly state: () => Promise<Result<HeadOfficeState>>;
  readonly look: () => Promise<Result<HeadOfficeState>>;
  readonly othersAsked: (endedSinceMs: number) => Promise<OtherRequest[]>;
  readonly asShown: (request: OtherRequest) => OtherApproval[];
};
export type UseApprovable = <T>(use: (open: Approvable) => Promise<Result<T>>) => Promise<Result<T>>;
