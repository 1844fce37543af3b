import { expect, test } from 'vitest';
import type { Sandbox } from '#electron/sandbox/start-sandbox.ts';
import { control, englishOf, withGateway, type TestClock } from '../gateway.ts';
import {
  allAccountedFor,
  HOUR_MS,
  newSession,
  orderOperation,
  paidOrder,
  pay,
  readSession,
  SECOND_MS,
  SESSIONS,
  SMALL,
} from '../merchant.ts';
import { ask, at } from '../wire.ts';

const withShop = (use: (sandbox: Sandbox, clock: TestClock) => Promise<void>) =>
  withGateway(async (sandbox, clock) => {
    await use(sandbox, clock);
    await allAccountedFor(sandbox);
  }, SMALL);

const historyOf = async (sandbox: Sandbox, id: string) =>
  ((await readSession(sandbox.live, id))['history'] as { status: string }[]).map(({ status }) => status);
const statusOf = async (sandbox: Sandbox, id: string) => (await readSession(sandbox.live, id))['status'];
const openPage = (sandbox: Sandbox, id: string) =>
  ask(sandbox.live, 'GET', `/pay/${id}`, { host: 'checkout', key: null });
/** "2026-11-17 10:30:10.000000+00:00" */
const whenOf = (text: string) => Date.parse(text.replace(' ', 'T'));
const abandon = (sandbox: Sandbox, id: string) => ask(sandbox.live, 'PATCH', `${SESSIONS}/${id}/abandon`);

test('a checkout of the seed can be paid for a day from when it was made, as one that is made now', async () => {
  await withGateway(async ({ live }) => {
    const reply = await ask(live, 'GET', SESSIONS);
    const made = (reply.body as { data: { createdAt: string; expireAt: string }[] }).data;
    expect(made.length).toBeGreaterThan(1);
    const hours = made.map(({ createdAt, expireAt }) => (whenOf(expireAt) - whenOf(createdAt)) / HOUR_MS);
    expect(new Set(hours)).toEqual(new Set([24]));
  }, SMALL);
});

test('CREATED, OPENED on the page, PENDING as payment begins, PAID: each with its time', async () => {
  await withShop(async (sandbox, clock) => {
    const id = await newSession(sandbox.live);
    clock.forward(5 * SECOND_MS);
    await openPage(sandbox, id);
    await openPage(sandbox, id);
    expect(await statusOf(sandbox, id)).toBe('OPENED');
    clock.forward(5 * SECOND_MS);
    expect(await pay(sandbox, 'live', id)).toBe('PAID');
    const session = await readSession(sandbox.live, id);
    expect(session).toMatchObject({
      status: 'PAID',
      capturedAmount: 120.5,
      refundedAmount: 0,
      failureAttempts: 0,
      updatedAt: '2026-11-17 10:30:10.000000+00:00',
      history: [
        { status: 'CREATED', date: '2026-11-17 10:30:00.000000+00:00' },
        { status: 'OPENED', date: '2026-11-17 10:30:05.000000+00:00' },
        { status: 'PENDING', date: '2026-11-17 10:30:10.000000+00:00' },
        { status: 'PAID', date: '2026-11-17 10:30:10.000000+00:00' },
      ],
    });
  });
});

test('a refused card counts; at the limit the session has FAILED and takes no card any more', async () => {
  await withShop(async (sandbox) => {
    const id = await newSession(sandbox.live, { maxFailureAttempts: 2 });
    expect(await pay(sandbox, 'live', id, { outcome: 'decline' })).toBe('PENDING');
    expect(await readSession(sandbox.live, id)).toMatchObject({ failureAttempts: 1, capturedAmount: 0 });
    expect(await pay(sandbox, 'live', id, { outcome: 'decline' })).toBe('FAILED');
    expect(await readSession(sandbox.live, id)).toMatchObject({ failureAttempts: 2, status: 'FAILED' });
    expect((await control(sandbox, 'POST', '/pay', { sessionId: id })).status).toBe(400);
    expect(await historyOf(sandbox, id)).toEqual(['CREATED', 'PENDING', 'FAILED']);
  });
});

test('after refused cards another card pays', async () => {
  await withShop(async (sandbox) => {
    const id = await newSession(sandbox.live);
    await pay(sandbox, 'live', id, { outcome: 'decline' });
    await pay(sandbox, 'live', id, { outcome: 'decline' });
    expect(await pay(sandbox, 'live', id)).toBe('PAID');
    expect(await readSession(sandbox.live, id)).toMatchObject({ failureAttempts: 2, capturedAmount: 120.5 });
    expect(await historyOf(sandbox, id)).toEqual(['CREATED', 'PENDING', 'PAID']);
  });
});

test('a card that is refused for good ends the session as REJECTED', async () => {
  await withShop(async (sandbox) => {
    const id = await newSession(sandbox.live);
    expect(await pay(sandbox, 'live', id, { outcome: 'reject' })).toBe('REJECTED');
    expect(await historyOf(sandbox, id)).toEqual(['CREATED', 'PENDING', 'REJECTED']);
    expect((await control(sandbox, 'POST', '/pay', { sessionId: id })).status).toBe(400);
  });
});

test('past expireAt a session has EXPIRED, at that moment, whether CREATED, OPENED or PENDING', async () => {
  await withShop(async (sandbox, clock) => {
    const expireAt = '2026-11-17 11:30:00.000000+00:00';
    const created = await newSession(sandbox.live, { expireAt });
    const opened = await newSession(sandbox.live, { expireAt });
    const pending = await newSession(sandbox.live, { expireAt });
    const paid = await paidOrder(sandbox, 'WEB-1', { expireAt });
    await openPage(sandbox, opened);
    await pay(sandbox, 'live', pending, { outcome: 'decline' });
    clock.forward(HOUR_MS - 1);
    expect(await statusOf(sandbox, created)).toBe('CREATED');
    clock.forward(1);
    for (const id of [created, opened, pending]) {
      expect(await readSession(sandbox.live, id)).toMatchObject({ status: 'EXPIRED', updatedAt: expireAt });
      expect((await control(sandbox, 'POST', '/pay', { sessionId: id })).status).toBe(400);
    }
    expect(await historyOf(sandbox, opened)).toEqual(['CREATED', 'OPENED', 'EXPIRED']);
    expect(await statusOf(sandbox, paid)).toBe('PAID');
  });
});

test('a session nobody asks for expires at its time, not when it is read', async () => {
  await withShop(async (sandbox, clock) => {
    const id = await newSession(sandbox.live);
    clock.forward(100 * HOUR_MS);
    expect(await readSession(sandbox.live, id)).toMatchObject({
      status: 'EXPIRED',
      updatedAt: '2026-11-18 10:30:00.000000+00:00',
    });
  });
});

test('an open session is abandoned; a final one refuses with 400 and is unchanged', async () => {
  await withShop(async (sandbox, clock) => {
    const { live } = sandbox;
    const open = await newSession(live);
    const done = await abandon(sandbox, open);
    expect([done.status, at(done.body, 'status'), at(done.body, '_id')]).toEqual([200, 'ABANDONED', open]);
    const pending = await newSession(live);
    await pay(sandbox, 'live', pending, { outcome: 'decline' });
    expect((await abandon(sandbox, pending)).status).toBe(200);

    const finals: Record<string, string> = {
      ABANDONED: open,
      PAID: await paidOrder(sandbox, 'A'),
      AUTHORIZED: await paidOrder(sandbox, 'B', { manualCapture: true }),
      REFUNDED: await paidOrder(sandbox, 'C'),
      VOIDED: await paidOrder(sandbox, 'D'),
      REVERSED: await paidOrder(sandbox, 'E', {}, { method: 'bnpl' }),
      REJECTED: await newSession(live),
      FAILED: await newSession(live, { maxFailureAttempts: 1 }),
      EXPIRED: await newSession(live, { expireAt: '2026-11-17 10:30:01.000000+00:00' }),
    };
    await orderOperation(live, 'refund', 'C');
    await orderOperation(live, 'void', 'D');
    await orderOperation(live, 'reversal', 'E');
    await pay(sandbox, 'live', finals['REJECTED'] ?? '', { outcome: 'reject' });
    await pay(sandbox, 'live', finals['FAILED'] ?? '', { outcome: 'decline' });
    clock.forward(SECOND_MS);
    for (const [status, id] of Object.entries(finals)) {
      const before = await readSession(live, id);
      expect([id, before['status']]).toEqual([id, status]);
      const refused = await abandon(sandbox, id);
      expect([status, refused.status]).toEqual([status, 400]);
      expect(englishOf(refused)).toBe(`The payment session has ended as ${status}.`);
      expect((await control(sandbox, 'POST', '/pay', { sessionId: id })).status).toBe(400);
      expect(await readSession(live, id)).toEqual(before);
    }
  });
});

test('with manualCapture the payment is AUTHORIZED; a capture makes it PAID, a void VOIDED', async () => {
  await withShop(async (sandbox) => {
    const first = await paidOrder(sandbox, 'A', { manualCapture: true });
    expect(await readSession(sandbox.live, first)).toMatchObject({ status: 'AUTHORIZED', capturedAmount: 0 });
    await orderOperation(sandbox.live, 'capture', 'A', '100.00');
    expect(await readSession(sandbox.live, first)).toMatchObject({ status: 'PAID', capturedAmount: 100 });
    const second = await paidOrder(sandbox, 'B', { manualCapture: true });
    await orderOperation(sandbox.live, 'void', 'B');
    expect(await readSession(sandbox.live, second)).toMatchObject({ status: 'VOIDED', capturedAmount: 0 });
    expect(await historyOf(sandbox, first)).toEqual(['CREATED', 'PENDING', 'AUTHORIZED', 'PAID']);
    expect(await historyOf(sandbox, second)).toEqual(['CREATED', 'PENDING', 'AUTHORIZED', 'VOIDED']);
  });
});

test('a partial refund leaves the session PAID; the refund of the rest makes it REFUNDED', async () => {
  await withShop(async (sandbox) => {
    const id = await paidOrder(sandbox, 'A');
    await orderOperation(sandbox.live, 'refund', 'A', 20.5);
    expect(await readSession(sandbox.live, id)).toMatchObject({ status: 'PAID', refundedAmount: 20.5 });
    await orderOperation(sandbox.live, 'refund', 'A');
    expect(await readSession(sandbox.live, id)).toMatchObject({
      status: 'REFUNDED',
      capturedAmount: 120.5,
      refundedAmount: 120.5,
    });
    expect(await historyOf(sandbox, id)).toEqual(['CREATED', 'PENDING', 'PAID', 'REFUNDED']);
  });
});
