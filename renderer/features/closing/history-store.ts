/** Days that were closed, as a list and as a month. Belongs to the closing feature; the close itself is in store.ts. */
import { create } from 'zustand';
import type { OutputOf } from '#shared/contract/index.ts';
import type { ClosingHistoryRow } from '#shared/contract/closing-day.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { call, on } from '../../api/client.ts';

export type CalendarDay = OutputOf<'closing.calendar'>['days'][number];
type HistoryState = {
  branchKey: string | null;
  rows: ClosingHistoryRow[] | null;
  next: string | null;
  month: string | null;
  days: CalendarDay[] | null;
  error: AppError | null;
  showBranch: (branchKey: string | null) => void;
  load: () => Promise<void>;
  loadMore: () => Promise<void>;
  loadMonth: (branchKey: string, month: string) => Promise<void>;
};

const nothing = { branchKey: null, rows: null, next: null, month: null, days: null, error: null };

export const useHistory = create<HistoryState>((set, get) => ({
  ...nothing,
  showBranch: (branchKey) => {
    set({ branchKey, rows: null, next: null, days: null });
    void get().load();
  },
  load: async () => {
    const { branchKey, rows } = get();
    const limit = Math.min(500, Math.max(100, rows?.length ?? 0));
    const answer = await call('closing.history', { branchKey, limit });
    if (branchKey !== get().branchKey) return;
    set(
      answer.ok ? { rows: answer.value.rows, next: answer.value.next, error: null } : { error: answer.error },
    );
  },
  loadMore: async () => {
    const { branchKey, rows, next } = get();
    if (next === null || rows === null) return;
    set({ next: null });
    const answer = await call('closing.history', { branchKey, cursor: next, limit: 100 });
    if (branchKey !== get().branchKey) return;
    if (answer.ok) set({ rows: [...rows, ...answer.value.rows], next: answer.value.next });
    else set({ error: answer.error, next });
  },
  loadMonth: async (branchKey, month) => {
    if (get().month !== month) set({ month, days: null });
    const answer = await call('closing.calendar', { branchKey, month });
    if (get().month !== month) return;
    set(answer.ok ? { days: answer.value.days, error: null } : { error: answer.error });
  },
}));

on('closing.changed', () => {
  if (useHistory.getState().rows !== null) void useHistory.getState().load();
});
on('profiles.changed', () => useHistory.setState(nothing));
