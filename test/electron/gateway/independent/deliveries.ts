/** Events and their deliveries (§6, §2.10): made, signed, sent to the subscribed and the per-session addresses, recorded. */
import { request } from 'node:http';
import { writeJson, type Fields } from './json.ts';
import { signTransactionEvent, signTransferEvent } from './signatures.ts';
import { isoNow, newId, type Delivery, type State } from './state.ts';

/** An event as the payload carries it: `data` names its own `signatureKeys`. */
export type GatewayEvent = {
  kind: 'transaction' | 'transfer';
  /** An operation or a transfer status. */
  event: string;
  resourceId: string;
  data: Fields & { signatureKeys: string[] };
};

const RESPONSE_CHARACTERS = 1_000;
/** Transfer statuses that are not subscribable (§6, rule 2). */
const SILENT = ['PENDING', 'PARTIALLY_TRANSFERRED'];

/** The payload and the header that carries its signature (§6, rules 5 and 6). */
export function signedRequest(event: GatewayEvent, state: State) {
  const signature =
    event.kind === 'transaction'
      ? signTransactionEvent(state.paymentApiKey, event.data)
      : signTransferEvent(state.transferApiKey, event.data);
  return {
    headers: { 'content-type': 'application/json', 'x-signature': signature },
    body: writeJson({ event: event.event, data: event.data, hash: signature }),
  };
}

/** One POST; status 0 and the cause where there was no answer. */
function post(url: string, headers: Record<string, string>, body: string, state: State) {
  return new Promise<{ status: number; body: string }>((resolve) => {
    const { origin, pathname, search } = new URL(url);
    const local = state.receivers.get(origin);
    if (local === undefined) return resolve({ status: 0, body: 'ENOTFOUND' });
    const outgoing = request(local + pathname + search, { method: 'POST', headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: text }));
    });
    outgoing.on('error', (error) => resolve({ status: 0, body: error.message }));
    outgoing.end(body);
  });
}

const isSuccess = (status: number) => status >= 200 && status < 300;

type Destination = { webhookId: string | null; url: string; headers: Record<string, string> };

function newDelivery(event: GatewayEvent, destination: Destination, isTest: boolean, state: State): Delivery {
  const { headers, body } = signedRequest(event, state);
  const at = isoNow(state);
  const delivery: Delivery = {
    record: {
      _id: newId(state),
      resourceType: event.kind,
      resourceId: event.resourceId,
      webhookId: destination.webhookId,
      eventType: event.event,
      mode: state.environment,
      url: destination.url,
      status: 'pending',
      attempts: 0,
      // Custom headers are never included (§2.10).
      payload: { event: event.event, data: event.data },
      responses: [],
      isServerWebhook: destination.webhookId === null,
      isTest,
      createdAt: at,
      updatedAt: at,
    },
    url: destination.url,
    // §6, rule 8: custom headers go with every delivery.
    headers: { ...destination.headers, ...headers },
    body,
    resentAtMs: null,
  };
  state.deliveries.push(delivery);
  return delivery;
}

/** Up to `attempts` tries (§3.5); answers the last response. */
async function attempt(delivery: Delivery, attempts: number, state: State) {
  const { record } = delivery;
  for (let made = 1; ; made += 1) {
    const response = await post(delivery.url, delivery.headers, delivery.body, state);
    const body = response.body.slice(0, RESPONSE_CHARACTERS);
    record.responses.push({ status: response.status, body, date: isoNow(state) });
    record['attempts'] = made;
    record['updatedAt'] = isoNow(state);
    if (isSuccess(response.status)) record['status'] = 'delivered';
    else record['status'] = made < attempts ? 'retrying' : 'failed';
    if (record['status'] !== 'retrying') return { status: response.status, body };
  }
}

/** Delivers to every active webhook of this mode that has exactly this event, and to the session's own address. */
export async function emit(
  event: GatewayEvent,
  state: State,
  serverWebhook: string | null = null,
): Promise<Delivery[]> {
  if (event.kind === 'transfer' && SILENT.includes(event.event)) return [];
  const destinations: Destination[] = state.webhooks
    .filter(
      (webhook) =>
        webhook['isActive'] === true &&
        webhook['mode'] === state.environment &&
        (webhook['events'] as string[]).includes(event.event),
    )
    .map((webhook) => ({
      webhookId: webhook._id,
      url: String(webhook['url']),
      headers: webhook['headers'] as Record<string, string>,
    }));
  // §6, rule 1: a per-session destination is not filtered.
  if (serverWebhook !== null) destinations.push({ webhookId: null, url: serverWebhook, headers: {} });
  const made = destinations.map((destination) => newDelivery(event, destination, false, state));
  for (const delivery of made) await attempt(delivery, state.deliveryAttempts, state);
  return made;
}

/** §6, rule 9: the stored request again, its signature and all, as a new record; the original stays. */
export async function resend(original: Delivery, state: State): Promise<Delivery> {
  const copy: Delivery = {
    ...original,
    record: { ...original.record, _id: newId(state), responses: [], createdAt: isoNow(state) },
    resentAtMs: null,
  };
  state.deliveries.push(copy);
  await attempt(copy, 1, state);
  return copy;
}

/** §4.13, test: a signed sample; the record is flagged. */
export async function sendTest(webhook: Fields & { _id: string }, state: State): Promise<Fields> {
  const event = transactionEvent('pay', 'TX-SAMPLE');
  const destination = {
    webhookId: webhook._id,
    url: String(webhook['url']),
    headers: webhook['headers'] as Record<string, string>,
  };
  const delivery = newDelivery(event, destination, true, state);
  const { status, body } = await attempt(delivery, 1, state);
  return { success: isSuccess(status), statusCode: status, responseBody: body, latencyMs: 12 };
}

export const recordsOf = (resourceType: string, resourceId: string, state: State): Fields[] =>
  state.deliveries
    .map(({ record }) => record)
    .filter((record) => record.resourceType === resourceType && record.resourceId === resourceId);

/** A transaction event as docs/assumptions.md describes its payload; `changes` replace fields before it is signed. */
export function transactionEvent(event: string, transactionId: string, changes: Fields = {}): GatewayEvent {
  const data = {
    merchantOrderId: '1653481557813',
    kashierOrderId: '9ad06b17-755b-4e21-9774-aff3e2726ac9',
    orderReference: 'TEST-ORD-38855',
    transactionId,
    status: 'SUCCESS',
    method: 'card',
    creationDate: '2026-03-01T10:00:00.000Z',
    amount: 1,
    currency: 'EGP',
    channel: 'online | e-commerce',
    transactionResponseCode: '00',
    // Not in order: it is the verifier that sorts them (§6, rule 5).
    signatureKeys: [
      ...['transactionId', 'amount', 'currency', 'status', 'method', 'channel', 'merchantOrderId'],
      ...['kashierOrderId', 'orderReference', 'transactionResponseCode'],
    ],
    ...changes,
  };
  return { kind: 'transaction', event, resourceId: transactionId, data };
}

export function transferEvent(event: string, transferId: string, changes: Fields = {}): GatewayEvent {
  const data = {
    transferId,
    merchantTransferId: 'MT-55',
    status: event,
    amount: 1500.5,
    currency: 'EGP',
    recipientName: 'منى عادل & Sons',
    updatedAt: '2026-03-01T10:00:00.000Z',
    // Not in alphabetical order: the array's own order counts (§6, rule 6).
    signatureKeys: ['transferId', 'status', 'amount', 'currency', 'recipientName'],
    ...changes,
  };
  return { kind: 'transfer', event, resourceId: transferId, data };
}
