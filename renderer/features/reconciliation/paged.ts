/** A list that is read page by page: an answer to what is not asked any more is dropped, and rows keep their place while they are read again. */
import { create, type StoreApi, type UseBoundStore } from 'zustand';
import type { AppError } from '#shared/errors/app-error.ts';
import type { Result } from '#shared/errors/result.ts';

type PageInput = { cursor: string | null; limit: number };
type PageOf<Row> = { rows: Row[]; next: string | null };

export type Paged<Query, Row> = {
  query: Query;
  /** Null: never read for this question. */
  rows: Row[] | null;
  next: string | null;
  error: AppError | null;
  /** Another question; `soon`: while somebody types, each letter would search everything. */
  ask: (change: Partial<Query>, when?: 'now' | 'soon') => void;
  /** As `ask`, of another list: what was on screen is not of it. */
  begin: (query: Query) => void;
  /** Of another merchant. */
  forget: () => void;
  load: () => Promise<void>;
  loadMore: () => Promise<void>;
};

const FIRST = 100;
const MOST = 500;
const TYPING_MS = 150;

export function pagedList<Query extends object, Row>(
  initial: Query,
  read: (query: Query & PageInput) => Promise<Result<PageOf<Row>>>,
): UseBoundStore<StoreApi<Paged<Query, Row>>> {
  let asked = 0;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  /** A page may have no row, and more behind it: somebody who sees none would never ask for the next. */
  async function readRows(query: Query & PageInput, mine: number): Promise<Result<PageOf<Row>>> {
    for (let { cursor } = query; ;) {
      const answer = await read({ ...query, cursor });
      if (!answer.ok || answer.value.rows.length > 0 || answer.value.next === null) return answer;
      if (mine !== asked) return answer;
      cursor = answer.value.next;
    }
  }
  return create<Paged<Query, Row>>((set, get) => ({
    query: initial,
    rows: null,
    next: null,
    error: null,
    ask: (change, when = 'now') => {
      set({ query: { ...get().query, ...change } });
      clearTimeout(waiting);
      if (when === 'soon') waiting = setTimeout(() => void get().load(), TYPING_MS);
      else void get().load();
    },
    begin: (query) => {
      set({ query, rows: null, next: null, error: null });
      void get().load();
    },
    forget: () => {
      asked += 1;
      set({ query: initial, rows: null, next: null, error: null });
    },
    load: async () => {
      clearTimeout(waiting);
      const mine = ++asked;
      const { query, rows } = get();
      const limit = Math.min(MOST, Math.max(FIRST, rows?.length ?? 0));
      const answer = await readRows({ ...query, cursor: null, limit }, mine);
      if (mine !== asked) return;
      if (answer.ok) set({ rows: answer.value.rows, next: answer.value.next, error: null });
      else set({ error: answer.error });
    },
    loadMore: async () => {
      const { query, rows, next } = get();
      if (next === null || rows === null) return;
      const mine = asked;
      set({ next: null });
      const answer = await readRows({ ...query, cursor: next, limit: FIRST }, mine);
      if (mine !== asked) return;
      if (answer.ok) set({ rows: [...rows, ...answer.value.rows], next: answer.value.next });
      else set({ error: answer.error, next });
    },
  }));
}
