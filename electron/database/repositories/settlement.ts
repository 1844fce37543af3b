/** Settlement windows and settled transactions. Values are kept as the contract's wire JSON beside the columns that are searched. */
import { z } from 'zod';
import {
  settledSchema,
  windowSchema,
  type SettledFilter,
  type SettlementWindow,
} from '#shared/contract/settlement.ts';
import { searchText } from '#shared/text/digits.ts';
import type { Money } from '#shared/money/money.ts';
import { reads, writesCache, type ReadableDb } from '../db.ts';
import { listRead, markListRead } from './list-reads.ts';
import { readSummary } from './settled-summary.ts';
import { syncState } from './settled-sync.ts';

const encode = <T extends z.ZodType>(schema: T, value: z.output<T>) =>
  JSON.stringify(z.encode(schema, value));
const decode = <T extends z.ZodType>(schema: T, text: string): z.output<T> => schema.parse(JSON.parse(text));

export type SettledSort = {
  by: 'settlementDate' | 'amount' | 'fee' | 'net' | 'refNumber' | 'merchantOrderId' | 'branchId';
  direction: 'asc' | 'desc';
};
const SORT_COLUMN: Record<SettledSort['by'], string> = {
  settlementDate: 'settled_at_ms',
  amount: 'amount_minor',
  fee: 'COALESCE(fee_minor, -1)',
  net: 'COALESCE(net_minor, -1)',
  refNumber: 'ref_number',
  merchantOrderId: 'merchant_order_id',
  branchId: 'branch_id',
};

function where(filter: SettledFilter): { parts: string[]; args: unknown[] } {
  const parts: string[] = [];
  const args: unknown[] = [];
  const add = (part: string, ...values: unknown[]) => {
    parts.push(part);
    args.push(...values);
  };
  if (filter.text !== '') add('instr(search, ?) > 0', searchText(filter.text));
  if (filter.branchIds.length > 0)
    // The plus keeps a page on the index of its order: a branch is a large share of all rows.
    add(`+branch_id IN (${filter.branchIds.map(() => '?').join(',')})`, ...filter.branchIds);
  if (filter.paymentTypes.length > 0)
    add(`payment_type IN (${filter.paymentTypes.map(() => '?').join(',')})`, ...filter.paymentTypes);
  if (filter.windowId !== null) add('window_id = ?', filter.windowId);
  if (filter.fromMs !== null) add('settled_at_ms >= ?', filter.fromMs);
  if (filter.toMs !== null) add('settled_at_ms <= ?', filter.toMs);
  return { parts, args };
}

type PageInput = {
  filter: SettledFilter;
  sort: SettledSort;
  after: { key: string | number; id: string } | null;
  limit: number;
};

/** The SQL of one keyset page; exported so that a test can read its plan. */
export function settledPageSql({ filter, sort, after }: Omit<PageInput, 'limit'>): {
  sql: string;
  args: unknown[];
} {
  const { parts, args } = where(filter);
  const column = SORT_COLUMN[sort.by];
  if (after) {
    parts.push(`(${column}, transaction_id) ${sort.direction === 'asc' ? '>' : '<'} (?, ?)`);
    args.push(after.key, after.id);
  }
  const clause = parts.length > 0 ? `WHERE ${parts.join(' AND ')}` : '';
  const direction = sort.direction === 'asc' ? 'ASC' : 'DESC';
  const sql = `SELECT value, ${column} AS key, transaction_id FROM settled ${clause} ORDER BY ${column} ${direction}, transaction_id ${direction} LIMIT ?`;
  return { sql, args };
}

type SumRow = {
  currency: string;
  count: bigint;
  gross: bigint;
  fees: bigint | null;
  vat: bigint | null;
  net: bigint | null;
};

/** Exported so that a test can read its plan. */
export function recountSql(filter: SettledFilter): { sql: string; args: unknown[] } {
  const { parts, args } = where(filter);
  const clause = parts.length > 0 ? `WHERE ${parts.join(' AND ')}` : '';
  // Everything but a text is in the index: the rows themselves are many times its size.
  const from = filter.text === '' ? 'settled INDEXED BY settled_amounts' : 'settled';
  return {
    sql: `SELECT currency, COUNT(*) AS count, SUM(amount_minor) AS gross, SUM(fee_minor) AS fees, SUM(vat_minor) AS vat, SUM(net_minor) AS net
      FROM ${from} ${clause} GROUP BY currency ORDER BY currency`,
    args,
  };
}

function recount(cache: ReadableDb, filter: SettledFilter) {
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
    fees: amounts('fees'),
    vat: amounts('vat'),
    net: amounts('net'),
  };
}

/** Branch names as the terminals list gave them. */
export function branchNames(cache: ReadableDb): Map<string, string> {
  const rows = cache
    .prepare<{ branch_id: string; branch_name: string }>(
      'SELECT DISTINCT branch_id, branch_name FROM terminal WHERE branch_id IS NOT NULL AND branch_name IS NOT NULL',
    )
    .all();
  return new Map(rows.map((row) => [row.branch_id, row.branch_name]));
}

export const settlementProcedures = {
  'settlement.replaceWindows': writesCache(
    ({ cache }, { windows, readAtMs }: { windows: SettlementWindow[]; readAtMs: number }) => {
      cache.prepare('DELETE FROM settlement_window').run();
      const insert = cache.prepare(
        'INSERT OR REPLACE INTO settlement_window (window_id, opens_at, value) VALUES (?, ?, ?)',
      );
      for (const window of windows)
        insert.run(window.windowId, window.opensAt?.raw ?? '', encode(windowSchema, window));
      markListRead(cache, 'windows', readAtMs);
      return null;
    },
  ),
  'settlement.windows': reads(({ cache }, _: null) => {
    const names = branchNames(cache);
    const windows = cache
      .prepare<{ value: string }>(
        'SELECT value FROM settlement_window ORDER BY opens_at DESC, window_id DESC',
      )
      .all()
      .map((row) => decode(windowSchema, row.value));
    for (const window of windows)
      for (const batch of window.batches) batch.branchName = names.get(batch.branchId ?? '') ?? null;
    return { windows, read: listRead(cache, 'windows') };
  }),
  'settlement.settledPage': reads(({ cache }, { limit, ...input }: PageInput) => {
    const names = branchNames(cache);
    const { sql, args } = settledPageSql(input);
    const rows = cache
      .prepare<{ value: string; key: string | number; transaction_id: string }>(sql)
      .all(...args, limit + 1);
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    return {
      rows: shown.map((row) => {
        const settled = decode(settledSchema, row.value);
        return { ...settled, branchName: names.get(settled.branchId ?? '') ?? null };
      }),
      next: rows.length > limit && last ? { key: last.key, id: last.transaction_id } : null,
    };
  }),
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
