/** Storing a reading of a terminal: its rows come, stay or go. */
import type { TerminalReading } from '#shared/domain/pos-transaction.ts';
import type { Kind } from '#shared/domain/kinds/index.ts';
import { writesCache, type ReadableDb, type WritableDb } from '../db.ts';
import { learnNames } from './closing/hidden-names.ts';
import { settleUnpaired } from './kinds/others.ts';
import { settleReading } from './kinds/settle.ts';
import { settleSettledPairs } from './kinds/settled.ts';
import { transactionListProcedures } from './transaction-list.ts';
import { storeUnreadable, unreadableOf } from './unreadable-rows.ts';

function storeReading(
  { cache, journal }: { cache: WritableDb; journal: ReadableDb },
  input: { reading: TerminalReading; readAtMs: number; serverAtMs: number | null },
) {
  const { reading, readAtMs, serverAtMs } = input;
  const { terminalId, rows, unreadable } = reading;
  const listed = cache
    .prepare<{ row_id: string }>(
      'SELECT row_id FROM pos_transaction WHERE terminal_id = ? AND gone_at_ms IS NULL',
    )
    .all(terminalId);
  const before = new Set(listed.map((row) => row.row_id));
  // All are taken as gone, then what this answer lists comes back: no comparing of times, so a clock set back does no harm.
  cache
    .prepare('UPDATE pos_transaction SET gone_at_ms = ? WHERE terminal_id = ? AND gone_at_ms IS NULL')
    .run(readAtMs, terminalId);
  const upsert = cache.prepare(
    `INSERT INTO pos_transaction (row_id, terminal_id, merchant_order_id, ref_number, amount_minor, currency, payment_type, entry_mode, raw, search, position, first_seen_at_ms, last_seen_at_ms, noisy)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT(row_id) DO UPDATE SET last_seen_at_ms = excluded.last_seen_at_ms, gone_at_ms = NULL, raw = excluded.raw, noisy = excluded.noisy, position = excluded.position`,
  );
  rows.forEach((row, position) => {
    const search = [row.refNumber, row.merchantOrderId, row.paymentType, row.entryMode]
      .filter(Boolean)
      .join(' ')
      .toLowerCase();
    upsert.run(
      row.rowId,
      terminalId,
      row.merchantOrderId,
      row.refNumber,
      row.amount.minor,
      row.amount.currency,
      row.paymentType,
      row.entryMode,
      row.raw,
      search,
      position,
      readAtMs,
      readAtMs,
      Number(row.isNoisy),
    );
  });
  settleReading({ cache, journal }, terminalId, readAtMs);
  const names = rows.flatMap((row) => [row.merchantOrderId, row.refNumber]).filter((name) => name !== null);
  const areOthersNamed = learnNames(cache, names);
  if (areOthersNamed && settleUnpaired({ cache, journal })) settleSettledPairs({ cache, journal });
  storeUnreadable(cache, { terminalId, readAtMs }, unreadable);
  cache
    .prepare('INSERT OR REPLACE INTO terminal_read (terminal_id, read_at_ms, server_at_ms) VALUES (?, ?, ?)')
    .run(terminalId, readAtMs, serverAtMs);
  const present = new Set(rows.map((row) => row.rowId));
  return {
    newRows: [...present].filter((id) => !before.has(id)).length,
    goneRows: [...before].filter((id) => !present.has(id)).length,
    decided: decidedOf(cache, terminalId),
    areOthersNamed,
    unreadable: unreadableOf({ cache, journal }, terminalId),
  };
}

export type DecidedRow = { readonly rowId: string; readonly kind: Kind; readonly undoes: string | null };
/** What each row is that the reading lists. */
const decidedOf = (cache: ReadableDb, terminalId: string): DecidedRow[] =>
  cache
    .prepare<{ rowId: string; kind: Kind; undoes: string | null }>(
      'SELECT row_id AS rowId, kind, undoes FROM pos_transaction WHERE terminal_id = ? AND gone_at_ms IS NULL',
    )
    .all(terminalId);

export const transactionProcedures = {
  'transactions.storeReading': writesCache(
    (files, input: { reading: TerminalReading; readAtMs: number; serverAtMs: number | null }) =>
      storeReading(files, input),
  ),
  ...transactionListProcedures,
};
