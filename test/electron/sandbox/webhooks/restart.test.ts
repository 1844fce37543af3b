import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startSandbox } from '#electron/sandbox/start-sandbox.ts';
import { control, testClock } from '../gateway.ts';
import { aMoment, routeTo, startListener, transactionSignatureOf } from '../listener.ts';
import {
  allAccountedFor,
  DAY_MS,
  newSession,
  newTransfer,
  newWebhook,
  paidOrder,
  readSession,
  SECOND_MS,
  SMALL,
  transferRequest,
} from '../merchant.ts';
import { afterAttempts, recordsOf } from '../records.ts';
import { ask, at } from '../wire.ts';

test('what was not delivered when the gateway stopped is delivered after it starts again', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'gateway-'));
  const clock = testClock();
  const listener = await startListener();
  try {
    const first = await startSandbox({ clock, dataDir, seed: 5, ...SMALL });
    await routeTo(first, listener);
    const webhookId = await newWebhook(first.live, { headers: { 'x-shop': 'seven' } });
    listener.answer(500);
    await paidOrder(first, 'WEB-1');
    await afterAttempts(first.live, 1);
    await first.stop();
    clock.forward(1 * SECOND_MS);
    await aMoment();
    expect(listener.received.length).toBe(1);

    const second = await startSandbox({ clock, dataDir, seed: 5, ...SMALL });
    await routeTo(second, listener);
    listener.answer(200);
    clock.forward(1 * SECOND_MS);
    const [before, after] = await listener.until(2);
    expect(after?.text).toBe(before?.text);
    expect(after?.headers['x-signature']).toBe(before?.headers['x-signature']);
    expect(after?.headers['x-shop']).toBe('seven');
    expect(after?.headers['x-signature']).toBe(
      transactionSignatureOf(after?.body.data ?? { signatureKeys: [] }, second.live.paymentKey),
    );
    const record = await afterAttempts(second.live, 2);
    expect(record).toMatchObject({ webhookId, status: 'delivered', attempts: 2 });
    expect(record.responses.map(({ status }) => status)).toEqual([500, 200]);
    await allAccountedFor(second);
    await second.stop();
  } finally {
    await listener.stop();
    await rm(dataDir, { recursive: true });
  }
});

test('an attempt that is under way at a stop is finished and counted once', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'gateway-'));
  const clock = testClock();
  const listener = await startListener();
  try {
    const first = await startSandbox({ clock, dataDir, seed: 5, ...SMALL });
    await routeTo(first, listener);
    await newWebhook(first.live);
    await paidOrder(first, 'WEB-1');
    await first.stop();
    const second = await startSandbox({ clock, dataDir, seed: 5, ...SMALL });
    await routeTo(second, listener);
    const record = await afterAttempts(second.live, listener.received.length);
    expect(listener.received.length).toBe(1);
    expect(record).toMatchObject({ status: 'delivered', attempts: 1 });
    await second.stop();
  } finally {
    await listener.stop();
    await rm(dataDir, { recursive: true });
  }
});

test('webhooks, settings and transfers on their way are kept over a restart', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'gateway-'));
  const clock = testClock();
  try {
    const first = await startSandbox({ clock, dataDir, seed: 5, ...SMALL });
    const id = await newWebhook(first.live, { events: ['TRANSFERRED'] });
    const transferId = await newTransfer(first.live);
    await first.stop();
    clock.forward(60 * SECOND_MS);
    const second = await startSandbox({ clock, dataDir, seed: 5, ...SMALL });
    const { body } = await ask(second.live, 'GET', '/v2/webhooks');
    expect(body).toMatchObject([{ _id: id, events: ['TRANSFERRED'] }]);
    const transfer = await ask(second.live, 'GET', `/v2/transfers/${transferId}`);
    expect(at(transfer.body, 'body.status')).toBe('TRANSFERRED');
    expect(await recordsOf(second.live, transferId, 'transfer')).toMatchObject([
      { eventType: 'TRANSFERRED' },
    ]);
    await allAccountedFor(second);
    await second.stop();
  } finally {
    await rm(dataDir, { recursive: true });
  }
});

test('what came due while the gateway was stopped is made up for when it starts', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'gateway-'));
  const clock = testClock();
  try {
    const first = await startSandbox({ clock, dataDir, seed: 5, ...SMALL });
    const sessionId = await newSession(first.live);
    await newWebhook(first.live, { events: ['TRANSFERRED'] });
    const json = {
      batchName: 'Rent',
      type: 'single',
      scheduler: {
        ...transferRequest(),
        startDate: '2026-11-18 08:00:00.000000+00:00',
        recurringFrequency: 'WEEKLY',
      },
    };
    expect((await ask(first.live, 'POST', '/v2/transfers/schedulers/single', { json })).status).toBe(200);
    await first.stop();
    clock.forward(15 * DAY_MS);
    const second = await startSandbox({ clock, dataDir, seed: 5, ...SMALL });
    expect(await readSession(second.live, sessionId)).toMatchObject({
      status: 'EXPIRED',
      updatedAt: '2026-11-18 10:30:00.000000+00:00',
    });
    const { body } = await ask(second.live, 'GET', '/v2/transfers');
    expect(at(body, 'pagination.total')).toBe(3);
    expect(await control(second, 'GET', '/state')).toMatchObject({ body: { live: { transfers: 3 } } });
    clock.forward(60 * SECOND_MS);
    const done = await ask(second.live, 'GET', '/v2/transfers');
    const statuses = (at(done.body, 'body') as { status: string }[]).map(({ status }) => status);
    expect(statuses).toEqual(['TRANSFERRED', 'TRANSFERRED', 'TRANSFERRED']);
    await allAccountedFor(second);
    await second.stop();
  } finally {
    await rm(dataDir, { recursive: true });
  }
});
