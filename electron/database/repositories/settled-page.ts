/** The rows of a page of settled transactions, in any order and under any filter, found the way that takes the shortest. */
import {
  settledFilterFields,
  settledFilterSchema,
  type SettledFilter,
  type SettledSort,
} from '#shared/contract/settlement.ts';
import { searchText } from '#shared/text/digits.ts';
import type { ReadableDb } from '../db.ts';
import { conditionsOf, turned } from '../filter-sql.ts';
import { LIMIT } from '../keep-statements.ts';
import { whileAsked } from '../still-asked.ts';
import { NEAR, rowsOfText, type Question, type WaysToText } from './common-text.ts';
import { isFilled } from './settled-fill.ts';
import { pageColumnsSql, type PageValues, type SettledAfter } from './settled-listed.ts';
import { SHOWN } from './settled-sums.ts';
import { foundWhere, narrowingMatchOf, searchRows, type Searched } from './text-search.ts';

const SORT_COLUMN: Record<SettledSort['by'], string> = {
  settlementDate: 'settled_at_ms',
  amount: SHOWN,
  fee: 'COALESCE(fee_minor, -1)',
  net: 'COALESCE(net_minor, -1)',
  refNumber: 'ref_number',
  merchantOrderId: 'merchant_order_id',
  branchId: 'branch_id',
};

export type PageInput = {
  filter: SettledFilter;
  sort: SettledSort;
  after: SettledAfter | null;
  /** In place of `after`; see the contract. */
  place?: Place | undefined;
  limit: number;
};
type Place = { readonly first: number; readonly of: number | null };
type Asked = Pick<PageInput, 'filter' | 'sort' | 'after'>;

/**
 * Rows that were paid early or are odd are few, and each kind has an index of its own: sorting them costs less than walking along all
 * rows in the order asked for, which SQLite would choose.
 */
const indexOf = ({ early, odd }: SettledFilter): string =>
  early === true ? 'INDEXED BY settled_early ' : odd ? 'INDEXED BY settled_odd ' : '';

/** The screen shows fees with a minus, and they are stored without one: their order is the other way round here. */
const directionOf = ({ by, direction }: SettledSort) => (by === 'fee' ? turned(direction) : direction);

/** The order of a page, its key, and the conditions that it begins with. */
function orderedBy(
  { sort, after }: Pick<Asked, 'sort' | 'after'>,
  columns = pageColumnsSql(SORT_COLUMN[sort.by]),
) {
  const column = SORT_COLUMN[sort.by];
  const direction = directionOf(sort);
  const beyond = direction === 'asc' ? '>' : '<';
  return {
    read: `SELECT ${columns} FROM settled`,
    // SQLite begins at the first part in the index; of the second alone it does not where the column is calculated.
    past: after ? [`${column} ${beyond}= ?`, `(${column}, transaction_id) ${beyond} (?, ?)`] : [],
    pastArgs: after ? [after.key, after.key, after.id] : [],
    order: `ORDER BY ${column} ${direction}, transaction_id ${direction}`,
  };
}
const whereAll = (parts: readonly string[]) => (parts.length > 0 ? `WHERE ${parts.join(' AND ')}` : '');

/** The SQL of one keyset page; exported so that a test can read its plan. Null: there is no such row. `watch`: see still-asked.ts. `columns`: others than those of a page. */
export function settledPageSql(
  { filter, ...asked }: Asked,
  searched: Searched = null,
  watch: readonly string[] = [],
  columns?: string,
): Question | null {
  if (searched === 'nothing') return null;
  const { parts, args } = conditionsOf(settledFilterFields, filter);
  const { read, past, pastArgs, order } = orderedBy(asked, columns);
  // A page of all rows needs no condition.
  const watched = parts.length > 0 ? watch : [];
  const found = searched ? [foundWhere('settled')] : [];
  return {
    sql: `${read} ${indexOf(filter)}${whereAll([...found, ...watched, ...parts, ...past])} ${order} ${LIMIT}`,
    args: [...(searched ? [searched.rowids] : []), ...args, ...pastArgs],
  };
}

export const searchedFor = (cache: ReadableDb, { text }: SettledFilter): Searched =>
  searchRows(cache, 'settled', searchText(text));

const NO_FILTER: SettledFilter = settledFilterSchema.parse({});

/** Exported so that a test can read their plans. */
export function settledTextSql(cache: ReadableDb, { filter, ...asked }: Asked): WaysToText {
  const { read, past, pastArgs, order } = orderedBy(asked);
  const { parts, args } = conditionsOf(settledFilterFields, filter);
  // A list in the order of its dates begins and ends with those that are asked for.
  const { fromMs, toMs } = filter;
  const dates = conditionsOf(settledFilterFields, { ...NO_FILTER, fromMs, toMs });
  const nextRows = `FROM settled ${whereAll([...dates.parts, ...past])} ${order}`;
  const nextArgs = [...dates.args, ...pastArgs];
  const match = isFilled(cache) ? narrowingMatchOf(cache, 'settled', searchText(filter.text)) : null;
  const has = [...whileAsked(cache, 'settled'), ...parts];
  const page = (rows: string) => `${read} NOT INDEXED WHERE settled.rowid IN (${rows}) ${order}`;
  const found =
    match === null
      ? `settled NOT INDEXED ${whereAll([...has, ...past])}`
      : `settled_search CROSS JOIN settled ON settled.rowid = settled_search.rowid
         ${whereAll(['settled_search MATCH ?', ...has, ...past])}`;
  return {
    near: {
      sql: page(`SELECT row FROM (SELECT settled.rowid AS row ${nextRows} LIMIT ${NEAR})
                 CROSS JOIN settled ON settled.rowid = row ${whereAll(has)} ${LIMIT}`),
      args: [...nextArgs, ...args],
    },
    isBeyond: { sql: `SELECT settled.rowid ${nextRows} LIMIT 1 OFFSET CAST(? AS INTEGER)`, args: nextArgs },
    rest: {
      sql: page(`SELECT settled.rowid FROM ${found} ${order} ${LIMIT}`),
      args: [...(match === null ? [] : [match]), ...args, ...pastArgs],
    },
  };
}

/** The list is followed where few rows are on the way: those of a kind or of a window, and of days in another order than theirs. */
const isLong = ({ filter: { early, odd, windowId, fromMs, toMs }, sort }: Asked): boolean =>
  early !== true &&
  !odd &&
  windowId === null &&
  ((fromMs === null && toMs === null) || sort.by === 'settlementDate');

const valuesStatement = (cache: ReadableDb, sql: string) =>
  cache.prepare(sql).safeIntegers().raw() as unknown as { all(...args: unknown[]): PageValues[] };

/** Null: the list is to be followed. */
function pageOfText(cache: ReadableDb, { limit, place: _place, ...asked }: PageInput): PageValues[] | null {
  const all = () =>
    cache.prepare<{ last: number }>('SELECT MAX(rowid) AS last FROM settled').get()?.last ?? 0;
  return rowsOfText(
    settledTextSql(cache, asked),
    ({ sql, args }, last) => valuesStatement(cache, sql).all(...args, last),
    { most: limit, all },
  );
}

/** The rows of a page, with one row more unless the page is asked for by its place. */
export function rowsOfPage(cache: ReadableDb, { limit, place, ...input }: PageInput): PageValues[] {
  const searched = searchedFor(cache, input.filter);
  const watch = whileAsked(cache, 'settled');
  const read = (sort: SettledSort, most: number, skipped: number) => {
    const asked = settledPageSql({ ...input, sort }, searched, watch);
    if (asked === null) return [];
    // Rows before the place are counted along the index and not fetched.
    return valuesStatement(cache, `${asked.sql} OFFSET ?`).all(...asked.args, most, skipped);
  };
  const { sort, filter } = input;
  const isLoose = searched === null && searchText(filter.text) !== '';
  const found = isLoose && !place && isLong(input) ? pageOfText(cache, { ...input, limit: limit + 1 }) : null;
  if (found) return found;
  if (!place) return read(sort, limit + 1, 0);
  const { first, of } = place;
  if (of === null || first < of / 2) return read(sort, limit, first);
  // The place is nearer to the end: the rows are read from there.
  const last = Math.min(first + limit, of);
  return read({ ...sort, direction: turned(sort.direction) }, Math.max(0, last - first), of - last).reverse();
}
