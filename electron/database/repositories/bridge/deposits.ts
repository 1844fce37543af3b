/** Deposits as they were entered; each act with its entry of the audit record, in one transaction. */
import { z } from 'zod';
import type { Deposit } from '#shared/contract/bridge.ts';
import { toDecimal, type Money } from '#shared/money/money.ts';
import type { ReadableDb, WritableDb } from '../../db.ts';
import { recordAct, type By } from '../closing/records.ts';

const rowSchema = z
  .object({
    deposit_id: z.string(),
    amount_minor: z.bigint(),
    currency: z.string(),
    received_on: z.string(),
    reference: z.string(),
    note: z.string(),
    by: z.string(),
    at_ms: z.bigint().transform(Number),
    reason: z.string().nullable(),
    withdrawn_by: z.string().nullable(),
    withdrawn_at_ms: z.bigint().transform(Number).nullable(),
  })
  .transform((row): Deposit => ({
    depositId: row.deposit_id,
    amount: { minor: row.amount_minor, currency: row.currency },
    receivedOn: row.received_on,
    reference: row.reference,
    note: row.note,
    by: row.by,
    atMs: row.at_ms,
    withdrawn:
      row.reason === null || row.withdrawn_by === null || row.withdrawn_at_ms === null
        ? null
        : { by: row.withdrawn_by, atMs: row.withdrawn_at_ms, reason: row.reason },
  }));

export const depositsOf = (journal: ReadableDb, windowId: string): Deposit[] =>
  journal
    .prepare(
      `SELECT d.*, w.reason, w.by AS withdrawn_by, w.at_ms AS withdrawn_at_ms
       FROM deposit AS d LEFT JOIN deposit_withdrawn AS w USING (deposit_id)
       WHERE d.window_id = ? ORDER BY d.received_on, d.rowid`,
    )
    .safeIntegers()
    .all(windowId)
    .map((row) => rowSchema.parse(row));

/** What stands, summed, by what it was entered for; a currency that is not the first one's is left out. */
export function depositSums(journal: ReadableDb): Map<string, Money> {
  const rows = journal
    .prepare<{ window_id: string; currency: string; minor: bigint }>(
      `SELECT window_id, currency, SUM(amount_minor) AS minor FROM deposit AS d
       WHERE NOT EXISTS (SELECT 1 FROM deposit_withdrawn AS w WHERE w.deposit_id = d.deposit_id)
       GROUP BY window_id, currency ORDER BY MIN(d.rowid) DESC`,
    )
    .safeIntegers()
    .all();
  return new Map(rows.map(({ window_id, currency, minor }) => [window_id, { minor, currency }]));
}

export type DepositInput = By & {
  depositId: string;
  windowId: string;
  amount: Money;
  receivedOn: string;
  reference: string;
  note: string;
};

export function enterDeposit(journal: WritableDb, input: DepositInput): void {
  const { depositId, windowId, amount, receivedOn, reference, note, by, atMs } = input;
  journal
    .prepare(
      `INSERT INTO deposit (deposit_id, window_id, amount_minor, currency, received_on, reference, note, by, at_ms)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(depositId, windowId, amount.minor, amount.currency, receivedOn, reference, note, by, atMs);
  const { currency } = amount;
  const params = { depositId, amount: toDecimal(amount), currency, receivedOn, reference, note };
  recordAct(journal, input, 'deposit.entered', windowId, params);
}

/** False where there is no such deposit of the window, or it is withdrawn already. */
export function withdrawDeposit(
  journal: WritableDb,
  input: By & { windowId: string; depositId: string; reason: string },
): boolean {
  const { windowId, depositId, reason, by, atMs } = input;
  const stands = depositsOf(journal, windowId).some((one) => one.depositId === depositId && !one.withdrawn);
  if (!stands) return false;
  journal
    .prepare('INSERT INTO deposit_withdrawn (deposit_id, reason, by, at_ms) VALUES (?, ?, ?, ?)')
    .run(depositId, reason, by, atMs);
  recordAct(journal, input, 'deposit.withdrawn', windowId, { depositId, reason });
  return true;
}
