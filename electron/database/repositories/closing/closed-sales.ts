/** Sales as rows of closes that have a Z and stand. */
import { z } from 'zod';
import type { Money } from '#shared/money/money.ts';
import type { ReadableDb } from '../../db.ts';
import { hasOthers } from './has-others.ts';
import { createHeldHere } from './other-closes.ts';

/** Reads the sales of these closes by their ids. Exported so that a test can read its query plan. */
export const SALES_OF_CLOSES = `SELECT r.row_id, r.terminal_id, r.merchant_order_id, r.ref_number, r.adds_minor, r.currency,
    r.first_seen_at_ms, r.business_date, r.closing_id, c.branch_name, c.number,
    EXISTS (SELECT 1 FROM closing_row AS u INDEXED BY closing_row_undoing
      WHERE u.undoes = r.row_id AND u.standing = 1 AND u.undoes IS NOT NULL AND u.kind IN ('void', 'reversal')) AS undone
  FROM json_each(?) AS wanted CROSS JOIN closing AS c ON c.closing_id = wanted.value
  CROSS JOIN closing_row AS r ON r.closing_id = c.closing_id
  WHERE r.standing = 1 AND r.kind = 'sale'`;

/** The same of closes of other PCs. */
const SALES_OF_OTHERS = `SELECT r.row_id, r.terminal_id, r.merchant_order_id, r.ref_number, r.adds_minor, r.currency,
    r.first_seen_at_ms, r.business_date, r.closing_id, c.branch_name, c.number, c.pc, c.pc_name, 0 AS undone
  FROM json_each(?) AS wanted CROSS JOIN other_close AS c ON c.closing_id = wanted.value
  CROSS JOIN other_row AS r ON r.closing_id = c.closing_id
  WHERE r.standing = 1 AND r.kind = 'sale'`;

const closedSchema = z.object({
  row_id: z.string(),
  terminal_id: z.string(),
  merchant_order_id: z.string().nullable(),
  ref_number: z.string().nullable(),
  adds_minor: z.bigint(),
  currency: z.string(),
  undone: z.bigint().transform((one) => one === 1n),
  first_seen_at_ms: z.bigint().transform(Number),
  business_date: z.string(),
  closing_id: z.string(),
  branch_name: z.string().nullable(),
  number: z.bigint().transform(Number),
  pc: z.string().nullable().default(null),
  pc_name: z.string().nullable().default(null),
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
  readonly closingId: string;
  readonly branchName: string | null;
  readonly zNumber: number;
  /** The other PC that closed it. */
  readonly pc: { readonly id: string; readonly name: string } | null;
  /** A void or a reversal in a close that stands undoes it. */
  readonly undone: boolean;
};

type Files = { readonly cache: ReadableDb; readonly journal: ReadableDb };

/** Of closes of this PC, and of others as head office told them: what undoes one of those is in `undoneIds`. */
export function salesOfCloses({ cache, journal }: Files, closingIds: readonly string[]): ClosedRow[] {
  const own = salesIn(journal, SALES_OF_CLOSES, closingIds);
  if (!hasOthers(cache)) return own;
  const isHeldHere = createHeldHere(journal);
  const others = salesIn(cache, SALES_OF_OTHERS, closingIds).filter(({ rowId }) => !isHeldHere(rowId));
  return [...own, ...others];
}

function salesIn(db: ReadableDb, sql: string, closingIds: readonly string[]): ClosedRow[] {
  const sales: ClosedRow[] = [];
  for (const row of db.prepare(sql).safeIntegers().iterate(JSON.stringify(closingIds))) {
    const r = closedSchema.parse(row);
    sales.push({
      rowId: r.row_id,
      terminalId: r.terminal_id,
      orderId: r.merchant_order_id,
      refNumber: r.ref_number,
      amount: { minor: r.adds_minor, currency: r.currency },
      atMs: r.first_seen_at_ms,
      businessDate: r.business_date,
      closingId: r.closing_id,
      branchName: r.branch_name,
      zNumber: r.number,
      pc: r.pc === null ? null : { id: r.pc, name: r.pc_name ?? r.pc },
      undone: r.undone,
    });
  }
  return sales;
}
