/**
 * Exact pairs by order id, found by the database itself: one row of ours, one of theirs, nothing else of that order on either
 * side, and nothing to say about them. They are counted and not stored. Everything else is for the rules (shared/domain/matching):
 * an order that shows anything else is looked at with all its rows.
 */
import type { Database } from 'better-sqlite3';
import { placeOfClosing, placesOfRows } from './rows-of-closes.ts';
import type { RunWatch } from './watch.ts';

/** The other side, as the query sees it: a table `s` whose rows have a number of their own. */
type TheirTable = {
  /** With its order id as merchant_order_id; indexed by it. */
  readonly table: string;
  /** The number. There may be gaps: whoever reads the rows skips those that are not there. */
  readonly key: 'rowid' | 'id';
  /** SQL on `r` and `s`, and the names of `valuesOf`: true if nothing is to say about the pair. */
  readonly isExact: string;
  readonly valuesOf: (businessDate: string) => Record<string, string | number>;
};
export type ClosingToCompare = {
  readonly closingId: string;
  readonly businessDate: string;
  /** Of another PC. */
  readonly isOther?: boolean;
};

/** One bit for each row of theirs. */
function createMarks(highest: number) {
  const bits = new Uint8Array((highest >> 3) + 1);
  return {
    has: (row: number): boolean => ((bits[row >> 3] ?? 0) & (1 << (row & 7))) !== 0,
    add: (row: number) => void (bits[row >> 3] = (bits[row >> 3] ?? 0) | (1 << (row & 7))),
    remove: (row: number) => void (bits[row >> 3] = (bits[row >> 3] ?? 0) & ~(1 << (row & 7))),
  };
}

/** Exact: the row of theirs. Else the order, if there is one. One value a row: a million of them are a million fewer objects. */
type Joined = number | string | null;

/**
 * Adds the orders to be looked at to temp.look. Answers the rows of theirs that are in no exact pair, and all numbers of rows
 * that are not there.
 */
export function findExactPairs(
  source: Database,
  closings: readonly ClosingToCompare[],
  { table, key, isExact, valuesOf }: TheirTable,
  watch: RunWatch,
): number[] {
  const highest = source.prepare(`SELECT COALESCE(MAX(${key}), 0) FROM ${table}`).pluck().get() as number;
  const marks = createMarks(highest);
  source.exec(`INSERT OR IGNORE INTO temp.look
    SELECT merchant_order_id FROM ${table} WHERE merchant_order_id <> '' GROUP BY merchant_order_id HAVING COUNT(*) > 1`);
  const look = source.prepare('INSERT OR IGNORE INTO temp.look VALUES (?)');
  const orderOf = source.prepare(`SELECT merchant_order_id FROM ${table} WHERE ${key} = ?`).pluck();
  const joins = new Map(
    placesOfRows(source).map(({ rows, and }) => [
      rows,
      source
        .prepare(
          `SELECT IIF(${isExact}, s.${key}, r.merchant_order_id) FROM ${rows} AS r LEFT JOIN ${table} AS s
         ON s.merchant_order_id = r.merchant_order_id AND r.merchant_order_id <> ''
       WHERE r.closing_id = @closingId AND r.standing = 1 ${and}`,
        )
        .pluck(),
    ]),
  );
  for (const closing of closings) {
    const { closingId, businessDate } = closing;
    const rows = joins
      .get(placeOfClosing(closing).rows)
      ?.all({ closingId, ...valuesOf(businessDate) }) as Joined[];
    for (const found of rows) {
      if (typeof found !== 'number') {
        if (found !== null && found !== '') look.run(found);
      } else if (marks.has(found)) look.run(orderOf.get(found));
      else marks.add(found);
    }
    watch.did(rows.length);
  }
  const looked = source
    .prepare(`SELECT s.${key} FROM temp.look AS o JOIN ${table} AS s ON s.merchant_order_id = o.order_id`)
    .pluck();
  for (const row of looked.iterate() as IterableIterator<number>) marks.remove(row);
  watch.did(0);
  const rows: number[] = [];
  for (let row = 1; row <= highest; row += 1) if (!marks.has(row)) rows.push(row);
  return rows;
}
