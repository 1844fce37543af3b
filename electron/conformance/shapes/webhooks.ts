/** §2.9 webhooks, §2.10 delivery records, §6 the values of events. */
import { z } from 'zod';
import * as f from './common.ts';

const TRANSACTION_EVENTS = ['pay', 'authorize', 'capture', 'refund', 'void', 'reversal'] as const;
export const TRANSFER_EVENTS = ['INITIATED', 'IN_TRANSIT', 'TRANSFERRED', 'FAILED'] as const;
export const EVENTS = [...TRANSACTION_EVENTS, ...TRANSFER_EVENTS] as const;

const mode = z.enum(['test', 'live']);

export const webhook = z.looseObject({
  _id: z.string().min(1),
  merchantId: z.string().min(1),
  name: z.string(),
  url: z.string().startsWith('https://'),
  headers: z.record(z.string(), z.string()),
  events: z.array(z.enum(EVENTS)),
  mode,
  isActive: f.flag,
  createdAt: f.isoTimestamp,
  updatedAt: f.isoTimestamp,
});
export type Webhook = z.output<typeof webhook>;
export const webhookList = z.array(webhook);

const deliveryRecord = z.looseObject({
  resourceType: z.enum(['transaction', 'transfer']),
  resourceId: z.string().min(1),
  webhookId: z.string().nullable(),
  eventType: z.string().min(1),
  mode,
  url: f.urlString,
  status: z.enum(['pending', 'delivered', 'retrying', 'failed']),
  attempts: f.integer,
  payload: f.present,
  responses: z.array(z.looseObject({ status: f.present, body: f.present, date: f.isoTimestamp })),
  isServerWebhook: f.flag,
  isTest: f.flag,
  createdAt: f.isoTimestamp,
  updatedAt: f.isoTimestamp,
});
export type DeliveryRecord = z.output<typeof deliveryRecord>;
export const deliveryRecords = z.looseObject({ success: f.flag, body: z.array(deliveryRecord) });

export const resent = z.looseObject({
  recordId: z.string().min(1),
  clonedFromRecordId: z.string().min(1),
  status: z.enum(['pending', 'delivered', 'retrying', 'failed']),
  attempts: z.literal(1),
  lastResponseStatus: f.present,
});
export const tested = z.looseObject({
  success: f.flag,
  statusCode: f.present,
  responseBody: f.present,
  latencyMs: z.number(),
});

/** Of `data` in a transaction event; assumed. */
export const TRANSACTION_FIELDS = [
  'merchantOrderId',
  'kashierOrderId',
  'orderReference',
  'transactionId',
  'status',
  'method',
  'creationDate',
  'amount',
  'currency',
  'channel',
  'transactionResponseCode',
  'signatureKeys',
];
