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
import { ok } from '#shared/errors/result.ts';
import { useApp } from '../../app-store.ts';
import { call, on } from '../../api/client.ts';
import { nothingRead, paging, type PagedRows, type Paging } from '../../components/paged-list.ts';

type Head = OutputOf<'payments.head'>;
type Sums = OutputOf<'payments.sums'>;
type PaymentsState = PagedRows<Payment> &
  Pick<Paging, 'load' | 'loadMore'> & {
    filter: PaymentFilter;
    sort: PaymentSort;
    head: Head | null;
    sums: Sums | null;
    /** The filter that `sums` belong to. It may be older than the one on screen; the rows do not wait for the sums. */
    shownFilter: PaymentFilter | null;
    progress: { rows: number; total: number | null } | null;
    downloadError: AppError | null;
    ask: (change: Partial<PaymentFilter>) => void;
    setSort: (sort: PaymentSort) => void;
    takeView: (view: { filter: PaymentFilter; sort: PaymentSort }) => void;
    download: (anew?: boolean) => Promise<void>;
    cancel: () => Promise<void>;
  };

export const everything = paymentFilterSchema.parse({});
export const isNarrowed = (filter: PaymentFilter): boolean =>
  narrowing(paymentFilterFields, filter).length > 0;

export const usePayments = create<PaymentsState>((set, get) => {
  const { load, loadRows, loadMore, loadSoon } = paging<Payment>({
    get,
    set,
    read: (page) =>
      call('payments.page', {
        filter: get().filter,
        sort: get().sort,
        holdDays: useApp.getState().settings.holdDays,
        ...page,
      }),
    beside: async () => {
      const head = await call('payments.head', {});
      return head.ok ? ok(() => set({ head: head.value })) : head;
    },
    after: async (asker) => {
      const { filter: shownFilter } = get();
      const sums = await call('payments.sums', { filter: shownFilter, asker });
      return sums.ok ? ok(() => set({ sums: sums.value, shownFilter })) : sums;
    },
  });
  return {
    filter: everything,
    sort: NEWEST_FIRST,
    head: null,
    sums: null,
    shownFilter: null,
    progress: null,
    downloadError: null,
    ...nothingRead,
    ask: (change) => {
      set({ filter: { ...get().filter, ...change } });
      const isTyped =
        'text' in change || 'customer' in change || 'minAmount' in change || 'maxAmount' in change;
      if (isTyped) loadSoon();
      else void load();
    },
    setSort: (sort) => {
      set({ sort });
      void loadRows();
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

/** The list narrowed to this alone, for a link from elsewhere. */
export const showPayments = (change: Partial<PaymentFilter>): void =>
  usePayments.getState().takeView({ filter: { ...everything, ...change }, sort: NEWEST_FIRST });

on('payments.progress', ({ rows, total, finished }) =>
  usePayments.setState({ progress: finished ? null : { rows, total } }),
);
on('payments.changed', () => void usePayments.getState().load());
on('profiles.changed', () =>
  usePayments.setState({
    ...nothingRead,
    filter: everything,
    sort: NEWEST_FIRST,
    head: null,
    sums: null,
    shownFilter: null,
    progress: null,
  }),
);
