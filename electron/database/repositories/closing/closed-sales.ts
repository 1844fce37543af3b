/** Sales as rows of closes that have a Z and stand. */
import { z } from 'zod';
import type { Money } from '#shared/money/money.ts';
import type { ReadableDb } from '../../db.ts';
import { hasOthers, OTHERS_NAMED, salesNamedIn } from './has-others.ts';

const OF_SALE = `r.row_id, r.terminal_id, r.merchant_order_id, r.ref_number, r.adds_minor, r.currency, r.first_seen_at_ms, r.business_date,
  r.closing_id, c.branch_name, c.number`;
const OWN = `SELECT ${OF_SALE}, EXISTS (SELECT 1 FROM closing_row AS u INDEXED BY closing_row_undoing
  WHERE u.undoes = r.row_id AND u.standing = 1 AND u.undoes IS NOT NULL AND u.kind IN ('void', 'reversal')) AS undone`;
/** Its close left it outstanding, and no later row of its terminal was acknowledged by the end of a later one. */
const OUTSTANDING = `r.outstanding = 1 AND NOT EXISTS (SELECT 1 FROM other_terminal AS t
  WHERE t.terminal_id = r.terminal_id AND t.acknowledged_seen_ms > c.closed_at_ms)`;
const OTHERS = `SELECT ${OF_SALE}, c.pc, c.pc_name, c.state, c.closed_at_ms, ${OUTSTANDING} AS outstanding, 0 AS undone`;
const A_SALE = `r.standing = 1 AND r.kind = 'sale'`;
const IN_TIME = 'r.first_seen_at_ms >= t.value ->> 0 AND r.first_seen_at_ms < t.value ->> 1';

/** Reads the sales of these closes by their ids. Exported so that a test can read its query plan. */
export const SALES_OF_CLOSES = `${OWN} FROM json_each(?) AS wanted CROSS JOIN closing AS c ON c.closing_id = wanted.value
  CROSS JOIN closing_row AS r ON r.closing_id = c.closing_id WHERE ${A_SALE}`;
/** The same of closes of other PCs. */
const SALES_OF_OTHERS = `${OTHERS} FROM json_each(?) AS wanted CROSS JOIN other_close AS c ON c.closing_id = wanted.value
  CROSS JOIN other_row AS r ON r.closing_id = c.closing_id WHERE ${A_SALE}`;
/** Exported so that a test can read their plans. */
export const OWN_IN_TIME = `${OWN} FROM json_each(?) AS t CROSS JOIN closing_row AS r INDEXED BY closing_row_by_time ON ${IN_TIME} JOIN closing AS c USING (closing_id)
  WHERE ${A_SALE} AND c.number IS NOT NULL`;
export const OWN_NAMED = `${OWN} FROM (SELECT * FROM closing_row WHERE ${salesNamedIn('closing_row')}) AS r CROSS JOIN closing AS c USING (closing_id)
  WHERE c.number IS NOT NULL`;
export const OTHERS_IN_TIME = `${OTHERS} FROM json_each(?) AS t CROSS JOIN other_row AS r INDEXED BY other_row_by_time ON ${IN_TIME}
  JOIN other_close AS c USING (closing_id) WHERE ${A_SALE}`;
export const OTHERS_NAMED_IN = `${OTHERS} FROM (SELECT * FROM other_row WHERE ${OTHERS_NAMED}) AS r CROSS JOIN other_close AS c USING (closing_id)`;

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
  state: z.string().default(''),
  outstanding: z
    .bigint()
    .transform((one) => one === 1n)
    .default(false),
  closed_at_ms: z.bigint().transform(Number).default(0),
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
  /** What that close says of it. */
  readonly told: ToldSale | null;
  /** A void or a reversal in a close that stands undoes it. */
  readonly undone: boolean;
};

type ToldSale = {
  readonly isProvisional: boolean;
  /** It was on the terminal's list when the close was made. */
  readonly outstanding: boolean;
  readonly closedAtMs: number;
};
/** A span of time, up to but not with its end. */
type Span = readonly [fromMs: number, toMs: number];

type Files = { readonly cache: ReadableDb; readonly journal: ReadableDb };

/** Of closes of this PC, and of others as head office told them. */
export const salesOfCloses = (files: Files, closingIds: readonly string[]): ClosedRow[] =>
  salesOf(files, SALES_OF_CLOSES, SALES_OF_OTHERS, [JSON.stringify(closingIds)]);

/** Sales that were first seen in these spans of time. */
export const salesInTime = (files: Files, spans: readonly Span[]): ClosedRow[] =>
  salesOf(files, OWN_IN_TIME, OTHERS_IN_TIME, [JSON.stringify(spans)]);

export const salesNamed = (files: Files, orders: readonly string[], references: readonly string[]) =>
  salesOf(files, OWN_NAMED, OTHERS_NAMED_IN, [JSON.stringify(orders), JSON.stringify(references)]);

function salesOf({ cache, journal }: Files, ofOwn: string, ofOthers: string, args: string[]): ClosedRow[] {
  const own = salesIn(journal, ofOwn, args);
  if (!hasOthers(cache)) return own;
  const others = salesIn(cache, ofOthers, args);
  const ids = JSON.stringify(others.map(({ rowId }) => rowId));
  const among = (sql: string) =>
    new Set(
      journal
        .prepare<{ id: string }>(sql)
        .all(ids)
        .map(({ id }) => id),
    );
  const [held, undone] = [among(HELD_HERE), among(UNDONE_HERE)];
  return [
    ...own,
    ...others.flatMap((sale) =>
      held.has(sale.rowId) ? [] : [undone.has(sale.rowId) ? { ...sale, undone: true } : sale],
    ),
  ];
}
const HELD_HERE = `SELECT r.row_id AS id FROM closing_row AS r JOIN closing AS c USING (closing_id)
  WHERE r.row_id IN (SELECT value FROM json_each(?)) AND r.standing = 1 AND c.number IS NOT NULL`;
/** Sales that a row in a close of this PC undoes, whatever the terminal lists now. */
const UNDONE_HERE = `SELECT undoes AS id FROM closing_row
  WHERE undoes IN (SELECT value FROM json_each(?)) AND standing = 1 AND kind IN ('void', 'reversal')`;

function salesIn(db: ReadableDb, sql: string, args: readonly string[]): ClosedRow[] {
  const sales: ClosedRow[] = [];
  for (const row of db
    .prepare(sql)
    .safeIntegers()
    .iterate(...args)) {
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
      told: r.pc === null ? null : toldBy(r),
      undone: r.undone,
    });
  }
  return sales;
}

const toldBy = (row: z.output<typeof closedSchema>): ToldSale => ({
  isProvisional: row.state === 'provisional',
  outstanding: row.outstanding,
  closedAtMs: row.closed_at_ms,
});
