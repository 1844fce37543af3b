/** Which sale each void, reversal and refund of a terminal undoes, by what is known on this PC. */
import { z } from 'zod';
import { kinds, pairsOf, type PairRow } from '#shared/domain/kinds/index.ts';
import type { ReadableDb, WritableDb } from '../../db.ts';
import { hasOthers, OTHERS_NAMED } from '../closing/has-others.ts';
import { rowMarksOf } from '../journal/index.ts';

type Files = { readonly cache: ReadableDb; readonly journal: ReadableDb };
/** A row with what decides the order: when it was seen, and whether it is listed, acknowledged or in a close that stands. */
type Found = PairRow & { readonly atMs: number; readonly known: boolean };

const rowSchema = z.object({
  row_id: z.string(),
  kind: z.enum(kinds),
  merchant_order_id: z.string().nullable(),
  ref_number: z.string().nullable(),
  terminal_id: z.string(),
  amount_minor: z.bigint(),
  currency: z.string(),
  first_seen_at_ms: z.bigint(),
  gone: z.bigint(),
});
const COLUMNS =
  'row_id, kind, merchant_order_id, ref_number, terminal_id, amount_minor, currency, first_seen_at_ms';

function found(row: unknown, isKnown: (rowId: string, gone: boolean) => boolean): Found {
  const r = rowSchema.parse(row);
  return {
    rowId: r.row_id,
    kind: r.kind,
    orderId: r.merchant_order_id,
    refNumber: r.ref_number,
    terminalId: r.terminal_id,
    minor: r.amount_minor,
    currency: r.currency,
    atMs: Number(r.first_seen_at_ms),
    known: isKnown(r.row_id, r.gone === 1n),
  };
}

/** Known ones first: what is listed no more, and in no close and no acknowledgement, takes no sale from another row. */
const inOrder = (rows: Iterable<Found>): Found[] =>
  [...rows].sort(
    (a, b) => Number(b.known) - Number(a.known) || a.atMs - b.atMs || (a.rowId < b.rowId ? -1 : 1),
  );

const NO_SALE = `kind <> 'sale'`;
const BY_NAMES = `kind = 'sale' AND (merchant_order_id IN (SELECT value FROM json_each(?)) OR ref_number IN (SELECT value FROM json_each(?)))`;

/** Rows that only an acknowledgement still has (`strays`), and those that a close would hold (`held`), are known, too. */
type AlsoKnown = {
  readonly held: ReadonlySet<string>;
  readonly strays: readonly (PairRow & { readonly atMs: number })[];
};
const nothingElse: AlsoKnown = { held: new Set(), strays: [] };

/** Tells for each row that takes money back which sale it belongs to, as far as that is known here. */
export function pairsOfTerminal(
  { cache, journal }: Files,
  terminalId: string,
  also: AlsoKnown = nothingElse,
): ReadonlyMap<string, string> {
  const isMore = hasOthers(cache);
  const closedElsewhere = cache.prepare('SELECT 1 FROM other_row WHERE row_id = ? AND standing = 1');
  const standing = journal.prepare('SELECT 1 FROM closing_row WHERE row_id = ? AND standing = 1');
  const isAcknowledged = (rowId: string): boolean =>
    rowMarksOf(journal, terminalId, [rowId]).acknowledged.has(rowId);
  const isKnown = (rowId: string, gone: boolean): boolean =>
    !gone ||
    also.held.has(rowId) ||
    isAcknowledged(rowId) ||
    (isMore && closedElsewhere.get(rowId) !== undefined);
  const rows = new Map<string, Found>();
  const put = (found: readonly Found[]) => {
    for (const row of found) if (!rows.has(row.rowId)) rows.set(row.rowId, row);
  };
  /** A row of a close is read from the close instead, whose kinds are settled before those of the list. */
  const cached = (where: string, ...args: string[]) =>
    cache
      .prepare(
        `SELECT ${COLUMNS}, gone_at_ms IS NOT NULL AS gone FROM pos_transaction WHERE terminal_id = ? AND ${where}`,
      )
      .safeIntegers()
      .all(terminalId, ...args)
      .map((row) => found(row, isKnown))
      .filter(({ rowId }) => standing.get(rowId) === undefined);
  const closed = (where: string, ...args: string[]) =>
    journal
      .prepare(
        `SELECT ${COLUMNS}, 0 AS gone FROM closing_row WHERE terminal_id = ? AND standing = 1 AND ${where}`,
      )
      .safeIntegers()
      .all(terminalId, ...args)
      .map((row) => found(row, () => true));
  /** In closes of other PCs that stand; by names, however many the terminal has. */
  const closedByOthers = (where: string, ...args: string[]) =>
    isMore
      ? cache
          .prepare(`SELECT ${COLUMNS}, 0 AS gone FROM other_row WHERE ${where} AND terminal_id = ?`)
          .safeIntegers()
          .all(...args, terminalId)
          .map((row) => found(row, () => true))
      : [];
  const strays = also.strays
    .filter((row) => row.terminalId === terminalId)
    .map((row) => ({ ...row, known: true }));
  put(cached(NO_SALE));
  put(closed(NO_SALE));
  put(closedByOthers(`standing = 1 AND ${NO_SALE}`));
  put(strays);
  const returns = inOrder(rows.values()).filter(({ kind }) => kind !== 'sale');
  if (returns.length === 0) return new Map();
  const names = (of: (row: Found) => string | null) =>
    JSON.stringify([...new Set(returns.flatMap((row) => of(row) ?? []))].filter((name) => name !== ''));
  const [orders, references] = [names((row) => row.orderId), names((row) => row.refNumber)];
  put(cached(BY_NAMES, orders, references));
  put(closed(BY_NAMES, orders, references));
  put(closedByOthers(OTHERS_NAMED, orders, references));
  const sales = inOrder(rows.values()).filter(({ kind, known }) => kind === 'sale' && known);
  return pairsOf(returns, sales);
}

/** Keeps what `pairsOfTerminal` found. */
export function setPairs(
  db: WritableDb,
  table: 'pos_transaction' | 'closing_row',
  terminalId: string,
  pairs: ReadonlyMap<string, string>,
): void {
  const rows = db
    .prepare<{ row_id: string; undoes: string | null }>(
      `SELECT row_id, undoes FROM ${table} WHERE terminal_id = ? AND (kind <> 'sale' OR undoes IS NOT NULL) ${
        table === 'closing_row' ? 'AND standing = 1' : ''
      }`,
    )
    .all(terminalId);
  const set = db.prepare(
    `UPDATE ${table} SET undoes = ? WHERE row_id = ? ${table === 'closing_row' ? 'AND standing = 1' : ''}`,
  );
  for (const { row_id, undoes } of rows) {
    const now = pairs.get(row_id) ?? null;
    if (now !== undoes) set.run(now, row_id);
  }
}
