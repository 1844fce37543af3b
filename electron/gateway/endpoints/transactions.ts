/** All transactions of the merchant, and their export (§4.15; paths and shapes assumed). */
import type { Money } from '#shared/money/money.ts';
import type { GatewayTimestamp } from '#shared/time/gateway-timestamp.ts';
import type { Caller, Read } from '../caller.ts';
import { isObject, requiredMoney, text, timestamp, type Obj } from '../fields.ts';
import { dated, decodePage, type GatewayPage, type Paging } from '../page.ts';
import { rawOf } from '../shapes/source.ts';

export type GatewayTransaction = {
  transactionId: string;
  orderId: string | null;
  merchantOrderId: string | null;
  refNumber: string | null;
  terminalId: string | null;
  channel: string | null;
  method: string | null;
  /** `pay`, `refund`, `partial_refund` … (§6): an open set. */
  operation: string | null;
  status: string | null;
  amount: Money;
  createdAt: GatewayTimestamp | null;
  raw: string;
};

/** Null without an id or an amount in a known currency. */
export function decodeTransaction(value: unknown): GatewayTransaction | null {
  if (!isObject(value)) return null;
  const transactionId = text(value, 'transactionId');
  const amount = requiredMoney(value, 'amount', 'currency');
  if (transactionId === null || !amount.ok) return null;
  return {
    transactionId,
    orderId: text(value, 'orderId'),
    merchantOrderId: text(value, 'merchantOrderId'),
    refNumber: text(value, 'refNumber'),
    terminalId: text(value, 'terminalId'),
    channel: text(value, 'channel'),
    method: text(value, 'method'),
    operation: text(value, 'operation'),
    status: text(value, 'status'),
    amount: amount.value,
    createdAt: timestamp(value, 'createdAt'),
    raw: rawOf(value),
  };
}

export const decodeTransactions = (body: Obj, askedPage: number): GatewayPage<GatewayTransaction> | null =>
  decodePage(body, 'body', decodeTransaction, askedPage);

/** Dates or timestamps, the end included. */
export type TransactionFilter = {
  search?: string | undefined;
  channel?: string | undefined;
  startDate?: string | undefined;
  endDate?: string | undefined;
};

type TransactionCalls = {
  list(query: Paging & TransactionFilter, signal?: AbortSignal): Read<GatewayPage<GatewayTransaction>>;
  /** The gateway's own CSV file, as it came. */
  export(filter: TransactionFilter, signal?: AbortSignal): Read<{ csv: string }>;
};

export const transactionCalls = ({ read }: Caller): TransactionCalls => ({
  list: (query, signal) =>
    read('transactions.list', { query, signal }, ({ body, serverAtMs }) =>
      dated(decodeTransactions(body, query.page), serverAtMs),
    ),
  export: (filter, signal) =>
    read('transactions.export', { query: filter, expects: 'csv', signal }, ({ text: csv }) => ({ csv })),
});
