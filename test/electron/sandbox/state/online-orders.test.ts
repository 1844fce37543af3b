import { expect, test } from 'vitest';
import type { Sandbox } from '#electron/sandbox/start-sandbox.ts';
import { englishOf, listOf, withGateway, type TestClock } from '../gateway.ts';
import {
  accountOf,
  allAccountedFor,
  DAY_MS,
  orderOperation,
  paidOrder,
  pay,
  newSession,
  setting,
  SMALL,
} from '../merchant.ts';
import { ask, at } from '../wire.ts';

const HOLD_MS = 7 * DAY_MS;
const MANUAL = { manualCapture: true };

const withShop = (use: (sandbox: Sandbox, clock: TestClock) => Promise<void>) =>
  withGateway(async (sandbox, clock) => {
    await use(sandbox, clock);
    await allAccountedFor(sandbox);
  }, SMALL);

const sums = (body: unknown) => [
  at(body, 'response.status'),
  at(body, 'response.capturedAmount'),
  at(body, 'response.refundedAmount'),
];
const NOT_NOW = (operation: string) => `A ${operation} is not possible for this order as it stands.`;

test('a capture takes all that is authorized, or part of it, several times up to all of it', async () => {
  await withShop(async (sandbox) => {
    const { live } = sandbox;
    await paidOrder(sandbox, 'A', MANUAL);
    await paidOrder(sandbox, 'B', MANUAL);
    expect(sums((await orderOperation(live, 'capture', 'A')).body)).toEqual(['PAID', 120.5, 0]);
    expect(sums((await orderOperation(live, 'capture', 'B', '20.50')).body)).toEqual(['PAID', 20.5, 0]);
    await allAccountedFor(sandbox);
    expect(sums((await orderOperation(live, 'capture', 'B', 60)).body)).toEqual(['PAID', 80.5, 0]);
    const over = await orderOperation(live, 'capture', 'B', '40.01');
    expect([over.status, englishOf(over)]).toEqual([400, 'The amount is above what is left.']);
    expect(over.body).toMatchObject({ data: { requested: 40.01, remaining: 40 } });
    expect(sums((await orderOperation(live, 'capture', 'B')).body)).toEqual(['PAID', 120.5, 0]);
    const again = await orderOperation(live, 'capture', 'B', '0.01');
    expect([again.status, englishOf(again)]).toEqual([400, NOT_NOW('capture')]);
  });
});

test('a capture must come before the hold ends: 7 days, 30 by account setting', async () => {
  await withShop(async (sandbox, clock) => {
    const { live } = sandbox;
    await paidOrder(sandbox, 'A', MANUAL);
    await paidOrder(sandbox, 'B', MANUAL);
    await setting(sandbox, { hold_days: 30 });
    await paidOrder(sandbox, 'C', MANUAL);
    clock.forward(HOLD_MS - 1);
    expect((await orderOperation(live, 'capture', 'A', 1)).status).toBe(200);
    clock.forward(1);
    const late = await orderOperation(live, 'capture', 'A');
    expect([late.status, englishOf(late)]).toEqual([400, NOT_NOW('capture')]);
    expect((await orderOperation(live, 'capture', 'B')).status).toBe(400);
    expect((await orderOperation(live, 'capture', 'C', 1)).status).toBe(200);
    clock.forward(23 * DAY_MS - 1);
    expect((await orderOperation(live, 'capture', 'C', 1)).status).toBe(200);
    clock.forward(1);
    expect((await orderOperation(live, 'capture', 'C', 1)).status).toBe(400);
  });
});

test('a refund gives back part, then all, and never more than was captured', async () => {
  await withShop(async (sandbox) => {
    const { live } = sandbox;
    await paidOrder(sandbox, 'A', MANUAL);
    expect((await orderOperation(live, 'refund', 'A')).status).toBe(400);
    await orderOperation(live, 'capture', 'A', 100);
    expect(sums((await orderOperation(live, 'refund', 'A', '30.25')).body)).toEqual(['PAID', 100, 30.25]);
    await allAccountedFor(sandbox);
    const over = await orderOperation(live, 'refund', 'A', '69.76');
    expect(over.status).toBe(400);
    expect(over.body).toMatchObject({ data: { requested: 69.76, remaining: 69.75 } });
    expect(sums((await orderOperation(live, 'refund', 'A', '69.75')).body)).toEqual(['REFUNDED', 100, 100]);
    const again = await orderOperation(live, 'refund', 'A', '0.01');
    expect([again.status, englishOf(again)]).toEqual([400, NOT_NOW('refund')]);
  });
});

test('a refund is possible after settlement, a void is not', async () => {
  await withShop(async (sandbox, clock) => {
    const { live } = sandbox;
    await paidOrder(sandbox, 'A');
    await paidOrder(sandbox, 'B');
    clock.forward(22 * 3_600_000);
    expect((await orderOperation(live, 'void', 'B')).status).toBe(200);
    // Wednesday 09:00: Tuesday's sales are paid.
    clock.forward(3_600_000);
    const late = await orderOperation(live, 'void', 'A');
    expect([late.status, englishOf(late)]).toEqual([400, NOT_NOW('void')]);
    expect((await orderOperation(live, 'refund', 'A')).status).toBe(200);
  });
});

test('a void takes the whole order back, fees and all; nothing can follow it', async () => {
  await withShop(async (sandbox) => {
    const { live } = sandbox;
    const before = await accountOf(live);
    await paidOrder(sandbox, 'A');
    expect((await accountOf(live))['onHoldBalance']).toBeGreaterThan((before['onHoldBalance'] ?? 0) + 117);
    const done = await orderOperation(live, 'void', 'A');
    expect([done.status, at(done.body, 'response.status')]).toEqual([200, 'VOIDED']);
    expect(await accountOf(live)).toEqual(before);
    for (const operation of ['void', 'refund', 'capture', 'reversal'] as const)
      expect([operation, (await orderOperation(live, operation, 'A')).status]).toEqual([operation, 400]);
    await paidOrder(sandbox, 'B');
    await orderOperation(live, 'refund', 'B', 1);
    expect((await orderOperation(live, 'void', 'B')).status).toBe(400);
    await paidOrder(sandbox, 'C', MANUAL);
    await orderOperation(live, 'capture', 'C', '10.00');
    await orderOperation(live, 'capture', 'C', '20.00');
    const partly = await orderOperation(live, 'void', 'C');
    expect([partly.status, at(partly.body, 'response.status')]).toEqual([200, 'VOIDED']);
  });
});

test('a reversal online undoes what was bought to pay later, before settlement, and nothing else', async () => {
  await withShop(async (sandbox, clock) => {
    const { live } = sandbox;
    const before = await accountOf(live);
    await paidOrder(sandbox, 'CARD');
    await paidOrder(sandbox, 'WALLET', {}, { method: 'wallet' });
    for (const order of ['CARD', 'WALLET']) {
      const refused = await orderOperation(live, 'reversal', order);
      expect([refused.status, englishOf(refused)]).toEqual([400, NOT_NOW('reversal')]);
      await orderOperation(live, 'void', order);
    }
    await paidOrder(sandbox, 'LATER', {}, { method: 'bnpl' });
    const done = await orderOperation(live, 'reversal', 'LATER');
    expect(done.body).toMatchObject({
      status: 'SUCCESS',
      response: { merchantOrderId: 'LATER', status: 'REVERSED' },
      provider: { type: 'ONLINE', version: '1.0' },
    });
    expect(await accountOf(live)).toEqual(before);
    expect((await orderOperation(live, 'reversal', 'LATER')).status).toBe(400);
    await paidOrder(sandbox, 'SETTLED', {}, { method: 'bnpl' });
    clock.forward(DAY_MS);
    expect((await orderOperation(live, 'reversal', 'SETTLED')).status).toBe(400);
  });
});

test('an order is found by the gateway’s id or by the merchant’s reference, the newest of two', async () => {
  await withShop(async (sandbox) => {
    const { live } = sandbox;
    const first = await paidOrder(sandbox, 'TWICE', { amount: '10.00' });
    await paidOrder(sandbox, 'TWICE', { amount: '20.00' });
    const newest = await orderOperation(live, 'refund', 'TWICE', 5);
    expect(newest.body).toMatchObject({ response: { amount: 20, refundedAmount: 5 } });
    const view = await ask(live, 'GET', `/v3/payment/sessions/${first}/payment`);
    const orderId = String(at(view.body, 'data.orderId'));
    const older = await orderOperation(live, 'refund', orderId, 5);
    expect(older.body).toMatchObject({ response: { orderId, amount: 10, refundedAmount: 5 } });
  });
});

test('in live an online payment is in the window of its day; in test there is no window and no batch', async () => {
  await withShop(async (sandbox, clock) => {
    await paidOrder(sandbox, 'WEB-A');
    await pay(sandbox, 'test', await newSession(sandbox.test, { order: 'WEB-A' }));
    clock.forward(DAY_MS);
    const settled = '/v2/aggregator/settlement-transactions?search=WEB-A';
    const row = { merchantOrderId: 'WEB-A', channel: 'online', method: 'card', amount: 120.5 };
    expect((await listOf(sandbox.live, settled)).body).toMatchObject([
      { ...row, windowId: 'SW-2026-11-17', batchId: 'SB-2026-11-17-BR-00', terminalId: 'NA' },
    ]);
    expect((await listOf(sandbox.test, settled)).body).toMatchObject([
      { ...row, windowId: 'NA', batchId: 'NA' },
    ]);
    expect((await listOf(sandbox.test, '/v3/payment/settlement/windows')).body).toEqual([]);
    const windows = (await listOf(sandbox.live, '/v3/payment/settlement/windows')).body;
    expect(windows.map(({ windowId }) => windowId)).toContain('SW-2026-11-17');
  });
});

test('an order keeps to its currency and its decimals, apart from every other currency', async () => {
  await withShop(async (sandbox, clock) => {
    const { live } = sandbox;
    const before = await accountOf(live);
    await paidOrder(sandbox, 'DINAR', { amount: '5.125', currency: 'KWD' });
    await paidOrder(sandbox, 'YEN', { amount: '1500', currency: 'JPY' });
    await paidOrder(sandbox, 'DOLLAR', { amount: '20.00', currency: 'USD', manualCapture: true });
    const dinar = await orderOperation(live, 'refund', 'DINAR', '0.125');
    expect(dinar.text).toContain('"amount":5.125,"currency":"KWD"');
    expect(sums(dinar.body)).toEqual(['PAID', 5.125, 0.125]);
    expect((await orderOperation(live, 'refund', 'YEN', '1.5')).status).toBe(400);
    const yen = await orderOperation(live, 'refund', 'YEN', '500');
    expect(yen.text).toContain('"amount":1500,"currency":"JPY"');
    expect(sums((await orderOperation(live, 'capture', 'DOLLAR', '19.99')).body)).toEqual(['PAID', 19.99, 0]);
    // Accounts are in EGP.
    expect(await accountOf(live)).toEqual(before);
    await allAccountedFor(sandbox);
    clock.forward(DAY_MS);
    const windows = (await listOf(live, '/v3/payment/settlement/windows?limit=50')).body;
    expect(windows.filter(({ currency }) => currency !== 'EGP')).toMatchObject([
      { windowId: 'SW-2026-11-17-JPY', grossAmount: 1_000 },
      { windowId: 'SW-2026-11-17-KWD', grossAmount: 5 },
      { windowId: 'SW-2026-11-17-USD', grossAmount: 19.99 },
    ]);
  });
});

test('sales of Friday are paid on Sunday, so a void is possible until then', async () => {
  await withShop(async (sandbox, clock) => {
    // Friday, 20 November.
    clock.forward(3 * DAY_MS);
    await paidOrder(sandbox, 'FRIDAY');
    await paidOrder(sandbox, 'ALSO');
    clock.forward(DAY_MS + 22 * 3_600_000);
    expect((await orderOperation(sandbox.live, 'void', 'FRIDAY')).status).toBe(200);
    clock.forward(3_600_000);
    expect((await orderOperation(sandbox.live, 'void', 'ALSO')).status).toBe(400);
  });
});

test('what is charged is near what is quoted for the method', async () => {
  await withShop(async (sandbox, clock) => {
    const { live } = sandbox;
    for (const method of ['card', 'wallet', 'bnpl'] as const)
      for (const number of [1, 2, 3, 4]) await paidOrder(sandbox, `${method}-${number}`, {}, { method });
    const { body } = await ask(live, 'GET', `/v2/fees/merchant/${live.merchantId}`);
    const quoted = new Map(
      [0, 1, 2].map((place) => [at(body, `body.fees.${place}.method`), at(body, `body.fees.${place}.rate`)]),
    );
    clock.forward(3 * DAY_MS);
    const settled = (await listOf(live, '/v2/aggregator/settlement-transactions?limit=500')).body.filter(
      ({ channel }) => channel === 'online',
    );
    for (const [method, rate] of quoted) {
      const rows = settled.filter((row) => String(row['method']).toLowerCase() === method);
      expect(rows.length).toBeGreaterThanOrEqual(4);
      for (const { amount, feeAmount } of rows)
        expect(Math.abs((100 * Number(feeAmount)) / Number(amount) - Number(rate))).toBeLessThan(0.3);
    }
  });
});
