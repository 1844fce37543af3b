import { describe, expect, it } from 'vitest';
import { isFinalSession, sessionStatuses } from '#shared/domain/session.ts';
import {
  decodeSession,
  decodeSessionPayment,
  decodeSessions,
  encodeSession,
} from '#electron/gateway/endpoints/sessions.ts';
import { egp, expectAsked, KEYS, object, withRecorder } from '../recorder.ts';

const DOCUMENT = `{"_id":"65f0c0ffee","status":"OPENED","failureAttempts":1,"capturedAmount":0,"refundedAmount":0.5,
  "merchantId":"MID-1","expireAt":"2026-11-22 10:30:00.000000+00:00","maxFailureAttempts":3,
  "paymentParams":{"amount":"120.50","currency":"EGP","order":"A-1","description":"NA","hash":"h","storeName":"Shop","store":{}},
  "apiKey":"ak_of_the_document","history":[{"status":"CREATED","date":"2026-11-21 10:30:00.000000+00:00"},{"status":"ON_HOLD"},7],
  "webhookNotifications":[],"createdAt":"2026-11-21 10:30:00.000000+00:00","updatedAt":"soon","__v":0,
  "sessionUrl":"https://checkout.example/pay/65f0c0ffee","later":1.10}`;

describe('a session document', () => {
  it('is read with its amounts in the currency of its parameters', () => {
    expect(decodeSession(object(DOCUMENT))).toMatchObject({
      sessionId: '65f0c0ffee',
      status: { kind: 'known', value: 'OPENED' },
      amount: egp(12050n),
      captured: egp(0n),
      refunded: egp(50n),
      failureAttempts: 1,
      maxFailureAttempts: 3,
      order: 'A-1',
      description: null,
      expireAt: { kind: 'instant', atMs: Date.UTC(2026, 10, 22, 10, 30) },
      updatedAt: { kind: 'text', raw: 'soon' },
      history: [
        { status: { value: 'CREATED' }, at: { kind: 'instant' } },
        { status: { kind: 'unknown', raw: 'ON_HOLD' }, at: null },
      ],
    });
  });
  it('keeps every unknown field as it was written, and not the key it holds', () => {
    const raw = decodeSession(object(DOCUMENT))?.raw ?? '';
    expect(raw).toContain('"later":1.10');
    expect(raw).not.toContain('ak_of_the_document');
  });
  it.each([
    ['_id', DOCUMENT.replace('"_id"', '"id"')],
    ['an amount', DOCUMENT.replace('"120.50"', '"120.505"')],
    ['a currency', DOCUMENT.replace('"EGP"', '"XXQ"')],
    ['parameters', DOCUMENT.replace('paymentParams', 'params')],
  ])('without %s is not read', (_what, text) => expect(decodeSession(object(text))).toBeNull());
  it('in a list that cannot be read is counted', () =>
    expect(
      decodeSessions(
        object(`{"data":[${DOCUMENT},{}],"pagination":{"total":2,"limit":20,"page":1,"pages":1}}`),
        1,
      ),
    ).toMatchObject({ rows: [{ sessionId: '65f0c0ffee' }], unreadable: 1, total: 2, pages: 1 }));
});

it('a session with NA in every field but its id and amount says nothing of them, and no NA is left', () => {
  const na = `{"_id":"65f0c0ffee","status":"NA","failureAttempts":"NA","capturedAmount":"NA","refundedAmount":"NA",
    "merchantId":"NA","expireAt":"NA","maxFailureAttempts":"NA","paymentParams":{"amount":"120.50","currency":"EGP",
    "order":"NA","description":"NA","allowedMethods":"NA","manualCapture":"NA","customer":{"email":"NA","reference":"NA"},
    "metaData":{"closeoutReference":"NA"}},"history":"NA","webhookNotifications":"NA","createdAt":"NA","updatedAt":"NA",
    "sessionUrl":"NA"}`;
  const read = decodeSession(object(na));
  const { raw: _raw, sessionId, amount, history, notifications, ...rest } = read ?? { amount: null };
  expect([sessionId, amount, history, notifications]).toEqual(['65f0c0ffee', egp(12050n), [], []]);
  expect(Object.entries(rest).filter(([, value]) => value !== null)).toEqual([]);
});

it('the states that are final are those the interface lists, and a word we do not know is never one', () => {
  expect(sessionStatuses.filter((value) => !isFinalSession({ kind: 'known', value }))).toEqual([
    'CREATED',
    'PENDING',
    'OPENED',
  ]);
  expect(isFinalSession({ kind: 'unknown', raw: 'PAID ' })).toBe(false);
});

it('the payment of a session has null where the gateway says NA', () => {
  const body = `{"message":"ok","data":{"sessionId":"S-1","status":"PAID","merchantOrderId":"A-1","amount":"120.50","currency":"EGP",
    "method":"card","orderId":"NA","paymentChannel":"NA","rfsDate":"NA","lastTransactionType":"NA","issuerAuthorizationCode":"NA","history":[]}}`;
  expect(decodeSessionPayment(object(body))).toMatchObject({
    sessionId: 'S-1',
    amount: egp(12050n),
    method: 'card',
    orderId: null,
    paymentChannel: null,
    rfsDate: null,
    lastTransactionType: null,
    issuerAuthorizationCode: null,
  });
  expect(decodeSessionPayment(object('{"data":{"sessionId":"S-1"}}'))).toBeNull();
});

it('the amount of a request is a decimal string', () => {
  const request = {
    amount: egp(12000n),
    order: 'A-1',
    merchantId: 'MID-1',
    expireAtMs: Date.UTC(2026, 10, 22),
  };
  expect(encodeSession({ ...request, allowedMethods: ['card', 'wallet'], redirectMethod: null })).toEqual({
    amount: '120.00',
    currency: 'EGP',
    order: 'A-1',
    merchantId: 'MID-1',
    expireAt: '2026-11-22 00:00:00.000000+00:00',
    allowedMethods: 'card,wallet',
    redirectMethod: null,
  });
});

describe('the calls', () => {
  it('create sends both keys', () =>
    withRecorder(DOCUMENT, async ({ sessions }, asked) => {
      const made = await sessions.create({ amount: egp(12050n), order: 'A-1', merchantId: 'MID-1' });
      expect(made).toMatchObject({ ok: true, value: { sessionId: '65f0c0ffee' } });
      expectAsked(
        asked,
        'POST /v3/payment/sessions',
        { amount: '120.50', currency: 'EGP', order: 'A-1', merchantId: 'MID-1' },
        { authorization: KEYS.secretKey, 'api-key': KEYS.apiKey ?? '' },
      );
    }));
  it('get sends none, and a session that FAILED is a session, not a refusal', () =>
    withRecorder(DOCUMENT.replace('OPENED', 'FAILED'), async ({ sessions }, asked) => {
      expect(await sessions.get('65f0c0ffee')).toMatchObject({
        value: { status: { kind: 'known', value: 'FAILED' } },
      });
      expectAsked(asked, 'GET /v3/payment/sessions/65f0c0ffee', null, {});
    }));
  it('get of a refusal in HTTP 200 is one', () =>
    withRecorder('{"status":"FAILURE","messages":{"en":"No."}}', async ({ sessions }) =>
      expect(await sessions.get('S-1')).toMatchObject({ error: { code: 'refused' } }),
    ));
  it('list takes its filters', () =>
    withRecorder('{"message":"ok","data":[]}', async ({ sessions }, asked) => {
      await sessions.list({ page: 2, limit: 50, status: 'PAID', dateFrom: '2026-11-01' });
      expectAsked(asked, 'GET /v3/payment/sessions?page=2&limit=50&status=PAID&dateFrom=2026-11-01', null);
    }));
  it('payment is read with the key', () =>
    withRecorder('{"data":{}}', async ({ sessions }, asked) => {
      expect(await sessions.payment('S/1')).toMatchObject({ error: { code: 'bad-answer' } });
      expectAsked(asked, 'GET /v3/payment/sessions/S%2F1/payment', null);
    }));
  it.each([
    ['the document', DOCUMENT.replace('OPENED', 'ABANDONED'), 'ABANDONED'],
    ['the document in an envelope', `{"message":"ok","data":${DOCUMENT}}`, 'OPENED'],
    ['nothing', '', undefined],
  ])('abandon is a PATCH without a body that may answer with %s', (_name, body, status) =>
    withRecorder(body, async ({ sessions }, asked) => {
      const answer = await sessions.abandon('S-1');
      if (!answer.ok) throw new Error(answer.error.code);
      expect(answer.value.session?.status).toEqual(status && { kind: 'known', value: status });
      expectAsked(asked, 'PATCH /v3/payment/sessions/S-1/abandon', null);
    }),
  );
});
