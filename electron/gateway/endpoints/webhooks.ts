/** Webhooks and the log of their deliveries (§2.9, §2.10, §4.13, §6). The list is a bare array; a record keeps no header. */
import { readOpenEnum, type OpenEnum } from '#shared/domain/open-enum.ts';
import { webhookEvents, webhookModes, type WebhookEvent, type WebhookMode } from '#shared/domain/webhook.ts';
import type { GatewayTimestamp } from '#shared/time/gateway-timestamp.ts';
import type { Caller, Read, Write } from '../caller.ts';
import { flag, isObject, listIn, objectIn, openEnum, text, timestamp, type Obj } from '../fields.ts';
import { writeLossless } from '../json.ts';
import { messagesOrNull, type Said } from '../said.ts';
import {
  decodeDeliveryRecords,
  decodeResend,
  decodeWebhookTest,
  type DeliveryRecords,
  type Resent,
  type WebhookTest,
} from './webhook-records.ts';

type GatewayWebhook = {
  webhookId: string;
  merchantId: string | null;
  name: string | null;
  url: string;
  /** Sent with every delivery; a value may be somebody's secret. Entries that are not text are left out. */
  headers: Record<string, string>;
  events: OpenEnum<WebhookEvent>[];
  mode: OpenEnum<WebhookMode> | null;
  isActive: boolean | null;
  createdAt: GatewayTimestamp | null;
  updatedAt: GatewayTimestamp | null;
  /** Without `headers`. */
  raw: string;
};

/** `url` must be a public https address; events are sent exactly as written. */
export type WebhookRequest = {
  name: string;
  url: string;
  headers?: Readonly<Record<string, string>> | undefined;
  events: readonly WebhookEvent[];
  mode: WebhookMode;
  isActive?: boolean | undefined;
};

type WebhookChange = { readonly [F in keyof WebhookRequest]?: WebhookRequest[F] | undefined };

/** Null without an id or a url. */
export function decodeWebhook(value: unknown): GatewayWebhook | null {
  if (!isObject(value)) return null;
  const webhookId = text(value, '_id');
  const url = text(value, 'url');
  if (webhookId === null || url === null) return null;
  const { headers: _headers, ...kept } = value;
  const headers = Object.entries(objectIn(value, 'headers') ?? {});
  return {
    webhookId,
    merchantId: text(value, 'merchantId'),
    name: text(value, 'name'),
    url,
    headers: Object.fromEntries(
      headers.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    ),
    events: listIn(value, 'events')
      .filter((event) => typeof event === 'string')
      .map((event) => readOpenEnum(webhookEvents, event)),
    mode: openEnum(value, 'mode', webhookModes),
    isActive: flag(value, 'isActive'),
    createdAt: timestamp(value, 'createdAt'),
    updatedAt: timestamp(value, 'updatedAt'),
    raw: writeLossless(kept),
  };
}

type WebhookList = { rows: GatewayWebhook[]; unreadable: number };

export function decodeWebhooks(given: readonly unknown[]): WebhookList {
  const rows = given.map(decodeWebhook).filter((webhook) => webhook !== null);
  return { rows, unreadable: given.length - rows.length };
}

/** `{body: [events]}` (assumed): the words as they are sent. */
export function decodeEvents(body: Obj): OpenEnum<WebhookEvent>[] | null {
  const given = body['body'];
  if (!Array.isArray(given) || !given.every((event) => typeof event === 'string')) return null;
  return given.map((event) => readOpenEnum(webhookEvents, event));
}

type WebhookCalls = {
  /** Lists the webhooks of both modes. */
  list(signal?: AbortSignal): Read<WebhookList>;
  create(request: WebhookRequest): Write<GatewayWebhook>;
  /** Only the fields given change. */
  update(webhookId: string, change: WebhookChange): Write<GatewayWebhook>;
  /** No undo; deliveries already recorded stay. */
  delete(webhookId: string): Write<Said>;
  /** These and `test` answer 404 on the test environment. They need `webhook.view_webhook`. */
  transactionRecords(transactionId: string, signal?: AbortSignal): Read<DeliveryRecords>;
  transferRecords(transferId: string, signal?: AbortSignal): Read<DeliveryRecords>;
  /** Needs `webhook.resend_webhook`; the same record within 30 seconds is `too-soon` or `limit`. */
  resend(recordId: string): Write<Resent>;
  test(webhookId: string): Write<WebhookTest>;
  events(signal?: AbortSignal): Read<OpenEnum<WebhookEvent>[]>;
};

export const webhookCalls = ({ read, write }: Caller): WebhookCalls => ({
  list: (signal) => read('webhooks.list', { expects: 'array', signal }, ({ rows }) => decodeWebhooks(rows)),
  create: (request) => write('webhooks.create', { body: request }, ({ body }) => decodeWebhook(body)),
  update: (webhookId, change) =>
    write('webhooks.update', { path: { webhookId }, body: change }, ({ body }) => decodeWebhook(body)),
  delete: (webhookId) =>
    write('webhooks.delete', { path: { webhookId }, expects: 'nothing' }, messagesOrNull),
  transactionRecords: (transactionId, signal) =>
    read('webhooks.transaction-records', { path: { transactionId }, signal }, ({ body }) =>
      decodeDeliveryRecords(body),
    ),
  transferRecords: (transferId, signal) =>
    read('webhooks.transfer-records', { path: { transferId }, signal }, ({ body }) =>
      decodeDeliveryRecords(body),
    ),
  resend: (recordId) =>
    write('webhooks.resend', { path: { recordId }, ownStatus: true }, ({ body }) => decodeResend(body)),
  test: (webhookId) => write('webhooks.test', { path: { webhookId } }, ({ body }) => decodeWebhookTest(body)),
  events: (signal) => read('webhooks.events', { signal }, ({ body }) => decodeEvents(body)),
});
