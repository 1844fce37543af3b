/** Rows of closes that have a Z and stand: this PC's, and those of others that head office told. */
import type { Database } from 'better-sqlite3';
import type { MatchItem } from '#shared/domain/matching/index.ts';
import type { ReadableDb } from '../../../db.ts';
import { standingOthers } from '../../closing/other-closes.ts';
import { closedItem } from '../items.ts';
import type { ClosingToCompare } from './exact-pairs.ts';
import { NO_ORDER, placesOfRows, type PlaceOfRows } from './rows-of-closes.ts';
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

/** Keeps the closes that are compared, as temp.compared, for the queries that go over all rows. */
export function keepClosings(source: Database, closings: readonly ClosingToCompare[]): void {
  source.exec(
    'DROP TABLE IF EXISTS temp.compared; CREATE TEMP TABLE compared (closing_id TEXT PRIMARY KEY) WITHOUT ROWID',
  );
  const insert = source.prepare('INSERT INTO temp.compared VALUES (?)');
  for (const { closingId } of closings) insert.run(closingId);
}

/**
 * Rows without an order id, and those of the orders in temp.look, of the closes in temp.compared. They are found by the index of orders,
 * and are few where terminals give order ids; where they give none, these are all rows.
 */
export function toLookAtSql({ rows, closes, and }: PlaceOfRows, columns: string): string {
  const read = (from: string, order: string) =>
    `SELECT ${columns} FROM ${from} CROSS JOIN temp.compared AS t ON t.closing_id = r.closing_id
       JOIN ${closes} AS c ON c.closing_id = r.closing_id
     WHERE r.standing = 1 AND ${order} AND r.kind <> 'authorization' ${and}`;
  const ofOrders = read(`temp.look AS o CROSS JOIN ${rows} AS r`, 'r.merchant_order_id = o.order_id');
  const ofNone = NO_ORDER.map((none) => read(`${rows} AS r`, `r.${none}`));
  return [ofOrders, ...ofNone].join(' UNION ALL ');
}

/** Of the closes in temp.compared. */
export function oursToLookAt(source: Database, isReversedHere: (rowId: string) => boolean): MatchItem[] {
  return placesOfRows(source).flatMap((place) =>
    source
      .prepare(toLookAtSql(place, place.columns))
      .safeIntegers()
      .all()
      .map((row) => closedItem(row, isReversedHere)),
  );
}

/** Sums all rows of the closes in temp.compared. `held`: how many rows only hold money; they are in no sum. */
export function sumsOfClosed(source: Database) {
  const sums = createSums();
  let held = 0;
  for (const { rows, and } of placesOfRows(source)) held += addSums(source, `${rows} AS r`, and, sums);
  return { sums, held };
}

type SumOfOne = {
  readonly count: bigint;
  readonly minor: bigint;
  readonly held: bigint;
  readonly next: string | null;
};

/** One pass for each currency, because grouping would sort all rows. A pass says which currency comes next. Answers how many are held. */
function addSums(source: Database, rows: string, and: string, sums: Sums): number {
  const from = `FROM temp.compared AS t CROSS JOIN ${rows} ON r.closing_id = t.closing_id WHERE r.standing = 1 ${and}`;
  const sold = `r.currency = @currency AND r.kind <> 'authorization'`;
  const first = source.prepare(`SELECT r.currency ${from} LIMIT 1`).pluck();
  const sum = source
    .prepare(
      `SELECT SUM(${sold}) AS count, SUM(IIF(${sold}, r.adds_minor, 0)) AS minor,
         SUM(r.currency = @currency AND r.kind = 'authorization') AS held,
         MIN(CASE WHEN r.currency = @currency THEN NULL WHEN r.currency IN (SELECT value FROM json_each(@known)) THEN NULL ELSE r.currency END) AS next
       ${from}`,
    )
    .safeIntegers();
  const known: string[] = [];
  let all = 0;
  let currency = (first.get() as string | undefined) ?? null;
  while (currency !== null) {
    const { count, minor, held, next } = sum.get({ currency, known: JSON.stringify(known) }) as SumOfOne;
    // Of a currency that is only held there is no sum.
    if (count > 0n) sums.addMany({ currency, minor }, Number(count));
    all += Number(held);
    known.push(currency);
    currency = next;
  }
  return all;
}
