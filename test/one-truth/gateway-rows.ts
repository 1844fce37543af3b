/** The rows of a day as a gateway writes them. */
import { toDecimal } from '#shared/money/money.ts';
import { decimal, timestamp, type Fields } from '../electron/gateway/independent/json.ts';
import type { Judged, Line, Row } from './reference.ts';

const amountOf = ({ minor, currency }: Row) => decimal(toDecimal({ minor, currency }));
/** §2.11: the six documented fields. */
export const listed = (row: Row): Fields => ({
  merchant_order_id: row.order,
  ref_number: row.reference,
  amount: amountOf(row),
  currency: row.currency,
  payment_type: row.word,
  entry_mode: 'CHIP',
});
/** As the gateway settles a row: with its own word and sign, and the net that it adds. */
export const settled = (
  { row, adds }: Judged[number],
  atMs: number,
  windowId = `W-${row.currency}`,
): Fields => ({
  transactionId: `TX-${row.id}`,
  merchantOrderId: row.order,
  refNumber: row.reference,
  terminalId: row.till,
  branchId: 'BR-1',
  channel: 'pos',
  method: 'card',
  paymentType: row.word,
  entryMode: 'CHIP',
  amount: amountOf(row),
  feeAmount: decimal('0'),
  vatAmount: decimal('0'),
  netAmount: decimal(
    toDecimal({ minor: (row.minor < 0n ? -row.minor : row.minor) * adds, currency: row.currency }),
  ),
  currency: row.currency,
  settlementDate: timestamp(atMs),
  windowId,
  batchId: 'B-1',
  createdAt: timestamp(atMs),
});

/** A window of one currency, settled whole. */
export const settledWindow = (windowId: string, { currency, count, minor }: Line, atMs: number): Fields => {
  const amount = decimal(toDecimal({ minor, currency }));
  return {
    windowId,
    status: 'SETTLED',
    opensAt: timestamp(atMs - 86_400_000),
    closesAt: timestamp(atMs),
    expectedPayoutDate: new Date(atMs).toISOString().slice(0, 10),
    currency,
    grossAmount: amount,
    feesAmount: decimal('0'),
    vatAmount: decimal('0'),
    adjustmentsAmount: decimal('0'),
    netAmount: amount,
    transactionsCount: count,
    bankReference: 'NA',
    batches: [],
  };
};
