/** What was learnt of each source of statements: read when its page is opened, and again when a run has learnt again. */
import { create } from 'zustand';
import type { InputOf } from '#shared/contract/index.ts';
import type { LearntSource } from '#shared/contract/reconciliation-proposals.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { call, on } from '../../api/client.ts';

type LearntState = {
  sources: LearntSource[] | null;
  error: AppError | null;
  load: () => Promise<void>;
  change: (decision: InputOf<'reconciliation.setLearnt'>) => Promise<void>;
};

export const useLearnt = create<LearntState>((set, get) => ({
  sources: null,
  error: null,
  load: async () => {
    const answer = await call('reconciliation.learnt', {});
    set(answer.ok ? { sources: answer.value.sources, error: null } : { error: answer.error });
  },
  change: async (decision) => {
    const answer = await call('reconciliation.setLearnt', decision);
    if (answer.ok) await get().load();
    else set({ error: answer.error });
  },
}));

on('reconciliation.changed', () => {
  const { sources, load } = useLearnt.getState();
  if (sources !== null) void load();
});
on('profiles.changed', () => useLearnt.setState({ sources: null, error: null }));
