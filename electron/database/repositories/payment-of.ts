/** Finds the payment to which a row of another list or an operation belongs: by its id, else by a name that no other payment has. */
import { reads, type ReadableDb } from '../db.ts';

type PartOfPayment =
  | { readonly what: 'terminal-row' | 'settled'; readonly id: string }
  /** Of an operation: the order as it was sent, and what else may be its name. */
  | { readonly what: 'names'; readonly names: readonly string[] };

/** Where several payments have the name, nobody can say which it is. */
function onlyKey(cache: ReadableDb, sql: string, ...args: unknown[]): string | null {
  const [first, second] = cache.prepare<{ key: string }>(`${sql} LIMIT 2`).all(...args);
  return first !== undefined && second === undefined ? first.key : null;
}

function ofSettled(cache: ReadableDb, id: string): string | null {
  const exact = onlyKey(cache, 'SELECT key FROM gateway_transaction WHERE transaction_id = ?', id);
  return (
    exact ??
    onlyKey(
      cache,
      `SELECT payment.key FROM settled JOIN payment USING (merchant_order_id)
       WHERE settled.transaction_id = ? AND settled.merchant_order_id <> ''`,
      id,
    )
  );
}

/** Of a row that was read here, or that another PC closed. */
const ofRow = (cache: ReadableDb, id: string): string | null =>
  onlyKey(
    cache,
    `SELECT payment.key FROM pos_transaction JOIN payment USING (terminal_id, ref_number) WHERE pos_transaction.row_id = ?`,
    id,
  ) ??
  onlyKey(
    cache,
    `SELECT payment.key FROM other_row AS r JOIN payment USING (terminal_id, ref_number) WHERE r.row_id = ? AND r.standing = 1`,
    id,
  );

function ofName(cache: ReadableDb, name: string): string | null {
  const exact = onlyKey(cache, 'SELECT key FROM payment WHERE key = ?', name);
  return exact ?? onlyKey(cache, 'SELECT key FROM payment WHERE merchant_order_id = ?', name);
}

function keyOf(cache: ReadableDb, part: PartOfPayment): string | null {
  if ('id' in part) return part.what === 'settled' ? ofSettled(cache, part.id) : ofRow(cache, part.id);
  for (const name of part.names) {
    const found = ofName(cache, name) ?? ofRow(cache, name);
    if (found !== null) return found;
  }
  return null;
}

export const paymentOfProcedures = {
  'payments.keyOf': reads(({ cache }, part: PartOfPayment): string | null => keyOf(cache, part)),
};
