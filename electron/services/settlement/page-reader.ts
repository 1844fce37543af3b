/** Reads one page of the settled list at a time, and stores its rows with the progress they mean as they come. */
import type { Money } from '#shared/money/money.ts';
import type { GatewayError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { ProfileContext } from '../context.ts';
import type { GatewaySettled, SettledSummary } from '../../gateway/gateway.ts';
import { PAGE_SIZE } from '../read-all-pages.ts';
import { createSlices } from '../slices.ts';

/** Newest first: what comes in while it is read comes before page 1, and pushes rows to later pages, not to earlier ones. */
const SORT = { by: 'settlementDate', direction: 'desc' } as const;

export type ReadPage = {
  number: number;
  /** Rows it had, readable or not. */
  size: number;
  unreadable: number;
  /** Rows that this run had not met. */
  fresh: number;
  /** Covers all rows that this run has met, this page included. */
  met: number;
  sums: Money[];
  /** The gateway's count; null if it gives none. */
  total: number | null;
  pages: number | null;
  summary: SettledSummary | null;
  /** True if no other request was under way: every row met before was stored when this page was asked for. */
  alone: boolean;
};
/** `outdated`: what this run has met is not to be built on any more. */
export type Stop = { kind: 'error'; error: GatewayError } | { kind: 'outdated' };
export type PageReader = (number: number) => Promise<Result<ReadPage, Stop>>;

type ReaderOrder = {
  run: number;
  branchIds: string[];
  signal: AbortSignal;
  /** Pages 1 to n of it are stored already. */
  pagesDone: number;
  onPage: (page: ReadPage) => void;
};

export function createPageReader(
  { db, gateway }: Pick<ProfileContext, 'db' | 'gateway'>,
  { run, branchIds, signal, pagesDone: doneBefore, onPage }: ReaderOrder,
): PageReader {
  const slices = createSlices();
  let pagesDone = doneBefore;
  const ahead = new Set<number>();
  let underWay = 0;
  let sent = 0;

  /**
   * A slice is one transaction, so that a movement of money never waits for a whole page. Slices reach the database in the order in
   * which they are cut: a page counts as done only with its last slice, and with all pages before it.
   */
  async function store(number: number, rows: GatewaySettled[], total: number | null) {
    const settled = rows.map((row) => ({ ...row, branchName: null }));
    let fresh = 0;
    let from = 0;
    for (;;) {
      const slice = settled.slice(from, from + slices.size());
      from += slice.length;
      const isLast = from >= settled.length;
      if (isLast) ahead.add(number);
      while (ahead.delete(pagesDone + 1)) pagesDone += 1;
      // What is done by now: when its turn comes, pages whose last slices come after it may be done, too.
      const input = { run, rows: slice, pagesDone, total };
      const part = await slices.store(slice.length, (onHeld) =>
        db.call('settlement.storePage', input, onHeld),
      );
      if (!part) return null;
      fresh += part.fresh;
      if (isLast) return { ...part, fresh };
    }
  }

  return async (number) => {
    const mine = ++sent;
    const wasAlone = underWay === 0;
    underWay += 1;
    try {
      const query = { page: number, limit: PAGE_SIZE, branchIds, sort: SORT };
      const answer = await gateway.listSettled(query, signal);
      if (!answer.ok) return err({ kind: 'error', error: answer.error });
      const { rows, unreadable, pages, summary } = answer.value;
      const total = answer.value.total ?? summary?.count ?? null;
      const stored = await store(number, rows, total);
      if (!stored) return err({ kind: 'outdated' });
      const size = rows.length + unreadable;
      const alone = wasAlone && sent === mine;
      const page = { number, size, unreadable, total, pages, summary, alone, ...stored };
      onPage(page);
      return ok(page);
    } finally {
      underWay -= 1;
    }
  };
}
