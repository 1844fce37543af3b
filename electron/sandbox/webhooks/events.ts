/** Events of an environment (§6): which destinations each goes to, and the signed request that each gets. */
import { toDecimal } from '#shared/money/money.ts';
import { writeGatewayTimestamp } from '#shared/time/gateway-timestamp.ts';
import { newHexId, nextNumber } from '../state/ids.ts';
import { prepared } from '../state/prepared.ts';
import type { World } from '../world.ts';
import { transactionSignature, transferSignature } from './signature.ts';
import { webhooks, type Webhook } from './webhooks.ts';

export type StoredRequest = { headers: Record<string, string>; body: string };
export type DeliveryRow = {
  record_id: string;
  sequence: number;
  resource_type: 'transaction' | 'transfer';
  resource_id: string;
  webhook_id: string | null;
  session_id: string | null;
  event_type: string;
  url: string;
  /** A `StoredRequest` as JSON. */
  request: string;
  status: 'pending' | 'delivered' | 'retrying' | 'failed';
  attempts: number;
  /** `{status, body, date}` per attempt, as JSON. */
  responses: string;
  /** How often it may be tried again. */
  retries: number;
  next_attempt_at_ms: number | null;
  is_server: number;
  is_test: number;
  last_resent_at_ms: number | null;
  created_at_ms: number;
  updated_at_ms: number;
};

const MOST_ATTEMPTS = 5;

/** A JSON number as receivers read it and write it again for the signature: 120.5, not 120.50. */
const plainNumber = (minor: number, currency: string) =>
  Number(toDecimal({ minor: BigInt(minor), currency }));

type TransactionEvent = {
  operation: string;
  transactionId: string;
  orderId: string;
  merchantOrderId: string;
  amountMinor: number;
  currency: string;
  method: string;
  channel: string;
  atMs: number;
  /** The per-session destination, which is not event-filtered (§6 rule 1). */
  serverWebhook?: string | null;
  sessionId?: string | null;
};

const TRANSACTION_KEYS = [
  'amount',
  'channel',
  'currency',
  'kashierOrderId',
  'merchantOrderId',
  'method',
  'orderReference',
  'status',
  'transactionId',
  'transactionResponseCode',
];

export function transactionRequest(event: TransactionEvent, paymentKey: string): StoredRequest {
  const data = {
    merchantOrderId: event.merchantOrderId,
    kashierOrderId: event.orderId,
    orderReference: event.merchantOrderId,
    transactionId: event.transactionId,
    status: 'SUCCESS',
    method: event.method,
    creationDate: writeGatewayTimestamp(event.atMs),
    amount: plainNumber(event.amountMinor, event.currency),
    currency: event.currency,
    channel: event.channel,
    transactionResponseCode: '00',
    signatureKeys: TRANSACTION_KEYS,
  };
  const hash = transactionSignature(data, paymentKey);
  return {
    headers: { 'content-type': 'application/json', 'x-signature': hash },
    body: JSON.stringify({ event: event.operation, data, hash }),
  };
}

type TransferEvent = {
  transferId: string;
  merchantTransferId: string;
  status: string;
  amountMinor: number;
  recipientName: string;
  atMs: number;
};

const TRANSFER_KEYS = ['transferId', 'merchantTransferId', 'status', 'amount', 'currency'];

export function transferRequest(event: TransferEvent, transferKey: string): StoredRequest {
  const data = {
    transferId: event.transferId,
    merchantTransferId: event.merchantTransferId,
    status: event.status,
    amount: plainNumber(event.amountMinor, 'EGP'),
    currency: 'EGP',
    recipientName: event.recipientName,
    updatedAt: new Date(event.atMs).toISOString(),
    signatureKeys: TRANSFER_KEYS,
  };
  return {
    headers: { 'content-type': 'application/json', 'x-signature': transferSignature(data, transferKey) },
    body: JSON.stringify({ event: event.status, data }),
  };
}

type NewDelivery = Pick<
  DeliveryRow,
  'resource_type' | 'resource_id' | 'webhook_id' | 'event_type' | 'url'
> & {
  request: StoredRequest;
  session_id?: string | null;
  is_server?: boolean;
  is_test?: boolean;
  /** One attempt only: a resend or a test. */
  once?: boolean;
};

/** Stores a delivery; those that are not `once` are tried by the deliverer from now on. */
export function addDelivery(world: World, delivery: NewDelivery): DeliveryRow {
  const { once = false, is_server = false, is_test = false, session_id = null, request, ...rest } = delivery;
  const nowMs = world.clock.nowMs();
  return prepared(
    world.db,
    `INSERT INTO delivery (record_id, sequence, resource_type, resource_id, webhook_id, session_id, event_type, url, request,
       status, retries, next_attempt_at_ms, is_server, is_test, created_at_ms, updated_at_ms)
     VALUES (@record_id, @sequence, @resource_type, @resource_id, @webhook_id, @session_id, @event_type, @url, @request,
       'pending', @retries, @next_attempt_at_ms, @is_server, @is_test, @now_ms, @now_ms) RETURNING *`,
  ).get({
    ...rest,
    session_id,
    record_id: newHexId(world, 'delivery'),
    sequence: nextNumber(world, 'delivery'),
    request: JSON.stringify(request),
    retries: once ? 0 : MOST_ATTEMPTS - 1,
    next_attempt_at_ms: once ? null : nowMs,
    is_server: is_server ? 1 : 0,
    is_test: is_test ? 1 : 0,
    now_ms: nowMs,
  }) as DeliveryRow;
}

/** Active webhooks of this mode that have exactly this event (§6). */
const listeners = (world: World, event: string) =>
  webhooks
    .all(world.account)
    .filter(
      ({ value }) =>
        value.isActive &&
        value.mode === world.environment &&
        (value.events as readonly string[]).includes(event),
    );

/** The webhook's own headers go with every delivery (§6 rule 8), below those that the delivery sets. */
export const withHeaders = (
  request: StoredRequest,
  { headers }: Pick<Webhook, 'headers'>,
): StoredRequest => ({
  ...request,
  headers: { ...headers, ...request.headers },
});

export function emitTransaction(world: World, event: TransactionEvent): void {
  const request = transactionRequest(event, world.keys.paymentKey);
  const about = {
    resource_type: 'transaction' as const,
    resource_id: event.transactionId,
    event_type: event.operation,
  };
  for (const { id, value } of listeners(world, event.operation))
    addDelivery(world, { ...about, webhook_id: id, url: value.url, request: withHeaders(request, value) });
  if (event.serverWebhook)
    addDelivery(world, {
      ...about,
      webhook_id: null,
      session_id: event.sessionId ?? null,
      url: event.serverWebhook,
      request,
      is_server: true,
    });
  world.onEvent();
}

/** PENDING and PARTIALLY_TRANSFERRED are not subscribable and reach nobody (§6 rule 2). */
export function emitTransfer(world: World, event: TransferEvent): void {
  const request = transferRequest(event, world.keys.transferKey);
  for (const { id, value } of listeners(world, event.status))
    addDelivery(world, {
      resource_type: 'transfer',
      resource_id: event.transferId,
      event_type: event.status,
      webhook_id: id,
      url: value.url,
      request: withHeaders(request, value),
    });
  world.onEvent();
}
