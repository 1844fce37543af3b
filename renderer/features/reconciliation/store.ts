/** The state of the three comparisons, the progress of a run, and the rules that they follow. */
import { create } from 'zustand';
import type { EventOf, OutputOf } from '#shared/contract/index.ts';
import type { ReconciliationOverview } from '#shared/contract/reconciliation-overview.ts';
import type { Comparison } from '#shared/domain/reconciliation.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { call, on } from '../../api/client.ts';
import { useExceptions, useExpected, useMatches, useProposals, useTotals } from './lists.ts';

type Progress = Pick<EventOf<'reconciliation.progress'>, 'phase' | 'done' | 'total'>;
export type KeptSettings = OutputOf<'reconciliation.settings.get'>;

type ReconciliationState = {
  overview: ReconciliationOverview | null;
  settings: KeptSettings | null;
  /** The progress of a run that is under way. */
  progress: Progress | null;
  error: AppError | null;
  /** The one that was looked at last. */
  comparison: Comparison;
  enter: (comparison: Comparison) => void;
  load: () => Promise<void>;
  loadSettings: () => Promise<void>;
  run: () => Promise<void>;
  cancel: () => Promise<void>;
};

/** Something has changed since the last comparison. */
export const hasChangedSince = ({ overview }: ReconciliationState): boolean =>
  (overview?.outOfDate.length ?? 0) > 0;

export const useReconciliation = create<ReconciliationState>((set, get) => ({
  overview: null,
  settings: null,
  progress: null,
  error: null,
  comparison: 'sales',
  enter: (comparison) => set({ comparison }),
  load: async () => {
    const answer = await call('reconciliation.overview', {});
    if (answer.ok) set({ overview: answer.value, progress: answer.value.running, error: null });
    else set({ error: answer.error });
  },
  loadSettings: async () => {
    const answer = await call('reconciliation.settings.get', {});
    if (answer.ok) set({ settings: answer.value });
    else set({ error: answer.error });
  },
  run: async () => {
    set({ error: null });
    const answer = await call('reconciliation.run', {});
    if (!answer.ok) set({ error: answer.error });
    else await get().load();
  },
  cancel: async () => {
    const answer = await call('reconciliation.cancel', {});
    if (!answer.ok) set({ error: answer.error });
  },
}));

const readLists = () => {
  for (const list of [useExceptions, useExpected, useMatches, useProposals])
    if (list.getState().rows) void list.getState().load();
  if (useTotals.getState().totals) void useTotals.getState().load();
};

on('reconciliation.progress', ({ phase, done, total, finished, error }) => {
  useReconciliation.setState({ progress: finished ? null : { phase, done, total }, ...(error && { error }) });
  if (finished) void useReconciliation.getState().load();
});
on('reconciliation.changed', ({ what }) => {
  const { load, loadSettings, settings } = useReconciliation.getState();
  void load();
  if (what === 'settings' && settings) void loadSettings();
  if (what === 'result' || what === 'decisions') readLists();
});
on('profiles.changed', () => {
  useReconciliation.setState({ overview: null, settings: null, progress: null, error: null });
  for (const list of [useExceptions, useExpected, useMatches, useProposals]) list.getState().forget();
  useTotals.setState({ totals: null });
});
