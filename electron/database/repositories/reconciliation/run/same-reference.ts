/**
 * What has no order may be there once more by its reference: the rules tell by the row of the same reference and amount. Where that
 * one is in an exact pair, its order is looked at, too.
 */
import type { Database } from 'better-sqlite3';
import { placesOfRows } from './rows-of-closes.ts';

type Rows = { readonly table: string; readonly and: string };
const SETTLED: Rows = { table: 'main.settled', and: '' };

/** Adds the orders of rows of `of` with the reference and the amount of a row of `without` that has no order to temp.look. */
function lookAt(source: Database, without: Rows, of: Rows): void {
  for (const noOrder of ['a.merchant_order_id IS NULL', `a.merchant_order_id = ''`])
    source.exec(
      `INSERT OR IGNORE INTO temp.look SELECT b.merchant_order_id
         FROM ${without.table} AS a CROSS JOIN ${of.table} AS b ON b.ref_number = a.ref_number ${of.and}
       WHERE ${noOrder} ${without.and} AND a.ref_number <> '' AND b.merchant_order_id <> ''
         AND b.currency = a.currency AND ABS(b.amount_minor) = ABS(a.amount_minor)`,
    );
}

/** Each side is looked at for itself: only of one's own side can something be there twice. */
export function lookAtSameReference(source: Database): void {
  const places = placesOfRows(source).map(({ rows }) => rows);
  for (const without of places)
    for (const of of places)
      lookAt(source, { table: without, and: 'AND a.standing = 1' }, { table: of, and: 'AND b.standing = 1' });
  lookAt(source, SETTLED, SETTLED);
}
