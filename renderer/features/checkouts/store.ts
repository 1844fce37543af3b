/** The list of checkouts: its rows under the filter, their sums, and attempts that got no answer. */
import { create } from 'zustand';
import type { Checkout, CheckoutFilter } from '#shared/contract/checkouts.ts';
import type { OutputOf } from '#shared/contract/index.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { call, on } from '../../api/client.ts';
import { nothingRead, paging, type PagedRows, type Paging } from '../../components/paged-list.ts';

type CheckoutsState = PagedRows<Checkout> &
  Pick<Paging, 'load' | 'loadMore'> & {
    filter: CheckoutFilter;
    summary: OutputOf<'checkouts.summary'> | null;
    isReading: boolean;
    readError: AppError | null;
    ask: (change: Partial<CheckoutFilter>) => void;
    refresh: (whole?: boolean) => Promise<void>;
  };

const everything: CheckoutFilter = { text: '', group: null };
export const isNarrowed = ({ text, group }: CheckoutFilter): boolean => text.trim() !== '' || group !== null;

export const useCheckouts = create<CheckoutsState>((set, get) => {
  const { load, loadMore, loadSoon } = paging<Checkout>({
    get,
    set,
    read: (page) => call('checkouts.page', { filter: get().filter, ...page }),
    beside: async () => {
      const answer = await call('checkouts.summary', { filter: get().filter });
      return answer.ok ? { ok: true, value: () => set({ summary: answer.value }) } : answer;
    },
  });
  return {
    filter: everything,
    summary: null,
    isReading: false,
    readError: null,
    ...nothingRead,
    ask: (change) => {
      set({ filter: { ...get().filter, ...change } });
      if (change.text === undefined) void load();
      else loadSoon();
    },
    refresh: async (whole = false) => {
      if (get().isReading) return;
      set({ isReading: true });
      const answer = await call('checkouts.refresh', { whole });
      set({ isReading: false, readError: answer.ok ? null : answer.error });
      await load();
    },
    load,
    loadMore,
  };
});

on('checkouts.changed', () => void useCheckouts.getState().load());
on('profiles.changed', () =>
  useCheckouts.setState({ ...nothingRead, filter: everything, summary: null, readError: null }),
);
