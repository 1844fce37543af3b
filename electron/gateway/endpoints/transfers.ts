/** Transfers: single and in batches (§3.3, §4.15; all shapes assumed). EGP, but read with the currency that is given. */
import type { OpenEnum } from '#shared/domain/open-enum.ts';
import {
  PAYOUT_CURRENCY,
  payoutMethods,
  transferBatchStatuses,
  transferStatuses,
  type PayoutMethod,
  type TransferBatchStatus,
  type TransferStatus,
} from '#shared/domain/payout.ts';
import type { Money } from '#shared/money/money.ts';
import type { GatewayTimestamp } from '#shared/time/gateway-timestamp.ts';
import {
  historyOf,
  integer,
  isObject,
  list,
  moneyIn,
  numberOf,
  objectIn,
  openEnum,
  optionalMoney,
  requiredMoney,
  text,
  timestamp,
  type Dated,
  type Obj,
} from '../fields.ts';
import { decodePage, type GatewayPage } from '../page.ts';
import { parseLossless } from '../json.ts';
import { rawOf } from '../shapes/source.ts';

/** `merchantTransferId` is the merchant's own id: the same one twice is refused with 409, which is what makes it safe. */
export type TransferRequest = {
  merchantTransferId: string;
  recipientName: string;
  recipientNumber: string;
  recipientBank?: string | undefined;
  method: PayoutMethod;
  amount: Money;
};
export type TransferBatchRequest = { batchName: string; transfers: readonly TransferRequest[] };

export type GatewayTransfer = {
  transferId: string;
  merchantTransferId: string | null;
  batchId: string | null;
  recipientName: string | null;
  recipientNumber: string | null;
  recipientBank: string | null;
  method: OpenEnum<PayoutMethod> | null;
  amount: Money;
  fee: Money | null;
  vat: Money | null;
  total: Money | null;
  status: OpenEnum<TransferStatus> | null;
  failureReason: string | null;
  createdAt: GatewayTimestamp | null;
  updatedAt: GatewayTimestamp | null;
  history: Dated<TransferStatus>[];
  raw: string;
};

export type GatewayTransferBatch = {
  batchId: string;
  batchName: string | null;
  status: OpenEnum<TransferBatchStatus> | null;
  /** Null if it has no currency of its own and its transfers have none, or more than one. */
  total: Money | null;
  count: number | null;
  transfers: GatewayTransfer[];
  /** Transfers left out because an id or an amount could not be read. */
  unreadable: number;
  raw: string;
};

export type TransferFee = { amount: Money; fee: Money; vat: Money; total: Money };

export const encodeTransfer = ({ amount, ...rest }: TransferRequest): Obj => ({
  ...rest,
  amount: numberOf(amount),
});
export const encodeTransferBatch = ({ batchName, transfers }: TransferBatchRequest): Obj => ({
  batchName,
  transfers: transfers.map(encodeTransfer),
});

/** A batch as it was sent, from its body; null if that is none. What is sent names no currency: it is the one of payouts. */
export function readTransferBatchRequest(bodyText: string): TransferBatchRequest | null {
  const body = parseLossless(bodyText);
  const given = isObject(body) ? list(body['transfers']) : null;
  const batchName = isObject(body) ? text(body, 'batchName') : null;
  if (given === null || batchName === null) return null;
  const transfers = given.map(readTransferRequest).filter((transfer) => transfer !== null);
  return transfers.length === given.length ? { batchName, transfers } : null;
}
function readTransferRequest(value: unknown): TransferRequest | null {
  if (!isObject(value)) return null;
  const { merchantTransferId, recipientName, recipientNumber, recipientBank, method } = value;
  const amount = moneyIn(value, 'amount', PAYOUT_CURRENCY);
  const way = payoutMethods.find((one) => one === method);
  const isWhole = [merchantTransferId, recipientName, recipientNumber].every(isText);
  if (!isWhole || way === undefined || amount === null) return null;
  // In this order it was written.
  return {
    merchantTransferId: merchantTransferId as string,
    method: way,
    recipientName: recipientName as string,
    recipientNumber: recipientNumber as string,
    ...(isText(recipientBank) && { recipientBank }),
    amount,
  };
}
const isText = (value: unknown): value is string => typeof value === 'string';

/** Null without an id or an amount in a known currency. */
export function decodeTransfer(value: unknown): GatewayTransfer | null {
  if (!isObject(value)) return null;
  const transferId = text(value, 'transferId');
  const amount = requiredMoney(value, 'amount', 'currency');
  if (transferId === null || !amount.ok) return null;
  const { currency } = amount.value;
  return {
    transferId,
    merchantTransferId: text(value, 'merchantTransferId'),
    batchId: text(value, 'batchId'),
    recipientName: text(value, 'recipientName'),
    recipientNumber: text(value, 'recipientNumber'),
    recipientBank: text(value, 'recipientBank'),
    method: openEnum(value, 'method', payoutMethods),
    amount: amount.value,
    fee: optionalMoney(value, 'feeAmount', currency),
    vat: optionalMoney(value, 'vatAmount', currency),
    total: optionalMoney(value, 'totalAmount', currency),
    status: openEnum(value, 'status', transferStatuses),
    failureReason: text(value, 'failureReason'),
    createdAt: timestamp(value, 'createdAt'),
    updatedAt: timestamp(value, 'updatedAt'),
    history: historyOf(value, 'statusHistory', transferStatuses, 'at'),
    raw: rawOf(value),
  };
}

export const decodeTransfers = (body: Obj, askedPage: number): GatewayPage<GatewayTransfer> | null =>
  decodePage(body, 'body', decodeTransfer, askedPage);

/** `{batchId, batchName, status, totalAmount, transfersCount, transfers: […]}`; null without an id or the list. */
export function decodeTransferBatch(value: unknown): GatewayTransferBatch | null {
  if (!isObject(value)) return null;
  const batchId = text(value, 'batchId');
  const given = list(value['transfers']);
  if (batchId === null || given === null) return null;
  const transfers = given.map(decodeTransfer).filter((transfer) => transfer !== null);
  const currencies = new Set(transfers.map(({ amount }) => amount.currency));
  const unreadable = given.length - transfers.length;
  const ofTransfers = currencies.size === 1 && unreadable === 0 ? ([...currencies][0] ?? null) : null;
  return {
    batchId,
    batchName: text(value, 'batchName'),
    status: openEnum(value, 'status', transferBatchStatuses),
    total: moneyIn(value, 'totalAmount', text(value, 'currency') ?? ofTransfers),
    count: integer(value, 'transfersCount'),
    transfers,
    unreadable,
    raw: rawOf(value),
  };
}

/** `{body: {amount, feeAmount, vatAmount, totalAmount, currency}}`; all four must be there: an offer without them is none. */
export function decodeTransferFee(body: Obj): TransferFee | null {
  const inner = objectIn(body, 'body');
  if (inner === null) return null;
  const amount = requiredMoney(inner, 'amount', 'currency');
  const fee = requiredMoney(inner, 'feeAmount', 'currency');
  const vat = requiredMoney(inner, 'vatAmount', 'currency');
  const total = requiredMoney(inner, 'totalAmount', 'currency');
  return amount.ok && fee.ok && vat.ok && total.ok
    ? { amount: amount.value, fee: fee.value, vat: vat.value, total: total.value }
    : null;
}
