import { expect, test } from 'vitest';
import type { Sandbox } from '#electron/sandbox/start-sandbox.ts';
import { BUSY, call, outstanding, withGateway, type TestClock } from '../gateway.ts';
import {
  aMoment,
  transactionSignatureOf,
  transferSignatureOf,
  withListener,
  type Listener,
} from '../listener.ts';
import {
  allAccountedFor,
  newSession,
  newTransfer,
  newWebhook,
  orderOperation,
  paidOrder,
  pay,
  SECOND_MS,
  SMALL,
} from '../merchant.ts';
import { newestTransaction, recordsOf } from '../records.ts';

const ALL = ['pay', 'authorize', 'capture', 'refund', 'void', 'reversal', 'INITIATED', 'IN_TRANSIT'].concat(
  'TRANSFERRED',
  'FAILED',
);

const withHooks = (use: (sandbox: Sandbox, listener: Listener, clock: TestClock) => Promise<void>) =>
  withGateway(async (sandbox, clock) => {
    await withListener(sandbox, (listener) => use(sandbox, listener, clock));
    await allAccountedFor(sandbox);
  }, SMALL);

const eventsOf = (listener: Listener, path = '/closeout') =>
  listener.received.filter((one) => one.path === path).map(({ body }) => body.event);

test('a payment is delivered with the documented data, and signed with the Payment API key', async () => {
  await withHooks(async (sandbox, listener) => {
    const { live } = sandbox;
    await newWebhook(live, { headers: { 'X-Shop': 'seven', 'x-b': '' } });
    await paidOrder(sandbox, 'WEB 77 (É)*');
    const [one] = await listener.until(1);
    const transactionId = await newestTransaction(live);
    expect(one?.body.event).toBe('pay');
    expect(one?.body.data).toEqual({
      merchantOrderId: 'WEB 77 (É)*',
      kashierOrderId: expect.stringMatching(/^[0-9a-f]{24}$/) as string,
      orderReference: 'WEB 77 (É)*',
      transactionId,
      status: 'SUCCESS',
      method: 'card',
      creationDate: '2026-11-17 10:30:00.000000+00:00',
      amount: 120.5,
      currency: 'EGP',
      channel: 'online | e-commerce',
      transactionResponseCode: '00',
      signatureKeys: expect.arrayContaining(['amount', 'currency', 'transactionId', 'status']) as string[],
    });
    expect(one?.headers).toMatchObject({ 'content-type': 'application/json', 'x-shop': 'seven', 'x-b': '' });
    const signature = one?.headers['x-signature'];
    const data = one?.body.data ?? { signatureKeys: [] };
    expect(signature).toBe(transactionSignatureOf(data, live.paymentKey));
    for (const key of data.signatureKeys)
      expect(transactionSignatureOf({ ...data, [key]: `${String(data[key])}1` }, live.paymentKey)).not.toBe(
        signature,
      );
    for (const key of [live.secretKey, live.apiKey, live.transferKey, sandbox.test.paymentKey])
      expect(transactionSignatureOf(data, key)).not.toBe(signature);
  });
});

test('the body of a transaction event holds its hash beside event and data; the record does not show it', async () => {
  await withHooks(async (sandbox, listener) => {
    await newWebhook(sandbox.live);
    await paidOrder(sandbox, 'WEB-1');
    const [one] = await listener.until(1);
    const [record] = await recordsOf(sandbox.live, await newestTransaction(sandbox.live));
    expect(Object.keys(record?.['payload'] ?? {})).toEqual(['event', 'data']);
    expect((record?.['payload'] as { data: unknown } | undefined)?.data).toEqual(one?.body.data);
    expect(Object.keys(one?.body ?? {}).sort()).toEqual(['data', 'event', 'hash']);
  });
});

test('a transfer event is signed with the Transfer API key over its own keys in their order', async () => {
  await withHooks(async ({ live }, listener, clock) => {
    await newWebhook(live, { events: ['INITIATED'] });
    const transferId = await newTransfer(live, { amount: '1000.50' });
    clock.forward(2 * SECOND_MS);
    const [one] = await listener.until(1);
    expect(one?.body).toEqual({
      event: 'INITIATED',
      data: {
        transferId,
        merchantTransferId: 'PAY-1',
        status: 'INITIATED',
        amount: 1000.5,
        currency: 'EGP',
        recipientName: 'Mona Adel',
        updatedAt: '2026-11-17T10:30:02.000Z',
        signatureKeys: expect.arrayContaining(['transferId', 'status', 'amount']) as string[],
      },
    });
    const data = one?.body.data ?? { signatureKeys: [] };
    const signature = one?.headers['x-signature'];
    expect(signature).toBe(transferSignatureOf(data, live.transferKey));
    expect(signature).not.toBe(transferSignatureOf(data, live.paymentKey));
    expect(signature).not.toBe(transferSignatureOf({ ...data, amount: 1000.51 }, live.transferKey));
    const turned = { ...data, signatureKeys: data.signatureKeys.toReversed() };
    expect(signature).not.toBe(transferSignatureOf(turned, live.transferKey));
    expect(await recordsOf(live, transferId, 'transfer')).toMatchObject([
      { resourceType: 'transfer', resourceId: transferId, eventType: 'INITIATED', status: 'delivered' },
    ]);
    expect(await recordsOf(live, transferId, 'transaction')).toEqual([]);
  });
});

test('a webhook gets exactly the events it names; those of another mode, and an inactive one, get nothing', async () => {
  await withHooks(async (sandbox, listener) => {
    const at = (path: string) => `https://hooks.shop.example${path}`;
    await newWebhook(sandbox.live, { url: at('/refunds'), events: ['refund', 'void'] });
    await newWebhook(sandbox.live, { url: at('/off'), events: ALL, isActive: false });
    await newWebhook(sandbox.live, { url: at('/test'), events: ALL, mode: 'test' });
    await newWebhook(sandbox.live, { url: at('/all'), events: ALL });
    await paidOrder(sandbox, 'WEB-1');
    expect((await orderOperation(sandbox.live, 'refund', 'WEB-1')).status).toBe(200);
    await listener.until(3);
    const tried = await newSession(sandbox.test);
    await pay(sandbox, 'test', tried);
    await listener.until(4);
    await aMoment();
    expect(eventsOf(listener, '/refunds')).toEqual(['refund']);
    expect(eventsOf(listener, '/all').sort()).toEqual(['pay', 'refund']);
    expect(eventsOf(listener, '/off')).toEqual([]);
    expect(eventsOf(listener, '/test')).toEqual(['pay']);
    const last = listener.received.at(-1);
    expect(last?.headers['x-signature']).toBe(
      transactionSignatureOf(last?.body.data ?? { signatureKeys: [] }, sandbox.test.paymentKey),
    );
  });
});

test('a partial refund is not a refund to a webhook, but reaches the destination of the session', async () => {
  await withHooks(async (sandbox, listener) => {
    await newWebhook(sandbox.live, { events: ['refund'], headers: { 'x-shop': 'seven' } });
    await paidOrder(sandbox, 'WEB-1', { serverWebhook: 'https://hooks.shop.example/session' });
    await listener.until(1);
    expect((await orderOperation(sandbox.live, 'refund', 'WEB-1', 20.5)).status).toBe(200);
    await listener.until(2);
    await aMoment();
    expect(eventsOf(listener)).toEqual([]);
    expect(eventsOf(listener, '/session')).toEqual(['pay', 'partial_refund']);
    const [, partial] = listener.received;
    expect(partial?.body.data['amount']).toBe(20.5);
    expect(partial?.headers['x-shop']).toBeUndefined();
    expect(partial?.headers['x-signature']).toBe(
      transactionSignatureOf(partial?.body.data ?? { signatureKeys: [] }, sandbox.live.paymentKey),
    );
    const id = await newestTransaction(sandbox.live);
    expect(await recordsOf(sandbox.live, id)).toMatchObject([
      { eventType: 'partial_refund', webhookId: null, isServerWebhook: true, isTest: false },
    ]);
  });
});

test('each operation on an order is an event: authorize, capture, refund, void, reversal', async () => {
  await withHooks(async (sandbox, listener) => {
    const { live } = sandbox;
    await newWebhook(live, { events: ALL });
    await paidOrder(sandbox, 'WEB-1', { manualCapture: true });
    await listener.until(1);
    await orderOperation(live, 'capture', 'WEB-1', '100.00');
    await listener.until(2);
    await orderOperation(live, 'void', 'WEB-1');
    await listener.until(3);
    await paidOrder(sandbox, 'WEB-2', {}, { method: 'bnpl' });
    await listener.until(4);
    await orderOperation(live, 'reversal', 'WEB-2');
    await listener.until(5);
    const [sale] = await outstanding(live, BUSY);
    const order = sale?.merchant_order_id ?? '';
    expect((await orderOperation(live, 'reversal', order)).status).toBe(200);
    await listener.until(6);
    expect(
      listener.received.map(({ body }) => [body.event, body.data['amount'], body.data['method']]),
    ).toEqual([
      ['authorize', 120.5, 'card'],
      ['capture', 100, 'card'],
      ['void', 100, 'card'],
      ['pay', 120.5, 'bnpl'],
      ['reversal', 120.5, 'bnpl'],
      ['reversal', sale?.amount, 'card'],
    ]);
    expect(listener.received[5]?.body.data).toMatchObject({ merchantOrderId: order, channel: 'pos' });
  });
});

test('a refused card and an operation that is refused are no events', async () => {
  await withHooks(async (sandbox, listener) => {
    await newWebhook(sandbox.live, { events: ALL });
    const id = await newSession(sandbox.live, { order: 'WEB-1' });
    await pay(sandbox, 'live', id, { outcome: 'decline' });
    await pay(sandbox, 'live', id);
    expect((await orderOperation(sandbox.live, 'refund', 'WEB-1', 1_000)).status).toBe(400);
    expect((await orderOperation(sandbox.live, 'capture', 'WEB-1')).status).toBe(400);
    await listener.until(1);
    await aMoment();
    expect(eventsOf(listener)).toEqual(['pay']);
  });
});

test('deliveries already begun are visible after their webhook is deleted', async () => {
  await withHooks(async (sandbox, listener) => {
    const id = await newWebhook(sandbox.live);
    await paidOrder(sandbox, 'WEB-1');
    await listener.until(1);
    expect((await call(sandbox.live, 'DELETE', `/v2/webhooks/${id}`)).status).toBe(200);
    const transactionId = await newestTransaction(sandbox.live);
    expect(await recordsOf(sandbox.live, transactionId)).toMatchObject([{ webhookId: id }]);
    await paidOrder(sandbox, 'WEB-2');
    await aMoment();
    expect(listener.received.length).toBe(1);
  });
});

test('the session document lists the notifications of its own destination', async () => {
  await withHooks(async (sandbox, listener) => {
    await newWebhook(sandbox.live);
    const id = await paidOrder(sandbox, 'WEB-1', { serverWebhook: 'https://hooks.shop.example/session' });
    await listener.until(2);
    await aMoment();
    const { body } = await call(sandbox.live, 'GET', `/v3/payment/sessions/${id}`);
    expect(body).toMatchObject({
      webhookNotifications: [
        { url: 'https://hooks.shop.example/session', event: 'pay', status: 'delivered' },
      ],
    });
  });
});
