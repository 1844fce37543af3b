import { request } from 'node:http';
import { expect, test } from 'vitest';
import { BUSY, control, outstanding, withGateway } from './gateway.ts';

/** A GET with headers that fetch would not let us set. */
const statusWith = (url: string, headers: Record<string, string>) =>
  new Promise<number>((resolve, reject) => {
    request(url, { headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    })
      .on('error', reject)
      .end();
  });

test('another web page cannot reach the control path: its Origin or a foreign Host is refused with 403', async () => {
  await withGateway(async ({ controlUrl }) => {
    const state = `${controlUrl}/state`;
    expect(await statusWith(state, {})).toBe(200);
    // Its own page may call it; no other page.
    expect(await statusWith(state, { origin: controlUrl })).toBe(200);
    expect(await statusWith(state, { origin: 'http://127.0.0.1:1' })).toBe(403);
    expect(await statusWith(state, { origin: 'null' })).toBe(403);
    expect(await statusWith(state, { host: 'gateway.example' })).toBe(403);
  });
});

test('the gateway hosts have no control path', async () => {
  await withGateway(async ({ live }) => {
    expect(await statusWith(`${live.dashboardUrl}/state`, { authorization: live.secretKey })).toBe(404);
    expect(await statusWith(`${live.checkoutUrl}/log`, {})).toBe(404);
  });
});

test('new sales come as asked: terminal, count, amount, currency', async () => {
  await withGateway(async (sandbox) => {
    const before = await outstanding(sandbox.live, BUSY);
    const sales = { terminalId: BUSY, count: 2, amount: '35.05', currency: 'USD' };
    expect((await control(sandbox, 'POST', '/sales', sales)).body).toEqual({ added: 2 });
    const added = (await outstanding(sandbox.live, BUSY)).slice(before.length);
    expect(added).toMatchObject([
      { amount: 35.05, currency: 'USD', payment_type: 'SALE' },
      { amount: 35.05, currency: 'USD', payment_type: 'SALE' },
    ]);
    await control(sandbox, 'POST', '/sales', { count: 50, environment: 'test' });
    expect((await control(sandbox, 'GET', '/state')).body).toMatchObject({
      test: { outstanding: 470 },
      live: { outstanding: 422 },
    });
  });
});

test('a control call that makes no sense is refused with 400 and says why', async () => {
  await withGateway(async (sandbox) => {
    const bad: [string, unknown, string][] = [
      ['/faults', { fault: { kind: 'explode' } }, 'fault'],
      ['/faults', { fault: { kind: 'delay', ms: -1 } }, 'ms'],
      ['/faults', { match: { url: '/' }, fault: { kind: 'nonsense' } }, 'url'],
      ['/sales', { count: 0 }, 'count'],
      ['/sales', { amount: '1.234' }, 'amount 1.234'],
      ['/sales', { currency: 'XYZ' }, 'XYZ'],
      ['/sales', { terminalId: '30419001' }, 'terminal'],
    ];
    for (const [path, body, named] of bad) {
      const answer = await control(sandbox, 'POST', path, body);
      expect([path, answer.status]).toEqual([path, 400]);
      expect(answer.text).toContain(named);
    }
  });
});
