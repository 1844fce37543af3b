/** Single items by their ids, from the files they are in: for what people match, and for pages of pairs. */
import type { Comparison, Side } from '#shared/domain/reconciliation.ts';
import type { MatchItem } from '#shared/domain/matching/index.ts';
import type { ReadableDb, ReadableFiles } from '../../db.ts';
import { hasOthers } from '../closing/has-others.ts';
import { standingImports } from '../imports/standing.ts';
import { branchNames } from '../branch-names.ts';
import {
  CLOSED_COLUMNS,
  closedItem,
  createDayOf,
  LINE_COLUMNS,
  lineItem,
  OTHER_COLUMNS,
  placeOfLine,
  SETTLED_COLUMNS,
  settledItem,
} from './items.ts';
import { expectedAtBank } from './expected-at-bank.ts';

type Find = (files: ReadableFiles, ids: readonly string[], dayOf: (atMs: number) => string) => MatchItem[];

const closed: Find = (files, ids) => {
  const own = ownClosed(files.journal, ids);
  const found = new Set(own.map(({ itemId }) => itemId));
  const left = ids.filter((id) => !found.has(id));
  return left.length === 0 ? own : [...own, ...othersClosed(files.cache, left)];
};

const othersClosed = (cache: ReadableDb, ids: readonly string[]): MatchItem[] => {
  if (!hasOthers(cache)) return [];
  return cache
    .prepare(
      `SELECT ${OTHER_COLUMNS} FROM other_row AS r JOIN other_close AS c USING (closing_id)
       WHERE r.standing = 1 AND r.row_id IN (SELECT value FROM json_each(?))`,
    )
    .safeIntegers()
    .all(JSON.stringify(ids))
    .map((row) => closedItem(row, () => false));
};

const ownClosed = (journal: ReadableDb, ids: readonly string[]): MatchItem[] =>
  journal
    .prepare(
      `SELECT ${CLOSED_COLUMNS} FROM closing_row AS r JOIN closing AS c USING (closing_id)
       WHERE r.standing = 1 AND c.number IS NOT NULL AND r.row_id IN (SELECT value FROM json_each(?))`,
    )
    .safeIntegers()
    .all(JSON.stringify(ids))
    .map((row) => closedItem(row, () => false));

const settled: Find = ({ cache }, ids, dayOf) => {
  const facts = { dateOf: dayOf, branchNames: branchNames(cache), someOnTerminals: false };
  return cache
    .prepare(
      `SELECT ${SETTLED_COLUMNS} FROM settled AS s WHERE s.transaction_id IN (SELECT value FROM json_each(?))`,
    )
    .safeIntegers()
    .all(JSON.stringify(ids))
    .map((row) => settledItem(row, facts));
};

const lines = (files: ReadableFiles, ids: readonly string[], isBank: boolean): MatchItem[] => {
  const standing = new Set(standingImports(files, isBank ? 'bank' : 'pos'));
  const get = files.imports
    .prepare(`SELECT ${LINE_COLUMNS} FROM imported_line AS l WHERE l.import_id = ? AND l.line_no = ?`)
    .safeIntegers();
  return ids.flatMap((id) => {
    const { importId, lineNo } = placeOfLine(id);
    if (!standing.has(importId)) return [];
    const row = get.get(importId, lineNo);
    return row === undefined ? [] : [lineItem(row, isBank)];
  });
};

const FIND: Record<Comparison, Record<Side, Find>> = {
  sales: { ours: closed, theirs: settled },
  books: { ours: closed, theirs: (files, ids) => lines(files, ids, false) },
  bank: {
    ours: ({ cache }, ids, dayOf) => expectedAtBank(cache, dayOf, ids),
    theirs: (files, ids) => lines(files, ids, true),
  },
};

/** Items by id. An unknown id is not in the answer. */
export function findItems(
  files: ReadableFiles,
  comparison: Comparison,
  side: Side,
  ids: readonly string[],
  timeZone: string,
): Map<string, MatchItem> {
  if (ids.length === 0) return new Map();
  const found = FIND[comparison][side](files, ids, createDayOf(timeZone));
  return new Map(found.map((item) => [item.itemId, item]));
}
