/** The activity record as it was last read, what was asked of it, and what verifying and exporting answered. */
import { create } from 'zustand';
import type { Activity } from '#shared/contract/activity.ts';
import type { OutputOf } from '#shared/contract/index.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { call, on } from '../../api/client.ts';

type Filter = { text: string; actor: string | null; action: string | null };
const emptyFilter: Filter = { text: '', actor: null, action: null };

type ActivityState = {
  filter: Filter;
  rows: Activity[] | null;
  next: string | null;
  summary: OutputOf<'activity.summary'> | null;
  /** What the last check in this window said; null before one. */
  verdict: OutputOf<'activity.verify'> | null;
  exported: OutputOf<'activity.export'> | null;
  busy: 'verify' | 'export' | 'accept' | null;
  error: AppError | null;
  setFilter: (change: Partial<Filter>) => void;
  load: () => Promise<void>;
  loadMore: () => Promise<void>;
  verify: () => Promise<void>;
  exportAll: () => Promise<void>;
  /** True when it was accepted. */
  accept: (note: string) => Promise<boolean>;
};

const empty = {
  filter: emptyFilter,
  rows: null,
  next: null,
  summary: null,
  verdict: null,
  exported: null,
  busy: null,
  error: null,
};
const PAGE = 200;
let generation = 0;

export const useActivity = create<ActivityState>((set, get) => ({
  ...empty,
  setFilter: (change) => {
    set({ filter: { ...get().filter, ...change } });
    void get().load();
  },
  /** Reads as many rows again as are shown, so that they keep their place. */
  load: async () => {
    const mine = ++generation;
    const { filter, rows } = get();
    const limit = Math.min(500, Math.max(PAGE, rows?.length ?? 0));
    const [page, summary] = await Promise.all([
      call('activity.page', { ...filter, limit }),
      call('activity.summary', {}),
    ]);
    // A newer question has been asked since: its answer counts.
    if (mine !== generation) return;
    if (!page.ok) return set({ error: page.error });
    if (!summary.ok) return set({ error: summary.error });
    set({ rows: page.value.rows, next: page.value.next, summary: summary.value, error: null });
  },
  loadMore: async () => {
    const { filter, rows, next } = get();
    if (next === null || rows === null) return;
    set({ next: null });
    const mine = generation;
    const page = await call('activity.page', { ...filter, cursor: next, limit: PAGE });
    if (mine !== generation) return;
    if (page.ok) set({ rows: [...rows, ...page.value.rows], next: page.value.next });
    else set({ error: page.error, next });
  },
  verify: async () => {
    set({ busy: 'verify', verdict: null });
    const answer = await call('activity.verify', {});
    set(answer.ok ? { verdict: answer.value, busy: null } : { error: answer.error, busy: null });
  },
  exportAll: async () => {
    set({ busy: 'export', exported: null });
    const answer = await call('activity.export', {});
    set(answer.ok ? { exported: answer.value, busy: null } : { error: answer.error, busy: null });
    if (answer.ok) await get().load();
  },
  accept: async (note) => {
    set({ busy: 'accept' });
    const answer = await call('activity.accept', { note });
    set(answer.ok ? { verdict: null, busy: null, error: null } : { error: answer.error, busy: null });
    if (answer.ok) await get().load();
    return answer.ok;
  },
}));

on('operations.changed', () => {
  if (useActivity.getState().rows !== null) void useActivity.getState().load();
});
on('profiles.changed', () => useActivity.setState(empty));
