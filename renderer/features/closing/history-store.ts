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
    /** `self`, or a PC of head office; null: all. */
    pc: string | null;
    /** The month that `days` are of, or will be. */
    shown: { branchKey: string; month: string } | null;
    days: CalendarDay[] | null;
    showBranch: (branchKey: string | null) => void;
    showPc: (pc: string | null) => void;
    loadMonth: (branchKey: string, month: string) => Promise<void>;
  };

const nothing = { branchKey: null, pc: null, shown: null, days: null, ...nothingRead };

export const useHistory = create<HistoryState>((set, get) => {
  const { load, loadMore } = paging<ClosingHistoryRow>({
    get,
    set,
    read: (page) => call('closing.history', { branchKey: get().branchKey, pc: get().pc, ...page }),
  });
  return {
    ...nothing,
    showBranch: (branchKey) => {
      set({ branchKey, rows: null, next: null, days: null });
      void load();
    },
    showPc: (pc) => {
      set({ pc, rows: null, next: null });
      void load();
    },
    load,
    loadMore,
    loadMonth: async (branchKey, month) => {
      const asked = { branchKey, month };
      const before = get().shown;
      const isSame = before?.branchKey === branchKey && before.month === month;
      set({ shown: asked, ...(!isSame && { days: null }) });
      const answer = await call('closing.calendar', asked);
      // Another branch or month was chosen meanwhile, or the same was asked for again.
      if (get().shown !== asked) return;
      set(answer.ok ? { days: answer.value.days, error: null } : { error: answer.error });
    },
  };
});

on('closing.changed', () => {
  const { rows, load, days, shown, loadMonth } = useHistory.getState();
  if (rows !== null) void load();
  if (days !== null && shown !== null) void loadMonth(shown.branchKey, shown.month);
});
on('headOffice.news', () => {
  const { rows, load } = useHistory.getState();
  if (rows !== null) void load();
});
on('profiles.changed', () => useHistory.setState(nothing));
