/** The kept lists that were opened: rows under a filter, their count and sums, and whether the list is being read. */
import { create, useStore, type StoreApi, type UseBoundStore } from 'zustand';
import type { OutputOf } from '#shared/contract/index.ts';
import type { KeptFilter, KeptRow, KeptSort } from '#shared/contract/kept.ts';
import { relatedTo, whatItKeeps, type KeptListName } from '#shared/domain/kept-lists.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { call, on } from '../../api/client.ts';
import { nothingRead, paging, type PagedRows, type Paging } from '../../components/paged-list.ts';

type KeptState = PagedRows<KeptRow> &
  Pick<Paging, 'load' | 'loadMore'> & {
    filter: KeptFilter;
    sort: KeptSort;
    summary: OutputOf<'kept.summary'> | null;
    isReading: boolean;
    readError: AppError | null;
    ask: (change: Partial<KeptFilter>) => void;
    order: (sort: KeptSort) => void;
    refresh: (whole: boolean) => Promise<void>;
    /** Shows what is stored, and then reads the list's newest part; a list of reference once a day. */
    look: () => Promise<void>;
  };

export const isNarrowed = ({ text, words }: KeptFilter): boolean =>
  text.trim() !== '' || Object.keys(words).length > 0;
const DAY_MS = 86_400_000;

const createStore = (name: KeptListName) =>
  create<KeptState>((set, get) => {
    const { load, loadMore, loadSoon } = paging<KeptRow>({
      get,
      set,
      read: (page) => call('kept.page', { name, filter: get().filter, sort: get().sort, ...page }),
      beside: async (asker) => {
        const answer = await call('kept.summary', { name, filter: get().filter, asker: `${asker} sums` });
        return answer.ok ? { ok: true, value: () => set({ summary: answer.value }) } : answer;
      },
    });
    const refresh = async (whole: boolean) => {
      if (get().isReading) return;
      set({ isReading: true });
      const answer = await call('kept.refresh', { name, whole });
      set({ isReading: false, readError: answer.ok ? null : answer.error });
      await load();
    };
    return {
      filter: { text: '', words: {} },
      sort: null,
      summary: null,
      isReading: false,
      readError: null,
      ...nothingRead,
      ask: (change) => {
        set({ filter: { ...get().filter, ...change } });
        if (change.text === undefined) void load();
        else loadSoon();
      },
      order: (sort) => {
        set({ sort });
        void load();
      },
      refresh,
      look: async () => {
        await load();
        const readAtMs = get().summary?.read.readAtMs ?? null;
        if (whatItKeeps(name) !== null || readAtMs === null || Date.now() - readAtMs > DAY_MS)
          await refresh(false);
        // What belongs to its rows has to be known before it can be shown with them.
        for (const { list } of relatedTo(name)) void keptStore(list).getState().look();
      },
      load,
      loadMore,
    };
  });

const stores = new Map<KeptListName, UseBoundStore<StoreApi<KeptState>>>();
/** The store of a list: made when the list is opened first. */
function keptStore(name: KeptListName): UseBoundStore<StoreApi<KeptState>> {
  const store = stores.get(name) ?? createStore(name);
  stores.set(name, store);
  return store;
}

/** What is shown of a list, and what can be asked of it. */
export const useKept = (name: KeptListName): KeptState => useStore(keptStore(name));

on('kept.changed', ({ name }) => void stores.get(name)?.getState().load());
on('profiles.changed', () => stores.clear());
