/** Days that were closed, as a list and as a month. Belongs to the closing feature; the close itself is in store.ts. */
import { create } from 'zustand';
import type { OutputOf } from '#shared/contract/index.ts';
import type { ClosingHistoryRow } from '#shared/contract/closing-day.ts';
import { call, on } from '../../api/client.ts';
import { nothingRead, paging, type PagedRows, type Paging } from '../../components/paged-list.ts';

export type CalendarDay = OutputOf<'closing.calendar'>['days'][number];
type HistoryState = PagedRows<ClosingHistoryRow> &
  Pick<Paging, 'load' | 'loadMore'> & {
    branchKey: string | null;
    month: string | null;
    days: CalendarDay[] | null;
    showBranch: (branchKey: string | null) => void;
    loadMonth: (branchKey: string, month: string) => Promise<void>;
  };

const nothing = { branchKey: null, month: null, days: null, ...nothingRead };

export const useHistory = create<HistoryState>((set, get) => {
  const { load, loadMore } = paging<ClosingHistoryRow>({
    get,
    set,
    read: (page) => call('closing.history', { branchKey: get().branchKey, ...page }),
  });
  return {
    ...nothing,
    showBranch: (branchKey) => {
      set({ branchKey, rows: null, next: null, days: null });
      void load();
    },
    load,
    loadMore,
    loadMonth: async (branchKey, month) => {
      if (get().month !== month) set({ month, days: null });
      const answer = await call('closing.calendar', { branchKey, month });
      if (get().month !== month) return;
      set(answer.ok ? { days: answer.value.days, error: null } : { error: answer.error });
    },
  };
});

on('closing.changed', () => {
  if (useHistory.getState().rows !== null) void useHistory.getState().load();
});
on('profiles.changed', () => useHistory.setState(nothing));
