/** Rows that only an acknowledgement's snapshot still has: the gateway lists them no more, and the cache was rebuilt since. */
import type { Database } from '../../database/client.ts';
import type { SeenRow, Stray } from '../../database/repositories/closing/index.ts';
import { decodeTerminalTransactions } from '../../gateway/endpoints/terminals.ts';
import { parseLossless } from '../../gateway/json.ts';

/** Stored rows were readable when they were stored, so a null is a bug. */
function decode({ rowId, terminalId, readAtMs, raw }: Stray): SeenRow {
  const transactions = [parseLossless(raw)];
  const reading = decodeTerminalTransactions(terminalId, { body: { response: { transactions } } });
  const [row] = reading?.rows ?? [];
  if (!row) throw new Error(`the stored row ${rowId} cannot be read`);
  const { merchantOrderId, refNumber, amount, paymentType, entryMode } = row;
  // The row id tells equal rows of one answer apart, so it is the stored one; it was first seen by that reading at the latest.
  return {
    rowId,
    terminalId,
    merchantOrderId,
    refNumber,
    amount,
    paymentType,
    entryMode,
    firstSeenAtMs: readAtMs,
  };
}

export async function strayRows(db: Database, closingId: string | null): Promise<SeenRow[]> {
  return (await db.call('closing.strayRows', closingId)).map(decode);
}
