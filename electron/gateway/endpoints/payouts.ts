/** Payouts (§2.8, §4.8, §4.15): recurring schedulers, transfers, and the accounts they are made from. */
import { inputError } from '#shared/errors/app-error.ts';
import { err } from '#shared/errors/result.ts';
import type { PayoutMethod } from '#shared/domain/payout.ts';
import type { Money } from '#shared/money/money.ts';
import type { Built, Caller, Read, Write } from '../caller.ts';
import { flag, isObject, list, numberOf, optionalMoney, requiredMoney, text, type Obj } from '../fields.ts';
import { dated, type GatewayPage, type Paging } from '../page.ts';
import { rawOf } from '../shapes/source.ts';
import {
  decodeScheduler,
  decodeSchedulers,
  encodeScheduler,
  type GatewayScheduler,
  type SchedulerRequest,
} from './schedulers.ts';
import {
  decodeTransfer,
  decodeTransferBatch,
  decodeTransferFee,
  decodeTransfers,
  encodeTransfer,
  encodeTransferBatch,
  type GatewayTransfer,
  type GatewayTransferBatch,
  type TransferBatchRequest,
  type TransferFee,
  type TransferRequest,
} from './transfers.ts';

/** Payouts are made from `available`; `onHold` is net sales not settled yet; `total` is both (assumed). */
type GatewayAccount = {
  accountId: string;
  isPrimary: boolean | null;
  available: Money;
  onHold: Money | null;
  total: Money | null;
  raw: string;
};

/** Null without an id or an available balance in a known currency. */
export function decodeAccount(value: unknown): GatewayAccount | null {
  if (!isObject(value)) return null;
  const accountId = text(value, 'accountId');
  const available = requiredMoney(value, 'availableBalance', 'currency');
  if (accountId === null || !available.ok) return null;
  const { currency } = available.value;
  return {
    accountId,
    isPrimary: flag(value, 'isPrimary'),
    available: available.value,
    onHold: optionalMoney(value, 'onHoldBalance', currency),
    total: optionalMoney(value, 'totalBalance', currency),
    raw: rawOf(value),
  };
}

/** `{data: [accounts]}`; null when one of them cannot be read: a balance that is missing would look like no money. */
export function decodeAccounts(body: Obj): GatewayAccount[] | null {
  const accounts = list(body['data'])?.map(decodeAccount);
  return accounts?.every((account) => account !== null) ? accounts : null;
}

type PayoutCalls = {
  /** Not a movement by itself: money leaves at its runs. One attempt. */
  createScheduler(request: SchedulerRequest): Write<GatewayScheduler>;
  listSchedulers(query: Paging, signal?: AbortSignal): Read<GatewayPage<GatewayScheduler>>;
  deactivateScheduler(schedulerId: string): Write<GatewayScheduler>;
  /** A movement; judged by readTransferAnswer. `input invalid` for an amount that is not above zero. */
  buildTransfer(request: TransferRequest): Built;
  /** A movement of all or none; judged by readTransferBatchAnswer. */
  buildTransferBatch(request: TransferBatchRequest): Built;
  listTransfers(query: Paging, signal?: AbortSignal): Read<GatewayPage<GatewayTransfer>>;
  getTransfer(transferId: string, signal?: AbortSignal): Read<GatewayTransfer>;
  getBatch(batchId: string, signal?: AbortSignal): Read<GatewayTransferBatch>;
  feeInquiry(method: PayoutMethod, amount: Money): Read<TransferFee>;
  accounts(signal?: AbortSignal): Read<GatewayAccount[]>;
};

const isPayable = ({ amount }: TransferRequest) => amount.minor > 0n;

export const payoutCalls = ({ read, write, build }: Caller): PayoutCalls => ({
  createScheduler: (request) =>
    write('payouts.create-scheduler', { body: encodeScheduler(request) }, ({ body }) =>
      decodeScheduler(body['data']),
    ),
  listSchedulers: (query, signal) =>
    read('payouts.list-schedulers', { query, signal }, ({ body }) => decodeSchedulers(body, query.page)),
  deactivateScheduler: (schedulerId) =>
    write('payouts.deactivate-scheduler', { path: { schedulerId } }, ({ body }) =>
      decodeScheduler(body['data']),
    ),
  buildTransfer: async (request) =>
    isPayable(request)
      ? build('payouts.transfer', { body: encodeTransfer(request) })
      : err(inputError('invalid', { where: 'amount' })),
  buildTransferBatch: async (request) =>
    request.transfers.length > 0 && request.transfers.every(isPayable)
      ? build('payouts.transfer-batch', { body: encodeTransferBatch(request) })
      : err(inputError('invalid', { where: request.transfers.length > 0 ? 'amount' : 'transfers' })),
  listTransfers: (query, signal) =>
    read('payouts.list-transfers', { query, signal }, ({ body, serverAtMs }) =>
      dated(decodeTransfers(body, query.page), serverAtMs),
    ),
  getTransfer: (transferId, signal) =>
    read('payouts.get-transfer', { path: { transferId }, signal }, ({ body }) =>
      decodeTransfer(body['body']),
    ),
  getBatch: (batchId, signal) =>
    read('payouts.get-batch', { path: { batchId }, signal }, ({ body }) => decodeTransferBatch(body['body'])),
  feeInquiry: (method, amount) =>
    read('payouts.fee-inquiry', { body: { method, amount: numberOf(amount) } }, ({ body }) =>
      decodeTransferFee(body),
    ),
  accounts: (signal) => read('payouts.accounts', { signal }, ({ body }) => decodeAccounts(body)),
});
