/** §2.6 customers, §2.7 batch items, §2.8 schedulers, §2.11 the rest, §4.10 terminals. */
import { z } from 'zod';
import * as f from './common.ts';

export const customer = z.looseObject({
  _id: z.string().min(1),
  name: z.string(),
  phoneNumber: z.string(),
  emailAddress: z.string(),
  customerId: f.idLike('C-'),
  merchantId: z.string().min(1),
  customFields: z.array(z.looseObject({ name: z.string(), value: f.present })),
  createdAt: f.timestamp,
  updatedAt: f.timestamp,
});
export const customersAnswer = z.looseObject({ body: z.array(customer), message: f.present });

export const batchItem = z.looseObject({
  _id: z.string().min(1),
  batchId: z.string().min(1),
  name: f.present,
  amount: z.number(),
  currency: z.string(),
  dueDate: f.timestamp.nullable(),
  status: z.string(),
  createdAt: f.timestamp,
  updatedAt: f.timestamp,
});

const scheduler = z.looseObject({
  schedulerId: z.string().min(1),
  merchantTransferId: f.present,
  recipientName: z.string(),
  recipientNumber: z.string(),
  recipientBank: f.present,
  amount: z.number(),
  method: z.enum(['bank', 'card', 'wallet']),
  status: z.string(),
  recurringFrequency: z.string(),
  nextRun: f.present,
  createdAt: f.timestamp,
});
export const schedulerAnswer = z.looseObject({ messages: f.both, data: scheduler });

export const apiKeyAnswer = z.looseObject({
  body: z.looseObject({ merchantId: z.string(), mode: z.enum(['test', 'live']), isInternal: f.flag }),
  message: f.present,
});

const discount = z.looseObject({
  id: f.present,
  merchantId: f.present,
  discountName: f.present,
  discountType: f.present,
  discountValue: f.present,
  currency: f.present,
  validFrom: f.present,
  validUntil: f.present,
  status: f.present,
});
export const discountsAnswer = z.looseObject({ data: z.array(discount), total: f.integer });

const terminalRow = z.looseObject({
  merchant_order_id: z.string().min(1),
  ref_number: z.union([z.string().min(1), z.number()]),
  amount: z.number(),
  currency: f.currencyCode,
  payment_type: z.string().min(1),
  entry_mode: z.string().min(1),
});
export type TerminalRow = z.output<typeof terminalRow>;
export const terminalAnswer = z.looseObject({
  body: z.looseObject({
    response: z.looseObject({ terminalId: z.string(), transactions: z.array(terminalRow) }),
  }),
  status: f.present,
});
export const ackAnswer = z.looseObject({ status: f.present, response: f.looseRecord, messages: f.both });

/** §4.2: the answer of a reversal; the other order operations answer the same (assumed). */
export const orderAnswer = z.looseObject({
  response: f.looseRecord,
  transactionId: z.string().min(1),
  messages: f.both,
  status: z.string(),
  provider: z.looseObject({ type: z.string(), version: z.string() }),
});

export const settledList = z.looseObject({
  body: z.array(f.looseRecord),
  pagination: f.pagination,
  summary: f.looseRecord,
});
