/** §2.2 and §2.3: the session document and its payment view. */
import { z } from 'zod';
import * as f from './common.ts';

/** §3.1. A state beyond these is no session status of the document. */
const FINAL = [
  'PAID',
  'AUTHORIZED',
  'FAILED',
  'EXPIRED',
  'ABANDONED',
  'REJECTED',
  'VOIDED',
  'REVERSED',
  'REFUNDED',
] as const;
const sessionStatus = z.enum(['CREATED', 'PENDING', 'OPENED', ...FINAL]);

const history = z.array(z.looseObject({ status: z.string().min(1), date: f.timestamp }));

/** §2.1: the fields that need not have been sent. */
const text = z.string().nullish();
const flag = z.boolean().nullish();
const sent = {
  paymentType: text,
  merchantRedirect: text,
  display: text,
  type: text,
  allowedMethods: text,
  redirectMethod: text,
  iframeBackgroundColor: text,
  metaData: f.looseRecord.nullish(),
  failureRedirect: flag,
  brandColor: text,
  defaultMethod: text,
  description: text,
  manualCapture: flag,
  customer: z.looseObject({ email: text, reference: text }).nullish(),
  saveCard: text,
  retrieveSavedCard: flag,
  interactionSource: text,
  enable3DS: flag,
  serverWebhook: text,
  notes: text,
};

/** §2.2, and of paymentParams what every session has: the rest is there when it was sent. */
export const sessionDocument = z.looseObject({
  _id: z.string().min(1),
  status: sessionStatus,
  failureAttempts: f.integer,
  capturedAmount: z.number(),
  refundedAmount: z.number(),
  merchantId: z.string().min(1),
  expireAt: f.timestamp,
  maxFailureAttempts: f.integer,
  paymentParams: z.looseObject({
    amount: f.decimalString,
    currency: f.currencyCode,
    order: z.string(),
    hash: z.string().min(1),
    storeName: f.present,
    store: f.present,
    ...sent,
  }),
  apiKey: z.string().min(1),
  history: history.min(1),
  webhookNotifications: z.array(z.unknown()),
  createdAt: f.timestamp,
  updatedAt: f.timestamp,
  __v: f.integer,
  sessionUrl: f.urlString,
});
export type SessionDocument = z.output<typeof sessionDocument>;

/** §2.3. `NA` is a string like any other here. */
const paymentView = z.looseObject({
  sessionId: z.string().min(1),
  status: sessionStatus,
  createdAt: f.timestamp,
  updatedAt: f.timestamp,
  merchantId: z.string().min(1),
  merchantOrderId: z.string().min(1),
  amount: f.decimalString,
  currency: f.currencyCode,
  method: f.present,
  orderId: f.present,
  paymentChannel: f.present,
  rfsDate: f.present,
  lastTransactionType: f.present,
  issuerAuthorizationCode: f.present,
  metaData: f.present,
  customer: f.present,
  history: history.min(1),
});
export const paymentAnswer = z.looseObject({ message: f.present, data: paymentView });
