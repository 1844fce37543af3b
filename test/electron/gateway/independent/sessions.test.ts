/** Creating a payment session (§4.1, §2.1, §2.2): the real client against the independent gateway. */
import { describe, expect, it } from 'vitest';
import { bodyOf, credentialsOf, instant, lines, money, must } from './client.ts';
import { REQUEST, withSessions } from './session-bench.ts';

describe('creating a session', () => {
  it('sends every field as §2.1 spells it, the amount as a decimal string, with both keys', async () => {
    const { sessions, server, sent } = await withSessions();
    must(await sessions.create(REQUEST));
    const requests = sent();
    expect(lines(requests)).toEqual(['dashboard POST /v3/payment/sessions']);
    expect(credentialsOf(requests[0])).toEqual({
      authorization: 'sk_live_8c1f$a.B-9',
      'api-key': 'ak-live-31d7',
    });
    expect(bodyOf(requests[0])).toEqual({
      amount: '125.50',
      currency: 'EGP',
      order: 'WEB-1001',
      merchantId: 'MID-7-100',
      expireAt: '2026-03-03 12:30:00.250000+00:00',
      maxFailureAttempts: 4,
      paymentType: 'credit',
      merchantRedirect: 'https://shop.example.com/done?x=1&y=ü',
      display: 'en',
      type: 'one-time',
      allowedMethods: 'card,wallet',
      redirectMethod: null,
      iframeBackgroundColor: '#ffffff',
      metaData: { cart: 'C-1', displayNotes: { gift: 'yes' } },
      failureRedirect: false,
      brandColor: '#003366',
      defaultMethod: 'card',
      description: 'كتب مدرسية',
      manualCapture: false,
      customer: { email: 'mona@example.com', reference: 'customer-9' },
      saveCard: 'optional',
      retrieveSavedCard: true,
      interactionSource: 'ECOMMERCE',
      enable3DS: true,
      serverWebhook: 'https://shop.example.com/events',
      notes: 'leave at the door',
    });
    expect(server.state.sessions.size).toBe(1);
  });

  it('answers the document of §2.2, and the API key in it is not kept', async () => {
    const { sessions, server } = await withSessions();
    const session = must(await sessions.create(REQUEST));
    expect(session).toMatchObject({
      sessionId: '000000000000000000000001',
      status: { kind: 'known', value: 'CREATED' },
      amount: money(12_550n),
      captured: money(0n),
      refunded: money(0n),
      failureAttempts: 0,
      maxFailureAttempts: 4,
      merchantId: 'MID-7-100',
      order: 'WEB-1001',
      description: 'كتب مدرسية',
      expireAt: instant('2026-03-03 12:30:00.250000+00:00'),
      createdAt: instant('2026-03-01 10:00:00.000000+00:00'),
      history: [
        {
          status: { kind: 'known', value: 'CREATED' },
          at: instant('2026-03-01 10:00:00.000000+00:00'),
        },
      ],
      sessionUrl: 'https://checkout.example.com/session/000000000000000000000001',
    });
    expect(session.raw).not.toContain(server.state.apiKey);
    expect(session.raw).not.toContain('apiKey');
  });

  it('in a currency of three decimals keeps all three', async () => {
    const { sessions, sent } = await withSessions();
    const session = must(
      await sessions.create({ amount: money(1_250n, 'KWD'), order: 'K', merchantId: 'MID-7-100' }),
    );
    expect(session.amount).toEqual(money(1_250n, 'KWD'));
    expect(bodyOf(sent()[0])).toEqual({
      amount: '1.250',
      currency: 'KWD',
      order: 'K',
      merchantId: 'MID-7-100',
    });
  });

  it('without the API key is refused here, and nothing is sent', async () => {
    const { sessions, sent } = await withSessions('live', { apiKey: null });
    expect(await sessions.create(REQUEST)).toMatchObject({
      error: { code: 'key-refused', outcome: 'not-applied' },
    });
    expect(sent()).toEqual([]);
  });

  it('with a wrong API key is a refused key', async () => {
    const { sessions, sent } = await withSessions('live', { apiKey: 'ak-test-31d7' });
    expect(await sessions.create(REQUEST)).toMatchObject({ error: { code: 'key-refused', httpStatus: 401 } });
    expect(sent()).toHaveLength(1);
  });

  it.each(['drop-before', 'drop-after', 'cut'] as const)(
    'whose connection ends (%s) is sent once, and whether it was made is not known',
    async (kind) => {
      const { sessions, server, sent } = await withSessions();
      server.plan(/sessions/, { kind }, 5);
      expect(await sessions.create(REQUEST)).toMatchObject({
        error: { code: 'connection-lost', outcome: 'unknown' },
      });
      expect(sent()).toHaveLength(1);
      expect(server.state.sessions.size).toBe(kind === 'drop-before' ? 0 : 1);
    },
  );

  it.each([301, 302, 303, 307, 308])('that is redirected (%i) goes nowhere else', async (status) => {
    const { sessions, server, sent } = await withSessions();
    const location = `${server.checkoutUrl}/v3/payment/sessions`;
    server.plan(/sessions/, { kind: 'answer', status, headers: { location } });
    expect(await sessions.create(REQUEST)).toMatchObject({
      error: { code: 'redirected', outcome: 'unknown' },
    });
    expect(sent()).toHaveLength(1);
  });

  it.each([
    [400, 'refused', 'not-applied'],
    [401, 'key-refused', 'not-applied'],
    [403, 'permission-missing', 'not-applied'],
    [429, 'limit', 'not-applied'],
    [500, 'server', 'unknown'],
    [503, 'server', 'unknown'],
  ])('answered %i is not tried again', async (status, code, outcome) => {
    const { sessions, server, sent } = await withSessions();
    server.plan(/sessions/, { kind: 'answer', status, body: { message: 'no' } }, 5);
    expect(await sessions.create(REQUEST)).toMatchObject({ error: { code, outcome, httpStatus: status } });
    expect(sent()).toHaveLength(1);
  });
});
