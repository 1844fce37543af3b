/** Which sale each void, reversal and refund of a terminal undoes, by what is known on this PC. */
import { z } from 'zod';
import { kinds, pairsOf, type PairRow } from '#shared/domain/kinds/index.ts';
import type { ReadableDb } from '../../db.ts';
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
  const standing = journal.prepare('SELECT 1 FROM closing_row WHERE row_id = ? AND standing = 1');
  const isAcknowledged = (rowId: string): boolean =>
    rowMarksOf(journal, terminalId, [rowId]).acknowledged.has(rowId);
  const isKnown = (rowId: string, gone: boolean): boolean =>
    !gone || also.held.has(rowId) || standing.get(rowId) !== undefined || isAcknowledged(rowId);
  const rows = new Map<string, Found>();
  const put = (found: readonly Found[]) => {
    for (const row of found) if (!rows.has(row.rowId)) rows.set(row.rowId, row);
  };
  const cached = (where: string, ...args: string[]) =>
    cache
      .prepare(
        `SELECT ${COLUMNS}, gone_at_ms IS NOT NULL AS gone FROM pos_transaction WHERE terminal_id = ? AND ${where}`,
      )
      .safeIntegers()
      .all(terminalId, ...args)
      .map((row) => found(row, isKnown));
  const closed = (where: string, ...args: string[]) =>
    journal
      .prepare(
        `SELECT ${COLUMNS}, 0 AS gone FROM closing_row WHERE terminal_id = ? AND standing = 1 AND ${where}`,
      )
      .safeIntegers()
      .all(terminalId, ...args)
      .map((row) => found(row, () => true));
  const strays = also.strays
    .filter((row) => row.terminalId === terminalId)
    .map((row) => ({ ...row, known: true }));
  put(cached(NO_SALE));
  put(closed(NO_SALE));
  put(strays);
  const returns = inOrder(rows.values()).filter(({ kind }) => kind !== 'sale');
  if (returns.length === 0) return new Map();
  const names = (of: (row: Found) => string | null) =>
    JSON.stringify([...new Set(returns.flatMap((row) => of(row) ?? []))].filter((name) => name !== ''));
  const [orders, references] = [names((row) => row.orderId), names((row) => row.refNumber)];
  put(cached(BY_NAMES, orders, references));
  put(closed(BY_NAMES, orders, references));
  const sales = inOrder(rows.values()).filter(({ kind, known }) => kind === 'sale' && known);
  return pairsOf(returns, sales);
}
