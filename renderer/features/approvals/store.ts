/** What waits for approval, as the core tells it. */
import { create } from 'zustand';
import type { ApprovalRequest } from '#shared/contract/approvals.ts';
import { call, on } from '../../api/client.ts';

type ApprovalsState = { requests: ApprovalRequest[]; load: () => Promise<void> };

export const useApprovals = create<ApprovalsState>((set) => ({
  requests: [],
  load: async () => {
    const answer = await call('approvals.list', {});
    if (answer.ok) set({ requests: answer.value.requests });
  },
}));

on('approvals.changed', () => void useApprovals.getState().load());
on('profiles.changed', () => useApprovals.setState({ requests: [] }));
