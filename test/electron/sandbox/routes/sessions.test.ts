import { expect, test } from 'vitest';
import { control, withGateway } from '../gateway.ts';
import { allAccountedFor, DAY_MS, newSession, paidOrder, pay, SESSIONS, SMALL } from '../merchant.ts';
import { needsPermission, refusesStrangers, refusesTricks, takesOnly } from '../refusals.ts';
import { ask, at, textAt } from '../wire.ts';

test('the list holds message, data and pagination, newest first, and is narrowed by status and date', async () => {
  await withGateway(async (sandbox, clock) => {
    const { live } = sandbox;
    const before = await ask(live, 'GET', SESSIONS);
    expect(before.body).toMatchObject({ pagination: { total: 8, limit: 20, page: 1, pages: 1 } });
    clock.forward(DAY_MS);
    const first = await paidOrder(sandbox, 'WEB-1');
    const second = await newSession(live, { order: 'WEB-2' });
    const list = async (query: string) => {
      const { status, body } = await ask(live, 'GET', `${SESSIONS}?${query}`);
      expect([status, typeof at(body, 'message')]).toEqual([200, 'string']);
      return (at(body, 'data') as object[]).map((row) => textAt(row, '_id'));
    };
    expect((await list('limit=2')).slice(0, 2)).toEqual([second, first]);
    expect(await list('limit=1&page=2')).toEqual([first]);
    expect(await list('status=CREATED&dateFrom=2026-11-18')).toEqual([second]);
    expect(await list('status=PAID&dateFrom=2026-11-18&dateTo=2026-11-18')).toEqual([first]);
    expect((await list('dateTo=2026-11-17')).length).toBe(8);
    expect(await list('dateFrom=2026-11-18%2010:30:00.000000%2B00:00')).toEqual([second, first]);
    expect(await list('status=nonsense')).toEqual([]);
    expect((await ask(live, 'GET', `${SESSIONS}?page=-1&limit=x`)).body).toMatchObject({
      pagination: { total: 10, limit: 20, page: 1, pages: 1 },
    });
    expect((await ask(live, 'GET', `${SESSIONS}?limit=9999`)).body).toMatchObject({
      pagination: { limit: 500 },
    });
    const document = await ask(live, 'GET', `${SESSIONS}/${first}`);
    expect(at((await ask(live, 'GET', `${SESSIONS}?limit=2`)).body, 'data.1')).toEqual(document.body);
    await refusesStrangers(sandbox, { method: 'GET', path: SESSIONS });
    await needsPermission(sandbox, 'transactions.view_transaction', { method: 'GET', path: SESSIONS });
  }, SMALL);
});

test('the payment view says NA where there is no value, and the payment once there is one', async () => {
  await withGateway(async (sandbox, clock) => {
    const { live } = sandbox;
    const id = await newSession(live, { metaData: { a: 1 }, customer: { reference: 'C-7' } });
    const view = async () => (await ask(live, 'GET', `${SESSIONS}/${id}/payment`)).body;
    const unpaid = {
      sessionId: id,
      status: 'CREATED',
      merchantId: 'MID-7301-118',
      merchantOrderId: 'WEB-77',
      amount: '120.50',
      currency: 'EGP',
      method: 'NA',
      orderId: 'NA',
      paymentChannel: 'NA',
      rfsDate: 'NA',
      lastTransactionType: 'NA',
      issuerAuthorizationCode: 'NA',
      metaData: { a: 1 },
      customer: { reference: 'C-7' },
      history: [{ status: 'CREATED', date: '2026-11-17 10:30:00.000000+00:00' }],
      createdAt: '2026-11-17 10:30:00.000000+00:00',
      updatedAt: '2026-11-17 10:30:00.000000+00:00',
    };
    expect(await view()).toEqual({ message: expect.any(String) as string, data: unpaid });
    clock.forward(1_000);
    await pay(sandbox, 'live', id, { method: 'wallet' });
    expect(at(await view(), 'data')).toMatchObject({
      status: 'PAID',
      method: 'wallet',
      orderId: expect.stringMatching(/^[0-9a-f]{24}$/) as string,
      lastTransactionType: 'pay',
      rfsDate: '2026-11-17 10:30:01.000000+00:00',
    });
    await refusesStrangers(sandbox, { method: 'GET', path: `${SESSIONS}/${id}/payment` });
    await allAccountedFor(sandbox);
  }, SMALL);
});

test('other methods, unknown ids and the other environment’s sessions are refused', async () => {
  await withGateway(async (sandbox) => {
    const { live, test: tried } = sandbox;
    const id = await newSession(live);
    await takesOnly(live, SESSIONS, 'GET POST');
    await takesOnly(live, `${SESSIONS}/${id}`, 'GET');
    await takesOnly(live, `${SESSIONS}/${id}/abandon`, 'PATCH');
    await refusesTricks(live, 'GET', (trick) => `${SESSIONS}/${trick}`);
    await refusesTricks(live, 'GET', (trick) => `${SESSIONS}/${trick}/payment`);
    await refusesTricks(live, 'PATCH', (trick) => `${SESSIONS}/${trick}/abandon`);
    expect((await ask(tried, 'GET', `${SESSIONS}/${id}`)).status).toBe(404);
    await refusesStrangers(sandbox, { method: 'PATCH', path: `${SESSIONS}/${id}/abandon` });
    expect((await control(sandbox, 'POST', '/pay', { sessionId: 'nonesuch' })).status).toBe(404);
  }, SMALL);
});
