/** What people matched by hand and nobody took back. */
import type { Database } from 'better-sqlite3';
import type { Comparison, Side } from '#shared/domain/reconciliation.ts';
import type { ManualMatch } from '#shared/domain/matching/index.ts';
import type { ReadableDb } from '../../../db.ts';
import { placeOfLine } from '../items.ts';
import { placesOfRows } from './rows-of-closes.ts';

type Row = { match_id: string; side: Side; item_id: string; amount_minor: bigint };

/** `journal`: the file itself, or a connection that it is attached to. */
export function manualMatches(journal: ReadableDb, comparison: Comparison): ManualMatch[] {
  const rows = journal
    .prepare<Row>(
      `SELECT match_id, side, item_id, amount_minor FROM manual_match_member
       WHERE comparison = ? AND standing = 1 ORDER BY match_id, side, item_id`,
    )
    .safeIntegers()
    .all(comparison);
  const matches = new Map<string, { side: Side; itemId: string; minor: bigint }[]>();
  for (const { match_id, side, item_id, amount_minor } of rows) {
    const members = matches.get(match_id) ?? [];
    members.push({ side, itemId: item_id, minor: amount_minor });
    matches.set(match_id, members);
  }
  return [...matches].map(([matchId, members]) => ({ matchId, members }));
}

/** Orders of their members: without them a member could be in an exact pair, too. */
export function ordersOfManual(
  source: Database,
  comparison: Comparison,
  manual: readonly ManualMatch[],
): string[] {
  if (comparison === 'bank') return [];
  const places = placesOfRows(source).map(({ rows }) =>
    source.prepare(`SELECT merchant_order_id FROM ${rows} WHERE row_id = ? AND standing = 1`).pluck(),
  );
  const orderOfOurs = (rowId: string) =>
    places.map((ours) => ours.get(rowId)).find((order) => order !== undefined);
  const settled = source
    .prepare('SELECT merchant_order_id FROM main.settled WHERE transaction_id = ?')
    .pluck();
  const orders = manual.flatMap(({ members }) =>
    members.map(({ side, itemId }) => {
      if (side === 'ours') return orderOfOurs(itemId);
      return comparison === 'sales' ? settled.get(itemId) : orderOfLine(source, itemId);
    }),
  );
  return orders.filter((order): order is string => typeof order === 'string' && order !== '');
}

function orderOfLine(source: Database, itemId: string): unknown {
  const { importId, lineNo } = placeOfLine(itemId);
  return source
    .prepare('SELECT order_id FROM imports.imported_line WHERE import_id = ? AND line_no = ?')
    .pluck()
    .get(importId, lineNo);
}

/** Lines of the other side whose match a person took back. */
export const linesTakenBack = (journal: ReadableDb, comparison: Comparison): Set<string> =>
  new Set(
    journal
      .prepare<{ itemId: string }>(
        `SELECT i.item_id AS itemId FROM manual_match_member AS i
         JOIN manual_match_taken_back AS t ON t.match_id = i.match_id
         WHERE i.comparison = ? AND i.side = 'theirs' AND i.standing = 0`,
      )
      .all(comparison)
      .map(({ itemId }) => itemId),
  );
