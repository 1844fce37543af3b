/** Recurring payouts (§2.8, §3.6, §4.8): each run is an ordinary transfer. */
import type { OpenEnum } from '#shared/domain/open-enum.ts';
import {
  PAYOUT_CURRENCY,
  payoutMethods,
  recurringFrequencies,
  schedulerStatuses,
  type PayoutMethod,
  type RecurringFrequency,
  type SchedulerStatus,
} from '#shared/domain/payout.ts';
import type { Money } from '#shared/money/money.ts';
import { writeGatewayTimestamp, type GatewayTimestamp } from '#shared/time/gateway-timestamp.ts';
import { isObject, numberOf, openEnum, readMoney, text, timestamp, type Obj } from '../fields.ts';
import { writeLossless } from '../json.ts';
import { decodePage, type GatewayPage } from '../page.ts';

/** `recipientBank` is required for bank and card; a wallet is an Egyptian mobile number (§2.8 rules 1 and 2). */
export type SchedulerRequest = {
  batchName: string;
  method: PayoutMethod;
  recipientName: string;
  recipientNumber: string;
  recipientBank?: string | undefined;
  amount: Money;
  startAtMs: number;
  recurringFrequency: RecurringFrequency;
  endAtMs?: number | undefined;
};

export type GatewayScheduler = {
  schedulerId: string;
  merchantTransferId: string | null;
  recipientName: string | null;
  recipientNumber: string | null;
  recipientBank: string | null;
  /** The document shows no currency; payouts are in EGP (assumed) unless one is given. */
  amount: Money;
  method: OpenEnum<PayoutMethod> | null;
  status: OpenEnum<SchedulerStatus> | null;
  recurringFrequency: OpenEnum<RecurringFrequency> | null;
  nextRun: GatewayTimestamp | null;
  createdAt: GatewayTimestamp | null;
  raw: string;
};

export const encodeScheduler = (request: SchedulerRequest): Obj => {
  const { batchName, amount, startAtMs, endAtMs, ...rest } = request;
  return {
    batchName,
    type: 'single',
    scheduler: {
      ...rest,
      amount: numberOf(amount),
      startDate: writeGatewayTimestamp(startAtMs),
      ...(endAtMs !== undefined && { endDate: writeGatewayTimestamp(endAtMs) }),
    },
  };
};

/** Null without an id or an amount. */
export function decodeScheduler(value: unknown): GatewayScheduler | null {
  if (!isObject(value)) return null;
  const schedulerId = text(value, 'schedulerId');
  const amount = readMoney(text(value, 'amount') ?? '', text(value, 'currency') ?? PAYOUT_CURRENCY);
  if (schedulerId === null || !amount.ok) return null;
  return {
    schedulerId,
    merchantTransferId: text(value, 'merchantTransferId'),
    recipientName: text(value, 'recipientName'),
    recipientNumber: text(value, 'recipientNumber'),
    recipientBank: text(value, 'recipientBank'),
    amount: amount.value,
    method: openEnum(value, 'method', payoutMethods),
    status: openEnum(value, 'status', schedulerStatuses),
    recurringFrequency: openEnum(value, 'recurringFrequency', recurringFrequencies),
    nextRun: timestamp(value, 'nextRun'),
    createdAt: timestamp(value, 'createdAt'),
    raw: writeLossless(value),
  };
}

/** `{data: […], pagination}` (assumed). */
export const decodeSchedulers = (body: Obj, askedPage: number): GatewayPage<GatewayScheduler> | null =>
  decodePage(body, 'data', decodeScheduler, askedPage);
