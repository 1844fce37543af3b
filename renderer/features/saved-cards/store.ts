/** The list of saved cards: its rows under the search, and when it was read. */
import { create } from 'zustand';
import type { OutputOf } from '#shared/contract/index.ts';
import type { SavedCard } from '#shared/contract/saved-cards.ts';
import { call, on } from '../../api/client.ts';
import { gatewayList, type GatewayList } from '../../components/gateway-list/store.ts';

export const useSavedCards = create<GatewayList<SavedCard, { text: string }, OutputOf<'savedCards.summary'>>>(
  (set, get) =>
    gatewayList({
      get,
      set,
      everything: { text: '' },
      page: ({ filter: { text }, ...page }) => call('savedCards.page', { text, ...page }),
      sum: ({ filter: { text } }) => call('savedCards.summary', { text }),
      read: () => call('savedCards.refresh', {}),
    }),
);

on('savedCards.changed', () => void useSavedCards.getState().load());
on('profiles.changed', () => useSavedCards.getState().forget());
