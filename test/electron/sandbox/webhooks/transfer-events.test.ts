import { expect, test } from 'vitest';
import type { Sandbox } from '#electron/sandbox/start-sandbox.ts';
import { withGateway, type TestClock } from '../gateway.ts';
import { aMoment, transferSignatureOf, withListener, type Listener } from '../listener.ts';
import {
  allAccountedFor,
  DAY_MS,
  newTransfer,
  newWebhook,
  SECOND_MS,
  SMALL,
  transferRequest,
} from '../merchant.ts';
import { recordsOf } from '../records.ts';
import { ask } from '../wire.ts';

const ALL = ['INITIATED', 'IN_TRANSIT', 'TRANSFERRED', 'FAILED'];
const FAILS = { recipientNumber: 'EG0000' };

const withHooks = (use: (sandbox: Sandbox, listener: Listener, clock: TestClock) => Promise<void>) =>
  withGateway(async (sandbox, clock) => {
    await withListener(sandbox, (listener) => use(sandbox, listener, clock));
    await allAccountedFor(sandbox);
  }, SMALL);

const seenBy = (listener: Listener) =>
  listener.received.map(({ body }) => [body.data['merchantTransferId'], body.event]);

test('a transfer tells each state it enters as time goes by; PENDING is told to nobody', async () => {
  await withHooks(async ({ live }, listener, clock) => {
    await newWebhook(live, { events: ALL });
    const id = await newTransfer(live);
    await aMoment();
    expect(listener.received).toEqual([]);
    // Nobody asks meanwhile: events come by themselves.
    for (const count of [1, 2, 3]) {
      clock.forward(count === 3 ? 60 * SECOND_MS : 5 * SECOND_MS);
      await listener.until(count);
    }
    await aMoment();
    expect(seenBy(listener)).toEqual([
      ['PAY-1', 'INITIATED'],
      ['PAY-1', 'IN_TRANSIT'],
      ['PAY-1', 'TRANSFERRED'],
    ]);
    for (const { body, headers } of listener.received) {
      expect(body.data).toMatchObject({ transferId: id, status: body.event, amount: 1_000 });
      expect(headers['x-signature']).toBe(transferSignatureOf(body.data, live.transferKey));
    }
    expect((await recordsOf(live, id, 'transfer')).map((record) => record['eventType'])).toEqual([
      'INITIATED',
      'IN_TRANSIT',
      'TRANSFERRED',
    ]);
  });
});

test('a failure is told to who asked for FAILED, and to nobody else', async () => {
  await withHooks(async ({ live }, listener, clock) => {
    await newWebhook(live, { url: 'https://hooks.shop.example/failed', events: ['FAILED'] });
    await newWebhook(live, { url: 'https://hooks.shop.example/paid', events: ['TRANSFERRED', 'pay'] });
    await newTransfer(live, FAILS);
    clock.forward(60 * SECOND_MS);
    await listener.until(1);
    await aMoment();
    expect(listener.received.map(({ path, body }) => [path, body.event])).toEqual([['/failed', 'FAILED']]);
  });
});

test('a batch that ends differently tells of its members, never PARTIALLY_TRANSFERRED', async () => {
  await withHooks(async ({ live }, listener, clock) => {
    await newWebhook(live, { events: ['TRANSFERRED', 'FAILED'] });
    const json = {
      batchName: 'Salaries',
      transfers: [
        transferRequest({ merchantTransferId: 'B-1' }),
        transferRequest({ merchantTransferId: 'B-2', ...FAILS }),
      ],
    };
    expect((await ask(live, 'POST', '/v3/transfers/batch', { host: 'checkout', json })).status).toBe(201);
    clock.forward(60 * SECOND_MS);
    await listener.until(2);
    await aMoment();
    expect(seenBy(listener).sort()).toEqual([
      ['B-1', 'TRANSFERRED'],
      ['B-2', 'FAILED'],
    ]);
  });
});

test('each run of a scheduler is told like any transfer', async () => {
  await withHooks(async ({ live }, listener, clock) => {
    await newWebhook(live, { events: ['TRANSFERRED'] });
    const json = {
      batchName: 'Rent',
      type: 'single',
      scheduler: {
        ...transferRequest(),
        startDate: '2026-11-18 08:00:00.000000+00:00',
        recurringFrequency: 'WEEKLY',
      },
    };
    expect((await ask(live, 'POST', '/v2/transfers/schedulers/single', { json })).status).toBe(200);
    clock.forward(9 * DAY_MS);
    await listener.until(2);
    expect(seenBy(listener).map(([, event]) => event)).toEqual(['TRANSFERRED', 'TRANSFERRED']);
  });
});

test('transfers of test are signed with the key of test, and go to webhooks of test alone', async () => {
  await withHooks(async ({ live, test: tried }, listener, clock) => {
    await newWebhook(live, { url: 'https://hooks.shop.example/live', events: ALL });
    await newWebhook(live, { url: 'https://hooks.shop.example/test', events: ['INITIATED'], mode: 'test' });
    await newTransfer(tried);
    clock.forward(60 * SECOND_MS);
    const [one] = await listener.until(1);
    await aMoment();
    expect(listener.received.map(({ path }) => path)).toEqual(['/test']);
    const data = one?.body.data ?? { signatureKeys: [] };
    expect(one?.headers['x-signature']).toBe(transferSignatureOf(data, tried.transferKey));
  });
});
