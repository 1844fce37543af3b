import { expect, test } from 'vitest';
import type { Sandbox } from '#electron/sandbox/start-sandbox.ts';
import { BUSY, call, control, englishOf, outstanding, withGateway } from './gateway.ts';

const READ = `/v3/payment/pos/${BUSY}/transactions`;
const ACK = `/v3/payment/pos/ack/${BUSY}`;

const fault = (sandbox: Sandbox, kind: Record<string, unknown>, more: Record<string, unknown> = {}) =>
  control(sandbox, 'POST', '/faults', { match: { path: '/pos/ack/' }, fault: kind, ...more });
const acknowledge = ({ live }: Sandbox) => call(live, 'POST', ACK, { body: {} });
type Entry = {
  method: string;
  path: string;
  status: number | null;
  acted: boolean;
  bodySha256: string | null;
};
const lastAck = async (sandbox: Sandbox) => {
  const log = (await control(sandbox, 'GET', '/log')).body as Entry[];
  return log.filter(({ path }) => path === ACK).at(-1);
};

test('drop-after: it acts, and the connection is gone without an answer', async () => {
  await withGateway(async (sandbox) => {
    await fault(sandbox, { kind: 'drop-after' }, { times: 1 });
    await expect(acknowledge(sandbox)).rejects.toThrow('fetch failed');
    expect(await lastAck(sandbox)).toMatchObject({ acted: true, status: null });
    expect(await outstanding(sandbox.live, BUSY)).toEqual([]);
    expect((await acknowledge(sandbox)).status).toBe(200);
  });
});

test('drop-before: the connection is gone and nothing was done', async () => {
  await withGateway(async (sandbox) => {
    const before = await outstanding(sandbox.live, BUSY);
    await fault(sandbox, { kind: 'drop-before' }, { times: 1 });
    await expect(acknowledge(sandbox)).rejects.toThrow('fetch failed');
    expect(await lastAck(sandbox)).toMatchObject({ acted: false, status: null });
    expect(await outstanding(sandbox.live, BUSY)).toEqual(before);
  });
});

test('status: answered so without acting, with the gateway’s error body or one of our own', async () => {
  await withGateway(async (sandbox) => {
    const before = await outstanding(sandbox.live, BUSY);
    await fault(sandbox, { kind: 'status', status: 503 }, { times: 1 });
    const own = { messages: { en: 'Unauthorized IP address', ar: 'عنوان غير مسموح' }, status: 'FAILURE' };
    await fault(sandbox, { kind: 'status', status: 403, body: own }, { times: 1 });
    const first = await acknowledge(sandbox);
    expect(first.status).toBe(503);
    expect(englishOf(first)).toBe('The service has an internal error.');
    const second = await acknowledge(sandbox);
    expect([second.status, second.body]).toEqual([403, own]);
    expect(await lastAck(sandbox)).toMatchObject({ acted: false, status: 403 });
    expect(await outstanding(sandbox.live, BUSY)).toEqual(before);
  });
});

test('nonsense: it acts, and answers a web page', async () => {
  await withGateway(async (sandbox) => {
    await fault(sandbox, { kind: 'nonsense' }, { times: 1 });
    const answer = await acknowledge(sandbox);
    expect(answer.text).toMatch(/^<!doctype html>/);
    expect(await outstanding(sandbox.live, BUSY)).toEqual([]);
  });
});

test('body: it acts, and answers exactly the text given', async () => {
  await withGateway(async (sandbox) => {
    await fault(sandbox, { kind: 'body', text: '{"status":"FAILURE"' }, { times: 1 });
    const answer = await fetch(`${sandbox.live.dashboardUrl}${ACK}`, {
      method: 'POST',
      headers: { authorization: sandbox.live.secretKey, 'content-type': 'application/json' },
      body: '{}',
    });
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(await answer.text()).toBe('{"status":"FAILURE"');
    expect(await outstanding(sandbox.live, BUSY)).toEqual([]);
  });
});

test('delay: an undelayed call overtakes it; then it acts and answers as usual', async () => {
  await withGateway(async (sandbox) => {
    await fault(sandbox, { kind: 'delay', ms: 300 }, { times: 1 });
    const order: string[] = [];
    const slow = acknowledge(sandbox).then(({ status }) => void order.push(`slow ${status}`));
    const quick = call(sandbox.live, 'GET', '/v3/payment/pos/terminals').then(() => void order.push('quick'));
    await Promise.all([slow, quick]);
    expect(order).toEqual(['quick', 'slow 200']);
  });
});

test('a fault meets only the method, path and environment it names, so often as it says, until it is cleared', async () => {
  await withGateway(async (sandbox) => {
    const { live, test: tried } = sandbox;
    const list = '/v3/payment/pos/terminals';
    await control(sandbox, 'POST', '/faults', {
      match: { method: 'GET', path: '/v3/*/terminals', environment: 'live' },
      fault: { kind: 'status', status: 500 },
    });
    const statuses = async () => [
      (await call(live, 'GET', list)).status,
      (await call(tried, 'GET', list)).status,
      (await call(live, 'GET', READ)).status,
      (await call(live, 'POST', list)).status,
    ];
    expect(await statuses()).toEqual([500, 200, 200, 405]);
    expect(await statuses()).toEqual([500, 200, 200, 405]);
    await control(sandbox, 'DELETE', '/faults');
    expect(await statuses()).toEqual([200, 200, 200, 405]);
  });
});

test('an order whose forwarded leg is dropped after acting is done, and the checkout host answers 502', async () => {
  await withGateway(async (sandbox) => {
    const sale = (await outstanding(sandbox.live, BUSY)).find((row) => row.payment_type === 'SALE');
    await control(sandbox, 'POST', '/faults', {
      match: { path: '/v3/payment/reversal/' },
      fault: { kind: 'drop-after' },
      times: 1,
    });
    const answer = await call(sandbox.live, 'PUT', `/v3/orders/${sale?.merchant_order_id}`, {
      host: 'checkout',
      body: { apiOperation: 'REVERSAL' },
    });
    expect(answer.status).toBe(502);
    const reversals = (await outstanding(sandbox.live, BUSY)).filter(
      (row) => row.payment_type === 'REVERSAL',
    );
    expect(reversals).toHaveLength(1);
  });
});

test('the log has the hash of what was sent and never a key', async () => {
  await withGateway(async (sandbox) => {
    await acknowledge(sandbox);
    expect(await lastAck(sandbox)).toMatchObject({
      method: 'POST',
      status: 200,
      // SHA-256 of `{}`.
      bodySha256: '44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a',
    });
    const { text } = await control(sandbox, 'GET', '/log');
    expect(text).not.toContain(sandbox.live.secretKey);
  });
});
