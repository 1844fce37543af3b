/** What this PC knows that a bridge is built from: sales of closes that stand, settled transactions, early payouts. */
import { z } from 'zod';
import { settledSchema } from '#shared/contract/settlement.ts';
import { instantRequestSchema } from '#shared/contract/instant-settlement.ts';
import type { ClosedSale, SettledRow } from '#shared/domain/bridge.ts';
import { givesBack } from '#shared/domain/closing.ts';
import { REVERSAL_TYPE } from '#shared/domain/pos-transaction.ts';
import type { Money } from '#shared/money/money.ts';
import type { ReadableDb, ReadableFiles } from '../../db.ts';
import { operationMarksOf } from '../journal/index.ts';

const text = z.string().nullable();
const closedSchema = z.object({
  row_id: z.string(),
  terminal_id: z.string(),
  merchant_order_id: text,
  ref_number: text,
  amount_minor: z.bigint(),
  currency: z.string(),
  first_seen_at_ms: z.bigint().transform(Number),
  business_date: z.string(),
  branch_name: text,
  number: z.bigint().transform(Number),
  reversed: z.bigint(),
});
/** A sale of a close, with where it is found. */
export type KnownSale = ClosedSale & {
  readonly terminalId: string;
  readonly businessDate: string;
  readonly branchName: string | null;
  readonly zNumber: number;
};

/** Rows of closes that have a Z and stand. A REVERSAL row of the same order and amount in such a close takes a sale back. */
const CLOSED = `SELECT r.row_id, r.terminal_id, r.merchant_order_id, r.ref_number, r.amount_minor, r.currency, r.first_seen_at_ms,
    r.business_date, c.branch_name, c.number,
    EXISTS (SELECT 1 FROM closing_row AS back JOIN closing AS z ON z.closing_id = back.closing_id
      WHERE back.standing = 1 AND z.number IS NOT NULL AND back.terminal_id = r.terminal_id AND back.payment_type = '${REVERSAL_TYPE}'
      AND back.merchant_order_id = r.merchant_order_id AND ABS(back.amount_minor) = ABS(r.amount_minor)) AS reversed
  FROM closing_row AS r JOIN closing AS c USING (closing_id)
  WHERE r.standing = 1 AND c.number IS NOT NULL AND r.payment_type = 'SALE'`;

export function knownSales({ cache, journal }: ReadableFiles): KnownSale[] {
  const listed = new Set(
    cache
      .prepare<{ row_id: string }>('SELECT row_id FROM pos_transaction WHERE gone_at_ms IS NULL')
      .all()
      .map(({ row_id }) => row_id),
  );
  const marks = new Map<string, ReturnType<typeof operationMarksOf>>();
  const marksOf = (terminalId: string) => {
    const known = marks.get(terminalId) ?? operationMarksOf(journal, terminalId);
    marks.set(terminalId, known);
    return known;
  };
  return journal
    .prepare(CLOSED)
    .safeIntegers()
    .all()
    .map((row): KnownSale => {
      const r = closedSchema.parse(row);
      const { acknowledged, reversedRowIds } = marksOf(r.terminal_id);
      return {
        rowId: r.row_id,
        orderId: r.merchant_order_id,
        refNumber: r.ref_number,
        amount: { minor: r.amount_minor, currency: r.currency },
        atMs: r.first_seen_at_ms,
        reversed: r.reversed === 1n || reversedRowIds.has(r.row_id),
        // What the gateway lists no more was acknowledged, here or by somebody else.
        acknowledged: acknowledged.has(r.row_id) || !listed.has(r.row_id),
        terminalId: r.terminal_id,
        businessDate: r.business_date,
        branchName: r.branch_name,
        zNumber: r.number,
      };
    });
}

/** Transactions of early payouts that were asked for on this PC, but for requests that the gateway declined. */
function earlyIds({ cache, journal }: ReadableFiles): Set<string> {
  const declined = new Set(
    cache
      .prepare<{ request_id: string; value: string }>('SELECT request_id, value FROM instant_request')
      .all()
      .filter(({ value }) => {
        const { status } = instantRequestSchema.parse(JSON.parse(value));
        return status.kind === 'known' && status.value === 'DECLINED';
      })
      .map(({ request_id }) => request_id),
  );
  const members = journal
    .prepare<{ row_id: string; request_id: string | null }>(
      `SELECT r.row_id, o.request_id FROM operation AS o JOIN operation_row AS r USING (op_id)
       WHERE o.kind = 'instant-settlement' AND o.state IN ('SUCCEEDED', 'SUCCEEDED_BY_READ', 'RESOLVED_DONE')`,
    )
    .all();
  return new Set(
    members.filter(({ request_id }) => !declined.has(request_id ?? '')).map(({ row_id }) => row_id),
  );
}

export type KnownSettled = SettledRow & {
  readonly terminalId: string | null;
  readonly branchId: string | null;
};

/** Of what gives money back only the net is signed for sure. */
const signedAmount = (paymentType: string | null, { minor, currency }: Money): Money => ({
  minor: givesBack(paymentType) && minor > 0n ? -minor : minor,
  currency,
});

const settledOf = (cache: ReadableDb, where: string, ...args: unknown[]) =>
  cache
    .prepare<{ value: string }>(`SELECT value FROM settled WHERE ${where}`)
    .all(...args)
    .map(({ value }) => settledSchema.parse(JSON.parse(value)));

/** What the window settles, and whatever else these sales were settled as. */
export function knownSettled(
  files: ReadableFiles,
  windowId: string,
  sales: readonly KnownSale[],
): KnownSettled[] {
  const { cache } = files;
  const early = earlyIds(files);
  const orders = JSON.stringify([...new Set(sales.flatMap(({ orderId }) => orderId ?? []))]);
  const references = JSON.stringify([...new Set(sales.flatMap(({ refNumber }) => refNumber ?? []))]);
  const found = settledOf(
    cache,
    `window_id = ? OR merchant_order_id IN (SELECT value FROM json_each(?)) OR ref_number IN (SELECT value FROM json_each(?))`,
    windowId,
    orders,
    references,
  );
  return found.map((row) => ({
    transactionId: row.transactionId,
    orderId: row.merchantOrderId,
    refNumber: row.refNumber,
    paymentType: row.paymentType,
    amount: signedAmount(row.paymentType, row.amount),
    fee: row.fee,
    vat: row.vat,
    net: row.net,
    windowId: row.windowId,
    paidEarly: early.has(row.transactionId),
    terminalId: row.terminalId,
    branchId: row.branchId,
  }));
}
