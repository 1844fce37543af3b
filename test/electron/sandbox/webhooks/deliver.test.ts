import { expect, test } from 'vitest';
import type { Sandbox } from '#electron/sandbox/start-sandbox.ts';
import { control, withGateway, type TestClock } from '../gateway.ts';
import { aMoment, eventually, withListener } from '../listener.ts';
import { allAccountedFor, newSession, newWebhook, paidOrder, pay, SECOND_MS, SMALL } from '../merchant.ts';
import { afterAttempts, newestTransaction, recordsOf } from '../records.ts';

const withPaid = (use: (sandbox: Sandbox, clock: TestClock) => Promise<void>) => withGateway(use, SMALL);

test('an attempt that fails is made again after 2, 10, 30 and 60 seconds; after the fifth it has failed', async () => {
  await withPaid(async (sandbox, clock) => {
    await withListener(sandbox, async (listener) => {
      await newWebhook(sandbox.live, { headers: { 'x-shop-token': 'not for records' } });
      listener.answer(503, 'closed today');
      const begunMs = clock.nowMs();
      await paidOrder(sandbox, 'WEB-1');
      let record = await afterAttempts(sandbox.live, 1);
      expect(record).toMatchObject({ status: 'retrying', attempts: 1 });
      for (const [index, seconds] of [2, 10, 30, 60].entries()) {
        clock.forward(seconds * SECOND_MS - 1);
        await aMoment();
        expect(listener.received.length).toBe(index + 1);
        clock.forward(1);
        await listener.until(index + 2);
        record = await afterAttempts(sandbox.live, index + 2);
        expect(record['status']).toBe(index === 3 ? 'failed' : 'retrying');
      }
      clock.forward(24 * 3_600 * SECOND_MS);
      await aMoment();
      expect(listener.received.length).toBe(5);
      expect(new Set(listener.received.map(({ text }) => text)).size).toBe(1);
      expect(new Set(listener.received.map(({ headers }) => headers['x-signature'])).size).toBe(1);

      record = await afterAttempts(sandbox.live, 5);
      expect(record['status']).toBe('failed');
      expect(record.responses).toEqual(
        [0, 2, 12, 42, 102].map((seconds) => ({
          status: 503,
          body: 'closed today',
          date: new Date(begunMs + seconds * SECOND_MS).toISOString(),
        })),
      );
      expect(JSON.stringify(record)).not.toContain('not for records');
      expect(JSON.stringify(record)).not.toContain('x-shop-token');
      expect(record['updatedAt']).toBe(new Date(begunMs + 102 * SECOND_MS).toISOString());
    });
    await allAccountedFor(sandbox);
  });
});

test('a delivery that succeeds at the third attempt is delivered and not sent again', async () => {
  await withPaid(async (sandbox, clock) => {
    await withListener(sandbox, async (listener) => {
      await newWebhook(sandbox.live);
      listener.answer(500);
      await paidOrder(sandbox, 'WEB-1');
      await afterAttempts(sandbox.live, 1);
      clock.forward(2 * SECOND_MS);
      await afterAttempts(sandbox.live, 2);
      listener.answer(204, '');
      clock.forward(10 * SECOND_MS);
      const record = await afterAttempts(sandbox.live, 3);
      expect(record).toMatchObject({ status: 'delivered', attempts: 3 });
      expect(record.responses.map(({ status }) => status)).toEqual([500, 500, 204]);
      clock.forward(600 * SECOND_MS);
      await aMoment();
      expect(listener.received.length).toBe(3);
    });
  });
});

test('2xx is success; a redirect is not followed and, as 400, is a failure', async () => {
  await withPaid(async (sandbox) => {
    await withListener(sandbox, async (listener) => {
      await newWebhook(sandbox.live);
      const outcomes: [number, string][] = [
        [200, 'delivered'],
        [201, 'delivered'],
        [299, 'delivered'],
        [301, 'retrying'],
        [307, 'retrying'],
        [400, 'retrying'],
        [410, 'retrying'],
      ];
      for (const [index, [status, outcome]] of outcomes.entries()) {
        listener.answer(status, 'answered');
        await paidOrder(sandbox, `WEB-${index}`);
        const record = await afterAttempts(sandbox.live, 1);
        expect([status, record['status']]).toEqual([status, outcome]);
        expect(record.responses[0]).toMatchObject({ status, body: 'answered' });
      }
      expect(listener.received.length).toBe(7);
      expect(new Set(listener.received.map(({ path }) => path))).toEqual(new Set(['/closeout']));
    });
  });
});

test('without any answer the response has status 0 and the cause; of a long answer 1,000 characters are kept', async () => {
  await withPaid(async (sandbox) => {
    await withListener(sandbox, async (listener) => {
      await newWebhook(sandbox.live);
      listener.answer('cut');
      await paidOrder(sandbox, 'WEB-1');
      const cut = await afterAttempts(sandbox.live, 1);
      expect(cut['status']).toBe('retrying');
      expect(cut.responses[0]?.status).toBe(0);
      expect(cut.responses[0]?.body).not.toBe('');
      listener.answer(200, 'y'.repeat(5_000));
      await paidOrder(sandbox, 'WEB-2');
      const long = await afterAttempts(sandbox.live, 1);
      expect(long.responses[0]?.body).toBe('y'.repeat(1_000));
    });
  });
});

test('an address that no listener is set for is never called', async () => {
  await withPaid(async (sandbox) => {
    await withListener(sandbox, async (listener) => {
      await newWebhook(sandbox.live, { url: 'https://elsewhere.shop.example/x' });
      await paidOrder(sandbox, 'WEB-1');
      const record = await afterAttempts(sandbox.live, 1);
      expect(record.responses[0]?.status).toBe(0);
      expect(listener.received).toEqual([]);
    });
  });
});

test('one record is kept for each destination, each with its own attempts', async () => {
  await withPaid(async (sandbox, clock) => {
    await withListener(sandbox, async (listener) => {
      const first = await newWebhook(sandbox.live, { url: 'https://hooks.shop.example/a' });
      await newWebhook(sandbox.live, { url: 'https://hooks.shop.example/b?c=d' });
      await newWebhook(sandbox.live, { url: 'https://elsewhere.shop.example/' });
      const id = await newSession(sandbox.live, { serverWebhook: 'https://hooks.shop.example/session' });
      await pay(sandbox, 'live', id);
      await listener.until(3);
      clock.forward(2 * SECOND_MS);
      const transactionId = await newestTransaction(sandbox.live);
      await eventually(
        async () =>
          (await recordsOf(sandbox.live, transactionId)).reduce(
            (sum, one) => sum + Number(one['attempts']),
            0,
          ) === 5,
        'the second attempt',
      );
      const records = await recordsOf(sandbox.live, transactionId);
      expect(records.length).toBe(4);
      const by = (url: string) => records.find((record) => record['url'] === url);
      expect(by('https://hooks.shop.example/a')).toMatchObject({
        webhookId: first,
        resourceType: 'transaction',
        resourceId: transactionId,
        eventType: 'pay',
        mode: 'live',
        status: 'delivered',
        attempts: 1,
        isServerWebhook: false,
        isTest: false,
      });
      expect(by('https://hooks.shop.example/session')).toMatchObject({
        webhookId: null,
        isServerWebhook: true,
        status: 'delivered',
      });
      expect(by('https://elsewhere.shop.example/')).toMatchObject({ status: 'retrying', attempts: 2 });
      expect(listener.received.map(({ path }) => path).sort()).toEqual(['/a', '/b?c=d', '/session']);
    });
  });
});

test('a listener set on the control path is an http address of a host', async () => {
  await withPaid(async (sandbox) => {
    const put = async (body: unknown) => (await control(sandbox, 'PUT', '/listeners', body)).status;
    expect(await put({ 'hooks.shop.example': 'ftp://127.0.0.1' })).toBe(400);
    expect(await put({ 'hooks.shop.example': 7 })).toBe(400);
    expect(await put({ 'hooks.shop.example': 'http://127.0.0.1:9/' })).toBe(200);
    expect((await control(sandbox, 'GET', '/listeners')).body).toEqual({
      'hooks.shop.example': 'http://127.0.0.1:9/',
    });
    expect(await put({})).toBe(200);
    expect((await control(sandbox, 'GET', '/listeners')).body).toEqual({});
  });
});

test('a listener may stand below a path; path and query of the webhook are put behind it', async () => {
  await withPaid(async (sandbox) => {
    await withListener(sandbox, async (listener) => {
      await control(sandbox, 'PUT', '/listeners', { 'hooks.shop.example': `${listener.url}/base/` });
      await newWebhook(sandbox.live, { url: 'https://HOOKS.shop.example:8443/a%20b/c?d=e%2Ff' });
      await paidOrder(sandbox, 'WEB-1');
      const [one] = await listener.until(1);
      expect(one?.path).toBe('/base/a%20b/c?d=e%2Ff');
    });
  });
});
