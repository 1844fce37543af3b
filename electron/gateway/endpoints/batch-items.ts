/** Rows of a bulk billing batch (§2.7, §4.7), corrected or dropped before the batch is shared. */
import type { Money } from '#shared/money/money.ts';
import { writeGatewayTimestamp, type GatewayTimestamp } from '#shared/time/gateway-timestamp.ts';
import type { Caller, Read, Write } from '../caller.ts';
import { isObject, numberOf, requiredMoney, text, timestamp, type Obj } from '../fields.ts';
import { writeLossless } from '../json.ts';
import { decodePage, type GatewayPage, type Paging } from '../page.ts';
import { messagesOrNull, type Said } from '../said.ts';
import { encodeFees, encodeLines, type BillLine, type ExtraFee } from './payment-links.ts';

/** The fields mirror those of a payment link; what is left out stays as it is. */
type BatchItemChange = {
  description?: string | undefined;
  total?: Money | undefined;
  paymentType?: string | undefined;
  referenceId?: string | undefined;
  isSuspendedPayment?: boolean | undefined;
  dueAtMs?: number | null | undefined;
  extraFees?: readonly ExtraFee[] | undefined;
  items?: readonly BillLine[] | undefined;
};

type GatewayBatchItem = {
  batchItemId: string;
  batchId: string | null;
  name: string | null;
  amount: Money;
  dueDate: GatewayTimestamp | null;
  /** Its values are not shown. */
  status: string | null;
  createdAt: GatewayTimestamp | null;
  updatedAt: GatewayTimestamp | null;
  raw: string;
};

const encodeBatchItem = ({ total, dueAtMs, extraFees, items, ...rest }: BatchItemChange): Obj => ({
  batchItem: {
    ...rest,
    ...(total && { totalAmount: numberOf(total) }),
    ...(dueAtMs !== undefined && { dueDate: dueAtMs === null ? null : writeGatewayTimestamp(dueAtMs) }),
    ...(extraFees && { extraFees: encodeFees(extraFees) }),
    ...(items && { items: encodeLines(items) }),
  },
});

/** Null without an id or an amount in a known currency. */
export function decodeBatchItem(value: unknown): GatewayBatchItem | null {
  if (!isObject(value)) return null;
  const batchItemId = text(value, '_id');
  const amount = requiredMoney(value, 'amount', 'currency');
  if (batchItemId === null || !amount.ok) return null;
  return {
    batchItemId,
    batchId: text(value, 'batchId'),
    name: text(value, 'name'),
    amount: amount.value,
    dueDate: timestamp(value, 'dueDate'),
    status: text(value, 'status'),
    createdAt: timestamp(value, 'createdAt'),
    updatedAt: timestamp(value, 'updatedAt'),
    raw: writeLossless(value),
  };
}

export const decodeBatchItems = (body: Obj, askedPage: number): GatewayPage<GatewayBatchItem> | null =>
  decodePage(body, 'body', decodeBatchItem, askedPage);

type BatchItemCalls = {
  list(
    query: Paging & { batchId?: string | undefined },
    signal?: AbortSignal,
  ): Read<GatewayPage<GatewayBatchItem>>;
  update(batchItemId: string, change: BatchItemChange): Write<GatewayBatchItem>;
  /** Drops the customer from the bulk run. */
  delete(batchItemId: string): Write<Said>;
};

export const batchItemCalls = ({ read, write }: Caller): BatchItemCalls => ({
  list: (query, signal) =>
    read('batch-items.list', { query, signal }, ({ body }) => decodeBatchItems(body, query.page)),
  // §2.7 shows the record by itself; an envelope around it is taken, too.
  update: (batchItemId, change) =>
    write(
      'batch-items.update',
      { path: { batchItemId }, body: encodeBatchItem(change), ownStatus: true },
      ({ body }) => decodeBatchItem(body) ?? decodeBatchItem(body['body']),
    ),
  delete: (batchItemId) =>
    write('batch-items.delete', { path: { batchItemId }, expects: 'nothing' }, messagesOrNull),
});
