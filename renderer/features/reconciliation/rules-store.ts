/** Rules for a bank's lines that settle nothing: read when their page is opened, and again when somebody changed them. */
import { create } from 'zustand';
import type { OutputOf } from '#shared/contract/index.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { call, on } from '../../api/client.ts';

type RulesState = {
  kept: OutputOf<'reconciliation.rules'> | null;
  error: AppError | null;
  load: () => Promise<void>;
  turn: (ruleId: string, isOn: boolean) => Promise<void>;
};

export const useRules = create<RulesState>((set, get) => ({
  kept: null,
  error: null,
  load: async () => {
    const answer = await call('reconciliation.rules', {});
    set(answer.ok ? { kept: answer.value, error: null } : { error: answer.error });
  },
  turn: async (ruleId, isOn) => {
    const answer = await call('reconciliation.switchRule', { ruleId, isOn });
    if (answer.ok) await get().load();
    else set({ error: answer.error });
  },
}));

on('reconciliation.changed', () => {
  const { kept, load } = useRules.getState();
  if (kept !== null) void load();
});
on('profiles.changed', () => useRules.setState({ kept: null, error: null }));
