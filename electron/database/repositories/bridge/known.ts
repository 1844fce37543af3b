/** What this PC knows that a bridge is built from: sales of closes that stand, settled transactions, early payouts. */
import { z } from 'zod';
import { settledSchema } from '#shared/contract/settlement.ts';
import type { UnnamedPayout } from '#shared/domain/asked-elsewhere.ts';
import type { ClosedSale, SettledRow } from '#shared/domain/bridge.ts';
import { REVERSAL_TYPE } from '#shared/domain/pos-transaction.ts';
import { isDeducted, odditiesOf, signedMinor, type Oddity } from '#shared/domain/settlement.ts';
import { addMoney } from '#shared/money/money.ts';
import type { ReadableDb, ReadableFiles } from '../../db.ts';
import { earlyWhere, memberCounts, requestsOf } from '../early.ts';
import { operationMarksOf, operationOfRequests } from '../journal/index.ts';

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

/** Early payouts asked for elsewhere whose sales nobody names, made while these windows were under way. */
export function unnamedPayouts(
  { cache, journal }: ReadableFiles,
  currency: string,
  { fromMs, toMs }: { fromMs: number | null; toMs: number | null },
): UnnamedPayout[] {
  const named = memberCounts(cache, journal);
  const ours = operationOfRequests(journal);
  return requestsOf(cache).flatMap((request) => {
    const { requestId, status, createdAt, totalNet, netTransfer, totalFees } = request;
    if (!isDeducted(status) || named.has(requestId) || ours.has(requestId)) return [];
    const net = totalNet ?? (netTransfer && totalFees && addMoney(netTransfer, totalFees));
    if (net?.currency !== currency) return [];
    const atMs = createdAt?.kind === 'instant' ? createdAt.atMs : null;
    const isInTime =
      atMs === null || ((fromMs === null || atMs >= fromMs) && (toMs === null || atMs <= toMs));
    return isInTime ? [{ requestId, netMinor: net.minor }] : [];
  });
}

export type KnownSettled = SettledRow & {
  readonly terminalId: string | null;
  readonly branchId: string | null;
  readonly odd: Oddity[];
};

const settledOf = (cache: ReadableDb, where: string, ...args: unknown[]) =>
  cache
    .prepare<{ value: string }>(`SELECT value FROM settled WHERE ${where}`)
    .all(...args)
    .map(({ value }) => settledSchema.parse(JSON.parse(value)));

/** What the windows settle, and whatever else these sales were settled as. */
export function knownSettled(
  files: ReadableFiles,
  windowIds: readonly string[],
  sales: readonly KnownSale[],
): KnownSettled[] {
  const { cache } = files;
  const early = new Map(
    earlyWhere(cache, 'deducted = 1').map(({ transaction_id, op_id }) => [transaction_id, op_id]),
  );
  const orders = JSON.stringify([...new Set(sales.flatMap(({ orderId }) => orderId ?? []))]);
  const references = JSON.stringify([...new Set(sales.flatMap(({ refNumber }) => refNumber ?? []))]);
  const found = settledOf(
    cache,
    `window_id IN (SELECT value FROM json_each(?)) OR merchant_order_id IN (SELECT value FROM json_each(?)) OR ref_number IN (SELECT value FROM json_each(?))`,
    JSON.stringify(windowIds),
    orders,
    references,
  );
  return found.map((row) => ({
    transactionId: row.transactionId,
    orderId: row.merchantOrderId,
    refNumber: row.refNumber,
    paymentType: row.paymentType,
    amount: { ...row.amount, minor: signedMinor(row) },
    fee: row.fee,
    vat: row.vat,
    net: row.net,
    windowId: row.windowId,
    paidEarly: early.has(row.transactionId),
    askedElsewhere: early.get(row.transactionId) === null,
    odd: odditiesOf(row),
    terminalId: row.terminalId,
    branchId: row.branchId,
  }));
}
