/** Order operations through both hosts (§4.2) and tokens (§4.3): the real client against the independent gateway. */
import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { bench, bodyOf, credentialsOf, lines, money, must, send } from './client.ts';
import { CUSTOMER, ONLINE_ORDER, TOKEN } from './seed.ts';

const MERCHANT = 'MID-7-100';

async function withOrders(...given: Parameters<typeof bench>) {
  const made = await bench(...given);
  return { ...made, orders: made.client.orders, tokens: made.client.tokens };
}

/** What `Service-Hash` must be, from the words of the assumptions and the key alone. */
const hash = (text: string) => createHmac('sha256', 'pay-live-0f4b').update(text).digest('hex');

describe('an order operation through the checkout host (§4.2)', () => {
  it('is a PUT on the documented path with the secret key, its name in `apiOperation`', async () => {
    const { client, orders, server, sent } = await withOrders();
    const built = await orders.buildRefund(
      { orderId: ONLINE_ORDER, amount: money(1_050n), reason: 'broken' },
      'checkout',
    );
    const { outcome } = await send(client, built);
    if (outcome.kind !== 'answer') throw new Error(outcome.kind);
    expect(orders.readAnswer(ONLINE_ORDER, outcome.status, outcome.body)).toMatchObject({
      kind: 'succeeded',
      messages: { en: 'The order was refunded.', ar: 'تم رد المبلغ.' },
      // The answer's `response` is empty (§4.2): nothing is made up.
      order: { orderId: null, amount: null, captured: null, refunded: null },
    });
    const requests = sent();
    expect(lines(requests)).toEqual([`checkout PUT /v3/orders/${ONLINE_ORDER}`]);
    expect(credentialsOf(requests[0])).toEqual({ authorization: server.state.secretKey });
    expect(bodyOf(requests[0])).toEqual({
      apiOperation: 'REFUND',
      reason: 'broken',
      transaction: { amount: 10.5 },
    });
    expect(requests[0]?.body).toContain('"amount":10.50');
    expect(server.state.orders.get(ONLINE_ORDER)?.status).toBe('REFUNDED');
  });

  it.each([
    ['VOID', 'VOIDED'],
    ['CAPTURE', 'PAID'],
    ['REVERSAL', 'REVERSED'],
  ] as const)('%s with nothing else given has nothing else in its body', async (operation, status) => {
    const { client, orders, server, sent } = await withOrders();
    const built = {
      VOID: () => orders.buildVoid({ orderId: ONLINE_ORDER }, 'checkout'),
      CAPTURE: () => orders.buildCapture({ orderId: ONLINE_ORDER }, 'checkout'),
      REVERSAL: () => orders.buildReversal(ONLINE_ORDER, 'checkout'),
    };
    await send(client, await built[operation]());
    expect(sent().map(({ body }) => body)).toEqual([`{"apiOperation":"${operation}"}`]);
    expect(server.state.orders.get(ONLINE_ORDER)?.status).toBe(status);
  });

  it('is refused by the dashboard it is forwarded to: no permission, no address', async () => {
    const { client, orders, server } = await withOrders();
    server.state.permissions.delete('refund');
    const built = await orders.buildVoid({ orderId: ONLINE_ORDER }, 'checkout');
    const { outcome } = await send(client, built);
    expect(outcome).toMatchObject({ kind: 'answer', status: 403 });
    if (outcome.kind !== 'answer') throw new Error(outcome.kind);
    expect(orders.readAnswer(ONLINE_ORDER, outcome.status, outcome.body)).toMatchObject({
      error: { code: 'permission-missing' },
    });
    server.state.addressAllowList = ['203.0.113.7'];
    expect((await send(client, built)).outcome).toMatchObject({ kind: 'answer', status: 403 });
    expect(server.state.orders.get(ONLINE_ORDER)?.status).toBe('PAID');
  });

  it.each(['drop-before', 'drop-after', 'cut'] as const)(
    'whose connection ends (%s) is sent exactly once',
    async (kind) => {
      const { client, orders, server, sent } = await withOrders();
      server.plan(/orders/, { kind }, 5);
      const built = await orders.buildVoid({ orderId: ONLINE_ORDER }, 'checkout');
      expect((await send(client, built)).outcome).toMatchObject({ kind: 'no-answer' });
      expect(sent()).toHaveLength(1);
      expect(server.state.orders.get(ONLINE_ORDER)?.status).toBe(kind === 'drop-before' ? 'PAID' : 'VOIDED');
    },
  );

  it('is by default the one way to refund and void whose path the document gives', async () => {
    const { orders, server } = await withOrders();
    const documented = `${server.checkoutUrl}/v3/orders/${ONLINE_ORDER}`;
    expect(must(await orders.buildRefund({ orderId: ONLINE_ORDER })).url).toBe(documented);
    expect(must(await orders.buildVoid({ orderId: ONLINE_ORDER })).url).toBe(documented);
  });

  it('is not built for an amount of nothing', async () => {
    const { orders } = await withOrders();
    for (const minor of [0n, -1n])
      expect(await orders.buildRefund({ orderId: ONLINE_ORDER, amount: money(minor) })).toMatchObject({
        error: { kind: 'input' },
      });
  });
});

describe('a saved token (§4.3)', () => {
  it('is deleted on the dashboard with the secret key and no body', async () => {
    const { tokens, server, sent } = await withOrders();
    expect(must(await tokens.delete(TOKEN))).toMatchObject({ messages: { en: 'Token deleted' } });
    const requests = sent();
    expect(lines(requests)).toEqual(['dashboard DELETE /v3/payment/tokenization/tokens/tok_6f1e.2-x']);
    expect(credentialsOf(requests[0])).toEqual({ authorization: server.state.secretKey });
    expect(requests[0]?.body).toBe('');
    expect(server.state.tokens.has(TOKEN)).toBe(false);
    expect(await tokens.delete(TOKEN)).toMatchObject({
      error: { code: 'not-found', outcome: 'not-applied' },
    });
  });

  it('is deleted on the checkout host with Service-Hash and no secret key', async () => {
    const { tokens, server, sent } = await withOrders();
    must(await tokens.checkoutDelete(TOKEN, { merchantId: MERCHANT, customerReference: CUSTOMER }));
    const requests = sent();
    expect(lines(requests)).toEqual(['checkout DELETE /v3/cards/tokens/tok_6f1e.2-x']);
    expect(credentialsOf(requests[0])).toEqual({ 'service-hash': hash('/?payment=MID-7-100.customer-9') });
    expect(requests[0]?.body).toBe('');
    expect(server.state.tokens.has(TOKEN)).toBe(false);
  });

  it('of another customer is not deleted', async () => {
    const { tokens, server } = await withOrders();
    const answer = await tokens.checkoutDelete(TOKEN, { merchantId: MERCHANT, customerReference: 'another' });
    expect(answer).toMatchObject({ error: { code: 'key-refused', httpStatus: 401 } });
    expect(server.state.tokens.has(TOKEN)).toBe(true);
  });

  it('is not touched where there is no Payment API key: nothing is sent', async () => {
    const { tokens, sent } = await withOrders('live', { paymentKey: null });
    const owner = { merchantId: MERCHANT, customerReference: CUSTOMER };
    expect(await tokens.checkoutDelete(TOKEN, owner)).toMatchObject({ error: { code: 'key-refused' } });
    expect(
      await tokens.buildPayment({ ...owner, orderReference: 'A', amount: money(100n), token: TOKEN }),
    ).toMatchObject({ ok: false });
    expect(sent()).toEqual([]);
  });

  it.each(['drop-before', 'drop-after'] as const)(
    'is asked once to be deleted when the connection ends (%s)',
    async (kind) => {
      const { tokens, server, sent } = await withOrders();
      server.plan(/tokens/, { kind }, 5);
      expect(await tokens.delete(TOKEN)).toMatchObject({ error: { outcome: 'unknown' } });
      expect(sent()).toHaveLength(1);
      expect(server.state.tokens.has(TOKEN)).toBe(kind === 'drop-before');
    },
  );
});

describe('a payment with a token (§4.3)', () => {
  const payment = {
    merchantId: MERCHANT,
    customerReference: CUSTOMER,
    orderReference: 'WEB-77',
    token: TOKEN,
  };

  it.each([
    [money(2_000n), '20'],
    [money(2_050n), '20.5'],
    [money(2_005n), '20.05'],
    [money(1_250n, 'KWD'), '1.25'],
  ])('of %o is a POST to the path with its slash, hashed as %s, and no secret key', async (amount, text) => {
    const { client, tokens, sent } = await withOrders();
    const { outcome } = await send(client, await tokens.buildPayment({ ...payment, amount }));
    if (outcome.kind !== 'answer') throw new Error(outcome.kind);
    expect(
      tokens.readPaymentAnswer({ orderReference: 'WEB-77', amount }, outcome.status, outcome.body),
    ).toMatchObject({ kind: 'succeeded', order: { merchantOrderId: 'WEB-77', status: 'PAID', amount } });
    const requests = sent();
    expect(lines(requests)).toEqual(['checkout POST /v3/orders/']);
    expect(credentialsOf(requests[0])).toEqual({
      'service-hash': hash(`/?payment=MID-7-100.WEB-77.${text}.${amount.currency}.customer-9`),
    });
    expect(bodyOf(requests[0])).toEqual({
      merchantId: MERCHANT,
      order: { reference: 'WEB-77', amount: Number(text), currency: amount.currency },
      customer: { reference: CUSTOMER },
      cardToken: TOKEN,
    });
  });

  it('with a deleted token fails, and is sent once', async () => {
    const { client, tokens, server, sent } = await withOrders();
    server.state.tokens.clear();
    const built = await tokens.buildPayment({ ...payment, amount: money(100n) });
    expect((await send(client, built)).outcome).toMatchObject({ kind: 'answer', status: 404 });
    expect(sent()).toHaveLength(1);
  });

  it.each(['drop-before', 'drop-after', 'cut'] as const)(
    'whose connection ends (%s) is sent exactly once',
    async (kind) => {
      const { client, tokens, server, sent } = await withOrders();
      server.plan(/orders/, { kind }, 5);
      const built = await tokens.buildPayment({ ...payment, amount: money(100n) });
      expect((await send(client, built)).outcome).toMatchObject({ kind: 'no-answer' });
      expect(sent()).toHaveLength(1);
      expect(server.state.orders.size).toBe(kind === 'drop-before' ? 4 : 5);
    },
  );

  it.each([
    ['live', 429],
    ['test', 200],
  ] as const)(
    'over the limit of the checkout host in %s is answered %i (§8)',
    async (environment, status) => {
      const { client, tokens, server, sent } = await withOrders(environment);
      server.state.checkoutLimit = 1;
      const built = await tokens.buildPayment({ ...payment, amount: money(100n) });
      await send(client, built);
      expect((await send(client, built)).outcome).toMatchObject({ kind: 'answer', status });
      expect(sent()).toHaveLength(2);
    },
  );
});
