/** Rows of closes that have a Z and stand. */
import type { Database } from 'better-sqlite3';
import type { MatchItem } from '#shared/domain/matching/index.ts';
import { CLOSED_COLUMNS, closedItem } from '../items.ts';
import type { ClosingToCompare } from './exact-pairs.ts';
import { createSums, type Sums } from './sums.ts';

/** Oldest first. */
export function closingsToCompare(source: Database): ClosingToCompare[] {
  return source
    .prepare(
      `SELECT closing_id AS closingId, business_date AS businessDate FROM journal.closing AS c
       WHERE c.number IS NOT NULL ORDER BY business_date, closing_id`,
    )
    .all() as ClosingToCompare[];
}

export const countOfClosed = (source: Database): number =>
  source.prepare('SELECT COUNT(*) FROM journal.closing_row WHERE standing = 1').pluck().get() as number;

/** Keeps the closes that are compared for the queries that go over all rows. */
function keepClosings(source: Database, closings: readonly ClosingToCompare[]): void {
  source.exec(
    'DROP TABLE IF EXISTS temp.compared; CREATE TEMP TABLE compared (closing_id TEXT PRIMARY KEY) WITHOUT ROWID',
  );
  const insert = source.prepare('INSERT INTO temp.compared VALUES (?)');
  for (const { closingId } of closings) insert.run(closingId);
}

/** Rows without an order id, and those of the orders in temp.look. */
export function oursToLookAt(
  source: Database,
  closings: readonly ClosingToCompare[],
  isReversedHere: (rowId: string) => boolean,
): MatchItem[] {
  keepClosings(source, closings);
  return source
    .prepare(
      `SELECT ${CLOSED_COLUMNS} FROM temp.compared AS t CROSS JOIN journal.closing_row AS r ON r.closing_id = t.closing_id
         JOIN journal.closing AS c ON c.closing_id = r.closing_id
       WHERE r.standing = 1 AND r.kind <> 'authorization' AND (r.merchant_order_id IN (SELECT order_id FROM temp.look)
         OR r.merchant_order_id IS NULL OR r.merchant_order_id = '')`,
    )
    .safeIntegers()
    .all()
    .map((row) => closedItem(row, isReversedHere));
}

/**
 * Sums all rows of these closes; money that is only held is not sold. One pass for each currency, because grouping would sort
 * all rows.
 */
export function sumsOfClosed(source: Database, closings: readonly ClosingToCompare[]): Sums {
  keepClosings(source, closings);
  const from = `FROM temp.compared AS t CROSS JOIN journal.closing_row AS r ON r.closing_id = t.closing_id WHERE r.standing = 1 AND r.kind <> 'authorization'`;
  const first = source.prepare(
    `SELECT r.currency ${from} AND r.currency NOT IN (SELECT value FROM json_each(?)) LIMIT 1`,
  );
  const sum = source
    .prepare(`SELECT COUNT(*) AS count, SUM(r.adds_minor) AS minor ${from} AND r.currency = ?`)
    .safeIntegers();
  const sums = createSums();
  const known: string[] = [];
  for (;;) {
    const currency = first.pluck().get(JSON.stringify(known)) as string | undefined;
    if (currency === undefined) return sums;
    known.push(currency);
    const { count, minor } = sum.get(currency) as { count: bigint; minor: bigint };
    sums.addMany({ currency, minor }, Number(count));
  }
}
