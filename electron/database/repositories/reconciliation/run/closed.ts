/** Rows of closes that have a Z and stand: this PC's, and those of others that head office told. */
import type { Database } from 'better-sqlite3';
import type { MatchItem } from '#shared/domain/matching/index.ts';
import type { ReadableDb } from '../../../db.ts';
import { standingOthers } from '../../closing/other-closes.ts';
import { closedItem } from '../items.ts';
import type { ClosingToCompare } from './exact-pairs.ts';
import { placesOfRows } from './rows-of-closes.ts';
import { createSums, type Sums } from './sums.ts';

/** Oldest first. */
export function closingsToCompare(source: Database): ClosingToCompare[] {
  const others = standingOthers(source as unknown as ReadableDb);
  const own = ownClosings(source);
  if (others.length === 0) return own;
  const all = [
    ...own,
    ...others.map(({ closingId, businessDate }) => ({ closingId, businessDate, isOther: true })),
  ];
  const placeOf = ({ businessDate, closingId }: ClosingToCompare) => `${businessDate} ${closingId}`;
  return all.sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
}

function ownClosings(source: Database): ClosingToCompare[] {
  return source
    .prepare(
      `SELECT closing_id AS closingId, business_date AS businessDate FROM journal.closing AS c
       WHERE c.number IS NOT NULL ORDER BY business_date, closing_id`,
    )
    .all() as ClosingToCompare[];
}

export const countOfClosed = (source: Database): number =>
  placesOfRows(source).reduce((sum, { rows }) => {
    const count = source.prepare(`SELECT COUNT(*) FROM ${rows} WHERE standing = 1`).pluck().get();
    return sum + (count as number);
  }, 0);

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
  return placesOfRows(source).flatMap(({ rows, closes, columns, and }) =>
    source
      .prepare(
        `SELECT ${columns} FROM temp.compared AS t CROSS JOIN ${rows} AS r ON r.closing_id = t.closing_id
         JOIN ${closes} AS c ON c.closing_id = r.closing_id
       WHERE r.standing = 1 AND r.kind <> 'authorization' AND (r.merchant_order_id IN (SELECT order_id FROM temp.look)
         OR r.merchant_order_id IS NULL OR r.merchant_order_id = '') ${and}`,
      )
      .safeIntegers()
      .all()
      .map((row) => closedItem(row, isReversedHere)),
  );
}

/**
 * Sums all rows of these closes; money that is only held is not sold. One pass for each currency, because grouping would sort
 * all rows.
 */
export function sumsOfClosed(source: Database, closings: readonly ClosingToCompare[]): Sums {
  keepClosings(source, closings);
  const sums = createSums();
  for (const { rows, and } of placesOfRows(source)) addSums(source, `${rows} AS r`, and, sums);
  return sums;
}

function addSums(source: Database, rows: string, and: string, sums: Sums): void {
  const from = `FROM temp.compared AS t CROSS JOIN ${rows} ON r.closing_id = t.closing_id WHERE r.standing = 1 AND r.kind <> 'authorization' ${and}`;
  const first = source.prepare(
    `SELECT r.currency ${from} AND r.currency NOT IN (SELECT value FROM json_each(?)) LIMIT 1`,
  );
  const sum = source
    .prepare(`SELECT COUNT(*) AS count, SUM(r.adds_minor) AS minor ${from} AND r.currency = ?`)
    .safeIntegers();
  const known: string[] = [];
  for (;;) {
    const currency = first.pluck().get(JSON.stringify(known)) as string | undefined;
    if (currency === undefined) return;
    known.push(currency);
    const { count, minor } = sum.get(currency) as { count: bigint; minor: bigint };
    sums.addMany({ currency, minor }, Number(count));
  }
}
