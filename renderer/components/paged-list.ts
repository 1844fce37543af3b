/**
 * A list that is read page by page. An answer to what is not asked any more is dropped, rows keep their place while they are
 * read again. What is read beside them is shown with them or not at all; sums come after them, and until then a
 * page says that they come.
 *
 * TanStack Query would not make this shorter: its endless lists read every page again one after the other, where one page of
 * all shown rows is enough here, and which event makes which list old would still be said store by store.
 */
import { create, type StoreApi, type UseBoundStore } from 'zustand';
import type { AppError } from '#shared/errors/app-error.ts';
import type { Result } from '#shared/errors/result.ts';

/** `asker`: the core ends an older question of the same asker. */
export type PageInput = { cursor: string | null; limit: number; asker: string };
export type PageOf<Row> = { rows: Row[]; next: string | null };

export type PagedRows<Row> = {
  /** Null: never read for this question. */
  rows: Row[] | null;
  next: string | null;
  error: AppError | null;
};
/** Null until the head of the list is there: rows that move down when the head comes would escape the pointer. */
export const rowsUnderHead = <Row>(rows: Row[] | null, head: unknown, error: AppError | null): Row[] | null =>
  head === null && error === null ? null : rows;

/** True while the sums on screen belong to another filter, or to none yet, and those of this one are being read. */
export const areSumsComing = ({ filter, shownFilter }: { filter: unknown; shownFilter: unknown }): boolean =>
  filter !== shownFilter;

export const nothingRead = { rows: null, next: null, error: null };

type PagingNeeds<Row> = {
  get: () => PagedRows<Row>;
  set: (part: Partial<PagedRows<Row>>) => void;
  /** Asks the core what the store asks for now. */
  read: (page: PageInput) => Promise<Result<PageOf<Row>>>;
  /** Reads what belongs to the first page. The function that it answers with shows it, together with the rows. */
  beside?: (asker: string) => Promise<Result<() => void>>;
  /** Reads what rows do not wait for. The function that it answers with shows it, if it is still asked for. */
  after?: (asker: string) => Promise<Result<() => void>>;
  /** Rows of a page. */
  size?: number;
};
export type Paging = {
  /** Reads as many rows again as are shown. */
  load: () => Promise<void>;
  /** As `load`, if nothing else than the order of rows has changed: sums stay as they are. */
  loadRows: () => Promise<void>;
  loadMore: () => Promise<void>;
  /** At the first letter at once; then when somebody has stopped typing: otherwise each letter would search everything. */
  loadSoon: () => void;
  /** What is on its way is of another question. */
  drop: () => void;
};

const MOST = 500;
const TYPING_MS = 150;

/** The core gave up the newest question for an older one that reached it later: calls may overtake each other. */
const wasOvertaken = (answer: Result<unknown> | undefined): boolean =>
  answer !== undefined && !answer.ok && answer.error.code === 'replaced';

/** Goes on past pages without rows: whoever sees no row would never ask for the next page. */
async function readRows<Row>(
  read: PagingNeeds<Row>['read'],
  first: PageInput,
  isAsked: () => boolean,
): Promise<Result<PageOf<Row>>> {
  for (let { cursor } = first; ;) {
    const answer = await read({ ...first, cursor });
    if (!answer.ok || answer.value.rows.length > 0 || answer.value.next === null) return answer;
    if (!isAsked()) return answer;
    cursor = answer.value.next;
  }
}

/** The reading of a store that has rows beside whatever it asks for. */
export function paging<Row>(needs: PagingNeeds<Row>): Paging {
  const { get, set, read, beside, after, size = 100 } = needs;
  const asker = crypto.randomUUID();
  let asked = 0;
  let askedAfter = 0;
  /** Since the last letter less than the time has passed that says that somebody has stopped typing. */
  let typing: ReturnType<typeof setTimeout> | undefined;
  /** The further page that is on its way: of which question, and from which cursor. */
  let coming: string | null = null;
  /** Letters were typed that nobody has asked for. */
  let isDue = false;

  const loadRows = async (): Promise<void> => {
    isDue = false;
    const mine = ++asked;
    const limit = Math.min(MOST, Math.max(size, get().rows?.length ?? 0));
    const [page, more] = await Promise.all([
      readRows(read, { cursor: null, limit, asker }, () => mine === asked),
      beside?.(asker),
    ]);
    if (mine !== asked) return;
    if (wasOvertaken(page) || wasOvertaken(more)) return loadRows();
    if (!page.ok) return set({ error: page.error });
    if (more && !more.ok) return set({ error: more.error });
    more?.value();
    set({ rows: page.value.rows, next: page.value.next, error: null });
  };
  /** Rows are asked for first, so that they are answered first. */
  const load = async (): Promise<void> => {
    const mine = ++askedAfter;
    const rows = loadRows();
    const [answer] = await Promise.all([after?.(asker), rows]);
    if (!answer || mine !== askedAfter) return;
    if (wasOvertaken(answer)) return load();
    if (answer.ok) answer.value();
    else set({ error: answer.error });
  };
  const loadMore = async () => {
    const { rows, next } = get();
    if (next === null || rows === null) return;
    const mine = asked;
    const page = `${mine} ${next}`;
    // `next` stays until the page is here: a list that is not whole does not look whole meanwhile.
    if (coming === page) return;
    coming = page;
    const further = { cursor: next, limit: size, asker: `${asker} more` };
    const answer = await readRows(read, further, () => mine === asked);
    if (coming === page) coming = null;
    if (mine !== asked) return;
    if (answer.ok) set({ rows: [...rows, ...answer.value.rows], next: answer.value.next });
    else set({ error: answer.error });
  };
  const drop = () => {
    isDue = false;
    asked += 1;
    askedAfter += 1;
  };
  const loadSoon = () => {
    // The core ends a question that a newer one replaces.
    if (typing === undefined) void load();
    else isDue = true;
    clearTimeout(typing);
    typing = setTimeout(() => {
      typing = undefined;
      if (isDue) void load();
    }, TYPING_MS);
  };
  return { load, loadRows, loadMore, loadSoon, drop };
}

type Paged<Query, Row> = PagedRows<Row> &
  Pick<Paging, 'load' | 'loadMore'> & {
    query: Query;
    /** Another question; `soon`: while somebody types. */
    ask: (change: Partial<Query>, when?: 'now' | 'soon') => void;
    /** Asks for another list, and empties the screen first. */
    begin: (query: Query) => void;
    /** Empties the list, because another merchant was chosen. */
    forget: () => void;
  };

/** A store that is such a list and nothing else. */
export function pagedList<Query extends object, Row>(
  initial: Query,
  read: (query: Query & PageInput) => Promise<Result<PageOf<Row>>>,
  size?: number,
): UseBoundStore<StoreApi<Paged<Query, Row>>> {
  return create<Paged<Query, Row>>((set, get) => {
    const { load, loadMore, loadSoon, drop } = paging<Row>({
      get,
      set,
      read: (page) => read({ ...get().query, ...page }),
      ...(size !== undefined && { size }),
    });
    return {
      query: initial,
      ...nothingRead,
      ask: (change, when = 'now') => {
        set({ query: { ...get().query, ...change } });
        if (when === 'soon') loadSoon();
        else void load();
      },
      begin: (query) => {
        set({ query, ...nothingRead });
        void load();
      },
      forget: () => {
        drop();
        set({ query: initial, ...nothingRead });
      },
      load,
      loadMore,
    };
  });
}
