/** Settlement windows and settled transactions. Values are kept as the contract's wire JSON beside the columns that are searched. */
import { z } from 'zod';
import {
  settledFilterFields,
  windowSchema,
  type ListedSettled,
  type SettledFilter,
  type SettledSort,
  type SettledTransaction,
  type SettlementWindow,
} from '#shared/contract/settlement.ts';
import { ADDS } from './settled-sums.ts';
import { addsOfRow, type Kind } from '#shared/domain/kinds/index.ts';
import { odditiesOf } from '#shared/domain/settlement.ts';
import type { Money } from '#shared/money/money.ts';
import { reads, readsResults, writesCache, type ReadableDb } from '../db.ts';
import { conditionsOf } from '../filter-sql.ts';
import { branchNames } from './branch-names.ts';
import { earlyWhere, keepEarly } from './early.ts';
import { listRead, markListRead } from './list-reads.ts';
import { listWindows, sumStaleWindows } from './windows.ts';
import { readSummary } from './settled-summary.ts';
import { syncState } from './settled-sync.ts';
import { decodeSettled } from './settled-value.ts';

const SORT_COLUMN: Record<SettledSort['by'], string> = {
  settlementDate: 'settled_at_ms',
  amount: 'amount_minor',
  fee: 'COALESCE(fee_minor, -1)',
  net: 'COALESCE(net_minor, -1)',
  refNumber: 'ref_number',
  merchantOrderId: 'merchant_order_id',
  branchId: 'branch_id',
};

type SettledAfter = { key: string | number; id: string };
type PageInput = {
  filter: SettledFilter;
  sort: SettledSort;
  after: SettledAfter | null;
  limit: number;
};

/** The SQL of one keyset page; exported so that a test can read its plan. */
export function settledPageSql({ filter, sort, after }: Omit<PageInput, 'limit'>): {
  sql: string;
  args: unknown[];
} {
  const { parts, args } = conditionsOf(settledFilterFields, filter);
  const column = SORT_COLUMN[sort.by];
  if (after) {
    parts.push(`(${column}, transaction_id) ${sort.direction === 'asc' ? '>' : '<'} (?, ?)`);
    args.push(after.key, after.id);
  }
  const clause = parts.length > 0 ? `WHERE ${parts.join(' AND ')}` : '';
  const direction = sort.direction === 'asc' ? 'ASC' : 'DESC';
  const sql = `SELECT value, ${column} AS key, transaction_id, early, kind, undoes FROM settled ${clause} ORDER BY ${column} ${direction}, transaction_id ${direction} LIMIT ?`;
  return { sql, args };
}

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

/** Exported so that a test can read its plan. */
export function recountSql(filter: SettledFilter): { sql: string; args: unknown[] } {
  const { parts, args, summed } = conditionsOf(settledFilterFields, filter);
  const clause = parts.length > 0 ? `WHERE ${parts.join(' AND ')}` : '';
  // The rows themselves are many times the size of the index.
  const from = summed ? 'settled INDEXED BY settled_amounts' : 'settled';
  return {
    sql: `SELECT currency, COUNT(*) AS count, SUM(amount_minor) AS listed, SUM(${ADDS}) AS gross, SUM(fee_minor) AS fees,
      SUM(vat_minor) AS vat, SUM(net_minor) AS net, SUM(kind = 'unknown') AS unknown, SUM((kind = 'unknown') * ABS(amount_minor)) AS unknown_size
      FROM ${from} ${clause} GROUP BY currency ORDER BY currency`,
    args,
  };
}

export function recount(cache: ReadableDb, filter: SettledFilter) {
  const { sql, args } = recountSql(filter);
  const sums = cache
    .prepare<SumRow>(sql)
    .safeIntegers()
    .all(...args);
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

type KindColumns = { kind: Kind; undoes: string | null };
type KindFacts = Pick<ListedSettled, 'kind' | 'undoes' | 'adds' | 'odd'>;
export const kindFacts = (settled: SettledTransaction, { kind, undoes }: KindColumns): KindFacts => ({
  kind,
  undoes,
  adds: addsOfRow({ kind, undoes, amount: settled.amount }),
  odd: odditiesOf({ ...settled, kind, undoes }),
});

const JSON_IDS = 'transaction_id IN (SELECT value FROM json_each(?))';

/** Who asked for those of these rows that were paid early. */
function earlyOf(cache: ReadableDb, transactionIds: string[]): Map<string, ListedSettled['early']> {
  if (transactionIds.length === 0) return new Map();
  return new Map(
    earlyWhere(cache, JSON_IDS, JSON.stringify(transactionIds)).map(
      ({ transaction_id, request_id, op_id }) => [
        transaction_id,
        { requestId: request_id, askedHere: op_id !== null },
      ],
    ),
  );
}

function settledPage(
  cache: ReadableDb,
  { limit, ...input }: PageInput,
): { rows: ListedSettled[]; next: SettledAfter | null } {
  const names = branchNames(cache);
  const { sql, args } = settledPageSql(input);
  const rows = cache
    .prepare<KindColumns & { value: string; key: string | number; transaction_id: string; early: number }>(
      sql,
    )
    .all(...args, limit + 1);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const early = earlyOf(
    cache,
    shown.flatMap((row) => (row.early === 1 ? [row.transaction_id] : [])),
  );
  return {
    rows: shown.map((row): ListedSettled => {
      const settled = decodeSettled(row.value);
      return {
        ...settled,
        branchName: names.get(settled.branchId ?? '') ?? null,
        early: early.get(settled.transactionId) ?? null,
        ...kindFacts(settled, row),
      };
    }),
    next: rows.length > limit && last ? { key: last.key, id: last.transaction_id } : null,
  };
}

const NO_LIMIT = -1;

/** Every row in its order, one by one. The connection is in use until the last one, or until the iteration is ended. */
export function* settledRows(
  cache: ReadableDb,
  input: Pick<PageInput, 'filter' | 'sort'>,
): Generator<SettledTransaction & KindFacts> {
  const names = branchNames(cache);
  const { sql, args } = settledPageSql({ ...input, after: null });
  for (const row of cache.prepare<KindColumns & { value: string }>(sql).iterate(...args, NO_LIMIT)) {
    const settled = decodeSettled(row.value);
    yield { ...settled, ...kindFacts(settled, row), branchName: names.get(settled.branchId ?? '') ?? null };
  }
}

export const settlementProcedures = {
  'settlement.replaceWindows': writesCache(
    ({ cache }, { windows, readAtMs }: { windows: SettlementWindow[]; readAtMs: number }) => {
      cache.prepare('DELETE FROM settlement_window').run();
      const insert = cache.prepare(
        'INSERT OR REPLACE INTO settlement_window (window_id, opens_at, value) VALUES (?, ?, ?)',
      );
      for (const window of windows)
        insert.run(
          window.windowId,
          window.opensAt?.raw ?? '',
          JSON.stringify(z.encode(windowSchema, window)),
        );
      markListRead(cache, 'windows', readAtMs);
      return null;
    },
  ),
  /** What was paid early is marked, and windows whose rows have changed are summed: here, and not while the list is looked at. */
  'settlement.sumWindows': writesCache(({ cache, journal }, _: null) => {
    keepEarly(cache, journal);
    return sumStaleWindows(cache);
  }),
  'settlement.windows': readsResults((files, { nowMs }: { nowMs: number }) => listWindows(files, nowMs)),
  'settlement.settledPage': reads(({ cache }, input: PageInput) => settledPage(cache, input)),
  'settlement.storedCount': reads(
    ({ cache }, _: null) =>
      cache.prepare<{ count: number }>('SELECT COUNT(*) AS count FROM settled').get()?.count ?? 0,
  ),
  'settlement.settledSummary': reads(({ cache }, filter: SettledFilter) => {
    const names = branchNames(cache);
    const branches = cache
      .prepare<{ branch_id: string }>(
        `SELECT DISTINCT branch_id FROM settled WHERE branch_id <> '' ORDER BY branch_id`,
      )
      .all();
    const { note, ...read } = listRead(cache, 'settled');
    return {
      gateway: readSummary(cache, filter.branchIds),
      recount: recount(cache, filter),
      branches: branches.map(({ branch_id }) => ({
        branchId: branch_id,
        branchName: names.get(branch_id) ?? null,
      })),
      paymentTypes: cache
        .prepare<{ payment_type: string }>(
          `SELECT DISTINCT payment_type FROM settled INDEXED BY settled_amounts WHERE payment_type <> '' ORDER BY payment_type`,
        )
        .all()
        .map(({ payment_type }) => payment_type),
      unreadableCount: Number(note ?? 0),
      read,
      sync: syncState(cache, filter.branchIds),
    };
  }),
};
