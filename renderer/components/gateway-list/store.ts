/** A list of the gateway of which this PC keeps a copy: its rows under a filter, what is said of it, and whether it is being read. */
import type { AppError } from '#shared/errors/app-error.ts';
import type { Result } from '#shared/errors/result.ts';
import {
  nothingRead,
  paging,
  type PagedRows,
  type PageInput,
  type PageOf,
  type Paging,
} from '../paged-list.ts';

/** Every such list is searched by a text. A list may have further filters. */
type TextFilter = { text: string };

export type GatewayList<Row, Filter extends TextFilter, Summary> = PagedRows<Row> &
  Pick<Paging, 'load' | 'loadMore'> & {
    filter: Filter;
    /** Null until the first answer. */
    summary: Summary | null;
    isReading: boolean;
    /** Why the gateway's list could not be read. */
    readError: AppError | null;
    ask: (change: Partial<Filter>) => void;
    /** Leaves nothing out any more. */
    clear: () => void;
    /** Reads the gateway's list: all of it, or its newest part. */
    refresh: (whole?: boolean) => Promise<void>;
    /** Empties the list, because another merchant was chosen. */
    forget: () => void;
  };

type Needs<Row, Filter extends TextFilter, Summary> = {
  get: () => GatewayList<Row, Filter, Summary>;
  set: (part: Partial<GatewayList<Row, Filter, Summary>>) => void;
  /** The filter that leaves nothing out. */
  everything: Filter;
  page: (input: PageInput & { filter: Filter }) => Promise<Result<PageOf<Row>>>;
  sum: (input: { filter: Filter; asker: string }) => Promise<Result<Summary>>;
  read: (whole: boolean) => Promise<Result<unknown>>;
};

/** The state of such a list, and what can be asked of it. */
export function gatewayList<Row, Filter extends TextFilter, Summary>(
  needs: Needs<Row, Filter, Summary>,
): GatewayList<Row, Filter, Summary> {
  const { get, set, everything } = needs;
  const { load, loadMore, loadSoon, drop } = paging<Row>({
    get,
    set,
    read: (page) => needs.page({ filter: get().filter, ...page }),
    beside: async (asker) => {
      const answer = await needs.sum({ filter: get().filter, asker: `${asker} sums` });
      return answer.ok ? { ok: true, value: () => set({ summary: answer.value }) } : answer;
    },
  });
  return {
    filter: everything,
    summary: null,
    isReading: false,
    readError: null,
    ...nothingRead,
    ask: (change) => {
      set({ filter: { ...get().filter, ...change } });
      if (change.text === undefined) void load();
      else loadSoon();
    },
    clear: () => {
      set({ filter: everything });
      void load();
    },
    refresh: async (whole = false) => {
      if (get().isReading) return;
      set({ isReading: true });
      const answer = await needs.read(whole);
      set({ isReading: false, readError: answer.ok ? null : answer.error });
      await load();
    },
    forget: () => {
      drop();
      set({ filter: everything, summary: null, readError: null, ...nothingRead });
    },
    load,
    loadMore,
  };
}
