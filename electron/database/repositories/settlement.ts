/** Settlement windows and settled transactions: columns that are searched and ordered, and beside them what they do not say. */
import { z } from 'zod';
import { windowSchema, type SettledFilter, type SettlementWindow } from '#shared/contract/settlement.ts';
import type { Kind } from '#shared/domain/kinds/index.ts';
import { choicesBy, type SettledChoice } from '#shared/domain/settled-texts.ts';
import { reads, readsResults, writesCache, type ReadableDb } from '../db.ts';
import { branchNames } from './branch-names.ts';
import { earlyWhere, keepEarly } from './early.ts';
import { listRead, markListRead } from './list-reads.ts';
import { listWindows, sumStaleWindows } from './windows.ts';
import { readSummary } from './settled-summary.ts';
import { pageRow, type PageRow, type SettledPageAnswer } from './settled-listed.ts';
import { SETTLED_COLUMNS_SQL, type SettledColumns } from './settled-compact.ts';
import { isFilled } from './settled-fill.ts';
import { rowsOfPage, type PageInput } from './settled-page.ts';
import { recount } from './settled-recount.ts';
import { syncState } from './settled-sync.ts';
import { decodeSettled } from './settled-value.ts';

/** In the cursor, which is JSON. */
const keyOf = (key: string | bigint): string | number => (typeof key === 'bigint' ? Number(key) : key);

const JSON_IDS = 'transaction_id IN (SELECT value FROM json_each(?))';

/** Who asked for those of these rows that were paid early. */
function earlyOf(cache: ReadableDb, transactionIds: string[]): SettledPageAnswer['early'] {
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

/** Exported so that a test can read its plan. A row that both halves find counts once. */
export const UNDONE_BY = `
  SELECT transaction_id, undoes, kind FROM settled INDEXED BY settled_by_order
    WHERE merchant_order_id IN (SELECT value FROM json_each(?)) AND undoes IS NOT NULL
  UNION
  SELECT transaction_id, undoes, kind FROM settled INDEXED BY settled_by_reference
    WHERE ref_number IN (SELECT value FROM json_each(?)) AND undoes IS NOT NULL`;

/** By sale, the kinds of the settled transactions that take money back from it: they have its order, its reference, or both. */
function undoneByOf(cache: ReadableDb, sales: readonly PageRow[]): Map<string, Kind[]> {
  const kindsOf = new Map<string, Kind[]>();
  if (sales.length === 0) return kindsOf;
  // Where a row has no name, the column is empty: asked for by that, every such row would be found.
  const names = (column: 'merchant_order_id' | 'ref_number') =>
    JSON.stringify([...new Set(sales.map((sale) => sale[column]))].filter((name) => name !== ''));
  const found = cache
    .prepare<{ undoes: string; kind: Kind }>(UNDONE_BY)
    .all(names('merchant_order_id'), names('ref_number'));
  for (const { undoes, kind } of found) kindsOf.set(undoes, [...(kindsOf.get(undoes) ?? []), kind]);
  return kindsOf;
}

function settledPage(cache: ReadableDb, input: PageInput): SettledPageAnswer {
  const { limit } = input;
  const found = rowsOfPage(cache, input);
  const values = found.slice(0, limit);
  const rows = values.map(pageRow);
  const last = found.length > limit ? rows.at(-1) : undefined;
  return {
    rows: values,
    next: last ? { key: keyOf(last.key), id: last.transaction_id } : null,
    early: earlyOf(
      cache,
      rows.flatMap((row) => (row.early === 1n ? [row.transaction_id] : [])),
    ),
    undoneBy: undoneByOf(cache, rows),
    branchNames: branchNames(cache),
  };
}

/** What the gateway sent for a row, as JSON text; null if there is no such row. */
function sentFor(cache: ReadableDb, transactionId: string): string | null {
  const row = cache
    .prepare<SettledColumns>(`SELECT ${SETTLED_COLUMNS_SQL} FROM settled WHERE transaction_id = ?`)
    .safeIntegers()
    .get(transactionId);
  return row ? decodeSettled(row).raw : null;
}

/** The values of a column to choose from: out of the sums of days, which are few, or of an index over all rows. */
function choicesOf(
  cache: ReadableDb,
  { column, summed }: Pick<SettledChoice, 'column' | 'summed'>,
): string[] {
  const from = !summed
    ? 'settled WHERE'
    : isFilled(cache)
      ? 'settled_sum WHERE count > 0 AND'
      : 'settled INDEXED BY settled_amounts WHERE';
  return cache
    .prepare<{ choice: string }>(
      `SELECT DISTINCT ${column} AS choice FROM ${from} ${column} <> '' ORDER BY ${column}`,
    )
    .all()
    .map(({ choice }) => choice);
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
  /** Read by `listedSettled`. */
  'settlement.settledPage': reads(({ cache }, input: PageInput) => settledPage(cache, input)),
  'settlement.settledSent': reads(({ cache }, transactionId: string) => sentFor(cache, transactionId)),
  'settlement.storedCount': reads(
    ({ cache }, _: null) =>
      cache
        .prepare<{ count: number }>(
          isFilled(cache)
            ? 'SELECT COALESCE(SUM(count), 0) AS count FROM settled_sum'
            : 'SELECT COUNT(*) AS count FROM settled',
        )
        .get()?.count ?? 0,
  ),
  'settlement.settledSummary': reads(({ cache }, filter: SettledFilter) => {
    const names = branchNames(cache);
    const { note, ...read } = listRead(cache, 'settled');
    return {
      gateway: readSummary(cache, filter.branchIds),
      recount: recount(cache, filter),
      branches: choicesOf(cache, { column: 'branch_id', summed: true }).map((branchId) => ({
        branchId,
        branchName: names.get(branchId) ?? null,
      })),
      choices: choicesBy((choice) => choicesOf(cache, choice)),
      unreadableCount: Number(note ?? 0),
      read,
      sync: syncState(cache, filter.branchIds),
    };
  }),
};
