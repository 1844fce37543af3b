export { carrySubject } from './acts.ts';
export { createConfirm, type Confirm } from './confirm.ts';
export { DECISION_HOLDS_MS } from './decide-elsewhere.ts';
export { createApprovalHandlers } from './handlers.ts';
export { requestsOfOthers } from './requests-of-others.ts';
export type { RecordOfRequests } from './stored-requests.ts';
export { createApprovalService } from './service.ts';
