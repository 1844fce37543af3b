/** The state of the payments page: stored payments under the filter, their sums, and the download's progress. */
import { create } from 'zustand';
import type { OutputOf } from '#shared/contract/index.ts';
import { narrowing } from '#shared/contract/list-filter.ts';
import {
  NEWEST_FIRST,
  paymentFilterFields,
  paymentFilterSchema,
  type Payment,
  type PaymentFilter,
  type PaymentSort,
} from '#shared/contract/payments.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { call, on } from '../../api/client.ts';
import { nothingRead, paging, type PagedRows, type Paging } from '../../components/paged-list.ts';

type Summary = OutputOf<'payments.summary'>;
type PaymentsState = PagedRows<Payment> &
  Pick<Paging, 'load' | 'loadMore'> & {
    filter: PaymentFilter;
    sort: PaymentSort;
    summary: Summary | null;
    progress: { rows: number; total: number | null } | null;
    downloadError: AppError | null;
    ask: (change: Partial<PaymentFilter>) => void;
    setSort: (sort: PaymentSort) => void;
    takeView: (view: { filter: PaymentFilter; sort: PaymentSort }) => void;
    download: (anew?: boolean) => Promise<void>;
    cancel: () => Promise<void>;
  };

const everything = paymentFilterSchema.parse({});
export const isNarrowed = (filter: PaymentFilter): boolean =>
  narrowing(paymentFilterFields, filter).length > 0;

export const usePayments = create<PaymentsState>((set, get) => {
  const { load, loadMore, loadSoon } = paging<Payment>({
    get,
    set,
    read: (page) => call('payments.page', { filter: get().filter, sort: get().sort, ...page }),
    beside: async (asker) => {
      const answer = await call('payments.summary', { filter: get().filter, asker });
      return answer.ok ? { ok: true, value: () => set({ summary: answer.value }) } : answer;
    },
  });
  return {
    filter: everything,
    sort: NEWEST_FIRST,
    summary: null,
    progress: null,
    downloadError: null,
    ...nothingRead,
    ask: (change) => {
      set({ filter: { ...get().filter, ...change } });
      const isTyped = 'text' in change || 'minAmount' in change || 'maxAmount' in change;
      if (isTyped) loadSoon();
      else void load();
    },
    setSort: (sort) => {
      set({ sort });
      void load();
    },
    takeView: (view) => {
      set(view);
      void load();
    },
    download: async (anew = false) => {
      const answer = await call('payments.download', { anew });
      set({ downloadError: answer.ok ? null : answer.error });
    },
    cancel: async () => {
      const answer = await call('payments.cancelDownload', {});
      set({ downloadError: answer.ok ? null : answer.error });
    },
    load,
    loadMore,
  };
});

on('payments.progress', ({ rows, total, finished }) =>
  usePayments.setState({ progress: finished ? null : { rows, total } }),
);
on('payments.changed', () => void usePayments.getState().load());
on('profiles.changed', () =>
  usePayments.setState({
    ...nothingRead,
    filter: everything,
    sort: NEWEST_FIRST,
    summary: null,
    progress: null,
  }),
);
