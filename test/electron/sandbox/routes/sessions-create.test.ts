import { expect, test } from 'vitest';
import { englishOf, withGateway } from '../gateway.ts';
import { hmacOf } from '../listener.ts';
import { postSession, SESSIONS, sessionRequest, SMALL } from '../merchant.ts';
import { refusesFields, refusesShapes, refusesStrangers, roleKey } from '../refusals.ts';
import { ask, at, textAt } from '../wire.ts';

const FULL = {
  expireAt: '2026-11-17 12:00:00.000000+00:00',
  maxFailureAttempts: 5,
  paymentType: 'credit',
  amount: '120.5',
  currency: 'EGP',
  order: 'WEB-77',
  merchantRedirect: 'https://shop.example/thanks',
  display: 'en',
  type: 'one-time',
  allowedMethods: 'card,wallet',
  redirectMethod: null,
  iframeBackgroundColor: '#FFFFFF',
  metaData: { basket: 7, displayNotes: { gift: 'yes' } },
  merchantId: 'MID-7301-118',
  failureRedirect: false,
  brandColor: '#00bcbc',
  defaultMethod: 'card',
  description: 'Basket 7',
  manualCapture: true,
  customer: { email: 'mona@example.com', reference: 'C-7', phone: '01001234501' },
  saveCard: 'optional',
  retrieveSavedCard: true,
  interactionSource: 'ECOMMERCE',
  enable3DS: true,
  serverWebhook: 'https://hooks.shop.example/session',
  notes: 'by the back door',
  somethingNew: { kept: ['as', 'it', 'is'] },
};

test('a session is created from every documented field, and unknown fields pass through', async () => {
  await withGateway(async ({ live }) => {
    const { status, body, text } = await postSession(live, FULL);
    expect(status).toBe(200);
    const { merchantId: _id, expireAt: _at, maxFailureAttempts: _max, ...params } = FULL;
    const id = textAt(body, '_id');
    expect(body).toEqual({
      _id: expect.stringMatching(/^[0-9a-f]{24}$/) as string,
      status: 'CREATED',
      failureAttempts: 0,
      capturedAmount: 0,
      refundedAmount: 0,
      merchantId: 'MID-7301-118',
      expireAt: '2026-11-17 12:00:00.000000+00:00',
      maxFailureAttempts: 5,
      paymentParams: {
        ...params,
        amount: '120.50',
        hash: hmacOf(live.paymentKey, '/?payment=MID-7301-118.WEB-77.120.50.EGP'),
        storeName: 'Nile Market',
        store: 'nile-market',
      },
      apiKey: expect.any(String) as string,
      history: [{ status: 'CREATED', date: '2026-11-17 10:30:00.000000+00:00' }],
      webhookNotifications: [],
      createdAt: '2026-11-17 10:30:00.000000+00:00',
      updatedAt: '2026-11-17 10:30:00.000000+00:00',
      __v: 0,
      sessionUrl: `${live.checkoutUrl}/pay/${id}`,
    });
    expect(text).toContain('"capturedAmount":0.00,');
    for (const secret of [live.apiKey, live.secretKey, live.paymentKey]) expect(text).not.toContain(secret);
    const read = await ask(live, 'GET', `${SESSIONS}/${id}`, { key: null });
    expect([read.status, read.body]).toEqual([200, body]);
  }, SMALL);
});

test('only four fields are needed: it expires in one day, after 3 failures; one order may have two sessions', async () => {
  await withGateway(async ({ live }) => {
    const first = await postSession(live, sessionRequest(live));
    const second = await postSession(live, sessionRequest(live));
    expect(first.body).toMatchObject({
      expireAt: '2026-11-18 10:30:00.000000+00:00',
      maxFailureAttempts: 3,
      paymentParams: { amount: '120.50', order: 'WEB-77', manualCapture: false },
    });
    expect(second.status).toBe(200);
    expect(at(first.body, '_id')).not.toBe(at(second.body, '_id'));
  }, SMALL);
});

test('amounts keep the decimals of their currency', async () => {
  await withGateway(async ({ live }) => {
    for (const [amount, currency, written] of [
      ['7', 'EGP', '7.00'],
      ['0.01', 'USD', '0.01'],
      ['1500', 'JPY', '1500'],
      ['1.5', 'KWD', '1.500'],
      ['99999999999.99', 'EGP', '99999999999.99'],
    ] as const) {
      const { status, body } = await postSession(live, sessionRequest(live, { amount, currency }));
      expect([status, at(body, 'paymentParams.amount')]).toEqual([200, written]);
    }
  }, SMALL);
});

test('each field of the wrong type or range is refused with 400 and its name', async () => {
  await withGateway(async (sandbox) => {
    const { live } = sandbox;
    const long = 'x'.repeat(2_001);
    const create = {
      method: 'POST',
      path: SESSIONS,
      json: sessionRequest(live),
      headers: { 'api-key': live.apiKey },
    };
    await refusesFields(sandbox, create, [
      ...[undefined, 120.5, '', '0', '0.00', '-1', '1.001', '1e3', ' 1', '1,5', '١٢', 'NaN', null].map(
        (value): [string, unknown] => ['amount', value],
      ),
      ['amount', '1'.repeat(41)],
      ['amount', '999999999999'],
      ...[undefined, 'XYZ', 'egp', '', 818, 'USD_VIRTUAL'].map((value): [string, unknown] => [
        'currency',
        value,
      ]),
      ...[undefined, '', '  ', 7, 'x'.repeat(201)].map((value): [string, unknown] => ['order', value]),
      ...[undefined, '', 7, 'MID-0000-000', sandbox.test.merchantId].map((value): [string, unknown] => [
        'merchantId',
        value,
      ]),
      ...[
        'tomorrow',
        '2026-11-17',
        1_800_000_000,
        '2026-11-17 10:30:00.000000+00:00',
        '2020-01-01 00:00:00.000000+00:00',
        '2027-02-30 00:00:00.000000+00:00',
      ].map((value): [string, unknown] => ['expireAt', value]),
      ...[0, -1, 101, 1.5, '3', null].map((value): [string, unknown] => ['maxFailureAttempts', value]),
      ['manualCapture', 'yes'],
      ['failureRedirect', 1],
      ['retrieveSavedCard', 'true'],
      ['enable3DS', 0],
      ['metaData', 'text'],
      ['metaData', []],
      ['customer', 'Mona'],
      ['customer', { email: 7 }, 'customer.email'],
      ['customer', { reference: {} }, 'customer.reference'],
      ['merchantRedirect', 'shop.example'],
      ['merchantRedirect', 'javascript:alert(1)'],
      ['serverWebhook', 'ftp://hooks.shop.example'],
      ['serverWebhook', 7],
      ['redirectMethod', 7],
      ['allowedMethods', ['card']],
      ['description', long],
      ['notes', long],
      ['display', {}],
      ['paymentType', ''],
      ['type', 7],
      ['brandColor', 7],
    ]);
    await refusesShapes(live, create);
  }, SMALL);
});

test('creation needs the API key beside the secret key', async () => {
  await withGateway(async (sandbox) => {
    const { live, test: tried } = sandbox;
    const headers = { 'api-key': live.apiKey };
    await refusesStrangers(sandbox, { method: 'POST', path: SESSIONS, json: sessionRequest(live), headers });
    for (const apiKey of [undefined, '', 'wrong', tried.apiKey, live.secretKey, live.paymentKey]) {
      const reply = await ask(live, 'POST', SESSIONS, {
        json: sessionRequest(live),
        headers: apiKey === undefined ? {} : { 'api-key': apiKey },
      });
      expect([apiKey, reply.status, englishOf(reply)]).toEqual([
        apiKey,
        401,
        'The API key is missing or not valid for this environment.',
      ]);
    }
    const key = await roleKey(sandbox, []);
    expect((await ask(live, 'POST', SESSIONS, { json: sessionRequest(live), headers, key })).status).toBe(
      200,
    );
  }, SMALL);
});
