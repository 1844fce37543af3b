/** The activity record as it was last read, what was asked of it, and what verifying and exporting answered. */
import { create } from 'zustand';
import type { Activity } from '#shared/contract/activity.ts';
import type { OutputOf } from '#shared/contract/index.ts';
import { ok } from '#shared/errors/result.ts';
import { call, on } from '../../api/client.ts';
import { nothingRead, paging, type PagedRows, type Paging } from '../../components/paged-list.ts';

/** `pc`: the id of a PC, `self`, or null for all. */
type Filter = { text: string; actor: string | null; action: string | null; pc: string | null };
const emptyFilter: Filter = { text: '', actor: null, action: null, pc: null };

type ActivityState = PagedRows<Activity> &
  Pick<Paging, 'load' | 'loadMore'> & {
    filter: Filter;
    summary: OutputOf<'activity.summary'> | null;
    /** The result of the last check in this window; null before one. */
    verdict: OutputOf<'activity.verify'> | null;
    verdictAtMs: number;
    exported: OutputOf<'activity.export'> | null;
    busy: 'verify' | 'export' | 'accept' | null;
    setFilter: (change: Partial<Filter>) => void;
    verify: () => Promise<void>;
    exportAll: () => Promise<void>;
    /** True when it was accepted. */
    accept: (note: string) => Promise<boolean>;
  };

const empty = {
  filter: emptyFilter,
  ...nothingRead,
  summary: null,
  verdict: null,
  verdictAtMs: 0,
  exported: null,
  busy: null,
};
const PAGE = 200;

export const useActivity = create<ActivityState>((set, get) => {
  const { load, loadMore } = paging<Activity>({
    get,
    set,
    size: PAGE,
    read: (page) => call('activity.page', { ...get().filter, ...page }),
    beside: async () => {
      const summary = await call('activity.summary', {});
      return summary.ok ? ok(() => set({ summary: summary.value })) : summary;
    },
  });
  return {
    ...empty,
    setFilter: (change) => {
      set({ filter: { ...get().filter, ...change } });
      void load();
    },
    load,
    loadMore,
    verify: async () => {
      set({ busy: 'verify', verdict: null });
      const answer = await call('activity.verify', {});
      set(
        answer.ok
          ? { verdict: answer.value, verdictAtMs: Date.now(), busy: null }
          : { error: answer.error, busy: null },
      );
    },
    exportAll: async () => {
      set({ busy: 'export', exported: null });
      const answer = await call('activity.export', {});
      set(answer.ok ? { exported: answer.value, busy: null } : { error: answer.error, busy: null });
      if (answer.ok) await load();
    },
    accept: async (note) => {
      set({ busy: 'accept' });
      const answer = await call('activity.accept', { note });
      set(answer.ok ? { verdict: null, busy: null, error: null } : { error: answer.error, busy: null });
      if (answer.ok) await load();
      return answer.ok;
    },
  };
});

on('operations.changed', () => {
  if (useActivity.getState().rows !== null) void useActivity.getState().load();
});
on('profiles.changed', () => useActivity.setState(empty));
