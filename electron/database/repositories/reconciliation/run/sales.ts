/** Our closes × settled transactions: what the rules have to look at, and the sums of all. */
import type { Database } from 'better-sqlite3';
import type { MatchItem } from '#shared/domain/matching/index.ts';
import type { SettledFacts } from '../items.ts';
import { SETTLED_COLUMNS, settledItem } from '../items.ts';
import { keepClosings, oursToLookAt } from './closed.ts';
import { findExactPairs, type ClosingToCompare } from './exact-pairs.ts';
import { lookAtSameReference } from './same-reference.ts';
import { createSums, type Residue, type Sums } from './sums.ts';
import type { UsualFees } from './fees.ts';
import { ADDS } from '../../settled-sums.ts';
import type { RunWatch } from './watch.ts';

type SalesNeeds = {
  readonly closings: readonly ClosingToCompare[];
  /** The sums of all rows of these closings. */
  readonly closed: Sums;
  /** How many of them only hold money, and are in no sum. */
  readonly held: number;
  readonly fees: UsualFees;
  readonly facts: SettledFacts;
  /** When a settlement of this business date becomes late. */
  readonly lateFrom: (businessDate: string) => number;
  readonly isReversedHere: (rowId: string) => boolean;
  /** Somebody matched it by hand. */
  readonly isByHand: (transactionId: string) => boolean;
};

/** Looks at the sales only, and at what gives money back for its sign. */
const isExact = (fees: UsualFees) =>
  `r.kind = 'sale' AND s.kind = 'sale' AND ABS(s.amount_minor) = ABS(r.amount_minor)
   AND s.currency = r.currency AND r.business_date = @date AND s.settled_at_ms < @lateFrom AND ${fees.sql}`;

export function salesToMatch(source: Database, needs: SalesNeeds, watch: RunWatch): Residue {
  const { closings, closed, held, fees, facts, lateFrom, isReversedHere, isByHand } = needs;
  lookAtSameReference(source, watch);
  keepClosings(source, closings);
  const rows = findExactPairs(
    source,
    closings,
    {
      table: 'main.settled',
      key: 'rowid',
      isExact: isExact(fees),
      valuesOf: (date) => ({ date, lateFrom: lateFrom(date) }),
    },
    watch,
  );
  const ours = oursToLookAt(source, isReversedHere);
  const get = source
    .prepare(
      `SELECT ${SETTLED_COLUMNS} FROM main.settled AS s WHERE s.rowid = ? AND s.kind <> 'authorization'`,
    )
    .safeIntegers();
  const isLooked = source.prepare('SELECT 1 FROM temp.look WHERE order_id = ?').pluck();
  const theirs: MatchItem[] = [];
  const leftOut = createSums();
  for (const row of rows) {
    const read = get.get(row);
    // Only held, or deleted.
    if (read === undefined) continue;
    const item = settledItem(read, facts);
    // What was not sold on a terminal is in no close: only its sum is kept, unless its order or a person says otherwise.
    if (
      item.foreign &&
      !isByHand(item.itemId) &&
      (item.orderId === null || isLooked.get(item.orderId) === undefined)
    )
      leftOut.add(item.amount);
    else theirs.push(item);
    watch.did(0);
  }
  const all = sumsOfSettled(source);
  return { ours, theirs, all: { ours: closed, theirs: all }, leftOut, held };
}

/** In the order of the index, so that nothing is sorted. What is only held is not settled. */
function sumsOfSettled(source: Database): Sums {
  const rows = source
    .prepare(
      `SELECT currency, COUNT(*) AS count, SUM(${ADDS}) AS minor
       FROM main.settled INDEXED BY settled_amounts WHERE kind <> 'authorization' GROUP BY currency`,
    )
    .safeIntegers()
    .all() as { currency: string; count: bigint; minor: bigint }[];
  const sums = createSums();
  for (const { currency, count, minor } of rows) sums.addMany({ currency, minor }, Number(count));
  return sums;
}
