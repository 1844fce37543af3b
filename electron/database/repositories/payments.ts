/** The orders that transactions of all channels make: listed in any order, summed, and one of them in full. */
import {
  paymentFilterFields,
  type Payment,
  type PaymentFilter,
  type PaymentSort,
} from '#shared/contract/payments.ts';
import { beganOfHoldsEnding } from '#shared/domain/payment.ts';
import { money } from '#shared/money/money.ts';
import { searchText } from '#shared/text/digits.ts';
import { reads, readsResults, type FilesWithResults, type ReadableDb, type ReadableFiles } from '../db.ts';
import { conditionsOf, turned } from '../filter-sql.ts';
import { searchRows } from './text-search.ts';
import { listRead } from './list-reads.ts';
import { listedFrom } from './payment-fill.ts';
import { paymentFinder, type FlaggedAt } from './payment-row.ts';
import { linesOf, metBy, syncOf } from './payment-store.ts';
import { knownOf, type KnownOfPayment } from './payment-timeline.ts';

/** `nowMs`: which holds are about to end. */
type Asked = { filter: PaymentFilter; nowMs: number };

const { text, holdEnding: _, ...plainFields } = paymentFilterFields;
/** The list does not repeat the text that is looked in. */
const listFields = {
  ...plainFields,
  text: { ...text, column: '(SELECT search FROM payment WHERE payment.rowid = row)' },
};

/** The conditions on a row of the list. What the index of texts found is looked at again by them. */
function whereOf(cache: ReadableDb, { filter, nowMs }: Asked): { where: string; args: unknown[] } {
  const { holdEnding, ...plain } = filter;
  const { parts, args } = conditionsOf(listFields, plain);
  const searched = searchRows(cache, 'payment', searchText(filter.text));
  if (searched === 'nothing') return { where: '0', args: [] };
  if (searched) {
    parts.unshift('row IN (SELECT value FROM json_each(?))');
    args.unshift(searched.rowids);
  }
  if (holdEnding !== null) {
    const { fromMs, toMs } = beganOfHoldsEnding(holdEnding, nowMs);
    parts.push('is_held = 1', 'at_ms > ?', 'at_ms <= ?');
    args.push(fromMs, toMs);
  }
  return { where: parts.join(' AND ') || '1', args };
}

function detailOf(files: FilesWithResults, key: string): KnownOfPayment | null {
  const payment = paymentFinder(files, 'key', { nowMs: 0 })(key);
  return payment && knownOf(files, payment, linesOf(files.cache, key));
}

type SumRow = { currency: string; sales: bigint; returned: bigint };

/** By currency. Holds, what is not understood and what is not listed any more are in no sum. */
export function paymentSums(cache: ReadableDb, asked: Asked) {
  const { where, args } = whereOf(cache, asked);
  return cache
    .prepare<SumRow>(
      `SELECT currency, SUM(captured_minor) sales, SUM(returned_minor) returned FROM ${listedFrom(cache)}
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

export const countOfPayments = (cache: ReadableDb, asked: Asked): number => {
  const { where, args } = whereOf(cache, asked);
  return (
    cache.prepare<{ n: number }>(`SELECT COUNT(*) n FROM ${listedFrom(cache)} WHERE ${where}`).get(...args)
      ?.n ?? 0
  );
};

const SORT_BY: Record<PaymentSort['by'], string> = {
  at: 'at_ms',
  order: 'name',
  paymentState: 'state',
  amount: 'COALESCE(amount_minor, -1)',
  captured: 'COALESCE(captured_minor, -1)',
  returned: 'COALESCE(returned_minor, -1)',
  left: 'COALESCE(left_minor, -1)',
  method: 'method',
  channel: 'channel',
  reference: 'reference',
  paidFrom: 'made_from',
  window: 'window_id',
};

export type PaymentAfter = { value: string | number; atMs: number; row: number };
type OrderedInput = Asked & { sort: PaymentSort; after: PaymentAfter | null };
type PageInput = OrderedInput & FlaggedAt & { limit: number };

/** The screen shows returned amounts with a minus, and they are stored without one: their order is the other way round here. */
const directionOf = ({ by, direction }: PaymentSort) => (by === 'returned' ? turned(direction) : direction);

/** The names of the rows of a page; exported so that a test can read its plan. What is equal comes by time. */
export function paymentPageSql(cache: ReadableDb, { sort, after, ...asked }: OrderedInput) {
  const { where, args } = whereOf(cache, asked);
  const from = listedFrom(cache);
  const by = SORT_BY[sort.by];
  const direction = directionOf(sort);
  const beyond = direction === 'asc' ? '>' : '<';
  // SQLite begins at the first part in the index; of all parts it does not where the first one is calculated.
  const past = after ? ` AND ${by} ${beyond}= ? AND (${by}, at_ms, row) ${beyond} (?, ?, ?)` : '';
  // Holds are few: sorting them costs less than walking along all rows in the order asked for.
  const isHeld = asked.filter.held || asked.filter.holdEnding !== null;
  const along = isHeld && from === 'payment_listed' ? 'INDEXED BY payment_listed_held' : '';
  const order = ['at_ms', 'row'].filter((one) => one !== by).map((one) => `, ${one} ${direction}`);
  return {
    sql: `SELECT row, ${by} AS value, at_ms FROM ${from} ${along} WHERE ${where}${past}
          ORDER BY ${by} ${direction}${order.join('')} LIMIT ?`,
    args: [...args, ...(after ? [after.value, after.value, after.atMs, after.row] : [])],
  };
}

type NameRow = { row: bigint; value: string | bigint; at_ms: bigint };
const namesOf = (cache: ReadableDb, input: OrderedInput, limit: number) => {
  const { sql, args } = paymentPageSql(cache, input);
  const statement = cache.prepare<NameRow>(sql).safeIntegers();
  return { all: () => statement.all(...args, limit), each: () => statement.iterate(...args, limit) };
};
const NO_LIMIT = -1;

type Files = Pick<ReadableFiles, 'cache' | 'journal'>;
/** Everything under the filter in its order; for a file. */
export function* eachPayment(
  files: Files,
  input: Omit<OrderedInput, 'after'> & FlaggedAt,
): Generator<Payment> {
  const find = paymentFinder(files, 'rowid', input);
  for (const { row } of namesOf(files.cache, { ...input, after: null }, NO_LIMIT).each()) {
    const payment = find(row);
    if (payment) yield payment;
  }
}

/** The values of a column, each found by the one before it: its index is not read as a whole. */
const valuesOf = (cache: ReadableDb, column: 'channel' | 'method'): string[] =>
  cache
    .prepare<{ value: string }>(
      `WITH RECURSIVE one(value) AS (
         SELECT MIN(${column}) FROM ${listedFrom(cache)}
         UNION ALL SELECT (SELECT MIN(${column}) FROM ${listedFrom(cache)} WHERE ${column} > one.value) FROM one WHERE one.value IS NOT NULL
         LIMIT 50
       ) SELECT value FROM one WHERE value <> ''`,
    )
    .all()
    .map(({ value }) => value);

export const paymentProcedures = {
  'payments.page': reads((files, input: PageInput) => {
    const names = namesOf(files.cache, input, input.limit + 1).all();
    const find = paymentFinder(files, 'rowid', input);
    const shown = names.slice(0, input.limit);
    const last = names.length > input.limit ? shown.at(-1) : undefined;
    const value = typeof last?.value === 'bigint' ? Number(last.value) : (last?.value ?? '');
    const next: PaymentAfter | null = last
      ? { value, atMs: Number(last.at_ms), row: Number(last.row) }
      : null;
    return { rows: shown.flatMap(({ row }) => find(row) ?? []), next };
  }),
  'payments.sums': reads(({ cache }, asked: Asked) => {
    const { where, args } = whereOf(cache, asked);
    const counts = cache
      .prepare<{ n: number; odd: number | null; gone: number | null }>(
        `SELECT COUNT(*) n, SUM(state = 'unknown' AND is_gone = 0) odd, SUM(is_gone) gone FROM ${listedFrom(cache)} WHERE ${where}`,
      )
      .get(...args);
    return {
      count: counts?.n ?? 0,
      notSummed: counts?.odd ?? 0,
      gone: counts?.gone ?? 0,
      sums: paymentSums(cache, asked),
    };
  }),
  'payments.head': reads(({ cache }) => {
    const sync = syncOf(cache);
    const { note: _note, ...read } = listRead(cache, 'payments');
    return {
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
