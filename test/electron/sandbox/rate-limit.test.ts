import { expect, test } from 'vitest';
import type { SandboxAccess } from '#electron/sandbox/start-sandbox.ts';
import { withGateway } from './gateway.ts';
import { allAccountedFor, newTransfer, paidOrder, SMALL } from './merchant.ts';
import { ask, type Reply } from './wire.ts';

/** An order without a hash is refused with 401, and counts. */
const order = (access: SandboxAccess, from?: string): Promise<Reply> =>
  ask(access, 'POST', '/v3/orders/', {
    host: 'checkout',
    key: null,
    json: {},
    ...(from !== undefined && { from }),
  });

async function orders(access: SandboxAccess, count: number, from?: string): Promise<Map<number, number>> {
  const statuses = new Map<number, number>();
  for (let done = 0; done < count; done += 50) {
    const replies = await Promise.all(
      Array.from({ length: Math.min(50, count - done) }, () => order(access, from)),
    );
    for (const { status } of replies) statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  return statuses;
}

test('in live the 1001st order of a minute from one address is 429 and says how long to wait', async () => {
  await withGateway(async (sandbox, clock) => {
    const { live } = sandbox;
    expect(await orders(live, 999)).toEqual(new Map([[401, 999]]));
    clock.forward(20_500);
    expect((await order(live)).status).toBe(401);
    const over = await order(live);
    expect([over.status, over.headers['retry-after']]).toEqual([429, '40']);
    expect(over.body).toMatchObject({
      error: { cause: 'Too many requests' },
      messages: { en: expect.any(String) as string, ar: expect.any(String) as string },
      status: 'FAILURE',
    });
    const withoutSlash = await ask(live, 'POST', '/v3/orders', { host: 'checkout', key: null, json: {} });
    expect(withoutSlash.status).toBe(429);
    const claimed = {
      host: 'checkout' as const,
      key: null,
      json: {},
      headers: { 'x-forwarded-for': '10.0.0.1' },
    };
    expect((await ask(live, 'POST', '/v3/orders/', claimed)).status).toBe(429);
    // Another address has its own thousand.
    expect((await order(live, '127.0.0.2')).status).toBe(401);
    clock.forward(39_499);
    const later = await order(live);
    expect([later.status, later.headers['retry-after']]).toEqual([429, '1']);
    clock.forward(1);
    expect((await order(live)).status).toBe(401);
  }, SMALL);
});

test('other checkout routes are not limited, even where orders are', async () => {
  await withGateway(async (sandbox) => {
    const { live } = sandbox;
    await orders(live, 1_001);
    expect((await order(live)).status).toBe(429);
    await paidOrder(sandbox, 'WEB-1');
    const refund = { host: 'checkout' as const, json: { apiOperation: 'REFUND' } };
    expect((await ask(live, 'PUT', '/v3/orders/WEB-1', refund)).status).toBe(200);
    await newTransfer(live);
    const token = await ask(live, 'POST', '/v3/cards/tokens', { host: 'checkout', key: null, json: {} });
    expect(token.status).toBe(401);
    let limited = 0;
    for (let done = 0; done < 1_050; done += 50) {
      const replies = await Promise.all(
        Array.from({ length: 50 }, () =>
          ask(live, 'GET', '/v3/cards/tokens/x', { host: 'checkout', key: null }),
        ),
      );
      limited += replies.filter(({ status }) => status === 429).length;
    }
    expect(limited).toBe(0);
    await allAccountedFor(sandbox);
  }, SMALL);
});

test('in test there is no limit', async () => {
  await withGateway(async (sandbox) => {
    expect(await orders(sandbox.test, 1_100)).toEqual(new Map([[401, 1_100]]));
  }, SMALL);
});
