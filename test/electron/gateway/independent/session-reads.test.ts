/** Reading payment sessions (§4.1, §2.2, §2.3): the real client against the independent gateway. */
import { describe, expect, it } from 'vitest';
import { credentialsOf, instant, lines, money, must } from './client.ts';
import { fieldsOf } from './routing.ts';
import { REQUEST, withSessions } from './session-bench.ts';

describe('reading sessions', () => {
  it('by id sends no credential at all (§5)', async () => {
    const { sessions, sent } = await withSessions();
    const { sessionId } = must(await sessions.create(REQUEST));
    sent();
    expect(must(await sessions.get(sessionId))).toMatchObject({ sessionId, amount: money(12_550n) });
    const requests = sent();
    expect(lines(requests)).toEqual([`dashboard GET /v3/payment/sessions/${sessionId}`]);
    expect(credentialsOf(requests[0])).toEqual({});
    expect(requests[0]?.headers.cookie).toBeUndefined();
  });

  it.each([
    ...['CREATED', 'PENDING', 'OPENED', 'PAID', 'AUTHORIZED', 'FAILED', 'EXPIRED', 'ABANDONED', 'REJECTED'],
    ...['VOIDED', 'REVERSED', 'REFUNDED'],
  ])('a session that is %s is an answer, never an error', async (status) => {
    const { sessions, server } = await withSessions();
    const { sessionId } = must(await sessions.create(REQUEST));
    const session = server.state.sessions.get(sessionId) ?? {};
    session['status'] = status;
    const known = { kind: 'known', value: status };
    expect(must(await sessions.get(sessionId)).status).toEqual(known);
    expect(must(await sessions.payment(sessionId)).status).toEqual(known);
    expect(must(await sessions.list({ page: 1, limit: 5 })).rows[0]?.status).toEqual(known);
  });

  it('reads the payment with the secret key, `NA` as no value (§2.3)', async () => {
    const { sessions, server, sent } = await withSessions();
    const { sessionId } = must(await sessions.create(REQUEST));
    sent();
    expect(must(await sessions.payment(sessionId))).toMatchObject({
      sessionId,
      amount: money(12_550n),
      merchantOrderId: 'WEB-1001',
      method: null,
      orderId: null,
      paymentChannel: null,
      rfsDate: null,
      lastTransactionType: null,
      issuerAuthorizationCode: null,
    });
    const requests = sent();
    expect(lines(requests)).toEqual([`dashboard GET /v3/payment/sessions/${sessionId}/payment`]);
    expect(credentialsOf(requests[0])).toEqual({ authorization: server.state.secretKey });

    const session = server.state.sessions.get(sessionId) ?? {};
    session['status'] = 'PAID';
    session['history'] = [
      { status: 'CREATED', date: '2026-03-01 10:00:00.000000+00:00' },
      { status: 'PAID', date: '2026-03-01 10:05:00.000000+00:00' },
    ];
    expect(must(await sessions.payment(sessionId))).toMatchObject({
      status: { value: 'PAID' },
      method: 'card',
      orderId: 'a1b2c3d4-0000-4000-8000-000000000001',
      lastTransactionType: 'pay',
      issuerAuthorizationCode: '004512',
      history: [
        { status: { value: 'CREATED' }, at: instant('2026-03-01 10:00:00.000000+00:00') },
        { status: { value: 'PAID' }, at: instant('2026-03-01 10:05:00.000000+00:00') },
      ],
    });
  });

  it('lists them by page with the secret key; without the permission that is told', async () => {
    const { sessions, server, sent } = await withSessions();
    for (const order of ['A', 'B', 'C']) must(await sessions.create({ ...REQUEST, order }));
    sent();
    const page = must(await sessions.list({ page: 2, limit: 2 }));
    expect(page).toMatchObject({ page: 2, pages: 2, total: 3, unreadable: 0 });
    expect(page.rows.map((row) => row.order)).toEqual(['A']);
    expect(page.rows.map((row) => row.raw).join()).not.toContain(server.state.apiKey);
    expect(credentialsOf(sent()[0])).toEqual({ authorization: server.state.secretKey });
    server.state.permissions.delete('transaction-view');
    expect(await sessions.list({ page: 1, limit: 2 })).toMatchObject({
      error: { code: 'permission-missing' },
    });
  });

  it('never shows an id in a log line: it opens the session without a key (§4.1)', async () => {
    const { sessions, server, logged } = await withSessions();
    const { sessionId } = must(await sessions.create(REQUEST));
    server.plan(/sessions/, { kind: 'answer', status: 500, text: sessionId }, 2);
    expect((await sessions.get(sessionId)).ok).toBe(false);
    expect((await sessions.payment(sessionId)).ok).toBe(false);
    expect(logged).not.toEqual([]);
    expect(logged.join()).not.toContain(sessionId);
  });

  it('that do not exist are not found, and an id stays one part of the path', async () => {
    const { sessions, sent } = await withSessions();
    expect(await sessions.get('a/../b?c')).toMatchObject({ error: { code: 'not-found', httpStatus: 404 } });
    expect(lines(sent())).toEqual(['dashboard GET /v3/payment/sessions/a%2F..%2Fb%3Fc']);
  });

  it('tolerates a session whose amounts have moved on', async () => {
    const { sessions, server } = await withSessions();
    const { sessionId } = must(await sessions.create(REQUEST));
    const session = server.state.sessions.get(sessionId) ?? {};
    Object.assign(session, {
      capturedAmount: 125.5,
      refundedAmount: 0.25,
      failureAttempts: 2,
      later: { a: 1 },
    });
    Object.assign(fieldsOf(session, 'paymentParams'), { unknownToUs: true });
    expect(must(await sessions.get(sessionId))).toMatchObject({
      captured: money(12_550n),
      refunded: money(25n),
      failureAttempts: 2,
    });
  });
});
