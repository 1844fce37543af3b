/**
 * What has no order may be there once more by its reference: the rules tell by the row of the same reference and amount. Where that
 * one is in an exact pair, its order is looked at, too.
 */
import type { Database } from 'better-sqlite3';
import { NO_ORDER, placesOfRows } from './rows-of-closes.ts';
import type { RunWatch } from './watch.ts';

/** A table with an index of references, and what its rows must be, in SQL on `a`. */
type Rows = { readonly table: string; readonly and: string };
const SETTLED: Rows = { table: 'main.settled', and: '' };

const NONE_KEPT = `DROP TABLE IF EXISTS temp.no_order; CREATE TEMP TABLE no_order (
  reference TEXT, currency TEXT, size INTEGER, PRIMARY KEY (reference, currency, size)) WITHOUT ROWID`;
const keepThoseWithout = ({ table, and }: Rows): string[] =>
  NO_ORDER.map(
    (none) => `INSERT OR IGNORE INTO temp.no_order SELECT a.ref_number, a.currency, ABS(a.amount_minor)
      FROM ${table} AS a WHERE a.${none} AND a.ref_number <> '' ${and}`,
  );
/** Rows come by their reference, each once, however many rows without an order have it. */
const lookAtAlike = ({ table, and }: Rows) =>
  `INSERT OR IGNORE INTO temp.look SELECT a.merchant_order_id
     FROM (SELECT DISTINCT reference FROM temp.no_order) AS f CROSS JOIN ${table} AS a ON a.ref_number = f.reference
   WHERE a.merchant_order_id <> '' ${and} AND EXISTS (SELECT 1 FROM temp.no_order AS o
     WHERE o.reference = a.ref_number AND o.currency = a.currency AND o.size = ABS(a.amount_minor))`;

/**
 * Adds orders to temp.look. Each side is looked at for itself: only of one's own side can something be there twice. All orders of a
 * reference and amount are looked at, for it is the last of them that the rules compare with.
 */
export function lookAtSameReference(source: Database, watch: RunWatch): void {
  const ours = placesOfRows(source).map(({ rows }): Rows => ({ table: rows, and: 'AND a.standing = 1' }));
  for (const side of [ours, [SETTLED]])
    for (const statement of [NONE_KEPT, ...side.flatMap(keepThoseWithout), ...side.map(lookAtAlike)]) {
      source.exec(statement);
      watch.did(0);
    }
}
