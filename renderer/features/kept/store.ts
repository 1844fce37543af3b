/** The kept lists that were opened: rows under a filter, their count and sums, and whether the list is being read. */
import { create, useStore, type StoreApi, type UseBoundStore } from 'zustand';
import type { OutputOf } from '#shared/contract/index.ts';
import type { KeptFilter, KeptRow, KeptSort } from '#shared/contract/kept.ts';
import { relatedTo, whatItKeeps, type KeptListName } from '#shared/domain/kept-lists.ts';
import { call, on } from '../../api/client.ts';
import { gatewayList, type GatewayList } from '../../components/gateway-list/store.ts';

type Summary = OutputOf<'kept.summary'>;
type KeptState = GatewayList<KeptRow, KeptFilter, Summary> & {
  sort: KeptSort;
  order: (sort: KeptSort) => void;
  /** Shows what is stored, and then reads the list's newest part; a list of reference once a day; one that is collected never. */
  look: () => Promise<void>;
};

export const isNarrowed = ({ text, words }: KeptFilter): boolean =>
  text.trim() !== '' || Object.keys(words).length > 0;
const DAY_MS = 86_400_000;

const createStore = (name: KeptListName) =>
  create<KeptState>((set, get) => {
    const list = gatewayList<KeptRow, KeptFilter, Summary>({
      get,
      set,
      everything: { text: '', words: {} },
      page: (input) => call('kept.page', { name, sort: get().sort, ...input }),
      sum: (input) => call('kept.summary', { name, ...input }),
      read: (whole) => call('kept.refresh', { name, whole }),
    });
    return {
      ...list,
      sort: null,
      order: (sort) => {
        set({ sort });
        void list.load();
      },
      look: async () => {
        await list.load();
        const readAtMs = get().summary?.read.readAtMs ?? null;
        if (whatItKeeps(name) !== null || readAtMs === null || Date.now() - readAtMs > DAY_MS)
          await list.refresh();
        // What belongs to its rows has to be known before it can be shown with them.
        for (const { list: related } of relatedTo(name)) void keptStore(related).getState().look();
      },
    };
  });

type Stores = Map<KeptListName, UseBoundStore<StoreApi<KeptState>>>;
const stores: Stores = new Map();
/** A second store of a list, for a page that shows this list beside its own: it always asks without filters. */
const wholes: Stores = new Map();

/** The store of a list: made when the list is opened first. */
function keptStore(name: KeptListName, among: Stores = stores): UseBoundStore<StoreApi<KeptState>> {
  const store = among.get(name) ?? createStore(name);
  among.set(name, store);
  return store;
}

/** What is shown of a list, and what can be asked of it. */
export const useKept = (name: KeptListName): KeptState => useStore(keptStore(name));
/** The first page of a list. Nobody narrows it. */
export const useWholeList = (name: KeptListName): Omit<KeptState, 'ask' | 'order'> =>
  useStore(keptStore(name, wholes));

on('kept.changed', ({ name }) => {
  for (const among of [stores, wholes]) void among.get(name)?.getState().load();
});
on('profiles.changed', () => {
  stores.clear();
  wholes.clear();
});
