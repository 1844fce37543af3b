/** Deposits as they were entered, with those of statements; each act with its entry of the audit record, in one transaction. */
import { z } from 'zod';
import type { Deposit, StatementDeposit } from '#shared/contract/bridge.ts';
import { depositedOf, type Deposited } from '#shared/domain/deposits.ts';
import { toDecimal, type Money } from '#shared/money/money.ts';
import type { FilesWithResults, ReadableDb, WritableDb } from '../../db.ts';
import { recordAct, type By } from '../closing/records.ts';
import { statementDeposits } from './statement.ts';

type Entered = Omit<Deposit, 'confirmed'>;

const rowSchema = z
  .object({
    window_id: z.string(),
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
  .transform((row): Entered & { of: string } => ({
    of: row.window_id,
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

/** In the order in which they were received; of one bridge, or of all. */
const enteredDeposits = (journal: ReadableDb, subject: string | null = null) =>
  journal
    .prepare(
      `SELECT d.*, w.reason, w.by AS withdrawn_by, w.at_ms AS withdrawn_at_ms
       FROM deposit AS d LEFT JOIN deposit_withdrawn AS w USING (deposit_id)
       WHERE ? IS NULL OR d.window_id = ? ORDER BY d.received_on, d.rowid`,
    )
    .safeIntegers()
    .all(subject, subject)
    .map((row) => rowSchema.parse(row));

/** The subject of a bridge: its name, its windows and its currency. */
type OfBridge = {
  readonly subject: string;
  readonly windowIds: readonly string[];
  readonly currency: string;
};
type KnownDeposits = Deposited & { entered: Entered[]; statement: StatementDeposit[] };

/** All deposits there are, to be asked for by the bridge. */
export function knownDeposits(files: FilesWithResults) {
  const entered = Map.groupBy(enteredDeposits(files.journal), ({ of }) => of);
  const lines = statementDeposits(files);
  return {
    /** Lines that pay several windows as one. */
    together: lines.filter(({ pays }) => pays.length > 1),
    /** A line belongs to a bridge that has everything which it pays. */
    of({ subject, windowIds, currency }: OfBridge): KnownDeposits {
      const own = (entered.get(subject) ?? []).map(({ of: _of, ...deposit }) => deposit);
      const statement = lines.filter(({ pays }) =>
        pays.every((id) => id === subject || windowIds.includes(id)),
      );
      const standing = own.filter(({ withdrawn }) => !withdrawn);
      return { entered: own, statement, ...depositedOf(standing, statement, currency) };
    },
  };
}
export type AllDeposits = ReturnType<typeof knownDeposits>;

export type DepositInput = By & {
  depositId: string;
  subject: string;
  amount: Money;
  receivedOn: string;
  reference: string;
  note: string;
};

export function enterDeposit(journal: WritableDb, input: DepositInput): void {
  const { depositId, subject, amount, receivedOn, reference, note, by, atMs } = input;
  journal
    .prepare(
      `INSERT INTO deposit (deposit_id, window_id, amount_minor, currency, received_on, reference, note, by, at_ms)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(depositId, subject, amount.minor, amount.currency, receivedOn, reference, note, by, atMs);
  const { currency } = amount;
  const params = { depositId, amount: toDecimal(amount), currency, receivedOn, reference, note };
  recordAct(journal, input, 'deposit.entered', subject, params);
}

/** False if the bridge has no such deposit, or it is withdrawn already. */
export function withdrawDeposit(
  journal: WritableDb,
  input: By & { subject: string; depositId: string; reason: string },
): boolean {
  const { subject, depositId, reason, by, atMs } = input;
  const stands = enteredDeposits(journal, subject).some(
    (one) => one.depositId === depositId && !one.withdrawn,
  );
  if (!stands) return false;
  journal
    .prepare('INSERT INTO deposit_withdrawn (deposit_id, reason, by, at_ms) VALUES (?, ?, ?, ?)')
    .run(depositId, reason, by, atMs);
  recordAct(journal, input, 'deposit.withdrawn', subject, { depositId, reason });
  return true;
}
