/** Rows of a terminal as a window shows them: beside what the journal, other rows and early payouts say of them. */
import { z } from 'zod';
import { sameMoney } from '#shared/money/money.ts';
import { addsOfRow, isReturn, isUndoing, kinds, returningKinds } from '#shared/domain/kinds/index.ts';
import type { LinkedRow, Transaction } from '#shared/contract/terminals.ts';
import { matchSales, type ClosedSale, type SettledRow } from '#shared/domain/bridge.ts';
import type { ReadableDb, ReadableFiles } from '../db.ts';
import { earlyWhere } from './early.ts';
import { rowMarksOf } from './journal/index.ts';

const rowSchema = z.object({
  row_id: z.string(),
  terminal_id: z.string(),
  merchant_order_id: z.string().nullable(),
  ref_number: z.string().nullable(),
  amount_minor: z.bigint(),
  currency: z.string(),
  payment_type: z.string().nullable(),
  entry_mode: z.string().nullable(),
  raw: z.string(),
  search: z.string(),
  position: z.bigint(),
  first_seen_at_ms: z.bigint(),
  last_seen_at_ms: z.bigint(),
  gone_at_ms: z.bigint().nullable(),
  kind: z.enum(kinds),
  undoes: z.string().nullable(),
  noisy: z.bigint(),
});
export type StoredTransaction = z.output<typeof rowSchema>;

/** In a list that is given as JSON. */
const IN_LIST = 'IN (SELECT value FROM json_each(?))';
/** Kinds that take money back. */
export const RETURNS = returningKinds.map((kind) => `'${kind}'`).join(', ');

/** The stored rows that a condition names. */
export const storedRows = (cache: ReadableDb, sql: string, ...args: unknown[]): StoredTransaction[] =>
  cache
    .prepare(`SELECT * FROM pos_transaction ${sql}`)
    .safeIntegers()
    .all(...args)
    .map((row) => rowSchema.parse(row));

const BY_NAMES = `(merchant_order_id ${IN_LIST} OR ref_number ${IN_LIST})`;
type Named = { merchant_order_id: string | null; ref_number: string | null };

/**
 * The early payouts that may have one of these rows, and the sales of the terminal that compete for them: whoever shares an order
 * or a reference with one of them, until nobody new comes.
 */
function earlyAround(cache: ReadableDb, terminalId: string, rows: readonly StoredTransaction[]) {
  const orders = new Set<string>();
  const references = new Set<string>();
  const add = (found: readonly Named[]) => {
    for (const { merchant_order_id, ref_number } of found) {
      if (merchant_order_id !== null) orders.add(merchant_order_id);
      if (ref_number !== null) references.add(ref_number);
    }
  };
  const names = () => [JSON.stringify([...orders]), JSON.stringify([...references])];
  add(rows);
  for (;;) {
    const known = orders.size + references.size;
    const early = earlyWhere(cache, BY_NAMES, ...names());
    if (early.length === 0) return { early, sales: [] };
    add(early);
    const where = `WHERE terminal_id = ? AND kind = 'sale' AND ${BY_NAMES}`;
    const sales = storedRows(cache, where, terminalId, ...names());
    add(sales);
    if (orders.size + references.size === known) return { early, sales };
  }
}

/** Which of these rows an early payout has, and whether it was paid: by order and reference, as the bridge finds them. */
function earlyOf(
  cache: ReadableDb,
  terminalId: string,
  rows: readonly StoredTransaction[],
): Map<string, 'early-asked' | 'paid-early'> {
  const around = earlyAround(cache, terminalId, rows);
  const sales = around.sales.map((row): ClosedSale => ({
    rowId: row.row_id,
    orderId: row.merchant_order_id,
    refNumber: row.ref_number,
    amount: { minor: row.amount_minor, currency: row.currency },
    atMs: Number(row.first_seen_at_ms),
    reversed: false,
    acknowledged: true,
  }));
  const early = around.early.flatMap((one): SettledRow[] =>
    one.amount_minor === null || one.currency === null
      ? []
      : [
          {
            transactionId: one.transaction_id,
            orderId: one.merchant_order_id,
            refNumber: one.ref_number,
            kind: 'sale',
            amount: { minor: one.amount_minor, currency: one.currency },
            fee: null,
            vat: null,
            net: null,
            windowId: null,
            paidEarly: one.paid === 1n,
          },
        ],
  );
  const amounts = new Map(sales.map(({ rowId, amount }) => [rowId, amount]));
  return new Map(
    [...matchSales(sales, early)].flatMap(([rowId, { paidEarly, amount }]) => {
      // References are a terminal's own: the same one elsewhere, with another amount, is another sale.
      const own = amounts.get(rowId);
      return own && sameMoney(own, amount)
        ? [[rowId, paidEarly ? 'paid-early' : 'early-asked'] as const]
        : [];
    }),
  );
}

const linked = (row: StoredTransaction): LinkedRow => ({
  rowId: row.row_id,
  refNumber: row.ref_number,
  kind: row.kind,
  amount: { minor: row.amount_minor, currency: row.currency },
  firstSeenAtMs: Number(row.first_seen_at_ms),
});

/** By sale, the rows that take money back from it. */
function undoingRows(stored: readonly StoredTransaction[]): ReadonlyMap<string, StoredTransaction[]> {
  const undoneBy = new Map<string, StoredTransaction[]>();
  for (const row of stored) {
    if (row.undoes === null) continue;
    const others = undoneBy.get(row.undoes);
    if (others) others.push(row);
    else undoneBy.set(row.undoes, [row]);
  }
  return undoneBy;
}

/** How many listed rows, returns aside, have each of these references. */
function referencesOf(cache: ReadableDb, terminalId: string, rows: readonly StoredTransaction[]) {
  const found = cache
    .prepare<{ ref_number: string; listed: number }>(
      `SELECT ref_number, COUNT(*) AS listed FROM pos_transaction
       WHERE terminal_id = ? AND gone_at_ms IS NULL AND ref_number ${IN_LIST}
       AND kind NOT IN (${RETURNS}) GROUP BY ref_number`,
    )
    .all(terminalId, JSON.stringify([...new Set(rows.flatMap((row) => row.ref_number ?? []))]));
  return new Map(found.map(({ ref_number, listed }) => [ref_number, listed]));
}

/** Rows of one terminal, in the order given, each with what is known of it. */
export function dressed(
  { cache, journal }: ReadableFiles,
  terminalId: string,
  stored: readonly StoredTransaction[],
): Transaction[] {
  const ids = JSON.stringify(stored.map((row) => row.row_id));
  const marks = rowMarksOf(
    journal,
    terminalId,
    stored.map((row) => row.row_id),
  );
  // Only rows that are no sales undo others, and they have an index of their own.
  const undoneBy = undoingRows(
    storedRows(
      cache,
      `WHERE terminal_id = ? AND kind <> 'sale' AND undoes ${IN_LIST} ORDER BY first_seen_at_ms, row_id`,
      terminalId,
      ids,
    ),
  );
  const sales = storedRows(
    cache,
    `WHERE row_id ${IN_LIST} AND terminal_id = ?`,
    JSON.stringify(stored.flatMap((row) => row.undoes ?? [])),
    terminalId,
  );
  const byId = new Map(sales.map((row) => [row.row_id, row]));
  const references = referencesOf(cache, terminalId, stored);
  const early = earlyOf(cache, terminalId, stored);
  return stored.map((row) => {
    const gone = row.gone_at_ms !== null;
    const acknowledged = marks.acknowledged.has(row.row_id);
    const undoing = undoneBy.get(row.row_id) ?? [];
    const sale = byId.get(row.undoes ?? '');
    const isUndone = undoing.some((one) => one.gone_at_ms === null && isUndoing(one.kind));
    const amount = { minor: row.amount_minor, currency: row.currency };
    const flags: Transaction['flags'] = [];
    if (marks.unknownRowIds.has(row.row_id)) flags.push('unknown');
    if (marks.reversedRows.has(row.row_id)) flags.push('reversed-here');
    if (!gone && isUndone) flags.push('reversal-listed');
    if (!gone && !isReturn(row.kind) && row.ref_number !== null && (references.get(row.ref_number) ?? 0) > 1)
      flags.push('duplicate-reference');
    if (isUndoing(row.kind) && row.undoes === null) flags.push('undoes-nothing');
    if (row.noisy === 1n) flags.push('float-noise');
    const paidEarly = early.get(row.row_id);
    if (paidEarly) flags.push(paidEarly);
    return {
      rowId: row.row_id,
      terminalId: row.terminal_id,
      merchantOrderId: row.merchant_order_id,
      refNumber: row.ref_number,
      amount,
      paymentType: row.payment_type,
      kind: row.kind,
      adds: addsOfRow({ kind: row.kind, amount, undoes: row.undoes }),
      undoes: row.undoes,
      undoesRow: sale ? linked(sale) : null,
      undoneBy: undoing.map(linked),
      reversedHere: marks.reversedRows.get(row.row_id) ?? null,
      entryMode: row.entry_mode,
      firstSeenAtMs: Number(row.first_seen_at_ms),
      lastSeenAtMs: Number(row.last_seen_at_ms),
      listing: acknowledged ? 'acknowledged' : gone ? 'no-longer-listed' : 'outstanding',
      goneAtMs: gone ? Number(row.gone_at_ms) : null,
      flags,
    };
  });
}
