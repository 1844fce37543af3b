/**
 * Settled transactions that an earlier Closeout stored are taken into the sums of days and into the search, and written short, some
 * at a time: each slice is one transaction, and whatever ends it, the next one goes on from there.
 */
import type { ReadableDb, WritableDb } from '../db.ts';
import { writesCache } from '../db.ts';
import { compact, SETTLED_COLUMNS_SQL, type SettledColumns } from './settled-compact.ts';
import { decodeWire } from './settled-value.ts';

const ALL = 9_223_372_036_854_775_807n;

const throughOf = (cache: ReadableDb): bigint =>
  cache.prepare<{ through: bigint }>('SELECT through FROM settled_filled').safeIntegers().get()?.through ??
  ALL;

/** Whether sums and search know every row. */
export const isFilled = (cache: ReadableDb): boolean => throughOf(cache) === ALL;

const markThrough = (cache: WritableDb, through: bigint): void =>
  void cache.prepare('UPDATE settled_filled SET through = ?').run(through);

/** Adds the rows after one rowid, up to another, to sums and search, with one statement for each of the two. */
function takeIn(cache: WritableDb, after: bigint, last: bigint): void {
  cache.prepare(SUMS_OF_SLICE).run(after, last);
  cache
    .prepare(
      `INSERT INTO settled_search (rowid, letters) SELECT rowid, search || '  ' FROM settled WHERE rowid > ? AND rowid <= ? ORDER BY rowid`,
    )
    .run(after, last);
}

/** Updates the payments that the rows after a rowid settle, as the trigger does for one row. */
const PAYMENTS_AFTER = `UPDATE payment_listed SET (is_unsettled, window_id) =
    (SELECT is_unsettled, window_id FROM payment_to_list AS now WHERE now.row = payment_listed.row)
  WHERE row IN (SELECT payment.rowid FROM settled CROSS JOIN gateway_transaction USING (transaction_id)
    CROSS JOIN payment USING (key) WHERE settled.rowid > ?)`;

const lastOf = (cache: ReadableDb): bigint =>
  cache.prepare<{ last: bigint }>('SELECT COALESCE(MAX(rowid), 0) AS last FROM settled').safeIntegers().get()
    ?.last ?? 0n;

/**
 * Adds all rows that `insert` stores to sums, search and payments at once, within the transaction at hand. The triggers would do it row
 * by row, and the search would then write a list of letters for each row.
 */
export function takingIn(cache: WritableDb, insert: () => void): void {
  const filled = isFilled(cache);
  const last = lastOf(cache);
  if (filled) markThrough(cache, last);
  insert();
  cache.prepare(PAYMENTS_AFTER).run(last);
  if (!filled) return;
  takeIn(cache, last, ALL);
  markThrough(cache, ALL);
}

type Row = SettledColumns & { readonly row: bigint };

/** The value that is written now; null if it stays as it is. */
function shorter({ value }: SettledColumns): string | null {
  if (value.startsWith('[')) return null;
  try {
    return compact(decodeWire(value));
  } catch {
    // What cannot be read is left for whoever reads it to say so.
    return null;
  }
}

/** Takes the next rows in; answers whether there are more. */
function fillSome(cache: WritableDb, most: number): boolean {
  const through = throughOf(cache);
  if (through === ALL) return false;
  const rows = cache
    .prepare<Row>(
      `SELECT rowid AS row, ${SETTLED_COLUMNS_SQL} FROM settled WHERE rowid > ? ORDER BY rowid LIMIT ?`,
    )
    .safeIntegers()
    .all(through, most);
  const reached = rows.at(-1)?.row;
  if (reached === undefined) {
    markThrough(cache, ALL);
    return false;
  }
  const write = cache.prepare('UPDATE settled SET value = ? WHERE rowid = ?');
  for (const row of rows) {
    const value = shorter(row);
    if (value !== null) write.run(value, row.row);
  }
  takeIn(cache, through, reached);
  markThrough(cache, reached);
  return true;
}

const SUMS_OF_SLICE = `INSERT INTO settled_sum
  SELECT currency, branch_id, payment_type, settled_at_ms / 86400000 - (settled_at_ms % 86400000 < 0), COUNT(*), SUM(amount_minor), SUM(adds_minor),
    SUM(COALESCE(fee_minor, 0)), COUNT(fee_minor), SUM(COALESCE(vat_minor, 0)), COUNT(vat_minor), SUM(COALESCE(net_minor, 0)), COUNT(net_minor),
    SUM(kind = 'unknown'), SUM((kind = 'unknown') * ABS(amount_minor))
  FROM settled WHERE rowid > ? AND rowid <= ? GROUP BY 1, 2, 3, 4
  ON CONFLICT(currency, branch_id, payment_type, day) DO UPDATE SET
    count = count + excluded.count, listed = listed + excluded.listed, gross = gross + excluded.gross,
    fees = fees + excluded.fees, with_fee = with_fee + excluded.with_fee, vat = vat + excluded.vat, with_vat = with_vat + excluded.with_vat,
    net = net + excluded.net, with_net = with_net + excluded.with_net,
    unknown = unknown + excluded.unknown, unknown_size = unknown_size + excluded.unknown_size`;

export const settledFillProcedures = {
  /** Answers whether there are more to take in. */
  'settlement.fillSome': writesCache(({ cache }, { most }: { most: number }) => fillSome(cache, most)),
};
