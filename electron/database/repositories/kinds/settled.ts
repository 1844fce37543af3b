/** Kinds and pairs of settled transactions: what undoes what, in the list itself, or in closes and acknowledgements. */
import { z } from 'zod';
import { kindOf, kinds, pairsOf, samenessOf, type PairRow } from '#shared/domain/kinds/index.ts';
import { sizeOf } from '#shared/money/money.ts';
import type { ReadableDb, WritableDb } from '../../db.ts';
import { hasOthers, OTHERS_NAMED } from '../closing/has-others.ts';
import { DONE } from '../journal/index.ts';
import { vocabularyOf } from './vocabulary.ts';

type Files = { readonly cache: WritableDb; readonly journal: ReadableDb };

const rowSchema = z.object({
  id: z.string(),
  kind: z.enum(kinds),
  merchant_order_id: z.string().nullable(),
  ref_number: z.string().nullable(),
  terminal_id: z.string().nullable(),
  amount_minor: z.bigint(),
  currency: z.string(),
});
const toPairRow = (row: unknown): PairRow => {
  const r = rowSchema.parse(row);
  return {
    rowId: r.id,
    kind: r.kind,
    orderId: r.merchant_order_id,
    refNumber: r.ref_number,
    terminalId: r.terminal_id,
    minor: r.amount_minor,
    currency: r.currency,
  };
};
const COLUMNS = 'kind, merchant_order_id, ref_number, terminal_id, amount_minor, currency';
const BY_NAMES = `kind = 'sale' AND (merchant_order_id IN (SELECT value FROM json_each(?)) OR ref_number IN (SELECT value FROM json_each(?)))`;
/** `odditiesOf` (shared/domain/settlement.ts) as SQL. */
const ODD = `COALESCE(fee_minor, 0) + COALESCE(vat_minor, 0) > ABS(amount_minor)
  OR (kind <> 'unknown' AND net_minor IS NOT NULL AND net_minor <> adds_minor - COALESCE(fee_minor, 0) - COALESCE(vat_minor, 0))`;
const ACKNOWLEDGED = `SELECT 1 FROM operation_row AS r JOIN operation AS o USING (op_id)
  WHERE r.row_id = ? AND o.kind = 'acknowledgement' AND o.state IN (${DONE})`;
/** The name of a row of a close, or of an acknowledgement, beside ids of the gateway. */
const CLOSED = 'row ';

/** Sales that these rows may be of: settled ones first, then those of closes that stand, then of acknowledgements. */
function salesFor({ cache, journal }: Files, returns: readonly PairRow[]): PairRow[] {
  const names = (of: (row: PairRow) => string | null) =>
    JSON.stringify([...new Set(returns.flatMap((row) => of(row) ?? []))].filter((name) => name !== ''));
  const args = [names((row) => row.orderId), names((row) => row.refNumber)];
  const settled = cache
    .prepare(`SELECT transaction_id AS id, ${COLUMNS} FROM settled WHERE ${BY_NAMES} ORDER BY transaction_id`)
    .safeIntegers()
    .all(...args)
    .map(toPairRow);
  const closed = journal
    .prepare(
      `SELECT '${CLOSED}' || row_id AS id, ${COLUMNS} FROM closing_row WHERE standing = 1 AND ${BY_NAMES} ORDER BY row_id`,
    )
    .safeIntegers()
    .all(...args)
    .map(toPairRow);
  const here = new Set(closed.map(({ rowId }) => rowId));
  if (hasOthers(cache))
    for (const row of cache
      .prepare(
        `SELECT '${CLOSED}' || row_id AS id, ${COLUMNS} FROM other_row WHERE ${OTHERS_NAMED} ORDER BY row_id`,
      )
      .safeIntegers()
      .all(...args)
      .map(toPairRow))
      if (!here.has(row.rowId)) closed.push(row);
  const inClose = new Set(closed.map(({ rowId }) => rowId));
  const isAcknowledged = journal.prepare(ACKNOWLEDGED);
  const acknowledged = cache
    .prepare(
      `SELECT '${CLOSED}' || row_id AS id, ${COLUMNS} FROM pos_transaction WHERE ${BY_NAMES} ORDER BY row_id`,
    )
    .safeIntegers()
    .all(...args)
    .map(toPairRow)
    .filter(
      ({ rowId }) => !inClose.has(rowId) && isAcknowledged.get(rowId.slice(CLOSED.length)) !== undefined,
    );
  // A sale that is settled is that settled row, and not once more the one of the close.
  const byName = Map.groupBy(
    settled.flatMap((row) => namesOf(row).map((name) => ({ name, row }))),
    ({ name }) => name,
  );
  const isSettled = (row: PairRow): boolean =>
    namesOf(row).some((name) =>
      byName
        .get(name)
        ?.some((one) => samenessOf(row, one.row) > 0 && sizeOf(row.minor) === sizeOf(one.row.minor)),
    );
  return [...settled, ...[...closed, ...acknowledged].filter((row) => !isSettled(row))];
}
const namesOf = ({ orderId, refNumber }: PairRow): string[] => [`o ${orderId ?? ''}`, `r ${refNumber ?? ''}`];

const setRows = (cache: WritableDb) => ({
  undoes: cache.prepare('UPDATE settled SET undoes = ? WHERE transaction_id = ?'),
  odd: cache.prepare(`UPDATE settled SET odd = (${ODD}) WHERE transaction_id = ?`),
  stale: cache.prepare(
    'INSERT OR IGNORE INTO window_stale SELECT window_id FROM settled WHERE transaction_id = ? AND window_id IS NOT NULL',
  ),
});

type Return = PairRow & { readonly undoes: string | null };

function pairAll(files: Files, returns: readonly Return[]): void {
  if (returns.length === 0) return;
  const pairs = pairsOf(returns, salesFor(files, returns));
  const set = setRows(files.cache);
  for (const { rowId, undoes } of returns) {
    const now = pairs.get(rowId) ?? null;
    if (now === undoes) continue;
    set.undoes.run(now, rowId);
    set.stale.run(rowId);
    set.odd.run(rowId);
  }
}

const RETURNS = `SELECT transaction_id AS id, undoes, ${COLUMNS} FROM settled`;
const returnsWhere = (cache: ReadableDb, where: string, ...args: unknown[]): Return[] =>
  cache
    .prepare<{ undoes: string | null }>(`${RETURNS} WHERE ${where} ORDER BY transaction_id`)
    .safeIntegers()
    .all(...args)
    .map((row) => ({ ...toPairRow(row), undoes: row.undoes }));

/** For rows that were just stored, in the same transaction: links them to what they undo and what undoes them. */
export function settlePage(files: Files, orders: readonly string[], references: readonly string[]): void {
  const named = `kind IN ('refund', 'void', 'reversal')
    AND (merchant_order_id IN (SELECT value FROM json_each(?)) OR (ref_number IN (SELECT value FROM json_each(?))))`;
  pairAll(files, returnsWhere(files.cache, named, JSON.stringify(orders), JSON.stringify(references)));
}

/** What closes and acknowledgements hold has changed: of those that the list itself has no sale of. */
export const settleSettledPairs = (files: Files): void =>
  settleWhere(files, `undoes IS NULL OR undoes GLOB '${CLOSED}*'`);
/** Sales were taken off the list. */
export const settleLost = (files: Files): void =>
  settleWhere(
    files,
    `undoes IS NOT NULL AND undoes NOT GLOB '${CLOSED}*'
     AND NOT EXISTS (SELECT 1 FROM settled AS sale WHERE sale.transaction_id = settled.undoes)`,
  );

function settleWhere(files: Files, where: string): void {
  const orders = files.cache
    .prepare<{ id: string; ref: string }>(
      `SELECT DISTINCT merchant_order_id AS id, ref_number AS ref FROM settled
       WHERE kind <> 'sale' AND kind IN ('refund', 'void', 'reversal') AND (${where})`,
    )
    .all();
  settlePage(
    files,
    orders.flatMap(({ id }) => (id === '' ? [] : [id])),
    orders.flatMap(({ ref }) => (ref === '' ? [] : [ref])),
  );
}

/** All of them, by the words as they are. */
export function settleSettled(files: Files): void {
  const { cache, journal } = files;
  const vocabulary = vocabularyOf(journal);
  const words = cache
    .prepare<{ payment_type: string; negative: number }>(
      'SELECT DISTINCT payment_type, amount_minor < 0 AS negative FROM settled INDEXED BY settled_amounts',
    )
    .all();
  const set = cache.prepare(
    `UPDATE settled SET kind = ?, undoes = NULL WHERE payment_type = ? AND (amount_minor < 0) = ? AND kind <> ?`,
  );
  for (const { payment_type, negative } of words) {
    const kind = kindOf(payment_type, negative === 1 ? -1n : 1n, vocabulary);
    set.run(kind, payment_type, negative, kind);
  }
  pairAll(files, returnsWhere(cache, `kind <> 'sale' AND kind IN ('refund', 'void', 'reversal')`));
  cache.prepare(`UPDATE settled SET odd = 1 - odd WHERE odd <> (${ODD})`).run();
  cache
    .prepare(
      'INSERT OR IGNORE INTO window_stale SELECT DISTINCT window_id FROM settled WHERE window_id IS NOT NULL',
    )
    .run();
}
