/** What waits for approval, as the core tells it. */
import { create } from 'zustand';
import type { ApprovalRequest } from '#shared/contract/approvals.ts';
import { call, on } from '../../api/client.ts';

/** `refused`: those that this person asked for. */
type ApprovalsState = { requests: ApprovalRequest[]; refused: ApprovalRequest[]; load: () => Promise<void> };

export const useApprovals = create<ApprovalsState>((set) => ({
  requests: [],
  refused: [],
  load: async () => {
    const answer = await call('approvals.list', {});
    if (answer.ok) set(answer.value);
  },
}));

on('approvals.changed', () => void useApprovals.getState().load());
on('profiles.changed', () => useApprovals.setState({ requests: [], refused: [] }));
// What is told to one person is not told to the next.
on('people.changed', ({ kind }) => {
  if (kind !== 'signed-in') useApprovals.setState({ requests: [], refused: [] });
});
