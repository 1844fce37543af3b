/** The requests that wait for approval, as the core tells them. */
import { create } from 'zustand';
import type { ApprovalRequest, OtherApproval } from '#shared/contract/approvals.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { call, on } from '../../api/client.ts';

/** `refused`: those that this person asked for. */
type ApprovalsState = {
  requests: ApprovalRequest[];
  refused: ApprovalRequest[];
  /** Of other PCs of the chain. */
  others: OtherApproval[];
  error: AppError | null;
  load: () => Promise<void>;
};
const nothing = { requests: [], refused: [], others: [], error: null };

/** Changes of the profile or the person. An answer to a question from before one is thrown away. */
let changes = 0;

export const useApprovals = create<ApprovalsState>((set) => ({
  ...nothing,
  load: async () => {
    const asked = changes;
    const answer = await call('approvals.list', {});
    if (asked !== changes) return;
    set(answer.ok ? { ...answer.value, error: null } : { error: answer.error });
  },
}));

const loadAgain = () => void useApprovals.getState().load();
on('approvals.changed', loadAgain);
on('headOffice.news', loadAgain);
const forget = () => {
  changes += 1;
  useApprovals.setState(nothing);
};
on('profiles.changed', () => {
  forget();
  loadAgain();
});
// The requests of one person are not shown to the next.
on('people.changed', ({ kind }) => {
  if (kind !== 'signed-in') forget();
});
