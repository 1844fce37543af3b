/** What holds for every write and movement: nothing followed, nothing shown, refusals told as the facts they are (§5, §7). */
import { describe, expect, it } from 'vitest';
import { bench, lines, money, must, send, type Bench } from './client.ts';
import { BATCH_ITEM, CORRELATION, CUSTOMER, ONLINE_ORDER, SALE, TERMINAL, TOKEN } from './seed.ts';

const OWNER = { merchantId: 'MID-7-100', customerReference: CUSTOMER };
const HOOK = {
  name: 'Books',
  url: 'https://hooks.example.com/a',
  headers: { 'X-Shop': 'canary-header-71' },
  events: ['pay'],
  mode: 'live',
} as const;

/** Every documented write the client has. */
const WRITES: Record<
  string,
  (client: Bench['client']) => Promise<{ ok: true } | { ok: false; error: unknown }>
> = {
  'sessions.create': (client) =>
    client.sessions.create({ amount: money(100n), order: 'A', merchantId: 'MID-7-100' }),
  'tokens.delete': (client) => client.tokens.delete(TOKEN),
  'tokens.checkoutDelete': (client) => client.tokens.checkoutDelete(TOKEN, OWNER),
  'paymentLinks.create': (client) =>
    client.paymentLinks.create({ customerName: 'M', total: money(100n), description: 'x' }),
  'invoices.create': (client) => client.invoices.create({ paymentType: 'simple', total: money(100n) }),
  'invoices.share': (client) => client.invoices.share({ paymentRequestId: 'PR-1', email: 'm@example.com' }),
  'customers.save': (client) => client.customers.save(CORRELATION),
  'batchItems.update': (client) => client.batchItems.update(BATCH_ITEM, { description: 'x' }),
  'payouts.createScheduler': (client) =>
    client.payouts.createScheduler({
      batchName: 'Rent',
      method: 'wallet',
      recipientName: 'M',
      recipientNumber: '01012345678',
      amount: money(100n),
      startAtMs: Date.UTC(2026, 3, 1),
      recurringFrequency: 'MONTHLY',
    }),
  'credentials.createApiKey': (client) => client.credentials.createApiKey('k'),
  'webhooks.create': (client) => client.webhooks.create(HOOK),
  'webhooks.update': (client) => client.webhooks.update('1', HOOK),
  'webhooks.delete': (client) => client.webhooks.delete('1'),
  'webhooks.resend': (client) => client.webhooks.resend('1'),
  'webhooks.test': (client) => client.webhooks.test('1'),
};
/** Every documented movement the client has. */
const MOVEMENTS: Record<string, (client: Bench['client']) => ReturnType<Bench['client']['buildReversal']>> = {
  buildReversal: (client) => client.buildReversal(SALE),
  buildAcknowledgement: (client) => client.buildAcknowledgement(TERMINAL),
  'orders.buildRefund': (client) => client.orders.buildRefund({ orderId: ONLINE_ORDER }),
  'orders.buildVoid': (client) => client.orders.buildVoid({ orderId: ONLINE_ORDER }),
  'orders.buildReversal by the checkout host': (client) =>
    client.orders.buildReversal(ONLINE_ORDER, 'checkout'),
  'tokens.buildPayment': (client) =>
    client.tokens.buildPayment({ ...OWNER, orderReference: 'A', amount: money(100n), token: TOKEN }),
};

describe.each(Object.entries(WRITES))('%s', (_name, write) => {
  it('is one request, whatever comes back or does not', async () => {
    for (const fault of [
      { kind: 'drop-before' },
      { kind: 'drop-after' },
      { kind: 'answer', status: 500, text: '{}' },
      { kind: 'answer', status: 502, text: '<html>' },
      { kind: 'answer', status: 503, headers: { 'retry-after': '1' } },
      { kind: 'answer', status: 429, headers: { 'retry-after': '1' } },
      { kind: 'answer', status: 408 },
    ] as const) {
      const { client, server, sent } = await bench();
      server.plan(/./, fault, 9);
      const answer = await write(client);
      expect(answer.ok).toBe(false);
      expect(sent()).toHaveLength(1);
      const refused = fault.kind === 'answer' && fault.status === 429;
      expect(answer).toMatchObject({ error: { outcome: refused ? 'not-applied' : 'unknown' } });
    }
  });

  it('follows no redirect, so that its credential goes nowhere else', async () => {
    for (const status of [301, 302, 303, 307, 308]) {
      const { client, server, sent } = await bench();
      server.plan(
        /./,
        { kind: 'answer', status, headers: { location: `${server.checkoutUrl}/elsewhere` } },
        9,
      );
      expect(await write(client)).toMatchObject({ error: { code: 'redirected', outcome: 'unknown' } });
      expect(sent()).toHaveLength(1);
    }
  });

  it('shows no key and no custom header in an error or a log line', async () => {
    const { client, server, logged } = await bench();
    const answers: unknown[] = [];
    for (const [status, text] of [
      [400, '{"message":"no"}'],
      [401, ''],
      [403, 'junk'],
      [500, '{}'],
      [200, 'junk'],
      [200, '{"a":'],
    ] as const) {
      server.plan(/./, { kind: 'answer', status, text });
      const answer = await write(client);
      if (!answer.ok) answers.push(answer.error);
    }
    server.plan(/./, { kind: 'drop-before' });
    answers.push(await write(client));
    const shown = JSON.stringify([answers, logged]);
    const { secretKey, apiKey, paymentApiKey, transferApiKey } = server.state;
    for (const secret of [secretKey, apiKey, paymentApiKey, transferApiKey, 'canary-header-71'])
      expect(shown).not.toContain(secret);
  });
});

const onDashboard = Object.entries(WRITES).filter(([name]) => name !== 'tokens.checkoutDelete');
describe.each(onDashboard)('%s with the secret key', (_name, write) => {
  it('from an address that is not on the list changed nothing (§5, rule 5)', async () => {
    const { client, server } = await bench();
    server.state.addressAllowList = ['203.0.113.7'];
    expect(await write(client)).toMatchObject({
      error: { code: 'address-not-allowed', httpStatus: 403, outcome: 'not-applied' },
    });
  });

  it('of the other environment is a refused key, and changed nothing (§5, rule 1)', async () => {
    const { client } = await bench('live', { secretKey: 'sk_test_8c1f$a.B-9' });
    expect(await write(client)).toMatchObject({ error: { code: 'key-refused', outcome: 'not-applied' } });
  });
});

describe.each(Object.entries(MOVEMENTS))('the movement %s', (_name, build) => {
  it('is one request, whatever comes back or does not', async () => {
    for (const fault of [
      { kind: 'drop-before' },
      { kind: 'drop-after' },
      { kind: 'cut' },
      { kind: 'answer', status: 503, headers: { 'retry-after': '1' } },
      { kind: 'answer', status: 429, headers: { 'retry-after': '1' } },
      { kind: 'answer', status: 307, headers: { location: '/elsewhere' } },
      { kind: 'answer', status: 401 },
    ] as const) {
      const { client, server, sent } = await bench();
      const built = must(await build(client));
      server.plan(/./, fault, 9);
      const { outcome } = await send(client, { ok: true, value: built });
      expect(outcome.kind).toBe(fault.kind === 'answer' ? 'answer' : 'no-answer');
      const requests = sent();
      expect(requests).toHaveLength(1);
      // What was built, and stored, is what left.
      expect(requests[0]?.body).toBe(new TextDecoder().decode(built.body));
      expect(lines(requests)[0]).toContain(`${built.method} ${new URL(built.url).pathname}`);
    }
  });

  it('is built without a key in it, and is not sent with another key than it was built with', async () => {
    const { client, server, sent } = await bench();
    const built = must(await build(client));
    const text = JSON.stringify(built) + new TextDecoder().decode(built.body);
    const { state } = server;
    for (const key of [state.secretKey, state.apiKey, state.paymentApiKey, state.transferApiKey])
      expect(text).not.toContain(key);
    const other = await bench('live', { secretKey: 'sk_live_new', paymentKey: 'pay-live-new' });
    const { outcome } = await send(other.client, { ok: true, value: built });
    expect(outcome).toMatchObject({ kind: 'not-sent', error: { code: 'key-refused' } });
    expect(sent()).toEqual([]);
  });
});
