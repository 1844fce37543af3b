import { expect, test } from 'vitest';
import type { Sandbox } from '#electron/sandbox/start-sandbox.ts';
import { englishOf, withGateway, type TestClock } from '../gateway.ts';
import { transactionSignatureOf, transferSignatureOf, withListener, type Listener } from '../listener.ts';
import { allAccountedFor, newWebhook, paidOrder, SECOND_MS, SMALL } from '../merchant.ts';
import { afterAttempts, newestTransaction, recordsOf } from '../records.ts';
import { needsPermission, refusesStrangers, refusesTricks, takesOnly } from '../refusals.ts';
import { ask, at, textAt } from '../wire.ts';

const RECORDS = '/v2/webhooks/records';

const withHooks = (use: (sandbox: Sandbox, listener: Listener, clock: TestClock) => Promise<void>) =>
  withGateway((sandbox, clock) => withListener(sandbox, (listener) => use(sandbox, listener, clock)), SMALL);

test('a record has the documented fields', async () => {
  await withHooks(async (sandbox) => {
    const webhookId = await newWebhook(sandbox.live);
    await paidOrder(sandbox, 'WEB-1');
    const record = await afterAttempts(sandbox.live, 1);
    const { payload, ...rest } = record;
    expect(rest).toEqual({
      _id: expect.stringMatching(/^[0-9a-f]{24}$/) as string,
      resourceType: 'transaction',
      resourceId: await newestTransaction(sandbox.live),
      webhookId,
      eventType: 'pay',
      mode: 'live',
      url: 'https://hooks.shop.example/closeout',
      status: 'delivered',
      attempts: 1,
      responses: [{ status: 200, body: 'thank you', date: '2026-11-17T10:30:00.000Z' }],
      isServerWebhook: false,
      isTest: false,
      createdAt: '2026-11-17T10:30:00.000Z',
      updatedAt: '2026-11-17T10:30:00.000Z',
    });
    expect(payload).toMatchObject({ event: 'pay', data: { merchantOrderId: 'WEB-1', amount: 120.5 } });
    expect(await recordsOf(sandbox.live, 'TX-999999')).toEqual([]);
  });
});

test('a resend is a new record with one attempt and the first signature; the original is unchanged', async () => {
  await withHooks(async (sandbox, listener, clock) => {
    const { live } = sandbox;
    const webhookId = await newWebhook(live, { headers: { 'x-shop': 'seven' } });
    await paidOrder(sandbox, 'WEB-1');
    const original = await afterAttempts(live, 1);
    const id = textAt(original, '_id');
    // What it became since then does not matter: the stored request is replayed to the same URL.
    const change = { url: 'https://hooks.shop.example/moved', headers: {}, isActive: false };
    await ask(live, 'PUT', `/v2/webhooks/${webhookId}`, { json: change });
    clock.forward(3_600 * SECOND_MS);
    listener.answer(502, 'no');
    const { status, body } = await ask(live, 'POST', `${RECORDS}/${id}/resend`);
    expect(status).toBe(200);
    expect(body).toEqual({
      recordId: expect.stringMatching(/^[0-9a-f]{24}$/) as string,
      clonedFromRecordId: id,
      status: 'failed',
      attempts: 1,
      lastResponseStatus: 502,
    });
    const [first, again] = await listener.until(2);
    expect(again).toMatchObject({ path: '/closeout', text: first?.text });
    expect(again?.headers['x-signature']).toBe(first?.headers['x-signature']);
    expect(again?.headers['x-shop']).toBe('seven');

    const records = await recordsOf(live, textAt(original, 'resourceId'));
    expect(records[0]).toEqual(original);
    expect(records[1]).toMatchObject({
      _id: at(body, 'recordId'),
      webhookId,
      status: 'failed',
      attempts: 1,
      isTest: false,
      payload: original['payload'],
      responses: [{ status: 502, body: 'no', date: '2026-11-17T11:30:00.000Z' }],
      createdAt: '2026-11-17T11:30:00.000Z',
    });
    expect(records.length).toBe(2);
    clock.forward(600 * SECOND_MS);
    expect((await recordsOf(live, textAt(original, 'resourceId'))).length).toBe(2);
    expect(listener.received.length).toBe(2);
  });
});

test('one record is resent once in 30 seconds: 429 says how many seconds are left', async () => {
  await withHooks(async (sandbox, listener, clock) => {
    const { live } = sandbox;
    await newWebhook(live);
    await paidOrder(sandbox, 'WEB-1');
    const id = textAt(await afterAttempts(live, 1), '_id');
    const resend = (record: string) => ask(live, 'POST', `${RECORDS}/${record}/resend`);
    const done = await resend(id);
    expect(done.body).toMatchObject({ status: 'delivered', lastResponseStatus: 200 });
    for (const [forwardMs, seconds] of [
      [0, '30'],
      [9_500, '21'],
      [20_499, '1'],
    ] as const) {
      clock.forward(forwardMs);
      const soon = await resend(id);
      expect([soon.status, soon.headers['retry-after']]).toEqual([429, seconds]);
      expect(soon.body).toMatchObject({
        error: { cause: 'Too many requests' },
        status: 'FAILURE',
        data: { retryAfterSeconds: Number(seconds) },
      });
    }
    // Its copy is a record of its own.
    expect((await resend(textAt(done.body, 'recordId'))).status).toBe(200);
    clock.forward(1);
    expect((await resend(id)).status).toBe(200);
    expect(listener.received.length).toBe(4);
    expect((await recordsOf(live, await newestTransaction(live))).length).toBe(4);
  });
});

test('a record can be resent from retrying and failed, and the retries go on as before', async () => {
  await withHooks(async (sandbox, listener, clock) => {
    const { live } = sandbox;
    await newWebhook(live);
    listener.answer(500);
    await paidOrder(sandbox, 'WEB-1');
    const id = textAt(await afterAttempts(live, 1), '_id');
    listener.answer(200);
    expect((await ask(live, 'POST', `${RECORDS}/${id}/resend`)).body).toMatchObject({ status: 'delivered' });
    expect(await afterAttempts(live, 1)).toMatchObject({ status: 'retrying' });
    clock.forward(2 * SECOND_MS);
    expect(await afterAttempts(live, 2)).toMatchObject({ status: 'delivered' });
  });
});

test('a test sends a signed sample of the webhook’s first event, flagged isTest', async () => {
  await withHooks(async ({ live }, listener) => {
    const shop = await newWebhook(live, { events: ['refund', 'pay'], headers: { 'x-shop': 'seven' } });
    const { status, body } = await ask(live, 'POST', `/v2/webhooks/${shop}/test`);
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      statusCode: 200,
      responseBody: 'thank you',
      latencyMs: expect.any(Number) as number,
    });
    const payouts = await newWebhook(live, { events: ['FAILED'], isActive: false });
    listener.answer(418, 'z'.repeat(3_000));
    const refused = await ask(live, 'POST', `/v2/webhooks/${payouts}/test`);
    expect(refused.body).toMatchObject({ success: false, statusCode: 418, responseBody: 'z'.repeat(1_000) });
    const [sale, transfer] = await listener.until(2);
    expect([sale?.body.event, transfer?.body.event]).toEqual(['refund', 'FAILED']);
    expect(sale?.headers['x-shop']).toBe('seven');
    const none = { signatureKeys: [] };
    expect(sale?.headers['x-signature']).toBe(
      transactionSignatureOf(sale?.body.data ?? none, live.paymentKey),
    );
    expect(transfer?.headers['x-signature']).toBe(
      transferSignatureOf(transfer?.body.data ?? none, live.transferKey),
    );
    const [record] = await recordsOf(live, `TEST-${shop}`);
    expect(record).toMatchObject({ isTest: true, webhookId: shop, attempts: 1, status: 'delivered' });
    expect(await recordsOf(live, `TEST-${payouts}`, 'transfer')).toMatchObject([{ status: 'failed' }]);
    listener.answer('cut');
    expect((await ask(live, 'POST', `/v2/webhooks/${shop}/test`)).body).toMatchObject({
      success: false,
      statusCode: 0,
    });
  });
});

test('on the test environment records, resend and test are 404', async () => {
  await withHooks(async ({ test: tried, live }, listener) => {
    const id = await newWebhook(live, { mode: 'test' });
    const paths = [
      ['GET', `${RECORDS}/transaction/TX-000001`],
      ['GET', `${RECORDS}/transfer/TR-000001`],
      ['POST', `${RECORDS}/0123456789abcdef01234567/resend`],
      ['POST', `/v2/webhooks/${id}/test`],
    ] as const;
    for (const [method, path] of paths) {
      const reply = await ask(tried, method, path);
      expect([path, reply.status]).toEqual([path, 404]);
      expect(reply.body).toMatchObject({ error: { cause: 'Not found' }, status: 'FAILURE' });
    }
    expect(listener.received).toEqual([]);
  });
});

test('records need webhook.view_webhook, a resend webhook.resend_webhook, a test webhook.manage_webhook', async () => {
  await withHooks(async (sandbox) => {
    const { live } = sandbox;
    const webhook = await newWebhook(live);
    await paidOrder(sandbox, 'WEB-1');
    const id = textAt(await afterAttempts(live, 1), '_id');
    const operations = [
      ['webhook.view_webhook', { method: 'GET', path: `${RECORDS}/transaction/TX-000001` }],
      ['webhook.view_webhook', { method: 'GET', path: `${RECORDS}/transfer/TR-000001` }],
      ['webhook.resend_webhook', { method: 'POST', path: `${RECORDS}/${id}/resend` }],
      ['webhook.manage_webhook', { method: 'POST', path: `/v2/webhooks/${webhook}/test` }],
    ] as const;
    for (const [permission, operation] of operations) {
      await refusesStrangers(sandbox, operation);
      await needsPermission(sandbox, permission, operation);
    }
    await takesOnly(live, `${RECORDS}/transaction/TX-000001`, 'GET');
    await takesOnly(live, `${RECORDS}/${id}/resend`, 'POST');
    await takesOnly(live, `/v2/webhooks/${webhook}/test`, 'POST');
    await refusesTricks(live, 'POST', (trick) => `${RECORDS}/${trick}/resend`);
    await refusesTricks(live, 'POST', (trick) => `/v2/webhooks/${trick}/test`);
    const missing = await ask(live, 'POST', `${RECORDS}/nonesuch/resend`);
    expect(englishOf(missing)).toBe('There is no delivery record with this id.');
    await allAccountedFor(sandbox);
  });
});
