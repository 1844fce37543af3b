/** Our own count and sums of settled transactions under a filter: from the sums of days where these can tell, else from rows. */
import { narrowing } from '#shared/contract/list-filter.ts';
import { settledFilterFields, type SettledFilter } from '#shared/contract/settlement.ts';
import { settledChoices } from '#shared/domain/settled-texts.ts';
import type { Money } from '#shared/money/money.ts';
import { searchText } from '#shared/text/digits.ts';
import type { ReadableDb } from '../db.ts';
import { conditionsOf } from '../filter-sql.ts';
import { whileAsked } from '../still-asked.ts';
import { isFilled } from './settled-fill.ts';
import { foundWhere, searchRows, type Searched } from './text-search.ts';
import { ADDS } from './settled-sums.ts';

const DAY_MS = 86_400_000;

type SumRow = {
  currency: string;
  count: bigint;
  listed: bigint;
  gross: bigint;
  unknown: bigint;
  unknown_size: bigint;
  fees: bigint | null;
  vat: bigint | null;
  net: bigint | null;
};
type Asked = { readonly sql: string; readonly args: unknown[] };

/** What the sums of days are kept by. */
const OF_DAYS: readonly string[] = [
  'branchIds',
  ...settledChoices.filter(({ summed }) => summed).map(({ filter }) => filter),
  'fromMs',
  'toMs',
];
const isOfDays = (filter: SettledFilter) =>
  narrowing(settledFilterFields, filter).every((field) => OF_DAYS.includes(field));

const SUMS_OF_ROWS = `currency, COUNT(*) AS count, SUM(amount_minor) AS listed, SUM(${ADDS}) AS gross, SUM(fee_minor) AS fees, COUNT(fee_minor) AS with_fee,
  SUM(vat_minor) AS vat, COUNT(vat_minor) AS with_vat, SUM(net_minor) AS net, COUNT(net_minor) AS with_net,
  SUM(kind = 'unknown') AS unknown, SUM((kind = 'unknown') * ABS(amount_minor)) AS unknown_size`;
const SUMS_OF_SUMS = `currency, SUM(count) AS count, SUM(listed) AS listed, SUM(gross) AS gross, SUM(fees) AS fees, SUM(with_fee) AS with_fee,
  SUM(vat) AS vat, SUM(with_vat) AS with_vat, SUM(net) AS net, SUM(with_net) AS with_net, SUM(unknown) AS unknown, SUM(unknown_size) AS unknown_size`;
/** A sum of nothing is null, as SUM has it. */
const NULLED = `currency, count, listed, gross, CASE WHEN with_fee > 0 THEN fees END AS fees, CASE WHEN with_vat > 0 THEN vat END AS vat,
  CASE WHEN with_net > 0 THEN net END AS net, unknown, unknown_size`;

/** The days that lie in it whole, and what is left of the first and of the last day. */
function cut(fromMs: number | null, toMs: number | null) {
  const first = fromMs === null ? null : Math.ceil(fromMs / DAY_MS);
  const after = toMs === null ? null : Math.floor((toMs + 1) / DAY_MS);
  if (first !== null && after !== null && first >= after)
    return { first: 0, after: 0, edges: [[fromMs, toMs]] };
  const edges = [
    ...(fromMs !== null && first !== null && first * DAY_MS > fromMs ? [[fromMs, first * DAY_MS - 1]] : []),
    ...(toMs !== null && after !== null && after * DAY_MS <= toMs ? [[after * DAY_MS, toMs]] : []),
  ];
  return { first, after, edges };
}

/** From the sums of days; rows only of the two days that a moment cuts. */
function ofDaysSql(filter: SettledFilter, watch: readonly string[]): Asked {
  const { first, after, edges } = cut(filter.fromMs, filter.toMs);
  const of = conditionsOf(settledFilterFields, { ...filter, fromMs: null, toMs: null });
  const inDays = [
    ...of.parts,
    ...(first === null ? [] : ['day >= ?']),
    ...(after === null ? [] : ['day < ?']),
  ];
  const where = (parts: readonly string[]) => (parts.length > 0 ? `WHERE ${parts.join(' AND ')}` : '');
  const pieces = [
    `SELECT ${SUMS_OF_SUMS} FROM settled_sum ${where(inDays)} GROUP BY currency`,
    ...edges.map(
      () =>
        `SELECT ${SUMS_OF_ROWS} FROM settled ${where([...watch, ...of.parts, 'settled_at_ms BETWEEN ? AND ?'])} GROUP BY currency`,
    ),
  ];
  return {
    sql: `SELECT ${NULLED} FROM (SELECT ${SUMS_OF_SUMS} FROM (${pieces.join(' UNION ALL ')}) GROUP BY currency) WHERE count > 0 ORDER BY currency`,
    args: [
      ...of.args,
      ...[first, after].filter((day) => day !== null),
      ...edges.flatMap((edge) => [...of.args, ...edge]),
    ],
  };
}

/**
 * What has few rows has an index of its own, and of all rows the index with the amounts is many times smaller than they are. A
 * text is looked for in the rows as they lie: along an index each of them would be fetched by itself.
 */
function fromOf({ windowId, odd, early, fromMs, toMs }: SettledFilter, summed: boolean): string {
  if (windowId !== null) return 'settled INDEXED BY settled_of_window';
  if (odd) return 'settled INDEXED BY settled_odd';
  if (early === true) return 'settled INDEXED BY settled_early';
  if (summed) return 'settled INDEXED BY settled_amounts';
  return fromMs === null && toMs === null ? 'settled NOT INDEXED' : 'settled INDEXED BY settled_by_date';
}

function ofRowsSql(
  filter: SettledFilter,
  searched: Exclude<Searched, 'nothing'>,
  watch: readonly string[],
): Asked {
  const { parts, args, summed } = conditionsOf(settledFilterFields, filter);
  const all = [...(searched ? [foundWhere('settled')] : []), ...watch, ...parts];
  const from = searched ? 'settled' : fromOf(filter, summed);
  const where = all.length > 0 ? `WHERE ${all.join(' AND ')}` : '';
  return {
    sql: `SELECT ${NULLED} FROM (SELECT ${SUMS_OF_ROWS} FROM ${from} ${where} GROUP BY currency) ORDER BY currency`,
    args: searched ? [searched.rowids, ...args] : args,
  };
}

/** Null: there is no such row. Exported so that a test can read its plan. */
export function recountSql(cache: ReadableDb, filter: SettledFilter): Asked | null {
  const watch = whileAsked(cache, 'settled');
  if (isOfDays(filter) && isFilled(cache)) return ofDaysSql(filter, watch);
  const searched = searchRows(cache, 'settled', searchText(filter.text));
  return searched === 'nothing' ? null : ofRowsSql(filter, searched, watch);
}

export function recount(cache: ReadableDb, filter: SettledFilter) {
  const asked = recountSql(cache, filter);
  const sums = asked
    ? cache
        .prepare<SumRow>(asked.sql)
        .safeIntegers()
        .all(...asked.args)
    : [];
  const amounts = (key: 'fees' | 'vat' | 'net'): Money[] =>
    sums.flatMap((row) => (row[key] === null ? [] : [{ minor: row[key], currency: row.currency }]));
  return {
    count: sums.reduce((total, row) => total + Number(row.count), 0),
    gross: sums.map((row) => ({
      count: Number(row.count),
      amount: { minor: row.gross, currency: row.currency },
    })),
    notSummed: sums.flatMap((row) =>
      row.unknown === 0n
        ? []
        : [{ count: Number(row.unknown), amount: { minor: row.unknown_size, currency: row.currency } }],
    ),
    listed: sums.map((row) => ({ minor: row.listed, currency: row.currency })),
    fees: amounts('fees'),
    vat: amounts('vat'),
    net: amounts('net'),
  };
}
