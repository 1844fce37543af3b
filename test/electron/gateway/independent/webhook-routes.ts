/** Webhooks and their delivery records (§4.13, §2.9, §2.10, §6, §8). */
import { isFields, type Fields } from './json.ts';
import { recordsOf, resend, sendTest } from './deliveries.ts';
import { need, ok, Refusal, textOf, type Call, type Reply, type Route } from './routing.ts';
import { isoNow, newId, type State } from './state.ts';

/** §6: exact, case-sensitive. */
export const EVENTS = [
  ...['pay', 'authorize', 'capture', 'refund', 'void', 'reversal'],
  ...['INITIATED', 'IN_TRANSIT', 'TRANSFERRED', 'FAILED'],
];

const FIELDS = ['name', 'url', 'headers', 'events', 'mode', 'isActive'];
const PER_MODE = 5;
const COOL_DOWN_MS = 30_000;

/** §6, "Webhook URL rule": https, and no localhost, loopback, link-local or private address. */
function isPublicHttps(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  const own =
    /^(localhost|127\.|0\.|10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.|\[(::1|::|fe[89ab]))/;
  return protocol === 'https:' && !own.test(hostname);
}

function checkFields(body: Fields, state: State): void {
  const { url, events, mode, headers, isActive } = body;
  if (url !== undefined && !(typeof url === 'string' && isPublicHttps(url)))
    throw new Refusal(state.webhookRejectionStatus, 'url must be a public https address');
  if (events !== undefined)
    need(Array.isArray(events) && events.every((event) => EVENTS.includes(String(event))), 'events');
  if (mode !== undefined) need(mode === 'test' || mode === 'live', 'mode');
  if (isActive !== undefined) need(typeof isActive === 'boolean', 'isActive');
  if (headers !== undefined)
    need(isFields(headers) && Object.values(headers).every((value) => typeof value === 'string'), 'headers');
}

/** §8: five per mode; a sixth is rejected. */
function checkRoom(mode: unknown, state: State): void {
  if (state.webhooks.filter((webhook) => webhook['mode'] === mode).length >= PER_MODE)
    throw new Refusal(state.webhookRejectionStatus, 'Webhook limit of this mode is reached');
}

function webhookOf(id: string, state: State) {
  const webhook = state.webhooks.find(({ _id }) => _id === id);
  if (!webhook) throw new Refusal(404, 'Webhook not found');
  return webhook;
}

function create({ body }: Call, state: State): Reply {
  checkFields(body, state);
  for (const field of ['name', 'url', 'events', 'mode']) need(body[field] !== undefined, field);
  checkRoom(body['mode'], state);
  const at = isoNow(state);
  const webhook = {
    _id: newId(state),
    merchantId: state.merchantId,
    name: textOf(body, 'name'),
    url: body['url'],
    headers: body['headers'] ?? {},
    events: body['events'],
    mode: body['mode'],
    isActive: body['isActive'] ?? true,
    createdAt: at,
    updatedAt: at,
  };
  state.webhooks.push(webhook);
  return ok(webhook);
}

/** §4.13: only the fields sent change; a new mode is checked against its own limit. */
function update(call: Call, state: State): Reply {
  const webhook = webhookOf(call.part('webhookId'), state);
  checkFields(call.body, state);
  if (call.body['mode'] !== undefined && call.body['mode'] !== webhook['mode'])
    checkRoom(call.body['mode'], state);
  Object.assign(webhook, call.body, { updatedAt: isoNow(state) });
  return ok(webhook);
}

/** §4.13: the routes for records and test answer 404 on the test environment. */
function liveOnly(state: State): void {
  if (state.environment === 'test') throw new Refusal(404, 'Not Found');
}

async function resendRecord(call: Call, state: State): Promise<Reply> {
  const original = state.deliveries.find(({ record }) => record._id === call.part('recordId'));
  if (!original) throw new Refusal(404, 'Record not found');
  if (original.resentAtMs !== null && state.nowMs() - original.resentAtMs < COOL_DOWN_MS)
    throw new Refusal(429, 'This record was resent less than 30 seconds ago');
  original.resentAtMs = state.nowMs();
  const { record } = await resend(original, state);
  const last = record.responses.at(-1) as { status: number };
  return ok({
    recordId: record._id,
    clonedFromRecordId: original.record._id,
    status: record['status'],
    attempts: 1,
    lastResponseStatus: last.status,
  });
}

const dashboard = { host: 'dashboard', credential: 'secret-key' } as const;

const records = (resourceType: 'transaction' | 'transfer'): Route => ({
  ...dashboard,
  method: 'GET',
  path: `/v2/webhooks/records/${resourceType}/{resourceId}`,
  permission: 'webhook.view_webhook',
  answer: (call, state) => {
    liveOnly(state);
    return ok({ success: true, body: recordsOf(resourceType, call.part('resourceId'), state) });
  },
});

export const webhookRoutes: Route[] = [
  // The array itself, both modes (§4.13).
  { ...dashboard, method: 'GET', path: '/v2/webhooks', query: [], answer: (_, { webhooks }) => ok(webhooks) },
  { ...dashboard, method: 'POST', path: '/v2/webhooks', fields: FIELDS, answer: create },
  { ...dashboard, method: 'PUT', path: '/v2/webhooks/{webhookId}', fields: FIELDS, answer: update },
  {
    ...dashboard,
    method: 'DELETE',
    path: '/v2/webhooks/{webhookId}',
    fields: 'none',
    answer: (call, state) => {
      state.webhooks.splice(state.webhooks.indexOf(webhookOf(call.part('webhookId'), state)), 1);
      // "Response body: not shown": there is none here.
      return { status: 200, body: undefined };
    },
  },
  records('transaction'),
  records('transfer'),
  {
    ...dashboard,
    method: 'POST',
    path: '/v2/webhooks/records/{recordId}/resend',
    permission: 'webhook.resend_webhook',
    fields: 'none',
    answer: resendRecord,
  },
  {
    ...dashboard,
    method: 'POST',
    path: '/v2/webhooks/{id}/test',
    fields: 'none',
    answer: async (call, state) => {
      liveOnly(state);
      return ok(await sendTest(webhookOf(call.part('id'), state), state));
    },
  },
];
