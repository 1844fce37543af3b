/** Sales and reversals as rows of closes that have a Z and stand. */
import { z } from 'zod';
import { REVERSAL_TYPE, SALE_TYPE } from '#shared/domain/pos-transaction.ts';
import { sizeOf, type Money } from '#shared/money/money.ts';
import type { ReadableDb } from '../../db.ts';

/** Of these closes, by their ids. Exported so that a test can read its plan. */
export const SALES_OF_CLOSES = `SELECT r.row_id, r.terminal_id, r.merchant_order_id, r.ref_number, r.amount_minor, r.currency, r.payment_type,
    r.first_seen_at_ms, r.business_date, c.branch_name, c.number
  FROM json_each(?) AS wanted CROSS JOIN closing AS c ON c.closing_id = wanted.value
  CROSS JOIN closing_row AS r ON r.closing_id = c.closing_id
  WHERE r.standing = 1 AND r.payment_type IN ('${SALE_TYPE}', '${REVERSAL_TYPE}')`;

const closedSchema = z.object({
  row_id: z.string(),
  terminal_id: z.string(),
  merchant_order_id: z.string().nullable(),
  ref_number: z.string().nullable(),
  amount_minor: z.bigint(),
  currency: z.string(),
  payment_type: z.string(),
  first_seen_at_ms: z.bigint().transform(Number),
  business_date: z.string(),
  branch_name: z.string().nullable(),
  number: z.bigint().transform(Number),
});
export type ClosedRow = {
  readonly rowId: string;
  readonly terminalId: string;
  readonly orderId: string | null;
  readonly refNumber: string | null;
  readonly amount: Money;
  /** When it was first seen. */
  readonly atMs: number;
  readonly businessDate: string;
  readonly branchName: string | null;
  readonly zNumber: number;
};

export function salesOfCloses(
  journal: ReadableDb,
  closingIds: readonly string[],
): { sales: ClosedRow[]; reversals: ClosedRow[] } {
  const sales: ClosedRow[] = [];
  const reversals: ClosedRow[] = [];
  for (const row of journal.prepare(SALES_OF_CLOSES).safeIntegers().iterate(JSON.stringify(closingIds))) {
    const r = closedSchema.parse(row);
    (r.payment_type === REVERSAL_TYPE ? reversals : sales).push({
      rowId: r.row_id,
      terminalId: r.terminal_id,
      orderId: r.merchant_order_id,
      refNumber: r.ref_number,
      amount: { minor: r.amount_minor, currency: r.currency },
      atMs: r.first_seen_at_ms,
      businessDate: r.business_date,
      branchName: r.branch_name,
      zNumber: r.number,
    });
  }
  return { sales, reversals };
}

const nameOf = ({ terminalId, orderId, amount }: ClosedRow) =>
  `${terminalId}/${orderId ?? ''}/${sizeOf(amount.minor)}`;

/** A reversal takes back the sales of its terminal, order and amount; one that names no order takes none back. */
export function takenBackBy(reversals: readonly ClosedRow[]): (sale: ClosedRow) => boolean {
  const names = new Set(reversals.flatMap((row) => (row.orderId === null ? [] : [nameOf(row)])));
  return (sale) => sale.orderId !== null && names.has(nameOf(sale));
}
