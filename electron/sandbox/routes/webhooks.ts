/** Webhook management (§4.13) and delivery records (§2.10). */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { needs } from '../access.ts';
import { definedOnly, readBody, shortText } from '../bodies.ts';
import { refuse } from '../errors.ts';
import { acted } from '../server.ts';
import type { Stored } from '../state/documents.ts';
import { newHexId } from '../state/ids.ts';
import type { World } from '../world.ts';
import { attempt, type Listeners } from '../webhooks/deliver.ts';
import {
  addDelivery,
  transactionRequest,
  transferRequest,
  withHeaders,
  type DeliveryRow,
  type StoredRequest,
} from '../webhooks/events.ts';
import { urlProblem } from '../webhooks/url-rule.ts';
import {
  EVENTS,
  TRANSACTION_EVENTS,
  webhooks,
  WEBHOOKS_PER_MODE,
  type Webhook,
} from '../webhooks/webhooks.ts';

const url = z
  .string()
  .max(2_000)
  .superRefine((text, context) => {
    const problem = urlProblem(text);
    if (problem !== null) context.addIssue({ code: 'custom', message: problem });
  });
/** Header names that HTTP allows and that the delivery does not set itself. */
const headerName = z
  .string()
  .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/, 'is not a header name')
  .refine(
    (name) =>
      !/^(content-(type|length)|host|connection|transfer-encoding|x-signature|te|trailer|upgrade|keep-alive|expect)$/i.test(
        name,
      ),
    'is set by the delivery',
  );
const headers = z.record(headerName, z.string().regex(/^[\x20-\x7e]{0,500}$/, 'is not a header value'));

const fields = {
  name: shortText,
  url,
  headers,
  events: z.array(z.enum(EVENTS)).min(1).max(EVENTS.length),
  mode: z.enum(['test', 'live']),
  isActive: z.boolean(),
};
const createSchema = z.object({
  ...fields,
  headers: headers.default({}),
  isActive: z.boolean().default(true),
});
const updateSchema = z.object(fields).partial();

const webhookBody = ({ id, value, createdAtMs, updatedAtMs }: Stored<Webhook>) => ({
  _id: id,
  merchantId: value.merchantId,
  name: value.name,
  url: value.url,
  headers: value.headers,
  events: value.events,
  mode: value.mode,
  isActive: value.isActive,
  createdAt: new Date(createdAtMs).toISOString(),
  updatedAt: new Date(updatedAtMs).toISOString(),
});

function webhookById(world: World, id: string): Stored<Webhook> {
  const webhook = webhooks.get(world.account, id);
  if (!webhook) throw refuse.missing('webhook', 'عنوان إشعارات');
  return webhook;
}

/** Five per mode (§8); the one that is being changed does not count. */
function checkRoom(world: World, mode: Webhook['mode'], except?: string): void {
  const others = webhooks.all(world.account).filter(({ id, value }) => value.mode === mode && id !== except);
  if (others.length >= WEBHOOKS_PER_MODE) throw refuse.webhooksFull(mode);
}

function create(world: World, body: unknown): Stored<Webhook> {
  const wanted = readBody(createSchema, body);
  checkRoom(world, wanted.mode);
  const value = { merchantId: world.merchantId, ...wanted, events: [...new Set(wanted.events)] };
  return webhooks.insert(world.account, newHexId(world, 'webhook'), value);
}

/** Only the fields sent change. */
function update(world: World, id: string, body: unknown): Stored<Webhook> {
  const { value } = webhookById(world, id);
  const change = definedOnly(readBody(updateSchema, body));
  if (change.mode !== undefined) checkRoom(world, change.mode, id);
  webhooks.replace(world.account, id, { ...value, ...change });
  return webhookById(world, id);
}

type ById = { Params: { id: string } };

function managementRoutes(app: FastifyInstance, world: World): void {
  const manage = needs('webhook.manage_webhook');
  app.get('/v2/webhooks', manage, () => webhooks.all(world.account).reverse().map(webhookBody));
  app.get('/v2/webhooks/events', () => ({ body: EVENTS }));
  app.post('/v2/webhooks', manage, (request) => {
    const created = world.account.db.transaction(() => create(world, request.body))();
    acted(request);
    return webhookBody(created);
  });
  app.put<ById>('/v2/webhooks/:id', manage, (request) => {
    const changed = world.account.db.transaction(() => update(world, request.params.id, request.body))();
    acted(request);
    return webhookBody(changed);
  });
  app.delete<ById>('/v2/webhooks/:id', manage, (request) => {
    webhooks.remove(world.account, webhookById(world, request.params.id).id);
    acted(request);
    return { message: 'The webhook was deleted.' };
  });
}

/** The fixed set of fields that a record shows of the body that was sent. */
function visiblePayload(row: DeliveryRow): unknown {
  const { event, data } = JSON.parse((JSON.parse(row.request) as StoredRequest).body) as Record<
    string,
    unknown
  >;
  return { event, data };
}

/** Never the headers (§2.10). */
const recordBody = (world: World, row: DeliveryRow) => ({
  _id: row.record_id,
  resourceType: row.resource_type,
  resourceId: row.resource_id,
  webhookId: row.webhook_id,
  eventType: row.event_type,
  mode: world.environment,
  url: row.url,
  status: row.status,
  attempts: row.attempts,
  payload: visiblePayload(row),
  responses: JSON.parse(row.responses) as unknown,
  isServerWebhook: row.is_server === 1,
  isTest: row.is_test === 1,
  createdAt: new Date(row.created_at_ms).toISOString(),
  updatedAt: new Date(row.updated_at_ms).toISOString(),
});

/** A made-up event of the first kind that the webhook is subscribed to, signed as a real one. */
function sample(world: World, { value }: Stored<Webhook>): { type: string; request: StoredRequest } {
  const atMs = world.clock.nowMs();
  const type = value.events[0] ?? 'pay';
  if (!(TRANSACTION_EVENTS as readonly string[]).includes(type)) {
    const event = { transferId: 'TR-TEST', merchantTransferId: 'TEST', status: type, amountMinor: 10_000 };
    return {
      type,
      request: transferRequest({ ...event, recipientName: 'Test', atMs }, world.keys.transferKey),
    };
  }
  const event = {
    operation: type,
    transactionId: 'TX-TEST',
    orderId: 'ORDER-TEST',
    merchantOrderId: 'TEST',
    amountMinor: 10_000,
    currency: 'EGP',
    method: 'card',
    channel: 'online | e-commerce',
    atMs,
  };
  // Signed with the key of the webhook's mode (§6 rule 5).
  return { type, request: transactionRequest(event, world.account.paymentKeys[value.mode]) };
}

const COOL_DOWN_MS = 30_000;

/** Replays the stored request, signature and all, as a new record; the original stays as it is (§4.13). */
async function resend(world: World, recordId: string, listeners: Listeners) {
  const find = () =>
    world.db.prepare('SELECT * FROM delivery WHERE record_id = ?').get(recordId) as DeliveryRow | undefined;
  const original = find();
  if (!original) throw refuse.missing('delivery record', 'سجل إشعار');
  const nowMs = world.clock.nowMs();
  const againAtMs = (original.last_resent_at_ms ?? -Infinity) + COOL_DOWN_MS;
  if (nowMs < againAtMs) throw refuse.resendTooSoon(Math.ceil((againAtMs - nowMs) / 1_000));
  world.db.prepare('UPDATE delivery SET last_resent_at_ms = ? WHERE record_id = ?').run(nowMs, recordId);
  const clone = addDelivery(world, {
    resource_type: original.resource_type,
    resource_id: original.resource_id,
    webhook_id: original.webhook_id,
    session_id: original.session_id,
    event_type: original.event_type,
    url: original.url,
    request: JSON.parse(original.request) as StoredRequest,
    is_server: original.is_server === 1,
    is_test: original.is_test === 1,
    once: true,
  });
  const result = await attempt(world, clone, listeners);
  const delivered = result.status >= 200 && result.status < 300;
  return {
    recordId: clone.record_id,
    clonedFromRecordId: recordId,
    status: delivered ? 'delivered' : 'failed',
    attempts: 1,
    lastResponseStatus: result.status,
  };
}

async function tryOut(world: World, id: string, listeners: Listeners) {
  const webhook = webhookById(world, id);
  const { type, request } = sample(world, webhook);
  const row = addDelivery(world, {
    resource_type: type === type.toLowerCase() ? 'transaction' : 'transfer',
    resource_id: `TEST-${id}`,
    webhook_id: id,
    event_type: type,
    url: webhook.value.url,
    request: withHeaders(request, webhook.value),
    is_test: true,
    once: true,
  });
  const { status, body, latencyMs } = await attempt(world, row, listeners);
  return { success: status >= 200 && status < 300, statusCode: status, responseBody: body, latencyMs };
}

function recordRoutes(app: FastifyInstance, world: World, listeners: Listeners): void {
  /** "The three routes for records and test currently return 404 on the test environment" (§4.13). */
  const liveOnly = () => {
    if (world.environment === 'test') throw refuse.notInTest();
  };
  for (const resource of ['transaction', 'transfer'] as const)
    app.get<ById>(`/v2/webhooks/records/${resource}/:id`, needs('webhook.view_webhook'), ({ params }) => {
      liveOnly();
      const rows = world.db
        .prepare('SELECT * FROM delivery WHERE resource_type = ? AND resource_id = ? ORDER BY sequence')
        .all(resource, params.id) as DeliveryRow[];
      return { success: true, body: rows.map((row) => recordBody(world, row)) };
    });
  app.post<ById>('/v2/webhooks/records/:id/resend', needs('webhook.resend_webhook'), async (request) => {
    liveOnly();
    const outcome = await resend(world, request.params.id, listeners);
    acted(request);
    return outcome;
  });
  app.post<ById>('/v2/webhooks/:id/test', needs('webhook.manage_webhook'), async (request) => {
    liveOnly();
    const outcome = await tryOut(world, request.params.id, listeners);
    acted(request);
    return outcome;
  });
}

export function webhookRoutes(app: FastifyInstance, world: World, listeners: Listeners): void {
  managementRoutes(app, world);
  recordRoutes(app, world, listeners);
}
