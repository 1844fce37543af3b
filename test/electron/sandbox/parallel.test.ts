import { expect, test } from 'vitest';
import { control, listOf, withGateway } from './gateway.ts';
import { withListener } from './listener.ts';
import {
  accountOf,
  allAccountedFor,
  newSession,
  newWebhook,
  orderOperation,
  paidOrder,
  SMALL,
  transferRequest,
  webhookRequest,
} from './merchant.ts';
import { afterAttempts, recordsOf } from './records.ts';
import { ask, at, textAt, type Reply } from './wire.ts';

const tenTimes = (call: (index: number) => Promise<{ status: number }>) =>
  Promise.all(Array.from({ length: 10 }, (_, index) => call(index)));
const count = (replies: { status: number }[]) => {
  const counted: Record<number, number> = {};
  for (const { status } of replies) counted[status] = (counted[status] ?? 0) + 1;
  return counted;
};

test('ten refunds at once give back no more than was paid', async () => {
  await withGateway(async (sandbox) => {
    const { live } = sandbox;
    await paidOrder(sandbox, 'WEB-A');
    expect(count(await tenTimes(() => orderOperation(live, 'refund', 'WEB-A', '50.00')))).toEqual({
      200: 2,
      400: 8,
    });
    await paidOrder(sandbox, 'WEB-B');
    const through = (): Promise<Reply> =>
      ask(live, 'PUT', '/v3/orders/WEB-B', { host: 'checkout', json: { apiOperation: 'REFUND' } });
    expect(count(await tenTimes(through))).toEqual({ 200: 1, 400: 9 });
    await allAccountedFor(sandbox);
  }, SMALL);
});

test('ten payments of one session at once make one order', async () => {
  await withGateway(async (sandbox) => {
    const sessionId = await newSession(sandbox.live);
    const replies = await tenTimes(() => control(sandbox, 'POST', '/pay', { sessionId }));
    expect(count(replies)).toEqual({ 200: 1, 400: 9 });
    const rows = await listOf(sandbox.live, '/v2/aggregator/transactions?search=WEB-77');
    expect(rows.pagination.total).toBe(1);
    await allAccountedFor(sandbox);
  }, SMALL);
});

test('ten payouts at once never take more than there is', async () => {
  await withGateway(async (sandbox) => {
    const { live } = sandbox;
    const replies = await tenTimes((index) =>
      ask(live, 'POST', '/v3/transfers/single', {
        host: 'checkout',
        json: transferRequest({ merchantTransferId: `P-${index}`, amount: 60_000 }),
      }),
    );
    expect(count(replies)).toEqual({ 201: 4, 422: 6 });
    // Four of 60,000 and 65.00 and 9.10.
    expect((await accountOf(live))['availableBalance']).toBe(9_703.6);
    await allAccountedFor(sandbox);
  }, SMALL);
});

test('one transfer sent ten times at once is made once', async () => {
  await withGateway(async (sandbox) => {
    const send = () =>
      ask(sandbox.live, 'POST', '/v3/transfers/single', { host: 'checkout', json: transferRequest() });
    expect(count(await tenTimes(send))).toEqual({ 201: 1, 409: 9 });
    await allAccountedFor(sandbox);
  }, SMALL);
});

test('ten webhooks made at once are five', async () => {
  await withGateway(async ({ live, test: tried }) => {
    const replies = await tenTimes((index) =>
      ask(index % 2 === 0 ? live : tried, 'POST', '/v2/webhooks', { json: webhookRequest() }),
    );
    expect(count(replies)).toEqual({ 200: 5, 400: 5 });
    expect((await ask(live, 'GET', '/v2/webhooks')).body).toHaveLength(5);
  }, SMALL);
});

test('ten resends of one record at once are one', async () => {
  await withGateway(async (sandbox) => {
    await withListener(sandbox, async (listener) => {
      const { live } = sandbox;
      await newWebhook(live);
      await paidOrder(sandbox, 'WEB-A');
      const record = await afterAttempts(live, 1);
      const path = `/v2/webhooks/records/${textAt(record, '_id')}/resend`;
      expect(count(await tenTimes(() => ask(live, 'POST', path)))).toEqual({ 200: 1, 429: 9 });
      expect(listener.received.length).toBe(2);
      expect((await recordsOf(live, textAt(record, 'resourceId'))).length).toBe(2);
    });
  }, SMALL);
});

test('what an early payout holds cannot be voided; what was given back cannot be paid early', async () => {
  await withGateway(async (sandbox) => {
    const { live } = sandbox;
    const EARLY = '/v3/payment/instant-settlement';
    const eligible = async (order: string) =>
      (await listOf(live, `${EARLY}/eligible?limit=500`)).body.find(
        (row) => row['merchantOrderId'] === order,
      );
    for (const [order, operation] of [
      ['GONE-1', 'void'],
      ['GONE-2', 'refund'],
    ] as const) {
      await paidOrder(sandbox, order, { amount: '900.00' });
      expect(await eligible(order)).toMatchObject({ amount: 900 });
      expect((await orderOperation(live, operation, order)).status).toBe(200);
      expect(await eligible(order)).toBeUndefined();
    }
    await paidOrder(sandbox, 'EARLY-1', { amount: '900.00' });
    const row = await eligible('EARLY-1');
    const json = { transactionIds: [row?.['transactionId']] };
    expect((await ask(live, 'POST', `${EARLY}/`, { json })).status).toBe(201);
    expect((await orderOperation(live, 'void', 'EARLY-1')).status).toBe(400);
    await allAccountedFor(sandbox);
    const refund = await orderOperation(live, 'refund', 'EARLY-1');
    expect([refund.status, at(refund.body, 'response.status')]).toEqual([200, 'REFUNDED']);
    await allAccountedFor(sandbox);
  }, SMALL);
});
