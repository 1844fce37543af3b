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
import { LIMIT } from '../keep-statements.ts';
import { whileAsked } from '../still-asked.ts';
import { NEAR, rowsOfText, type Question, type WaysToText } from './common-text.ts';
import { narrowingMatchOf, searchRows } from './text-search.ts';
import { listRead } from './list-reads.ts';
import { customersWith } from './payment-customers.ts';
import { listedFrom } from './payment-fill.ts';
import { ordersFlagged, paymentFinder, type FlaggedAt } from './payment-row.ts';
import { linesOf, metBy, syncOf } from './payment-store.ts';
import { knownOf, type KnownOfPayment } from './payment-timeline.ts';

type Files = Pick<ReadableFiles, 'cache' | 'journal'>;
/** `nowMs`: which holds are about to end. Whoever may not see contacts finds no customer by them. */
type Asked = { filter: PaymentFilter; nowMs: number; seesContacts?: boolean | undefined };

const { text, holdEnding: _, customer: _customer, flag: _flag, ...plainFields } = paymentFilterFields;
/** The list does not repeat the text that is looked in. */
const listFields = {
  ...plainFields,
  text: { ...text, column: '(SELECT search FROM payment WHERE payment.rowid = row)' },
};

/** Rows of more customers than so many are not sorted: the list is looked through in its order. */
const MANY_CUSTOMERS = 1_000;
/** The index of three letters finds the rows of a text; each other kind of few rows has an index of its own. */
type Along = 'held' | 'by_customer' | null;
type Where = { parts: string[]; args: unknown[]; along: Along };
type Clause = { where: string; args: readonly unknown[] };
/** `loose`: the conditions without that of a text that more rows may have than are worth sorting; null if there is no such text. */
type Among = Clause & { along: Along; loose: Clause | null };

function customerWhere(cache: ReadableDb, { filter, seesContacts }: Asked): Where | 'nothing' | null {
  const wanted = searchText(filter.customer);
  if (wanted === '') return null;
  const names = customersWith(cache, wanted, seesContacts === true);
  if (names.length === 0) return 'nothing';
  const isFew = names.length <= MANY_CUSTOMERS;
  return {
    parts: [`customer <> ''`, `${isFew ? '' : '+'}customer IN (SELECT value FROM json_each(?))`],
    args: [JSON.stringify(names)],
    along: isFew ? 'by_customer' : null,
  };
}

function flagWhere({ journal }: Files, { flag }: PaymentFilter): Where | 'nothing' | null {
  if (flag === null) return null;
  if (flag === 'early') return { parts: ['is_early = 1'], args: [], along: null };
  const orders = ordersFlagged(journal, flag);
  if (orders.length === 0) return 'nothing';
  // The key of a payment is the gateway's order.
  const rows =
    'row IN (SELECT payment.rowid FROM json_each(?) AS one JOIN payment ON payment.key = one.value)';
  return { parts: [rows], args: [JSON.stringify(orders)], along: null };
}

function holdWhere({ filter: { holdEnding, held }, nowMs }: Asked): Where | null {
  if (holdEnding === null) return held ? { parts: [], args: [], along: 'held' } : null;
  const { fromMs, toMs } = beganOfHoldsEnding(holdEnding, nowMs);
  return { parts: ['is_held = 1', 'at_ms > ?', 'at_ms <= ?'], args: [fromMs, toMs], along: 'held' };
}

/** The conditions on a row of the list; null if no row meets them. What the index of texts found is looked at again by them. */
function whereOf(files: Files, asked: Asked): Among | null {
  const { holdEnding: _hold, customer: _name, flag: _mark, ...plain } = asked.filter;
  const wanted = searchText(plain.text);
  const searched = searchRows(files.cache, 'payment', wanted);
  if (searched === 'nothing') return null;
  const flagged = flagWhere(files, asked.filter);
  const named = customerWhere(files.cache, asked);
  if (flagged === 'nothing' || named === 'nothing') return null;
  const found = searched && { parts: ['row IN (SELECT value FROM json_each(?))'], args: [searched.rowids] };
  const others = [flagged, named, holdWhere(asked)].filter((part) => part !== null);
  const isLoose = wanted !== '' && searched === null;
  // A text that is looked for row by row takes long enough to be replaced by a newer one.
  const watch =
    isLoose && listedFrom(files.cache) === 'payment_listed' ? whileAsked(files.cache, 'payment_listed') : [];
  const isByRow = searched !== null || (asked.filter.flag !== null && asked.filter.flag !== 'early');
  return {
    ...clauseOf([{ parts: watch, args: [] }, found, conditionsOf(listFields, plain), ...others]),
    loose: isLoose ? clauseOf([conditionsOf(listFields, { ...plain, text: '' }), ...others]) : null,
    along: isByRow ? null : (others.find(({ along }) => along !== null)?.along ?? null),
  };
}

function clauseOf(parts: readonly (Pick<Where, 'parts' | 'args'> | null)[]): Clause {
  const all = parts.filter((part) => part !== null);
  return {
    where: all.flatMap((part) => part.parts).join(' AND ') || '1',
    args: all.flatMap(({ args }) => args),
  };
}

function detailOf(files: FilesWithResults, key: string): KnownOfPayment | null {
  const payment = paymentFinder(files, 'key', { nowMs: 0 })(key);
  return payment && knownOf(files, payment, linesOf(files.cache, key));
}

type SumRow = { currency: string; sales: bigint; returned: bigint };

/** By currency. Holds, what is not understood and what is not listed any more are in no sum. */
const sumsAmong = (cache: ReadableDb, { where, args }: Clause) =>
  cache
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

export function paymentSums(files: Files, asked: Asked) {
  const among = whereOf(files, asked);
  return among === null ? [] : sumsAmong(files.cache, among);
}

type Counted = { count: number; notSummed: number; gone: number };
const NONE: Counted = { count: 0, notSummed: 0, gone: 0 };
const countsAmong = (cache: ReadableDb, { where, args }: Clause): Counted =>
  cache
    .prepare<Counted>(
      `SELECT COUNT(*) AS count, COALESCE(SUM(state = 'unknown' AND is_gone = 0), 0) AS notSummed, COALESCE(SUM(is_gone), 0) AS gone
       FROM ${listedFrom(cache)} WHERE ${where}`,
    )
    .get(...args) ?? NONE;

export function countOfPayments(files: Files, asked: Asked): number {
  const among = whereOf(files, asked);
  if (among === null) return 0;
  const sql = `SELECT COUNT(*) AS count FROM ${listedFrom(files.cache)} WHERE ${among.where}`;
  return files.cache.prepare<{ count: number }>(sql).get(...among.args)?.count ?? 0;
}

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

/** The order of a page and its beginning, for a clause of conditions. */
function orderedBy(cache: ReadableDb, { sort, after }: Pick<OrderedInput, 'sort' | 'after'>) {
  const by = SORT_BY[sort.by];
  const direction = directionOf(sort);
  const beyond = direction === 'asc' ? '>' : '<';
  const others = ['at_ms', 'row'].filter((one) => one !== by).map((one) => `, ${one} ${direction}`);
  return {
    from: listedFrom(cache),
    names: `row, ${by} AS value, at_ms`,
    // SQLite begins at the first part in the index; of all parts it does not where the first one is calculated.
    past: after ? ` AND ${by} ${beyond}= ? AND (${by}, at_ms, row) ${beyond} (?, ?, ?)` : '',
    pastArgs: after ? [after.value, after.value, after.atMs, after.row] : [],
    order: `ORDER BY ${by} ${direction}${others.join('')}`,
  };
}

/** The statement that names the rows of a page, or null if no row can fit. Rows with equal values are ordered by time. Exported so that a test can read its plan. */
export function paymentPageSql(files: Files, input: OrderedInput): Question | null {
  const among = whereOf(files, input);
  return among && walkSql(files.cache, input, among);
}

function walkSql(cache: ReadableDb, input: OrderedInput, { where, args, along }: Among): Question {
  const { from, names, past, pastArgs, order } = orderedBy(cache, input);
  // Holds and the payments of one customer are few: sorting them costs less than walking along all rows in the order asked for.
  const index = along !== null && from === 'payment_listed' ? `INDEXED BY payment_listed_${along}` : '';
  return {
    sql: `SELECT ${names} FROM ${from} ${index} WHERE ${where}${past} ${order} ${LIMIT}`,
    args: [...args, ...pastArgs],
  };
}

/** Exported so that a test can read their plans. */
export function paymentTextSql(cache: ReadableDb, input: OrderedInput, loose: Clause): WaysToText {
  const { from, names, past, pastArgs, order } = orderedBy(cache, input);
  const wanted = searchText(input.filter.text);
  const nextRows = `FROM ${from} WHERE ${loose.where}${past} ${order}`;
  const nextArgs = [...loose.args, ...pastArgs];
  const match = narrowingMatchOf(cache, 'payment', wanted);
  const watch = whileAsked(cache, 'payment');
  const has = ['instr(search, ?) > 0', ...watch].join(' AND ');
  const found =
    match === null
      ? `payment WHERE ${has}`
      : `payment_search CROSS JOIN payment ON payment.rowid = payment_search.rowid WHERE payment_search MATCH ? AND ${has}`;
  return {
    near: {
      sql: `SELECT row, value, at_ms FROM (SELECT ${names} ${nextRows} LIMIT ${NEAR})
            WHERE instr((SELECT search FROM payment WHERE payment.rowid = row), ?) > 0 ${LIMIT}`,
      args: [...nextArgs, wanted],
    },
    isBeyond: { sql: `SELECT row ${nextRows} LIMIT 1 OFFSET CAST(? AS INTEGER)`, args: nextArgs },
    rest: {
      sql: `SELECT ${names} FROM (SELECT payment.rowid AS found FROM ${found})
            CROSS JOIN ${from} ON row = found WHERE ${loose.where}${past} ${order} ${LIMIT}`,
      args: [...(match === null ? [] : [match]), wanted, ...nextArgs],
    },
  };
}

type NameRow = { row: bigint; value: string | bigint; at_ms: bigint };
/** The names of a page, and of one row more. */
function namesOf({ cache, ...files }: Files, input: PageInput): NameRow[] {
  const among = whereOf({ cache, ...files }, input);
  if (among === null) return [];
  const most = input.limit + 1;
  const ask = ({ sql, args }: Question, last: number) =>
    cache
      .prepare<NameRow>(sql)
      .safeIntegers()
      .all(...args, last);
  const walk = () => ask(walkSql(cache, input, among), most);
  const isShort = among.along !== null || listedFrom(cache) !== 'payment_listed';
  if (among.loose === null || isShort) return walk();
  const all = () =>
    cache.prepare<{ last: number }>('SELECT MAX(row) AS last FROM payment_listed').get()?.last ?? 0;
  return rowsOfText(paymentTextSql(cache, input, among.loose), ask, { most, all }) ?? walk();
}
const NO_LIMIT = -1;

/** Everything under the filter in its order; for a file. */
export function* eachPayment(
  files: Files,
  input: Omit<OrderedInput, 'after'> & FlaggedAt,
): Generator<Payment> {
  const find = paymentFinder(files, 'rowid', input);
  const asked = paymentPageSql(files, { ...input, after: null });
  if (asked === null) return;
  const statement = files.cache.prepare<NameRow>(asked.sql).safeIntegers();
  for (const { row } of statement.iterate(...asked.args, NO_LIMIT)) {
    const payment = find(row);
    if (payment) yield payment;
  }
}

/** The values of a column, the last ones first, each found by the one before it: its index is not read as a whole. */
const valuesOf = (cache: ReadableDb, column: 'channel' | 'method' | 'window_id', most: number): string[] =>
  cache
    .prepare<{ value: string }>(
      `WITH RECURSIVE one(value) AS (
         SELECT MAX(${column}) FROM ${listedFrom(cache)}
         UNION ALL SELECT (SELECT MAX(${column}) FROM ${listedFrom(cache)} WHERE ${column} < one.value) FROM one WHERE one.value IS NOT NULL
         LIMIT ?
       ) SELECT value FROM one WHERE value <> ''`,
    )
    .all(most)
    .map(({ value }) => value);
const MOST_WORDS = 50;
const MOST_WINDOWS = 100;

export const paymentProcedures = {
  'payments.page': reads((files, input: PageInput) => {
    const names = namesOf(files, input);
    if (names.length === 0) return { rows: [], next: null };
    const find = paymentFinder(files, 'rowid', input);
    const shown = names.slice(0, input.limit);
    const last = names.length > input.limit ? shown.at(-1) : undefined;
    const value = typeof last?.value === 'bigint' ? Number(last.value) : (last?.value ?? '');
    const next: PaymentAfter | null = last
      ? { value, atMs: Number(last.at_ms), row: Number(last.row) }
      : null;
    return { rows: shown.flatMap(({ row }) => find(row) ?? []), next };
  }),
  'payments.sums': reads((files, asked: Asked) => {
    const among = whereOf(files, asked);
    if (among === null) return { ...NONE, sums: [] };
    return { ...countsAmong(files.cache, among), sums: sumsAmong(files.cache, among) };
  }),
  'payments.head': reads(({ cache }) => {
    const sync = syncOf(cache);
    const { note: _note, ...read } = listRead(cache, 'payments');
    return {
      channels: valuesOf(cache, 'channel', MOST_WORDS).toReversed(),
      methods: valuesOf(cache, 'method', MOST_WORDS).toReversed(),
      // Until all rows are in, each of them would be looked up again for each window.
      windows: listedFrom(cache) === 'payment_listed' ? valuesOf(cache, 'window_id', MOST_WINDOWS) : [],
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
