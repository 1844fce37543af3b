/** Random valid operations of a merchant's day over real HTTP, as a property test's moves. */
import { request as httpRequest } from 'node:http';
import { createHmac } from 'node:crypto';
import type { Sandbox, SandboxAccess } from '#electron/sandbox/start-sandbox.ts';
import { dice, type Dice } from '#electron/sandbox/random.ts';
import type { TestClock } from '../gateway.ts';

export type Json = Record<string, unknown>;
export type Reply = { status: number; body: Json };

/** One request over a kept connection: thousands of these are made. */
export function send(
  base: string,
  method: string,
  path: string,
  { headers = {}, body }: { headers?: Record<string, string>; body?: unknown } = {},
): Promise<Reply> {
  const text = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(
      base + path,
      {
        method,
        headers: {
          ...(text !== undefined && {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(text),
          }),
          ...headers,
        },
      },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('error', reject);
        answer.on('end', () => {
          const whole = Buffer.concat(parts).toString();
          const json = /json/.test(answer.headers['content-type'] ?? '') && whole !== '';
          resolve({ status: answer.statusCode ?? 0, body: json ? (JSON.parse(whole) as Json) : {} });
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(text);
  });
}

/** What a run of moves knows of the merchant so far. */
export type Day = {
  sandbox: Sandbox;
  clock: TestClock;
  random: Dice;
  terminals: string[];
  sessions: string[];
  orders: string[];
  tokens: string[];
  number: number;
};

export const newDay = (sandbox: Sandbox, clock: TestClock, seed: number): Day => ({
  sandbox,
  clock,
  random: dice(seed),
  terminals: [1, 2, 3].map((number) => `3041000${number}`),
  sessions: [],
  orders: [],
  tokens: [],
  number: 0,
});

const live = ({ sandbox }: Day): SandboxAccess => sandbox.live;
const dashboard = (day: Day, method: string, path: string, body?: unknown) =>
  send(live(day).dashboardUrl, method, path, {
    headers: { authorization: live(day).secretKey, 'api-key': live(day).apiKey },
    ...(body !== undefined && { body }),
  });
const control = (day: Day, path: string, body: unknown) =>
  send(day.sandbox.controlUrl, 'POST', path, { body });
const anyOf = (day: Day, items: readonly string[]): string =>
  items[day.random.between(0, items.length - 1)] ?? 'none';
const amount = (day: Day) => (day.random.between(100, 500_000) / 100).toFixed(2);
const keep = (list: string[], value: unknown) => {
  if (typeof value === 'string') list.push(value);
  if (list.length > 40) list.shift();
};
const hash = (day: Day, text: string) =>
  createHmac('sha256', live(day).paymentKey).update(`/?payment=${text}`).digest('hex');

async function newSession(day: Day): Promise<Reply> {
  day.number += 1;
  const reply = await dashboard(day, 'POST', '/v3/payment/sessions', {
    merchantId: live(day).merchantId,
    amount: amount(day),
    currency: day.random.pick(['EGP', 'EGP', 'EGP', 'USD', 'KWD']),
    order: `S-${day.number}`,
    manualCapture: day.random.next() < 0.4,
  });
  keep(day.sessions, reply.body['_id']);
  return reply;
}

async function pay(day: Day): Promise<Reply> {
  // Mostly the newest, which can still be paid.
  const newest = day.random.next() < 0.7 ? day.sessions.at(-1) : undefined;
  const sessionId = newest ?? anyOf(day, day.sessions);
  const reply = await control(day, '/pay', {
    sessionId,
    method: day.random.pick(['card', 'card', 'wallet', 'bnpl']),
    outcome: day.random.pick(['approve', 'approve', 'approve', 'decline', 'reject']),
  });
  const view = await dashboard(day, 'GET', `/v3/payment/sessions/${sessionId}/payment`);
  const orderId = (view.body['data'] as Json | undefined)?.['orderId'];
  if (orderId !== 'NA') keep(day.orders, orderId);
  return reply;
}

async function orderOperation(day: Day): Promise<Reply> {
  const operation = day.random.pick(['CAPTURE', 'REFUND', 'VOID', 'REVERSAL']);
  const partial = day.random.next() < 0.5;
  const transaction = partial ? { transaction: { amount: Number(amount(day)) } } : {};
  const newest = day.random.next() < 0.5 ? day.orders.at(-1) : undefined;
  const path = `/v3/orders/${newest ?? anyOf(day, day.orders)}`;
  return send(live(day).checkoutUrl, 'PUT', path, {
    headers: { authorization: live(day).secretKey },
    body: { apiOperation: operation, ...transaction },
  });
}

async function saveCard(day: Day): Promise<Reply> {
  const { merchantId, checkoutUrl } = live(day);
  const customerReference = `c-${day.random.between(1, 5)}`;
  const reply = await send(checkoutUrl, 'POST', '/v3/cards/tokens', {
    headers: { 'service-hash': hash(day, `${merchantId}.${customerReference}`) },
    body: {
      merchantId,
      customerReference,
      card: {
        number: day.random.pick(['4111111111111111', '4000000000000002']),
        expiryMonth: '07',
        expiryYear: '29',
        holderName: 'A Customer',
      },
    },
  });
  const token = (reply.body['response'] as Json | undefined)?.['token'];
  if (typeof token === 'string') keep(day.tokens, `${token}/${customerReference}`);
  return reply;
}

async function payWithToken(day: Day): Promise<Reply> {
  const { merchantId, checkoutUrl } = live(day);
  const [cardToken = '', customer = ''] = anyOf(day, day.tokens).split('/');
  day.number += 1;
  const order = { reference: `T-${day.number}`, amount: amount(day), currency: 'EGP' };
  const text = `${merchantId}.${order.reference}.${order.amount}.EGP.${customer}`;
  const reply = await send(checkoutUrl, 'POST', '/v3/orders/', {
    headers: { 'service-hash': hash(day, text) },
    body: {
      merchantId,
      order,
      customer: { reference: customer },
      cardToken,
      manualCapture: day.random.next() < 0.3,
    },
  });
  keep(day.orders, (reply.body['response'] as Json | undefined)?.['orderId']);
  return reply;
}

async function transfer(day: Day): Promise<Reply> {
  const one = () => {
    day.number += 1;
    return {
      merchantTransferId: `P-${day.number}`,
      recipientName: 'A Supplier',
      recipientNumber: day.random.pick(['01001234567', '01000000000']),
      recipientBank: 'CIB',
      method: day.random.pick(['bank', 'card', 'wallet']),
      amount: Number(amount(day)),
    };
  };
  const [path, body] =
    day.random.next() < 0.7
      ? ['/v3/transfers/single', one()]
      : ['/v3/transfers/batch', { batchName: 'Suppliers', transfers: [one(), one(), one()] }];
  return send(live(day).checkoutUrl, 'POST', path, {
    headers: { authorization: live(day).secretKey },
    body,
  });
}

async function instantSettlement(day: Day): Promise<Reply> {
  const BASE = '/v3/payment/instant-settlement';
  const eligible = await dashboard(day, 'GET', `${BASE}/eligible?limit=${day.random.between(1, 6)}`);
  const rows = (eligible.body['body'] ?? []) as Json[];
  return dashboard(day, 'POST', `${BASE}/`, { transactionIds: rows.map((row) => row['transactionId']) });
}

async function reverse(day: Day): Promise<Reply> {
  const terminal = anyOf(day, day.terminals);
  const listed = await dashboard(day, 'GET', `/v3/payment/pos/${terminal}/transactions`);
  const rows = ((listed.body['body'] as Json)['response'] as Json)['transactions'] as Json[];
  const row = rows[day.random.between(0, Math.max(0, rows.length - 1))];
  const named = row?.['merchant_order_id'];
  const orderId = typeof named === 'string' ? named : 'none';
  return dashboard(day, 'PUT', `/v3/payment/reversal/${orderId}`, { apiOperation: 'REVERSAL' });
}

const scheduler = (day: Day) =>
  dashboard(day, 'POST', '/v2/transfers/schedulers/single', {
    batchName: 'Rent',
    type: 'single',
    scheduler: {
      method: 'bank',
      recipientName: 'A Landlord',
      recipientNumber: 'EG800002000156789012345180002',
      recipientBank: 'NBE',
      amount: Number(amount(day)),
      startDate: new Date(day.clock.nowMs() + 3_600_000).toISOString(),
      recurringFrequency: day.random.pick(['WEEKLY', 'MONTHLY']),
      endDate: new Date(day.clock.nowMs() + 20 * 86_400_000).toISOString(),
    },
  });

/** Time passes: mostly seconds, now and then a day, seldom a week. It is no operation: status 0. */
async function wait(day: Day): Promise<Reply> {
  const roll = day.random.next();
  day.clock.forward(roll < 0.75 ? 7_000 : roll < 0.97 ? 86_400_000 : 7 * 86_400_000);
  return { status: 0, body: {} };
}

const sales = (day: Day) =>
  control(day, '/sales', {
    terminalId: anyOf(day, day.terminals),
    count: day.random.between(1, 4),
    currency: day.random.pick(['EGP', 'EGP', 'USD']),
  });
const acknowledge = (day: Day) =>
  dashboard(day, 'POST', `/v3/payment/pos/ack/${anyOf(day, day.terminals)}`, {});
const abandon = (day: Day) =>
  dashboard(day, 'PATCH', `/v3/payment/sessions/${anyOf(day, day.sessions)}/abandon`);

/** The moves, and how often each is made beside the others. */
const MOVES = {
  sales: [sales, 2],
  acknowledge: [acknowledge, 1],
  reverse: [reverse, 1],
  newSession: [newSession, 4],
  pay: [pay, 4],
  abandon: [abandon, 1],
  orderOperation: [orderOperation, 4],
  saveCard: [saveCard, 1],
  payWithToken: [payWithToken, 3],
  transfer: [transfer, 2],
  instantSettlement: [instantSettlement, 1],
  scheduler: [scheduler, 1],
  wait: [wait, 3],
} satisfies Record<string, [(day: Day) => Promise<Reply>, number]>;
export type MoveName = keyof typeof MOVES;
export const moveNames = Object.keys(MOVES) as MoveName[];
const drawn = moveNames.flatMap((name) => Array.from({ length: MOVES[name][1] }, () => name));

/** Makes one random move; answers which, and what the gateway said. */
export async function move(day: Day): Promise<{ name: MoveName; reply: Reply }> {
  const name = drawn[day.random.between(0, drawn.length - 1)] ?? 'wait';
  return { name, reply: await MOVES[name][0](day) };
}
