import { expect, test } from 'vitest';
import { arabicOf, BUSY, call, EMPTY, englishOf, FOREIGN, outstanding, withGateway } from './gateway.ts';

const PATH = `/v3/payment/pos/${BUSY}/transactions`;

test('a call without a key, with a wrong one, or with another environment’s is refused with 401', async () => {
  await withGateway(async ({ live, test: tried }) => {
    for (const key of [null, 'wrong', tried.secretKey, live.apiKey, `Bearer ${live.secretKey}`]) {
      const answer = await call(live, 'GET', PATH, { key });
      expect(answer.status).toBe(401);
      expect(answer.body).toMatchObject({ error: { cause: 'Unauthorized' }, status: 'FAILURE' });
      expect(englishOf(answer)).toBe('The secret key is missing or not valid for this environment.');
      expect(arabicOf(answer)).toMatch(/[\u0600-\u06ff]/);
    }
    expect((await call(live, 'GET', PATH)).status).toBe(200);
  });
});

test('a terminal of another merchant is refused with 401, to read and to acknowledge', async () => {
  await withGateway(async ({ live }) => {
    const read = await call(live, 'GET', `/v3/payment/pos/${FOREIGN}/transactions`);
    const acknowledged = await call(live, 'POST', '/v3/payment/pos/ack/30419002', { body: {} });
    expect([read.status, acknowledged.status]).toEqual([401, 401]);
    expect(englishOf(read)).toBe('This terminal belongs to another merchant.');
    expect((await call(live, 'GET', '/v3/payment/pos/nonesuch/transactions')).status).toBe(404);
  });
});

test('an unknown address is 404 and a wrong method 405, both in JSON with both languages', async () => {
  await withGateway(async ({ live }) => {
    const unknown = await call(live, 'GET', '/v3/nothing/here');
    const wrong = await call(live, 'DELETE', PATH);
    expect([unknown.status, wrong.status]).toEqual([404, 405]);
    expect(englishOf(unknown)).toBe('There is nothing at this address.');
    expect(englishOf(wrong)).toBe('This address does not take this method.');
    expect((await call(live, 'GET', '/', { host: 'checkout', key: null })).status).toBe(404);
  });
});

test('a body that is not JSON is refused with 400 and does nothing', async () => {
  await withGateway(async ({ live }) => {
    const before = await outstanding(live, BUSY);
    const send = (body: string, type: string) =>
      fetch(`${live.dashboardUrl}/v3/payment/pos/ack/${BUSY}`, {
        method: 'POST',
        headers: { authorization: live.secretKey, 'content-type': type },
        body,
      });
    expect((await send('{"cut":', 'application/json')).status).toBe(400);
    expect((await send('a=1', 'application/x-www-form-urlencoded')).status).toBe(415);
    expect(await outstanding(live, BUSY)).toEqual(before);
    expect(await outstanding(live, EMPTY)).toEqual([]);
  });
});
