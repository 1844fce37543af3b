/** Our closes × imported sales, for the days that the imports cover. */
import type { Database } from 'better-sqlite3';
import { keepClosings, oursToLookAt, sumsOfClosed } from './closed.ts';
import { findExactPairs, type ClosingToCompare } from './exact-pairs.ts';
import { gatherLines, keepOpenLines, readOpenLines, type Standing } from './lines.ts';
import { lookAtTwice } from './look-at-twice.ts';
import { createSums, type Residue } from './sums.ts';
import type { RunWatch } from './watch.ts';

const IS_EXACT = `r.kind = 'sale' AND s.amount_minor = r.adds_minor AND s.currency = r.currency`;

/** `closings` are those of the days that are covered. */
export function booksToMatch(
  source: Database,
  closings: readonly ClosingToCompare[],
  standing: Standing,
  isReversedHere: (rowId: string) => boolean,
  watch: RunWatch,
): Residue {
  gatherLines(source, standing.importIds);
  keepClosings(source, closings);
  const rows = findExactPairs(
    source,
    closings,
    { table: 'temp.line', key: 'id', isExact: IS_EXACT, valuesOf: () => ({}) },
    watch,
  );
  keepOpenLines(source, rows);
  lookAtTwice(source, watch);
  const theirs = createSums();
  const sums = source
    .prepare(
      'SELECT currency, COUNT(*) AS count, SUM(amount_minor) AS minor FROM temp.line GROUP BY currency',
    )
    .safeIntegers()
    .all() as { currency: string; count: bigint; minor: bigint }[];
  for (const { currency, count, minor } of sums) theirs.addMany({ currency, minor }, Number(count));
  return {
    ours: oursToLookAt(source, isReversedHere),
    theirs: readOpenLines(source),
    all: { ours: sumsOfClosed(source).sums, theirs },
    leftOut: createSums(),
    held: 0,
  };
}
