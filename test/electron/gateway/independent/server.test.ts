import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { emit, transactionEvent, transferEvent } from './deliveries.ts';
import { FOREIGN_TERMINAL, ONLINE_ORDER, PAGE, TERMINAL, TOKEN } from './seed.ts';
import { orderHash, signTransactionEvent, signTransferEvent, tokenHash } from './signatures.ts';
import { ROUTES, startIndependentGateway, type IndependentGateway } from './start.ts';

let gateway: IndependentGateway;
beforeEach(async () => void (gateway = await startIndependentGateway('live')));
afterEach(() => gateway.close());

async function ask(
  method: string,
  target: string,
  given: { host?: string; headers?: Record<string, string>; body?: unknown } = {},
) {
  const { host = gateway.dashboardUrl, headers = { authorization: gateway.state.secretKey }, body } = given;
  const response = await fetch(host + target, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, text, body: (text === '' ? null : JSON.parse(text)) as unknown };
}

describe('the server', () => {
  it('is made of its own files and Node alone', () => {
    const seen = new Set<string>();
    const outside = new Set<string>();
    const visit = (file: string): void => {
      if (seen.has(file)) return;
      seen.add(file);
      const source = readFileSync(new URL(file, import.meta.url), 'utf8');
      for (const [, name = ''] of source.matchAll(/^(?:import|export)\b[^;]*? from '([^']+)';/gms))
        if (name.startsWith('./')) visit(name);
        else outside.add(name);
    };
    ['./start.ts', './receiver.ts', './deliveries.ts'].forEach(visit);
    expect([...outside].sort()).toEqual(['node:crypto', 'node:http', 'node:net']);
    expect(seen.size).toBeGreaterThan(10);
  });
});

describe('the routes', () => {
  it('are every path of the document, and the three order operations assumed beside reversal', () => {
    const paths = ROUTES.filter(({ assumed }) => !assumed);
    expect(paths.map(({ host, method, path }) => `${host} ${method} ${path}`).sort()).toEqual([
      'checkout DELETE /v3/cards/tokens/{token}',
      'checkout POST /v3/orders/',
      'checkout PUT /v3/orders/{orderId}',
      'dashboard DELETE /v2/webhooks/{webhookId}',
      'dashboard DELETE /v3/payment/tokenization/tokens/{token}',
      'dashboard GET /v2/aggregator/settlement-transactions',
      'dashboard GET /v2/customers/savecustomers',
      'dashboard GET /v2/discounts/{merchantId}/active',
      'dashboard GET /v2/payment-link',
      'dashboard GET /v2/paymentPage/{linkId}/public',
      'dashboard GET /v2/webhooks',
      'dashboard GET /v2/webhooks/records/transaction/{resourceId}',
      'dashboard GET /v2/webhooks/records/transfer/{resourceId}',
      'dashboard GET /v3/payment/pos/{terminalId}/transactions',
      'dashboard GET /v3/payment/sessions',
      'dashboard GET /v3/payment/sessions/{sessionId}',
      'dashboard GET /v3/payment/sessions/{sessionId}/payment',
      'dashboard GET /v3/payment/settlement/windows',
      'dashboard POST /v2/payment-link',
      'dashboard POST /v2/paymentRequest',
      'dashboard POST /v2/paymentRequest/share',
      'dashboard POST /v2/transfers/schedulers/single',
      'dashboard POST /v2/webhooks',
      'dashboard POST /v2/webhooks/records/{recordId}/resend',
      'dashboard POST /v2/webhooks/{id}/test',
      'dashboard POST /v3/payment/pos/ack/{terminalId}',
      'dashboard POST /v3/payment/sessions',
      'dashboard PUT /v2/batch-item/{batchItemId}',
      'dashboard PUT /v2/merchants/api-keys',
      'dashboard PUT /v2/webhooks/{webhookId}',
      'dashboard PUT /v3/payment/capture/{orderId}',
      'dashboard PUT /v3/payment/refund/{orderId}',
      'dashboard PUT /v3/payment/reversal/{orderId}',
      'dashboard PUT /v3/payment/void/{orderId}',
    ]);
  });

  it('refuse by status as §5 and §7 say', async () => {
    const transactions = `/v3/payment/pos/${TERMINAL}/transactions`;
    expect((await ask('GET', transactions)).status).toBe(200);
    expect((await ask('GET', transactions, { headers: {} })).status).toBe(401);
    expect(
      (await ask('GET', transactions, { headers: { authorization: `Bearer ${gateway.state.secretKey}` } }))
        .status,
    ).toBe(401);
    expect((await ask('GET', `/v3/payment/pos/${FOREIGN_TERMINAL}/transactions`)).status).toBe(401);
    gateway.state.addressAllowList = ['203.0.113.7'];
    expect(await ask('GET', transactions)).toMatchObject({
      status: 403,
      body: { message: 'Unauthorized IP address' },
    });
    expect((await ask('GET', `/v2/paymentPage/${PAGE}/public`, { headers: {} })).status).toBe(200);
    gateway.state.addressAllowList = ['127.0.0.1'];
    gateway.state.permissions.delete('webhook.view_webhook');
    expect((await ask('GET', '/v2/webhooks/records/transaction/TX-1')).status).toBe(403);
    expect(
      (await ask('PUT', '/v2/merchants/api-keys', { body: { keyName: 'k' } })).status,
      'without operation=apiKey.create',
    ).toBe(400);
    expect((await ask('GET', '/v2/paymentPage/PP-0/public', { headers: {} })).status).toBe(404);
  });

  it('forward an order operation of the checkout host with its credential, which the dashboard checks', async () => {
    const path = `/v3/orders/${ONLINE_ORDER}`;
    const host = gateway.checkoutUrl;
    expect((await ask('PUT', path, { host, headers: {}, body: { apiOperation: 'VOID' } })).status).toBe(401);
    gateway.state.permissions.delete('refund');
    expect((await ask('PUT', path, { host, body: { apiOperation: 'VOID' } })).status).toBe(403);
    gateway.state.permissions.add('refund');
    expect(await ask('PUT', path, { host, body: { apiOperation: 'VOID' } })).toMatchObject({
      status: 200,
      body: { response: {}, status: 'SUCCESS', provider: { type: 'ONLINE', version: '1.0' } },
    });
    expect((await ask('PUT', path, { host, body: { apiOperation: 'VOID' } })).status).toBe(400);
  });

  it('notice what is sent against the document', async () => {
    const { state } = gateway;
    await ask('GET', `/v2/paymentPage/${PAGE}/public`);
    await ask('DELETE', `/v3/cards/tokens/${TOKEN}`, {
      host: gateway.checkoutUrl,
      headers: { authorization: state.secretKey, 'service-hash': '0'.repeat(64) },
    });
    await ask('POST', '/v3/orders', { host: gateway.checkoutUrl, body: {} });
    await ask('POST', '/v2/webhooks', { body: { nickname: state.paymentApiKey } });
    expect(state.violations).toEqual([
      'GET /v2/paymentPage/PP-1203948/public: authorization is sent',
      'DELETE /v3/cards/tokens/tok_6f1e.2-x: authorization is sent',
      'POST /v3/orders: not a path of the checkout host',
      'POST /v2/webhooks: a signing key is sent (§5, rule 2)',
      'POST /v2/webhooks: field nickname is not documented',
    ]);
  });
});

describe('the signatures', () => {
  it('are those of the published vectors', () => {
    expect(
      orderHash('11111', { merchantId: 'mid-0-1', reference: '99', amount: '20', currency: 'EGP' }),
    ).toBe('606a8a1307d64caf4e2e9bb724738f115a8972c27eccb2a8acd9194c357e4bec');
    const { data } = transactionEvent('pay', 'TX-249893963');
    expect(signTransactionEvent('11111', data)).toBe(
      '9610477b2255b2a8ef84fd89adfaa5f1305ff9c20324205851890f1ea03109f4',
    );
  });

  it('take a transfer event raw and in the order of its keys, and a token operation with its customer', () => {
    const { data } = transferEvent('TRANSFERRED', 'TR-1');
    const hmac = (text: string) => createHmac('sha256', 'k').update(text).digest('hex');
    expect(signTransferEvent('k', data)).toBe(
      hmac('transferId=TR-1&status=TRANSFERRED&amount=1500.5&currency=EGP&recipientName=منى عادل & Sons'),
    );
    expect(tokenHash('k', 'MID-7-100', 'customer-9')).toBe(hmac('/?payment=MID-7-100.customer-9'));
  });
});

describe('the events', () => {
  const HOOK = {
    name: 'Books',
    url: 'https://hooks.example.com/a',
    events: ['refund', 'TRANSFERRED'],
    mode: 'live',
  };

  it('go to the webhooks of their mode that name them exactly, and unfiltered to the address of a session', async () => {
    await ask('POST', '/v2/webhooks', { body: HOOK });
    await ask('POST', '/v2/webhooks', { body: { ...HOOK, mode: 'test' } });
    await ask('POST', '/v2/webhooks', { body: { ...HOOK, isActive: false } });
    const destinations = async (...[event, serverWebhook]: [Parameters<typeof emit>[0], string?]) =>
      (await emit(event, gateway.state, serverWebhook ?? null)).map(({ record }) => [
        record['webhookId'],
        record['isServerWebhook'],
        record['status'],
      ]);
    const first = (gateway.state.webhooks[0] ?? { _id: '' })._id;
    expect(await destinations(transactionEvent('refund', 'TX-1'))).toEqual([[first, false, 'failed']]);
    expect(await destinations(transactionEvent('partial_refund', 'TX-1'))).toEqual([]);
    expect(
      await destinations(transactionEvent('partial_refund', 'TX-1'), 'https://shop.example.com/done'),
    ).toEqual([[null, true, 'failed']]);
    expect(await destinations(transferEvent('TRANSFERRED', 'TR-1'))).toEqual([[first, false, 'failed']]);
    expect(await destinations(transferEvent('PENDING', 'TR-1'))).toEqual([]);
  });

  it('are refused a sixth webhook of a mode and an address that is not public https', async () => {
    for (let count = 1; count <= 5; count += 1)
      expect((await ask('POST', '/v2/webhooks', { body: HOOK })).status).toBe(200);
    expect((await ask('POST', '/v2/webhooks', { body: HOOK })).status).toBe(400);
    const inTest = await ask('POST', '/v2/webhooks', { body: { ...HOOK, mode: 'test' } });
    const { _id } = inTest.body as { _id: string };
    expect((await ask('PUT', `/v2/webhooks/${_id}`, { body: { mode: 'live' } })).status).toBe(400);
    for (const url of ['http://a.example.com', 'https://localhost/', 'https://10.1.2.3/', 'https://[::1]/'])
      expect((await ask('POST', '/v2/webhooks', { body: { ...HOOK, mode: 'test', url } })).status).toBe(400);
  });
});
