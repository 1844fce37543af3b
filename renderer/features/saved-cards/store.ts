/** The list of saved cards: its rows under the search, and when it was read. */
import { create } from 'zustand';
import type { OutputOf } from '#shared/contract/index.ts';
import type { SavedCard } from '#shared/contract/saved-cards.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { call, on } from '../../api/client.ts';
import { nothingRead, paging, type PagedRows, type Paging } from '../../components/paged-list.ts';

type SavedCardsState = PagedRows<SavedCard> &
  Pick<Paging, 'load' | 'loadMore'> & {
    text: string;
    summary: OutputOf<'savedCards.summary'> | null;
    isReading: boolean;
    readError: AppError | null;
    search: (text: string) => void;
    refresh: () => Promise<void>;
  };

export const useSavedCards = create<SavedCardsState>((set, get) => {
  const { load, loadMore, loadSoon } = paging<SavedCard>({
    get,
    set,
    read: (page) => call('savedCards.page', { text: get().text, ...page }),
    beside: async () => {
      const answer = await call('savedCards.summary', { text: get().text });
      return answer.ok ? { ok: true, value: () => set({ summary: answer.value }) } : answer;
    },
  });
  return {
    text: '',
    summary: null,
    isReading: false,
    readError: null,
    ...nothingRead,
    search: (text) => {
      set({ text });
      loadSoon();
    },
    refresh: async () => {
      if (get().isReading) return;
      set({ isReading: true });
      const answer = await call('savedCards.refresh', {});
      set({ isReading: false, readError: answer.ok ? null : answer.error });
      await load();
    },
    load,
    loadMore,
  };
});

on('savedCards.changed', () => void useSavedCards.getState().load());
on('profiles.changed', () =>
  useSavedCards.setState({ ...nothingRead, text: '', summary: null, readError: null }),
);
