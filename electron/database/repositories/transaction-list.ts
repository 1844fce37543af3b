/** A terminal's transactions: a page, the sums of a filter, one row. What a filter leaves out is never read. */
import { sumRows, type Kind, type KindRow } from '#shared/domain/kinds/index.ts';
import { searchText } from '#shared/text/digits.ts';
import type { Transaction, TransactionFilter, TransactionSort } from '#shared/contract/terminals.ts';
import { amountLimit } from '../amount-limit.ts';
import { reads, type ReadableDb, type ReadableFiles } from '../db.ts';
import { rowMarksOf } from './journal/index.ts';
import { dressed, RETURNS, storedRows } from './transaction-rows.ts';
import { unreadableOf } from './unreadable-rows.ts';

type Condition = { sql: string; args: unknown[] };
const ALL: Condition = { sql: 'TRUE', args: [] };

/** The rows of the last reading, and which of them were acknowledged here: few, until the gateway lists them no more. */
function listedRows({ cache, journal }: ReadableFiles, terminalId: string) {
  const ids = cache
    .prepare<{ row_id: string }>(
      'SELECT row_id FROM pos_transaction WHERE terminal_id = ? AND gone_at_ms IS NULL',
    )
    .all(terminalId)
    .map((row) => row.row_id);
  return { ids, acknowledged: rowMarksOf(journal, terminalId, ids).acknowledged };
}

/** Listed in the last reading, and not acknowledged here. */
export function outstandingIds(files: ReadableFiles, terminalId: string): Set<string> {
  const { ids, acknowledged } = listedRows(files, terminalId);
  return new Set(ids.filter((rowId) => !acknowledged.has(rowId)));
}
/** The same as a condition on rows of the terminal. */
const outstanding = (files: ReadableFiles, terminalId: string): Condition => ({
  sql: 'gone_at_ms IS NULL AND row_id NOT IN (SELECT value FROM json_each(?))',
  args: [JSON.stringify([...listedRows(files, terminalId).acknowledged.keys()])],
});

const amountBy = (limit: string | null, end: 'from' | 'to'): Condition => {
  if (limit === null) return ALL;
  const { part: sql, args } = amountLimit('amount_minor', limit, end);
  return { sql, args };
};

const oneOf = (column: string, values: readonly string[]): Condition =>
  values.length === 0
    ? ALL
    : { sql: `COALESCE(${column}, '') IN (SELECT value FROM json_each(?))`, args: [JSON.stringify(values)] };

/** Every field of the filter has its condition here, or this does not compile. */
type Conditions = { [F in keyof TransactionFilter]: (value: TransactionFilter[F]) => Condition };

type Shown = { terminalId: string; filter: TransactionFilter; nowMs: number };

/** `open`: what is outstanding, asked for only if the filter is of it. */
function shownBy({ terminalId, filter, nowMs }: Shown, open: () => Condition): Condition {
  const conditions: Conditions = {
    listing: (wanted) => (wanted === 'all' ? ALL : open()),
    text: (text) => (text === '' ? ALL : { sql: 'instr(search, ?) > 0', args: [searchText(text)] }),
    paymentTypes: (types) => oneOf('payment_type', types),
    entryModes: (modes) => oneOf('entry_mode', modes),
    minAmount: (limit) => amountBy(limit, 'from'),
    maxAmount: (limit) => amountBy(limit, 'to'),
    minAgeMs: (ageMs) => (ageMs === null ? ALL : { sql: 'first_seen_at_ms <= ?', args: [nowMs - ageMs] }),
  };
  const of = <F extends keyof TransactionFilter>(field: F) => conditions[field](filter[field]);
  const all = (Object.keys(conditions) as (keyof TransactionFilter)[]).map(of);
  return {
    sql: ['terminal_id = ?', ...all.map(({ sql }) => sql)].join(' AND '),
    args: [terminalId, ...all.flatMap(({ args }) => args)],
  };
}

/** What each column sorts by. `amount` as `shownAmount` has it. */
const SORTED: Record<TransactionSort['by'], string> = {
  firstSeen: 'first_seen_at_ms',
  amount: `CASE WHEN kind IN (${RETURNS}) THEN -ABS(amount_minor) ELSE amount_minor END`,
  reference: "COALESCE(ref_number, '')",
  order: "COALESCE(merchant_order_id, '')",
  paymentType: "COALESCE(payment_type, '')",
  entryMode: "COALESCE(entry_mode, '')",
};

type PageInput = Shown & { sort: TransactionSort; afterRowId: string | null; limit: number };

function page(
  files: ReadableFiles,
  { sort, afterRowId, limit, ...shown }: PageInput,
): { rows: Transaction[]; more: boolean } {
  const { sql, args } = shownBy(shown, () => outstanding(files, shown.terminalId));
  const { direction } = sort;
  const key = [SORTED[sort.by], 'position', 'row_id'];
  const after =
    afterRowId === null
      ? ''
      : `AND (${key.join(', ')}) ${direction === 'asc' ? '>' : '<'}
    (SELECT ${key.join(', ')} FROM pos_transaction WHERE row_id = ?)`;
  const order = key.map((part) => `${part} ${direction}`).join(', ');
  const found = storedRows(
    files.cache,
    `WHERE ${sql} ${after} ORDER BY ${order} LIMIT ?`,
    ...args,
    ...(afterRowId === null ? [] : [afterRowId]),
    limit + 1,
  );
  const rows = dressed(files, shown.terminalId, found.slice(0, limit));
  return { rows, more: found.length > limit };
}

type SummedRow = {
  row_id: string;
  amount_minor: bigint;
  currency: string;
  kind: Kind;
  undoes: string | null;
};
const summedRows = (cache: ReadableDb, { sql, args }: Condition): KindRow[] =>
  cache
    .prepare<SummedRow>(
      `SELECT row_id, amount_minor, currency, kind, undoes FROM pos_transaction WHERE ${sql}`,
    )
    .safeIntegers()
    .all(...args)
    .map(({ row_id: rowId, kind, undoes, amount_minor: minor, currency }) => ({
      rowId,
      kind,
      undoes,
      amount: { minor, currency },
    }));

const distinct = (cache: ReadableDb, column: 'entry_mode' | 'payment_type', terminalId: string): string[] =>
  cache
    .prepare<{ value: string }>(
      `SELECT DISTINCT ${column} AS value FROM pos_transaction WHERE terminal_id = ? AND ${column} IS NOT NULL`,
    )
    .all(terminalId)
    .map(({ value }) => value)
    .sort();

function summary(files: ReadableFiles, input: Shown) {
  const { terminalId } = input;
  const { cache } = files;
  const open = outstanding(files, terminalId);
  const shown = summedRows(
    cache,
    shownBy(input, () => open),
  );
  const ofTerminal = { sql: `terminal_id = ? AND ${open.sql}`, args: [terminalId, ...open.args] };
  return {
    count: shown.length,
    sums: sumRows(shown),
    outstanding: sumRows(summedRows(cache, ofTerminal)),
    paymentTypes: distinct(cache, 'payment_type', terminalId),
    entryModes: distinct(cache, 'entry_mode', terminalId),
    unreadable: unreadableOf(files, terminalId),
  };
}

/** What came and went since a moment, and how old the oldest outstanding row is. */
function changesSince(
  files: ReadableFiles,
  { terminalId, sinceMs }: { terminalId: string; sinceMs: number },
) {
  const { sql, args } = outstanding(files, terminalId);
  const now = files.cache
    .prepare<{ oldest: number | null; came: number }>(
      `SELECT MIN(first_seen_at_ms) AS oldest, COUNT(*) FILTER (WHERE first_seen_at_ms > ?) AS came
       FROM pos_transaction WHERE terminal_id = ? AND ${sql}`,
    )
    .get(sinceMs, terminalId, ...args);
  const went = files.cache
    .prepare<{ count: number }>(
      'SELECT COUNT(*) AS count FROM pos_transaction WHERE terminal_id = ? AND gone_at_ms > ?',
    )
    .get(terminalId, sinceMs);
  return { oldestFirstSeenAtMs: now?.oldest ?? null, came: now?.came ?? 0, went: went?.count ?? 0 };
}

function one(files: ReadableFiles, rowId: string): { transaction: Transaction; raw: string } | null {
  const [stored] = storedRows(files.cache, 'WHERE row_id = ?', rowId);
  const [transaction] = stored ? dressed(files, stored.terminal_id, [stored]) : [];
  return stored && transaction ? { transaction, raw: stored.raw } : null;
}

export const transactionListProcedures = {
  'transactions.page': reads((files: ReadableFiles, input: PageInput) => page(files, input)),
  'transactions.summary': reads((files: ReadableFiles, input: Shown) => summary(files, input)),
  'transactions.changesSince': reads(changesSince),
  'transactions.get': reads(one),
};
