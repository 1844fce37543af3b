/** The orders that transactions of all channels make: listed newest first, summed, and one of them in full. */
import { paymentFilterFields, type Payment, type PaymentFilter } from '#shared/contract/payments.ts';
import type { PaymentState } from '#shared/domain/payment.ts';
import { money, type Money } from '#shared/money/money.ts';
import { searchText } from '#shared/text/digits.ts';
import { reads, readsResults, type FilesWithResults, type ReadableDb } from '../db.ts';
import { conditionsOf } from '../filter-sql.ts';
import { foundWhere, searchRows } from './text-search.ts';
import { listRead } from './list-reads.ts';
import { linesOf, metBy, syncOf } from './payment-store.ts';
import { knownOf, type KnownOfPayment } from './payment-timeline.ts';

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
  is_gone: bigint;
};
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
  isGone: row.is_gone === 1n,
});

/** What the index of texts found is looked at again by the conditions. */
function whereOf(cache: ReadableDb, filter: PaymentFilter): { where: string; args: unknown[] } {
  const { parts, args } = conditionsOf(paymentFilterFields, filter);
  const searched = searchRows(cache, 'payment', searchText(filter.text));
  if (searched === 'nothing') return { where: '0', args: [] };
  const found = searched === null ? [] : [foundWhere('payment')];
  return {
    where: [...found, ...parts].join(' AND ') || '1',
    args: [...(searched === null ? [] : [searched.rowids]), ...args],
  };
}

function detailOf(files: FilesWithResults, key: string): KnownOfPayment | null {
  const row = files.cache.prepare<PaymentRow>('SELECT * FROM payment WHERE key = ?').safeIntegers().get(key);
  return row ? knownOf(files, paymentFrom(row), linesOf(files.cache, key)) : null;
}

type SumRow = { currency: string; sales: bigint; returned: bigint };

/** By currency. Holds, what is not understood and what is not listed any more are in no sum. */
export function paymentSums(cache: ReadableDb, filter: PaymentFilter) {
  const { where, args } = whereOf(cache, filter);
  return cache
    .prepare<SumRow>(
      `SELECT currency, SUM(captured_minor) sales, SUM(returned_minor) returned FROM payment
       WHERE ${where} AND currency IS NOT NULL AND state <> 'unknown' AND is_gone = 0 GROUP BY currency ORDER BY currency`,
    )
    .safeIntegers()
    .all(...args)
    .map(({ currency, sales, returned }) => ({
      currency,
      sales: money(sales, currency),
      returns: money(-returned, currency),
      net: money(sales - returned, currency),
    }));
}

export const countOfPayments = (cache: ReadableDb, filter: PaymentFilter): number => {
  const { where, args } = whereOf(cache, filter);
  return cache.prepare<{ n: number }>(`SELECT COUNT(*) n FROM payment WHERE ${where}`).get(...args)?.n ?? 0;
};

/** Everything under the filter, newest first; for a file. */
export function* eachPayment(cache: ReadableDb, filter: PaymentFilter): Generator<Payment> {
  const { where, args } = whereOf(cache, filter);
  const all = cache
    .prepare<PaymentRow>(`SELECT * FROM payment WHERE ${where} ORDER BY at_ms DESC, key DESC`)
    .safeIntegers();
  for (const row of all.iterate(...args)) yield paymentFrom(row);
}

/** The values of a column, each found by the one before it: its index is not read as a whole. */
const valuesOf = (cache: ReadableDb, column: 'channel' | 'method'): string[] =>
  cache
    .prepare<{ value: string }>(
      `WITH RECURSIVE one(value) AS (
         SELECT MIN(${column}) FROM payment
         UNION ALL SELECT (SELECT MIN(${column}) FROM payment WHERE ${column} > one.value) FROM one WHERE one.value IS NOT NULL
         LIMIT 50
       ) SELECT value FROM one WHERE value IS NOT NULL`,
    )
    .all()
    .map(({ value }) => value);

type PageInput = { filter: PaymentFilter; after: { atMs: number; key: string } | null; limit: number };

/** Exported so that a test can read its plan. */
export function paymentPageSql(cache: ReadableDb, { filter, after }: Omit<PageInput, 'limit'>) {
  const { where, args } = whereOf(cache, filter);
  return {
    sql: `SELECT * FROM payment WHERE ${where} ${after ? 'AND (at_ms, key) < (?, ?)' : ''}
          ORDER BY at_ms DESC, key DESC LIMIT ?`,
    args: [...args, ...(after ? [after.atMs, after.key] : [])],
  };
}

export const paymentProcedures = {
  'payments.page': reads(({ cache }, input: PageInput) => {
    const { sql, args } = paymentPageSql(cache, input);
    const rows = cache
      .prepare<PaymentRow>(sql)
      .safeIntegers()
      .all(...args, input.limit + 1);
    const shown = rows.slice(0, input.limit);
    const last = rows.length > input.limit ? shown.at(-1) : undefined;
    return {
      rows: shown.map(paymentFrom),
      next: last ? { atMs: Number(last.at_ms), key: last.key } : null,
    };
  }),
  'payments.summary': reads(({ cache }, filter: PaymentFilter) => {
    const { where, args } = whereOf(cache, filter);
    const counts = cache
      .prepare<{ n: number; odd: number | null; gone: number | null }>(
        `SELECT COUNT(*) n, SUM(state = 'unknown' AND is_gone = 0) odd, SUM(is_gone) gone FROM payment WHERE ${where}`,
      )
      .get(...args);
    const sync = syncOf(cache);
    const { note: _note, ...read } = listRead(cache, 'payments');
    return {
      count: counts?.n ?? 0,
      notSummed: counts?.odd ?? 0,
      gone: counts?.gone ?? 0,
      sums: paymentSums(cache, filter),
      channels: valuesOf(cache, 'channel'),
      methods: valuesOf(cache, 'method'),
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
