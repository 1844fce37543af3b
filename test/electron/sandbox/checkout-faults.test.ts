import { expect, test } from 'vitest';
import { control, englishOf, withGateway } from './gateway.ts';
import { allAccountedFor, paidOrder, readSession, SMALL } from './merchant.ts';
import { ask } from './wire.ts';

const REFUND = { host: 'checkout' as const, json: { apiOperation: 'REFUND' } };

test('a dashboard that drops the connection makes the checkout host answer 502, whether it acted or not', async () => {
  await withGateway(async (sandbox) => {
    const { live } = sandbox;
    for (const [kind, status] of [
      ['drop-before', 'PAID'],
      ['drop-after', 'REFUNDED'],
    ] as const) {
      const id = await paidOrder(sandbox, `WEB-${kind}`);
      const rule = { match: { path: '/v3/payment/refund/' }, fault: { kind }, times: 1 };
      expect((await control(sandbox, 'POST', '/faults', rule)).status).toBe(200);
      const reply = await ask(live, 'PUT', `/v3/orders/WEB-${kind}`, REFUND);
      expect([kind, reply.status]).toEqual([kind, 502]);
      expect(englishOf(reply)).toContain('The result is not known.');
      expect(await readSession(live, id)).toMatchObject({ status });
    }
    await allAccountedFor(sandbox);
  }, SMALL);
});

test('a fault of the dashboard is told on as it is, and nothing was done', async () => {
  await withGateway(async (sandbox) => {
    const id = await paidOrder(sandbox, 'WEB-A');
    const rule = { match: { path: '/v3/payment/refund/' }, fault: { kind: 'status', status: 503 }, times: 1 };
    await control(sandbox, 'POST', '/faults', rule);
    expect((await ask(sandbox.live, 'PUT', '/v3/orders/WEB-A', REFUND)).status).toBe(503);
    expect(await readSession(sandbox.live, id)).toMatchObject({ status: 'PAID', refundedAmount: 0 });
    expect((await ask(sandbox.live, 'PUT', '/v3/orders/WEB-A', REFUND)).status).toBe(200);
    await allAccountedFor(sandbox);
  }, SMALL);
});
