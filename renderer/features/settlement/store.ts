/** Settlement windows and settled transactions. */
import { create } from 'zustand';
import type { EventOf, OutputOf } from '#shared/contract/index.ts';
import { narrowing } from '#shared/contract/list-filter.ts';
import {
  settledFilterFields,
  settledFilterSchema,
  type ListedSettled,
  type SettledFilter,
  type SettledSort,
} from '#shared/contract/settlement.ts';
import { ok } from '#shared/errors/result.ts';
import { call, on } from '../../api/client.ts';
import { BLOCK } from '../../components/endless-rows.ts';
import { nothingRead, paging, type PagedRows } from '../../components/paged-list.ts';
import { orTell } from '../../components/tell-error.tsx';
import { showOrHold } from '../../news.ts';

const defaultSort: SettledSort = { by: 'settlementDate', direction: 'desc' };
export const emptyFilter: SettledFilter = settledFilterSchema.parse({});

/** Beside the branches, which the gateway is asked for: then its summary and our recount do not cover the same rows. */
export const isNarrowed = (filter: SettledFilter): boolean =>
  narrowing(settledFilterFields, filter).some((name) => name !== 'branchIds');

type Question = { readonly filter: SettledFilter; readonly sort: SettledSort };

export type SettlementState = PagedRows<ListedSettled> & {
  windows: OutputOf<'settlement.windows'> | null;
  openedWindowId: string | null;
  filter: SettledFilter;
  sort: SettledSort;
  summary: OutputOf<'settlement.settledSummary'> | null;
  /** The filter and order that `rows` belong to. They may be older than those on screen. */
  rowsOf: Question;
  /** Rows of `rowsOf` from a place on; null if they could not be read. */
  readAt: (first: number, limit: number) => Promise<ListedSettled[] | null>;
  /** The filter that `summary` belongs to. It may be older than the one on screen, and the rows do not wait for it. */
  shownFilter: SettledFilter;
  progress: EventOf<'settlement.downloadProgress'> | null;
  refreshing: boolean;
  loadWindows: () => Promise<void>;
  refreshWindows: () => Promise<void>;
  openWindow: (windowId: string | null) => void;
  setFilter: (change: Partial<SettledFilter>) => void;
  setSort: (sort: SettledSort) => void;
  takeView: (view: { filter: SettledFilter; sort: SettledSort }) => void;
  loadSettled: () => Promise<void>;
  download: (options?: { anew?: boolean }) => Promise<void>;
  cancelDownload: () => Promise<void>;
};

let windowsWaiting: ReturnType<typeof setTimeout> | undefined;
/**
 * Asks again for the status of windows once their rows, deposits, early payouts or terminals have stopped changing, and only
 * while windows are on screen.
 */
function windowsSoon(): void {
  clearTimeout(windowsWaiting);
  windowsWaiting = setTimeout(() => {
    const { windows, loadWindows } = useSettlement.getState();
    if (windows) void loadWindows();
  }, 400);
}

type Store = { get: () => SettlementState; set: (part: Partial<SettlementState>) => void };

type Summary = OutputOf<'settlement.settledSummary'>;
const kept = <T>(before: T | undefined, next: T): T =>
  JSON.stringify(before) === JSON.stringify(next) ? (before as T) : next;
/** What can be chosen stays the same object while it is the same: the fields that offer it are not drawn anew. */
const keepingChoices = (before: Summary | null, next: Summary): Summary => ({
  ...next,
  branches: kept(before?.branches, next.branches),
  choices: kept(before?.choices, next.choices),
});

/** Reads the rows of the list first, and then their sums. */
function listOf({ get, set }: Store) {
  let asked: Question = { filter: emptyFilter, sort: defaultSort };
  const { load, loadRows } = paging<ListedSettled>({
    get,
    set: (part) => {
      const { filter, sort } = get().rowsOf;
      const isOther = filter !== asked.filter || sort !== asked.sort;
      set({ ...part, ...(part.rows && isOther && { rowsOf: asked }) });
    },
    size: BLOCK,
    read: (page) => {
      const { filter, sort } = get();
      asked = { filter, sort };
      return call('settlement.settledPage', { ...asked, ...page });
    },
    after: async (asker) => {
      const { filter: shownFilter } = get();
      const summary = await call('settlement.settledSummary', { filter: shownFilter, asker });
      if (!summary.ok) return summary;
      return ok(() => set({ summary: keepingChoices(get().summary, summary.value), shownFilter }));
    },
  });
  const readAt: SettlementState['readAt'] = async (first, limit) => {
    const { rowsOf, summary, shownFilter } = get();
    const of = summary && shownFilter === rowsOf.filter ? summary.recount.count : null;
    const page = await call('settlement.settledPage', { ...rowsOf, limit, place: { first, of } });
    if (page.ok) return page.value.rows;
    set({ error: page.error });
    return null;
  };
  return { load, loadRows, readAt, rowsOf: asked };
}

export const useSettlement = create<SettlementState>((set, get) => {
  const { load, loadRows, readAt, rowsOf } = listOf({ get, set });
  return {
    windows: null,
    openedWindowId: null,
    filter: emptyFilter,
    sort: defaultSort,
    ...nothingRead,
    rowsOf,
    readAt,
    summary: null,
    shownFilter: emptyFilter,
    progress: null,
    refreshing: false,
    loadWindows: async () => {
      const answer = await call('settlement.windows', {});
      if (answer.ok) set({ windows: answer.value, error: null });
      else set({ error: answer.error });
    },
    refreshWindows: async () => {
      set({ refreshing: true });
      await orTell(call('settlement.refreshWindows', {}));
      set({ refreshing: false });
    },
    openWindow: (openedWindowId) => set({ openedWindowId }),
    setFilter: (change) => {
      set({ filter: { ...get().filter, ...change } });
      // This is asked also while a person types, because the core ends the question before.
      void load();
    },
    setSort: (sort) => {
      set({ sort });
      void loadRows();
    },
    takeView: ({ filter, sort }) => {
      set({ filter, sort });
      void load();
      void get().download();
    },
    loadSettled: load,
    /** The branches of the filter are asked of the gateway; text, dates and window are looked for on this PC. */
    download: async ({ anew = false } = {}) => {
      const answer = await call('settlement.downloadSettled', { branchIds: get().filter.branchIds, anew });
      if (!answer.ok) set({ error: answer.error });
    },
    cancelDownload: async () => {
      await orTell(call('settlement.cancelDownload', {}));
    },
  };
});

on('settlement.changed', ({ what, byItself }) => {
  const { loadWindows, loadSettled } = useSettlement.getState();
  if (what === 'settled') showOrHold('settled', byItself, () => void loadSettled());
  if (what === 'windows') void loadWindows();
  else windowsSoon();
});
on('terminals.changed', windowsSoon);
on('import.changed', windowsSoon);
on('reconciliation.changed', ({ what }) => {
  if (what === 'result' || what === 'decisions') windowsSoon();
});
on('instantSettlement.changed', ({ what }) => {
  if (what === 'requests') windowsSoon();
});
on('settlement.downloadProgress', (progress) => {
  const { rows, filter, loadSettled } = useSettlement.getState();
  useSettlement.setState({ progress: progress.finished ? null : progress });
  // The first rows are shown as they come; after that a list under somebody's eyes is left alone until the end.
  if (!progress.finished && progress.rows > 0 && rows?.length === 0 && !isNarrowed(filter))
    void loadSettled();
});
on('profiles.changed', () =>
  useSettlement.setState({
    windows: null,
    openedWindowId: null,
    rows: null,
    summary: null,
    progress: null,
    filter: emptyFilter,
  }),
);
