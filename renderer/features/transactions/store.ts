/** One terminal's transactions: filter, pages, totals. */
import { create } from 'zustand';
import type { OutputOf } from '#shared/contract/index.ts';
import type { Transaction, TransactionFilter } from '#shared/contract/terminals.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { call, on } from '../../api/client.ts';
import { orTell } from '../../components/tell-error.tsx';

export type Sort = {
  by: 'firstSeen' | 'amount' | 'reference' | 'order' | 'paymentType' | 'entryMode';
  direction: 'asc' | 'desc';
};

export const emptyFilter: TransactionFilter = {
  text: '',
  listing: 'outstanding',
  paymentTypes: [],
  entryModes: [],
  minAmount: null,
  maxAmount: null,
  minAgeMs: null,
};
const defaultSort: Sort = { by: 'firstSeen', direction: 'asc' };

type TransactionsState = {
  terminalId: string | null;
  filter: TransactionFilter;
  sort: Sort;
  rows: Transaction[] | null;
  next: string | null;
  summary: OutputOf<'transactions.summary'> | null;
  error: AppError | null;
  reading: boolean;
  open: (terminalId: string) => void;
  setFilter: (change: Partial<TransactionFilter>) => void;
  setSort: (sort: Sort) => void;
  load: () => Promise<void>;
  loadMore: () => Promise<void>;
  read: () => Promise<OutputOf<'terminals.read'> | null>;
};

let generation = 0;

export const useTransactions = create<TransactionsState>((set, get) => ({
  terminalId: null,
  filter: emptyFilter,
  sort: defaultSort,
  rows: null,
  next: null,
  summary: null,
  error: null,
  reading: false,
  open: (terminalId) => {
    if (get().terminalId !== terminalId)
      set({
        terminalId,
        filter: emptyFilter,
        sort: defaultSort,
        rows: null,
        next: null,
        summary: null,
        error: null,
      });
    void get().load();
  },
  setFilter: (change) => {
    set({ filter: { ...get().filter, ...change } });
    void get().load();
  },
  setSort: (sort) => {
    set({ sort });
    void get().load();
  },
  /** Reads as many rows again as are shown, so that they keep their place. */
  load: async () => {
    const { terminalId, filter, sort, rows } = get();
    if (terminalId === null) return;
    const mine = ++generation;
    const limit = Math.min(500, Math.max(200, rows?.length ?? 0));
    const [page, summary] = await Promise.all([
      call('transactions.page', { terminalId, filter, sort, limit }),
      call('transactions.summary', { terminalId, filter }),
    ]);
    // A newer question has been asked since: its answer counts.
    if (mine !== generation) return;
    if (!summary.ok) return set({ error: summary.error });
    if (!page.ok) return set({ error: page.error });
    set({ rows: page.value.rows, next: page.value.next, summary: summary.value, error: null });
  },
  loadMore: async () => {
    const { terminalId, filter, sort, rows, next } = get();
    if (terminalId === null || next === null || rows === null) return;
    set({ next: null });
    const mine = generation;
    const page = await call('transactions.page', { terminalId, filter, sort, cursor: next, limit: 200 });
    if (mine !== generation) return;
    if (page.ok) set({ rows: [...rows, ...page.value.rows], next: page.value.next });
    else set({ error: page.error, next });
  },
  read: async () => {
    const { terminalId } = get();
    if (terminalId === null) return null;
    set({ reading: true });
    const read = await orTell(call('terminals.read', { terminalId }));
    set({ reading: false });
    await get().load();
    return read;
  },
}));

on('terminals.changed', ({ terminalIds }) => {
  const { terminalId, load } = useTransactions.getState();
  if (terminalId !== null && (terminalIds === null || terminalIds.includes(terminalId))) void load();
});
on('profiles.changed', () => useTransactions.setState({ terminalId: null, rows: null, summary: null }));
