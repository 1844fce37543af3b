/** What the last comparison made of imported lines, and what people matched since. */
import { z } from 'zod';
import type { ImportOutcome, LineStanding } from '#shared/contract/import-standing.ts';
import {
  comparisonOf,
  matchRules,
  restReasons,
  type Comparison,
  type MatchRule,
} from '#shared/domain/reconciliation.ts';
import type { ImportedLine, ImportKind } from '#shared/domain/statement.ts';
import type { ReconcileItem } from '#shared/contract/reconciliation-items.ts';
import type { MatchItem } from '#shared/domain/matching/index.ts';
import type { FilesWithResults, ReadableDb, ReadableFiles } from '../../db.ts';
import { hasOthers } from '../closing/has-others.ts';
import { standingImports } from '../imports/standing.ts';
import { currentResult, currentSummaries, type Current } from './current.ts';
import { CLOSED_COLUMNS, closedItem, lineIdOf, OTHER_COLUMNS } from './items.ts';
import { manualMatch } from './manual.ts';
import { readSettings } from './settings.ts';
import { decodeItems, viewOf } from './stored.ts';

/** More of them tell nobody more: the rest is counted. */
const MOST_NAMED = 3;
const matched = (rule: MatchRule, ours: readonly ReconcileItem[]): LineStanding => ({
  kind: 'matched',
  rule,
  ours: ours.slice(0, MOST_NAMED),
  count: ours.length,
});

/** Exported, as the others are, so that a test can read their plans. The ids come as JSON. */
export const OPEN_LINES = `SELECT item_id, key, reason FROM open_item
  WHERE run = ? AND comparison = ? AND side = 'theirs' AND item_id IN (SELECT value FROM json_each(?))`;
export const MATCHED_LINES = `SELECT l.item_id, m.rule, m.ours FROM line_match AS l
  JOIN found_match AS m ON m.run = l.run AND m.number = l.number
  WHERE l.run = ? AND l.comparison = ? AND l.item_id IN (SELECT value FROM json_each(?))`;
export const LINES_BY_HAND = `SELECT item_id, match_id FROM journal.manual_match_member
  WHERE comparison = ? AND side = 'theirs' AND item_id IN (SELECT value FROM json_each(?)) AND standing = 1`;
export const SALES_OF_ORDERS = `SELECT ${CLOSED_COLUMNS} FROM closing_row AS r JOIN closing AS c USING (closing_id)
  WHERE r.merchant_order_id IN (SELECT value FROM json_each(?)) AND r.standing = 1 AND c.number IS NOT NULL AND r.kind = 'sale'`;
const OTHERS_OF_ORDERS = `SELECT ${OTHER_COLUMNS} FROM other_row AS r JOIN other_close AS c USING (closing_id)
  WHERE r.merchant_order_id IN (SELECT value FROM json_each(?)) AND r.standing = 1 AND r.kind = 'sale'`;

const openSchema = z.object({
  item_id: z.string(),
  key: z.string().nullable(),
  reason: z.enum(restReasons).nullable(),
});
const matchSchema = z.object({ item_id: z.string(), rule: z.enum(matchRules), ours: z.string() });
const byHandSchema = z.object({ item_id: z.string(), match_id: z.string() });

type Line = Pick<ImportedLine, 'lineNo' | 'orderId' | 'amount'>;
type Asked = { importId: string; kind: ImportKind; lines: readonly Line[] };

/** An exact pair is stored nowhere: the one sale of this order and amount that a close has. */
function salesOf({ cache, journal }: ReadableFiles, orders: readonly string[]): Map<string, MatchItem[]> {
  const wanted = JSON.stringify(orders);
  const read = (db: ReadableDb, sql: string) =>
    db
      .prepare(sql)
      .safeIntegers()
      .all(wanted)
      .map((row) => closedItem(row, () => false));
  const sales = [
    ...read(journal, SALES_OF_ORDERS),
    ...(hasOthers(cache) ? read(cache, OTHERS_OF_ORDERS) : []),
  ];
  return Map.groupBy(sales, ({ orderId }) => orderId ?? '');
}

/** True if the run looked at the lines of this import, and had something to compare them with. */
function isCompared(results: ReadableDb, { basis }: Current, importId: string, comparison: Comparison) {
  const summary = currentSummaries(results).find((one) => one.comparison === comparison);
  return basis.importIds.includes(importId) && summary?.state === 'compared';
}

/** In the order of the lines. */
function standings(files: FilesWithResults, asked: Asked): LineStanding[] {
  const { importId, kind, lines } = asked;
  const none = lines.map((): LineStanding => ({ kind: 'not-compared' }));
  if (lines.length === 0 || !files.results.isThere()) return none;
  if (!standingImports(files, kind).includes(importId)) return none;
  const comparison = comparisonOf(kind);
  return files.results.read((db) => {
    const current = currentResult(db);
    const known = new Map<string, LineStanding>();
    const ids = JSON.stringify(lines.map(({ lineNo }) => lineIdOf(importId, lineNo)));
    const compared = current !== null && isCompared(db, current, importId, comparison);
    if (compared) putFound(db, files, { ...asked, comparison, run: current.run, ids }, known);
    const { timeZone } = readSettings(files.journal);
    for (const row of db.prepare(LINES_BY_HAND).all(comparison, ids)) {
      const { item_id, match_id } = byHandSchema.parse(row);
      known.set(item_id, matched('manual', manualMatch(files, match_id, timeZone)?.ours ?? []));
    }
    return lines.map(({ lineNo, amount }) => {
      const found = known.get(lineIdOf(importId, lineNo));
      if (found) return found;
      // What goes out of an account settles nothing, and no list has it.
      return compared && kind === 'bank' && amount.minor < 0n
        ? { kind: 'left-out' }
        : { kind: 'not-compared' };
    });
  });
}

type Finding = Asked & { comparison: Comparison; run: number; ids: string };

/** What the run found of them: its lists first, then the exact pairs that none of them has. */
function putFound(
  results: ReadableDb,
  files: ReadableFiles,
  { importId, kind, lines, comparison, run, ids }: Finding,
  known: Map<string, LineStanding>,
): void {
  for (const row of results.prepare(MATCHED_LINES).all(run, comparison, ids)) {
    const { item_id, rule, ours } = matchSchema.parse(row);
    known.set(item_id, matched(rule, decodeItems(ours)));
  }
  for (const row of results.prepare(OPEN_LINES).all(run, comparison, ids)) {
    const { item_id, key, reason } = openSchema.parse(row);
    if (key !== null) known.set(item_id, { kind: 'exception', key });
    else if (reason !== null) known.set(item_id, { kind: 'apart', reason });
  }
  if (kind !== 'pos') return;
  const left = lines.filter(
    ({ lineNo, orderId }) => orderId !== '' && !known.has(lineIdOf(importId, lineNo)),
  );
  if (left.length === 0) return;
  const sales = salesOf(
    files,
    left.map(({ orderId }) => orderId),
  );
  for (const { lineNo, orderId, amount } of left) {
    const [sale, ...more] = sales.get(orderId) ?? [];
    if (!sale || more.length > 0) continue;
    if (sale.amount.minor !== amount.minor || sale.amount.currency !== amount.currency) continue;
    known.set(lineIdOf(importId, lineNo), matched('order-id', [viewOf(sale)]));
  }
}

const NOT_BY_HAND = `NOT EXISTS (SELECT 1 FROM journal.manual_match_member AS i
  WHERE i.comparison = o.comparison AND i.side = o.side AND i.item_id = o.item_id AND i.standing = 1)`;
/** Of one import: the ids of its lines begin with its own. */
export const OPEN_OF_IMPORT = `SELECT COUNT(o.key) AS exceptions, COUNT(o.reason) AS apart FROM open_item AS o
  WHERE o.run = @run AND o.comparison = @comparison AND o.side = 'theirs' AND o.item_id > @from AND o.item_id < @to AND ${NOT_BY_HAND}`;
export const MATCHED_OF_IMPORT = `SELECT COUNT(*) AS n FROM line_match
  WHERE run = @run AND comparison = @comparison AND item_id > @from AND item_id < @to`;
export const BY_HAND_OF_IMPORT = `SELECT COUNT(*) AS n FROM journal.manual_match_member
  WHERE comparison = @comparison AND side = 'theirs' AND item_id > @from AND item_id < @to AND standing = 1`;

/** How many of its lines the run matched, and how many need a person. Null while no run has looked at them. */
function outcome(
  files: FilesWithResults,
  { importId, kind, lines }: { importId: string; kind: ImportKind; lines: number },
): ImportOutcome | null {
  if (!files.results.isThere()) return null;
  const comparison = comparisonOf(kind);
  return files.results.read((db) => {
    const current = currentResult(db);
    if (!current || !isCompared(db, current, importId, comparison)) return null;
    const of = { comparison, from: `${importId}:`, to: `${importId};` };
    const ofRun = { ...of, run: current.run };
    const count = (sql: string, args: object) => db.prepare<{ n: number }>(sql).get(args)?.n ?? 0;
    const open = db.prepare<{ exceptions: number; apart: number }>(OPEN_OF_IMPORT).get(ofRun);
    const { exceptions = 0, apart = 0 } = open ?? {};
    const found =
      kind === 'pos'
        ? lines - exceptions - apart
        : count(MATCHED_OF_IMPORT, ofRun) + count(BY_HAND_OF_IMPORT, of);
    return { matched: found, exceptions, apart: lines - exceptions - found };
  });
}

export const lineStandingProcedures = { standings, outcome };
