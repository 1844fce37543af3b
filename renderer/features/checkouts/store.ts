/** The list of checkouts: its rows under the filter, their sums, and attempts that got no answer. */
import { create } from 'zustand';
import type { Checkout, CheckoutFilter } from '#shared/contract/checkouts.ts';
import type { OutputOf } from '#shared/contract/index.ts';
import { call, on } from '../../api/client.ts';
import { gatewayList, type GatewayList } from '../../components/gateway-list/store.ts';

export const isNarrowed = ({ text, group }: CheckoutFilter): boolean => text.trim() !== '' || group !== null;

export const useCheckouts = create<GatewayList<Checkout, CheckoutFilter, OutputOf<'checkouts.summary'>>>(
  (set, get) =>
    gatewayList({
      get,
      set,
      everything: { text: '', group: null },
      page: (input) => call('checkouts.page', input),
      sum: ({ filter }) => call('checkouts.summary', { filter }),
      read: (whole) => call('checkouts.refresh', { whole }),
    }),
);

on('checkouts.changed', () => void useCheckouts.getState().load());
on('profiles.changed', () => useCheckouts.getState().forget());
