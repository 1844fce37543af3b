/** One terminal's transactions: filter, pages, totals. */
import { create } from 'zustand';
import type { OutputOf } from '#shared/contract/index.ts';
import type { Transaction, TransactionFilter, TransactionSort } from '#shared/contract/terminals.ts';
import { ok } from '#shared/errors/result.ts';
import { call, on } from '../../api/client.ts';
import { nothingRead, paging, type PagedRows, type Paging } from '../../components/paged-list.ts';
import { orTell } from '../../components/tell-error.tsx';
import { showOrHold } from '../../news.ts';

export type Summary = OutputOf<'transactions.summary'>;

export const emptyFilter: TransactionFilter = {
  text: '',
  listing: 'outstanding',
  paymentTypes: [],
  entryModes: [],
  minAmount: null,
  maxAmount: null,
  minAgeMs: null,
};
const defaultSort: TransactionSort = { by: 'firstSeen', direction: 'asc' };

type TransactionsState = PagedRows<Transaction> &
  Pick<Paging, 'load' | 'loadMore'> & {
    terminalId: string | null;
    filter: TransactionFilter;
    sort: TransactionSort;
    summary: Summary | null;
    /** The filter that the sums of `summary` belong to. It may be older than the one on screen. */
    shownFilter: TransactionFilter;
    reading: boolean;
    open: (terminalId: string) => void;
    setFilter: (change: Partial<TransactionFilter>) => void;
    setSort: (sort: TransactionSort) => void;
    read: () => Promise<OutputOf<'terminals.read'> | null>;
  };

export const useTransactions = create<TransactionsState>((set, get) => {
  const asked = () => ({ terminalId: get().terminalId ?? '', filter: get().filter });
  const { load, loadRows, loadMore } = paging<Transaction>({
    get,
    set,
    size: 200,
    read: (page) => call('transactions.page', { ...asked(), sort: get().sort, ...page }),
    after: async (asker) => {
      const { filter: shownFilter } = get();
      const summary = await call('transactions.summary', { ...asked(), asker });
      return summary.ok ? ok(() => set({ summary: summary.value, shownFilter })) : summary;
    },
  });
  return {
    terminalId: null,
    filter: emptyFilter,
    sort: defaultSort,
    ...nothingRead,
    summary: null,
    shownFilter: emptyFilter,
    reading: false,
    open: (terminalId) => {
      if (get().terminalId !== terminalId)
        set({
          terminalId,
          filter: emptyFilter,
          sort: defaultSort,
          ...nothingRead,
          summary: null,
          shownFilter: emptyFilter,
        });
      void get().load();
    },
    setFilter: (change) => {
      set({ filter: { ...get().filter, ...change } });
      void get().load();
    },
    setSort: (sort) => {
      set({ sort });
      if (get().terminalId !== null) void loadRows();
    },
    load: async () => {
      if (get().terminalId !== null) await load();
    },
    loadMore,
    read: async () => {
      const { terminalId } = get();
      if (terminalId === null) return null;
      set({ reading: true });
      const read = await orTell(call('terminals.read', { terminalId }));
      set({ reading: false });
      await get().load();
      return read;
    },
  };
});

on('terminals.changed', ({ terminalIds, byItself }) => {
  const { terminalId, load } = useTransactions.getState();
  if (terminalId !== null && (terminalIds === null || terminalIds.includes(terminalId)))
    showOrHold('transactions', byItself, () => void load());
});
on('profiles.changed', () => useTransactions.setState({ terminalId: null, rows: null, summary: null }));
