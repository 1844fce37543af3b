/** The gateway's transactions as a reading brings them, page by page; each order is summed up again when one of its own changed. */
import { paymentOf } from '#shared/domain/payment.ts';
import { toDecimal, type Money } from '#shared/money/money.ts';
import { searchText } from '#shared/text/digits.ts';
import type { GatewayTimestamp } from '#shared/time/gateway-timestamp.ts';
import { writesCache, type ReadableDb, type WritableDb } from '../db.ts';
import { markListRead } from './list-reads.ts';
import type { TransactionLine } from './payment-timeline.ts';

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
type SyncRow = {
  run: number;
  started_at_ms: number;
  pages_done: number;
  unreadable: number;
  total: number | null;
  ended: PaymentEnding | null;
};

export const syncOf = (cache: ReadableDb) =>
  cache.prepare<SyncRow>('SELECT * FROM payment_sync WHERE only_one = 1').get();
export const metBy = (cache: ReadableDb, run: number): number =>
  cache.prepare<{ n: number }>('SELECT COUNT(*) n FROM gateway_transaction WHERE run = ?').get(run)?.n ?? 0;

export const linesOf = (cache: ReadableDb, key: string) =>
  cache
    .prepare<TransactionLine>(
      `SELECT *, transaction_id IN (SELECT transaction_id FROM transaction_gone) AS is_gone
       FROM gateway_transaction WHERE key = ? ORDER BY created_at_ms, transaction_id`,
    )
    .safeIntegers()
    .all(key);

const NOW_GONE = 'INSERT OR IGNORE INTO payment_gone (key) VALUES (?)';
const NOT_GONE = 'DELETE FROM payment_gone WHERE key = ?';

/** Sums one order up again, after its transactions changed. What is not listed any more counts only where nothing else is left. */
function sumUp(cache: WritableDb, key: string): void {
  const kept = linesOf(cache, key);
  const listed = kept.filter((line) => line.is_gone === 0n);
  const isGone = listed.length === 0;
  const lines = isGone ? kept : listed;
  const [first] = lines;
  if (!first) {
    cache.prepare('DELETE FROM payment WHERE key = ?').run(key);
    cache.prepare(NOT_GONE).run(key);
    return;
  }
  const of = lines.map(({ operation, status, amount_minor: minor, currency }) => ({
    operation,
    status,
    amount: { minor, currency },
  }));
  const { state, amount, captured, returned, left } = paymentOf(of);
  const words = kept.flatMap((line) => [
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
  cache.prepare(isGone ? NOW_GONE : NOT_GONE).run(key);
}

/** Answers how many of the rows this run had not met. */
function store(cache: WritableDb, rows: readonly StoredTransaction[], run: number): number {
  const before = cache.prepare<{ key: string; run: number }>(
    'SELECT key, run FROM gateway_transaction WHERE transaction_id = ?',
  );
  const upsert = cache.prepare(
    `INSERT OR REPLACE INTO gateway_transaction (transaction_id, key, order_id, merchant_order_id, ref_number, terminal_id, channel,
       method, operation, status, amount_minor, currency, created_at_ms, created_raw, raw, run)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const listed = cache.prepare('DELETE FROM transaction_gone WHERE transaction_id = ?');
  const keys = new Set<string>();
  let fresh = 0;
  for (const row of rows) {
    const key = row.orderId ?? row.transactionId;
    const known = before.get(row.transactionId);
    if (known) keys.add(known.key);
    if (known?.run !== run) fresh += 1;
    keys.add(key);
    listed.run(row.transactionId);
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
  return fresh;
}

/** What this run has not met. */
function markGone(cache: WritableDb, run: number): void {
  const unmet =
    'FROM gateway_transaction WHERE run < ? AND transaction_id NOT IN (SELECT transaction_id FROM transaction_gone)';
  const gone = cache.prepare<{ key: string }>(`SELECT DISTINCT key ${unmet}`).all(run);
  cache.prepare(`INSERT INTO transaction_gone (transaction_id) SELECT transaction_id ${unmet}`).run(run);
  for (const { key } of gone) sumUp(cache, key);
}

type End = { ending: PaymentEnding; readAtMs: number };

export const paymentStoreProcedures = {
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
  /** A page, and the progress it means. Answers how many of its transactions this run had not met. */
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
      const fresh = store(cache, rows, run);
      cache
        .prepare('UPDATE payment_sync SET pages_done = ?, unreadable = ?, total = ? WHERE run = ?')
        .run(pagesDone, unreadable, total, run);
      return { fresh };
    },
  ),
  /** The list is whole: what it does not have any more is marked. Not if a row was unreadable: it may be one of those. */
  'payments.end': writesCache(({ cache }, { ending, readAtMs }: End) => {
    const run = syncOf(cache)?.run ?? 0;
    cache
      .prepare('UPDATE payment_sync SET ended = ?, pages_done = CASE ? WHEN 1 THEN 0 ELSE pages_done END')
      .run(ending, ending === 'whole' || ending === 'moving' ? 1 : 0);
    if (ending === 'whole') {
      if (syncOf(cache)?.unreadable === 0) markGone(cache, run);
      markListRead(cache, 'payments', readAtMs);
    }
    return null;
  }),
  /** One order, read beside the list. */
  'payments.storeOrder': writesCache(({ cache }, { rows }: { rows: StoredTransaction[] }) => {
    store(cache, rows, syncOf(cache)?.run ?? 0);
    return null;
  }),
};
