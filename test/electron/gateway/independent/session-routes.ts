/** Payment sessions (§4.1, §2.1–§2.3, §3.1). */
import { isTimestamp, type Fields } from './json.ts';
import { fieldsOf, need, ok, pageOf, Refusal, textOf, type Route } from './routing.ts';
import { orderHash } from './signatures.ts';
import { newId, now, type State } from './state.ts';

/** §2.1, every field of the create request. */
const CREATE_FIELDS = [
  'expireAt',
  'maxFailureAttempts',
  'paymentType',
  'amount',
  'currency',
  'order',
  'merchantRedirect',
  'display',
  'type',
  'allowedMethods',
  'redirectMethod',
  'iframeBackgroundColor',
  'metaData',
  'merchantId',
  'failureRedirect',
  'brandColor',
  'defaultMethod',
  'description',
  'manualCapture',
  'customer',
  'saveCard',
  'retrieveSavedCard',
  'interactionSource',
  'enable3DS',
  'serverWebhook',
  'notes',
];

export function sessionOf(state: State, sessionId: string): Fields {
  const session = state.sessions.get(sessionId);
  if (!session) throw new Refusal(404, 'Session not found');
  return session;
}

/** §2.2: `paymentParams` are the create fields without three of them, plus `hash`, `storeName`, `store`. */
function newSession(state: State, body: Fields): Fields {
  const { merchantId, expireAt, maxFailureAttempts, ...rest } = body;
  const _id = newId(state);
  const at = now(state);
  return {
    _id,
    status: 'CREATED',
    failureAttempts: 0,
    capturedAmount: 0,
    refundedAmount: 0,
    merchantId,
    expireAt: expireAt ?? '2026-03-02 10:00:00.000000+00:00',
    maxFailureAttempts: maxFailureAttempts ?? 3,
    paymentParams: {
      ...rest,
      hash: orderHash(state.paymentApiKey, {
        merchantId: state.merchantId,
        reference: textOf(body, 'order') ?? '',
        amount: textOf(body, 'amount') ?? '',
        currency: textOf(body, 'currency') ?? '',
      }),
      storeName: 'Corner Books',
      store: 'store-1',
    },
    apiKey: state.apiKey,
    history: [{ status: 'CREATED', date: at }],
    webhookNotifications: [],
    createdAt: at,
    updatedAt: at,
    __v: 0,
    sessionUrl: `https://checkout.example.com/session/${_id}`,
  };
}

/** §2.3: `NA` where there is no value. */
function paymentView(session: Fields): Fields {
  const params = fieldsOf(session, 'paymentParams');
  const paid = session['status'] === 'PAID';
  return {
    sessionId: session['_id'],
    status: session['status'],
    createdAt: session['createdAt'],
    updatedAt: session['updatedAt'],
    merchantId: session['merchantId'],
    merchantOrderId: params['order'],
    amount: params['amount'],
    currency: params['currency'],
    method: paid ? 'card' : 'NA',
    orderId: paid ? 'a1b2c3d4-0000-4000-8000-000000000001' : 'NA',
    paymentChannel: paid ? 'online' : 'NA',
    rfsDate: 'NA',
    lastTransactionType: paid ? 'pay' : 'NA',
    issuerAuthorizationCode: paid ? '004512' : 'NA',
    metaData: params['metaData'] ?? {},
    customer: params['customer'] ?? {},
    history: session['history'],
  };
}

export const sessionRoutes: Route[] = [
  {
    host: 'dashboard',
    method: 'POST',
    path: '/v3/payment/sessions',
    credential: 'secret-key+api-key',
    fields: CREATE_FIELDS,
    answer: ({ body }, state) => {
      // §2, "Conventions": a session's amount is a decimal string, the others are numbers.
      need(/^\d+(\.\d+)?$/.test(textOf(body, 'amount') ?? ''), 'amount');
      need(/^[A-Z]{3}$/.test(textOf(body, 'currency') ?? ''), 'currency');
      need(textOf(body, 'order') !== null, 'order');
      need(textOf(body, 'merchantId') === state.merchantId, 'merchantId');
      need(body['expireAt'] === undefined || isTimestamp(body['expireAt']), 'expireAt');
      const session = newSession(state, body);
      state.sessions.set(String(session['_id']), session);
      return ok(session);
    },
  },
  {
    host: 'dashboard',
    method: 'GET',
    path: '/v3/payment/sessions',
    credential: 'secret-key',
    permission: 'transaction-view',
    answer: (call, state) => {
      // The envelope is not shown; it is that of docs/assumptions.md.
      const { rows, ...pagination } = pageOf(call, [...state.sessions.values()].reverse());
      return ok({ message: 'Sessions', data: rows, pagination });
    },
  },
  {
    host: 'dashboard',
    method: 'GET',
    path: '/v3/payment/sessions/{sessionId}',
    credential: 'none',
    answer: (call, state) => ok(sessionOf(state, call.part('sessionId'))),
  },
  {
    host: 'dashboard',
    method: 'GET',
    path: '/v3/payment/sessions/{sessionId}/payment',
    credential: 'secret-key',
    answer: (call, state) =>
      ok({ message: 'Payment', data: paymentView(sessionOf(state, call.part('sessionId'))) }),
  },
];
