/** Transactions of all channels and the orders they make: stored page by page, listed newest first. */
import type { Payment, PaymentFilter } from '#shared/contract/payments.ts';
import { paymentOf, type PaymentState } from '#shared/domain/payment.ts';
import { money, type Money } from '#shared/money/money.ts';
import { searchText } from '#shared/text/digits.ts';
import type { GatewayTimestamp } from '#shared/time/gateway-timestamp.ts';
import { toDecimal } from '#shared/money/money.ts';
import {
  reads,
  readsResults,
  writesCache,
  type FilesWithResults,
  type ReadableDb,
  type WritableDb,
} from '../db.ts';
import { listRead, markListRead } from './list-reads.ts';
import { knownOf, type KnownOfPayment, type TransactionLine } from './payment-timeline.ts';

export type StoredTransaction = {
  transactionId: string;
  orderId: string | null;
  merchantOrderId: string | null;
  refNumber: string | null;
  terminalId: string | null;
  channel: string | null;
  method: string | null;
  operation: string | null;
  status: string | null;
  amount: Money;
  createdAt: GatewayTimestamp | null;
  raw: string;
};
export type PaymentEnding = 'whole' | 'moving' | 'cancelled' | 'failed';
type PaymentRow = {
  key: string;
  order_id: string | null;
  merchant_order_id: string | null;
  ref_number: string | null;
  terminal_id: string | null;
  channel: string | null;
  method: string | null;
  at_ms: bigint;
  state: PaymentState;
  currency: string | null;
  amount_minor: bigint | null;
  captured_minor: bigint | null;
  returned_minor: bigint | null;
  left_minor: bigint | null;
};
type SyncRow = {
  run: number;
  started_at_ms: number;
  pages_done: number;
  unreadable: number;
  total: number | null;
  ended: PaymentEnding | null;
};

const syncOf = (cache: ReadableDb) =>
  cache.prepare<SyncRow>('SELECT * FROM payment_sync WHERE only_one = 1').get();
const metBy = (cache: ReadableDb, run: number): number =>
  cache.prepare<{ n: number }>('SELECT COUNT(*) n FROM gateway_transaction WHERE run = ?').get(run)?.n ?? 0;

const linesOf = (cache: ReadableDb, key: string) =>
  cache
    .prepare<TransactionLine>(
      'SELECT * FROM gateway_transaction WHERE key = ? ORDER BY created_at_ms, transaction_id',
    )
    .safeIntegers()
    .all(key);

/** Sums one order up again, after its transactions changed. */
function sumUp(cache: WritableDb, key: string): void {
  const lines = linesOf(cache, key);
  const [first] = lines;
  if (!first) {
    cache.prepare('DELETE FROM payment WHERE key = ?').run(key);
    return;
  }
  const of = lines.map(({ operation, status, amount_minor: minor, currency }) => ({
    operation,
    status,
    amount: { minor, currency },
  }));
  const { state, amount, captured, returned, left } = paymentOf(of);
  const words = lines.flatMap((line) => [
    line.transaction_id,
    line.order_id,
    line.merchant_order_id,
    line.ref_number,
    line.terminal_id,
    toDecimal({ minor: line.amount_minor, currency: line.currency }),
  ]);
  const search = searchText([...new Set(words.filter((word) => word !== null))].join(' '));
  cache
    .prepare(
      `INSERT INTO payment (key, order_id, merchant_order_id, ref_number, terminal_id, channel, method, at_ms, state,
         currency, amount_minor, captured_minor, returned_minor, left_minor, count, search)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT(key) DO UPDATE SET order_id = excluded.order_id, merchant_order_id = excluded.merchant_order_id,
         ref_number = excluded.ref_number, terminal_id = excluded.terminal_id, channel = excluded.channel, method = excluded.method,
         at_ms = excluded.at_ms, state = excluded.state, currency = excluded.currency, amount_minor = excluded.amount_minor,
         captured_minor = excluded.captured_minor, returned_minor = excluded.returned_minor, left_minor = excluded.left_minor,
         count = excluded.count, search = excluded.search`,
    )
    .run(
      key,
      first.order_id,
      first.merchant_order_id,
      first.ref_number,
      first.terminal_id,
      first.channel,
      first.method,
      lines.find((line) => line.created_at_ms !== null)?.created_at_ms ?? 0n,
      state,
      captured?.currency ?? null,
      amount?.minor ?? null,
      captured?.minor ?? null,
      returned?.minor ?? null,
      left?.minor ?? null,
      lines.length,
      search,
    );
}

function store(cache: WritableDb, rows: readonly StoredTransaction[], run: number): void {
  const keyBefore = cache.prepare<{ key: string }>(
    'SELECT key FROM gateway_transaction WHERE transaction_id = ?',
  );
  const upsert = cache.prepare(
    `INSERT OR REPLACE INTO gateway_transaction (transaction_id, key, order_id, merchant_order_id, ref_number, terminal_id, channel,
       method, operation, status, amount_minor, currency, created_at_ms, created_raw, raw, run)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const keys = new Set<string>();
  for (const row of rows) {
    const key = row.orderId ?? row.transactionId;
    const before = keyBefore.get(row.transactionId)?.key;
    if (before !== undefined) keys.add(before);
    keys.add(key);
    upsert.run(
      row.transactionId,
      key,
      row.orderId,
      row.merchantOrderId,
      row.refNumber,
      row.terminalId,
      row.channel,
      row.method,
      row.operation,
      row.status,
      row.amount.minor,
      row.amount.currency,
      row.createdAt?.kind === 'instant' ? row.createdAt.atMs : null,
      row.createdAt?.raw ?? null,
      row.raw,
      run,
    );
  }
  for (const key of keys) sumUp(cache, key);
}

const amountIn = (row: PaymentRow, minor: bigint | null): Money | null =>
  minor === null || row.currency === null ? null : money(minor, row.currency);
const paymentFrom = (row: PaymentRow): Payment => ({
  key: row.key,
  orderId: row.order_id,
  merchantOrderId: row.merchant_order_id,
  refNumber: row.ref_number,
  terminalId: row.terminal_id,
  channel: row.channel,
  method: row.method,
  atMs: row.at_ms === 0n ? null : Number(row.at_ms),
  state: row.state,
  amount: amountIn(row, row.amount_minor),
  captured: amountIn(row, row.captured_minor),
  returned: amountIn(row, row.returned_minor),
  left: amountIn(row, row.left_minor),
});

function whereOf({ text, state, channel }: PaymentFilter): { where: string; args: unknown[] } {
  const wanted = searchText(text);
  const parts: [string, unknown][] = [];
  if (wanted !== '') parts.push(['instr(search, ?) > 0', wanted]);
  if (state !== null) parts.push(['state = ?', state]);
  if (channel !== null) parts.push(['channel = ?', channel]);
  return { where: parts.map(([sql]) => sql).join(' AND ') || '1', args: parts.map(([, value]) => value) };
}

function detailOf(files: FilesWithResults, key: string): KnownOfPayment | null {
  const row = files.cache.prepare<PaymentRow>('SELECT * FROM payment WHERE key = ?').safeIntegers().get(key);
  return row ? knownOf(files, paymentFrom(row), linesOf(files.cache, key)) : null;
}

type SumRow = { currency: string; sales: bigint; returned: bigint };
type End = { ending: PaymentEnding; readAtMs: number };

export const paymentProcedures = {
  /** Goes on with the reading as it is; anew, or when it is older than `anewAfterMs`, from the beginning. */
  'payments.begin': writesCache(
    ({ cache }, { anew, atMs, anewAfterMs }: { anew: boolean; atMs: number; anewAfterMs: number }) => {
      const before = syncOf(cache);
      const old = before && before.ended !== null && before.started_at_ms + anewAfterMs < atMs;
      if (before && !anew && !old)
        return { run: before.run, pagesDone: before.pages_done, met: metBy(cache, before.run) };
      const run = (before?.run ?? 0) + 1;
      cache
        .prepare(
          'INSERT OR REPLACE INTO payment_sync (only_one, run, started_at_ms, pages_done, unreadable, total, ended) VALUES (1, ?, ?, 0, 0, NULL, NULL)',
        )
        .run(run, atMs);
      return { run, pagesDone: 0, met: 0 };
    },
  ),
  /** A page, and the progress it means. Answers how many transactions this run has met. */
  'payments.storePage': writesCache(
    (
      { cache },
      page: {
        run: number;
        rows: StoredTransaction[];
        pagesDone: number;
        unreadable: number;
        total: number | null;
      },
    ) => {
      const { run, rows, pagesDone, unreadable, total } = page;
      const before = metBy(cache, run);
      store(cache, rows, run);
      cache
        .prepare('UPDATE payment_sync SET pages_done = ?, unreadable = ?, total = ? WHERE run = ?')
        .run(pagesDone, unreadable, total, run);
      const met = metBy(cache, run);
      return { met, fresh: met - before };
    },
  ),
  /** The list is whole: what it does not have any more is forgotten. */
  'payments.end': writesCache(({ cache }, { ending, readAtMs }: End) => {
    const run = syncOf(cache)?.run ?? 0;
    cache
      .prepare('UPDATE payment_sync SET ended = ?, pages_done = CASE ? WHEN 1 THEN 0 ELSE pages_done END')
      .run(ending, ending === 'whole' || ending === 'moving' ? 1 : 0);
    if (ending === 'whole') {
      const gone = cache
        .prepare<{ key: string }>('SELECT DISTINCT key FROM gateway_transaction WHERE run <> ?')
        .all(run);
      cache.prepare('DELETE FROM gateway_transaction WHERE run <> ?').run(run);
      for (const { key } of gone) sumUp(cache, key);
      markListRead(cache, 'payments', readAtMs);
    }
    return null;
  }),
  /** One order, read beside the list. */
  'payments.storeOrder': writesCache(({ cache }, { rows }: { rows: StoredTransaction[] }) => {
    store(cache, rows, syncOf(cache)?.run ?? 0);
    return null;
  }),
  'payments.page': reads(
    (
      { cache },
      input: { filter: PaymentFilter; after: { atMs: number; key: string } | null; limit: number },
    ) => {
      const { where, args } = whereOf(input.filter);
      const from = input.after ? [input.after.atMs, input.after.key] : [];
      const rows = cache
        .prepare<PaymentRow>(
          `SELECT * FROM payment WHERE ${where} ${input.after ? 'AND (at_ms, key) < (?, ?)' : ''}
           ORDER BY at_ms DESC, key DESC LIMIT ?`,
        )
        .safeIntegers()
        .all(...args, ...from, input.limit + 1);
      const shown = rows.slice(0, input.limit);
      const last = rows.length > input.limit ? shown.at(-1) : undefined;
      return {
        rows: shown.map(paymentFrom),
        next: last ? { atMs: Number(last.at_ms), key: last.key } : null,
      };
    },
  ),
  'payments.summary': reads(({ cache }, filter: PaymentFilter) => {
    const { where, args } = whereOf(filter);
    const sums = cache
      .prepare<SumRow>(
        `SELECT currency, SUM(captured_minor) sales, SUM(returned_minor) returned FROM payment
         WHERE ${where} AND currency IS NOT NULL AND state <> 'unknown' GROUP BY currency ORDER BY currency`,
      )
      .safeIntegers()
      .all(...args)
      .map(({ currency, sales, returned }) => ({
        currency,
        sales: money(sales, currency),
        returns: money(-returned, currency),
        net: money(sales - returned, currency),
      }));
    const counts = cache
      .prepare<{ n: number; odd: number | null }>(
        `SELECT COUNT(*) n, SUM(state = 'unknown') odd FROM payment WHERE ${where}`,
      )
      .get(...args);
    const channels = cache
      .prepare<{ channel: string }>(
        'SELECT DISTINCT channel FROM payment WHERE channel IS NOT NULL ORDER BY 1 LIMIT 50',
      )
      .all()
      .map(({ channel }) => channel);
    const sync = syncOf(cache);
    const { note: _note, ...read } = listRead(cache, 'payments');
    return {
      count: counts?.n ?? 0,
      notSummed: counts?.odd ?? 0,
      sums,
      channels,
      read,
      sync: sync
        ? {
            ended: sync.ended,
            rows: metBy(cache, sync.run),
            total: sync.total,
            unreadable: sync.unreadable,
          }
        : null,
    };
  }),
  'payments.detail': readsResults((files, key: string) => detailOf(files, key)),
};
