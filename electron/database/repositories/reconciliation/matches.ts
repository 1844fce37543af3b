/** Lists of matches: those that a run stored, and exact pairs by order id, which are found again for the page. */
import { z } from 'zod';
import type { ReconcileMatch } from '#shared/contract/reconciliation-items.ts';
import { groupings, matchRules, type Comparison, type MatchRule } from '#shared/domain/reconciliation.ts';
import { searchText } from '#shared/text/digits.ts';
import type { ReadableDb, ReadableFiles } from '../../db.ts';
import { standingImports } from '../imports/standing.ts';
import { branchNames } from '../branch-names.ts';
import { hasOthers } from '../closing/has-others.ts';
import { createHeldHere } from '../closing/other-closes.ts';
import type { Current } from './current.ts';
import {
  CLOSED_COLUMNS,
  closedItem,
  createDayOf,
  LINE_COLUMNS,
  lineItem,
  OTHER_COLUMNS,
  SETTLED_COLUMNS,
  settledItem,
} from './items.ts';
import { decodeItems, searchOf, viewOf } from './stored.ts';
import type { MatchItem } from '#shared/domain/matching/index.ts';

const rowSchema = z.object({
  number: z.bigint().transform(Number),
  rule: z.enum(matchRules),
  grouping: z.enum(groupings).nullable(),
  currency: z.string(),
  difference_minor: z.bigint(),
  ours: z.string(),
  theirs: z.string(),
});

export type StoredQuery = {
  readonly comparison: Comparison;
  readonly rule: MatchRule | null;
  readonly text: string;
  /** The number of the last one. */
  readonly after: number;
};

/** Exported so that a test can read its plan. */
export function storedMatchesSql({ comparison, rule, text, after }: StoredQuery, run: number) {
  const parts = [
    rule === null ? '' : ' AND rule = @rule',
    text.trim() === '' ? '' : ' AND instr(search, @text) > 0',
  ];
  // One rule may have few matches among many.
  const from = rule === null ? 'found_match' : 'found_match INDEXED BY found_match_by_rule';
  return {
    sql: `SELECT number, rule, grouping, currency, difference_minor, ours, theirs FROM ${from}
      WHERE run = @run AND comparison = @comparison AND number > @after${parts.join('')} ORDER BY number LIMIT @limit`,
    args: {
      run,
      comparison,
      after,
      ...(rule !== null && { rule }),
      ...(text.trim() !== '' && { text: searchText(text) }),
    },
  };
}

export function storedMatches(
  results: ReadableDb,
  query: StoredQuery & { limit: number },
  { run }: Current,
): (ReconcileMatch & { number: number })[] {
  const { sql, args } = storedMatchesSql(query, run);
  return results
    .prepare(sql)
    .safeIntegers()
    .all({ ...args, limit: query.limit })
    .map((row) => {
      const r = rowSchema.parse(row);
      return {
        number: r.number,
        matchId: `r${r.number}`,
        comparison: query.comparison,
        rule: r.rule,
        grouping: r.grouping,
        ours: decodeItems(r.ours),
        theirs: decodeItems(r.theirs),
        difference: { minor: r.difference_minor, currency: r.currency },
        manual: null,
      };
    });
}

/** Rows of closes in the order of the closes, so that a page begins where the one before it ended. */
export const EXACT_OURS = `SELECT ${CLOSED_COLUMNS} FROM closing_row AS r JOIN closing AS c USING (closing_id)
  WHERE (r.closing_id, r.row_id) > (?, ?) AND r.standing = 1 AND c.number IS NOT NULL AND r.kind = 'sale'
  ORDER BY r.closing_id, r.row_id LIMIT ?`;
/** The same of closes of other PCs. */
const EXACT_OTHERS = `SELECT ${OTHER_COLUMNS} FROM other_row AS r JOIN other_close AS c USING (closing_id)
  WHERE (r.closing_id, r.row_id) > (?, ?) AND r.standing = 1 AND r.kind = 'sale'
  ORDER BY r.closing_id, r.row_id LIMIT ?`;
export type ExactCursor = { readonly closingId: string; readonly rowId: string };
/** Rows that one page looks at: where few of them are exact pairs, or fit a text, the page is short, and goes on. */
const LOOKED_AT = 2_000;

function theirsByOrder(
  files: ReadableFiles,
  comparison: Comparison,
  orders: readonly string[],
  timeZone: string,
) {
  const wanted = JSON.stringify(orders);
  if (comparison === 'sales') {
    const facts = {
      dateOf: createDayOf(timeZone),
      branchNames: branchNames(files.cache),
      someOnTerminals: false,
    };
    return files.cache
      .prepare(
        `SELECT ${SETTLED_COLUMNS} FROM settled AS s WHERE s.merchant_order_id IN (SELECT value FROM json_each(?))`,
      )
      .safeIntegers()
      .all(wanted)
      .map((row) => settledItem(row, facts));
  }
  const standing = new Set(standingImports(files, 'pos'));
  return files.imports
    .prepare(
      `SELECT ${LINE_COLUMNS} FROM imported_line AS l WHERE l.order_id IN (SELECT value FROM json_each(?)) AND l.order_id <> '' AND l.kind = 'pos'`,
    )
    .safeIntegers()
    .all(wanted)
    .map((row) => lineItem(row, false))
    .filter(({ source }) => source.kind === 'line' && standing.has(source.importId));
}

/** Exact pairs by order id: of what was looked at, those that no list of the run has. */
export function exactPairs(
  files: ReadableFiles,
  results: ReadableDb,
  input: { comparison: Comparison; text: string; after: ExactCursor | null; limit: number; timeZone: string },
  { run }: Current,
): { rows: ReconcileMatch[]; next: ExactCursor | null } {
  const { comparison, text, after, limit, timeZone } = input;
  if (comparison === 'bank') return { rows: [], next: null };
  const ours = oursAfter(files, after);
  const isListed = listedItems(results, run, comparison);
  const isHeldHere = createHeldHere(files.journal);
  const orders = ours.flatMap(({ orderId }) => orderId ?? []);
  const theirs = new Map<string, MatchItem[]>();
  for (const item of theirsByOrder(files, comparison, orders, timeZone))
    theirs.set(item.orderId ?? '', [...(theirs.get(item.orderId ?? '') ?? []), item]);
  const wanted = searchText(text);
  const rows: ReconcileMatch[] = [];
  let last: Ours | undefined;
  for (const one of ours) {
    if (rows.length === limit) break;
    last = one;
    if (one.source.pc !== undefined && isHeldHere(one.itemId)) continue;
    const [other, ...more] = one.orderId === null ? [] : (theirs.get(one.orderId) ?? []);
    if (!other || more.length > 0 || other.amount.minor !== one.amount.minor) continue;
    if (other.amount.currency !== one.amount.currency || isListed(one) || isListed(other)) continue;
    if (wanted !== '' && !searchOf([one, other]).includes(wanted)) continue;
    rows.push({
      matchId: `p${rows.length}`,
      comparison,
      rule: 'order-id',
      grouping: null,
      ours: [viewOf(one)],
      theirs: [viewOf(other)],
      difference: { minor: 0n, currency: one.amount.currency },
      manual: null,
    });
  }
  const isEnd = ours.length < LOOKED_AT && last === ours.at(-1);
  const at = last?.source;
  return { rows, next: isEnd || !at ? null : { closingId: at.closingId, rowId: at.rowId } };
}

type Ours = MatchItem & { readonly source: Extract<MatchItem['source'], { kind: 'closed' }> };
const isClosed = (item: MatchItem): item is Ours => item.source.kind === 'closed';
const inOrder = ({ source: a }: Ours, { source: b }: Ours): number =>
  a.closingId === b.closingId ? (a.rowId < b.rowId ? -1 : 1) : a.closingId < b.closingId ? -1 : 1;

/** Of all PCs, in one order. */
function oursAfter({ cache, journal }: ReadableFiles, after: ExactCursor | null): Ours[] {
  const from = [after?.closingId ?? '', after?.rowId ?? '', LOOKED_AT] as const;
  const read = (db: ReadableDb, sql: string) =>
    db
      .prepare(sql)
      .safeIntegers()
      .all(...from)
      .map((row) => closedItem(row, () => false))
      .filter(isClosed);
  const own = read(journal, EXACT_OURS);
  if (!hasOthers(cache)) return own;
  return [...own, ...read(cache, EXACT_OTHERS)].sort(inOrder).slice(0, LOOKED_AT);
}

/** Exceptions and what is expected have their items in a list; stored matches of one order are told by their search. */
function listedItems(results: ReadableDb, run: number, comparison: Comparison): (item: MatchItem) => boolean {
  const open = results.prepare(
    'SELECT 1 FROM open_item WHERE run = ? AND comparison = ? AND side = ? AND item_id = ?',
  );
  const manual = results.prepare(
    'SELECT 1 FROM journal.manual_match_member WHERE comparison = ? AND side = ? AND item_id = ? AND standing = 1',
  );
  return ({ side, itemId }) =>
    open.get(run, comparison, side, itemId) !== undefined ||
    manual.get(comparison, side, itemId) !== undefined;
}
