/** §4.1: payment sessions, with their shapes (§2.1–2.3) and states (§3.1). */
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { assumedSafe, assumedWrite, cannot, ids, safe, write, type Check } from '../check.ts';
import { answers, hasShape, hasStatus, isNotLetIn, that } from '../expect.ts';
import {
  anySessionId,
  createSession,
  fullSession,
  listedSessions,
  madeSession,
  SESSIONS,
} from '../fixtures/sessions.ts';
import { paymentAnswer, sessionDocument } from '../shapes/sessions.ts';

const S = '§4.1';
const OWN_FIELDS = ['merchantId', 'expireAt', 'maxFailureAttempts'];

export const sessionChecks: Check[] = [
  write(
    S,
    'a session is created with 200 and the session document',
    ['§4.1-1', '§4.1-2', '§1-3', ...ids('§2.2', 1, 15)],
    async (bench) => {
      const { document, answer, sent } = await madeSession(bench);
      that(document.merchantId === sent['merchantId'], 'the merchant that was sent', answer);
      that(document.maxFailureAttempts === 3, 'maxFailureAttempts as sent', answer);
    },
  ),
  write(
    S,
    'every field of the create request is taken and comes back in paymentParams',
    ['§2.2-9', ...ids('§2.1', 1, 26), '§2-4'],
    async (bench) => {
      const { document, answer, sent } = await madeSession(bench);
      for (const [name, value] of Object.entries(sent)) {
        if (OWN_FIELDS.includes(name)) continue;
        const came = document.paymentParams[name];
        that(isDeepStrictEqual(came, value), `paymentParams.${name} as sent`, answer);
      }
      for (const name of OWN_FIELDS)
        that(!(name in document.paymentParams), `no ${name} in paymentParams`, answer);
    },
  ),
  write(
    S,
    'a new session is CREATED, with that as its first history entry',
    ['§3.1-2', '§3.1-5'],
    async (bench) => {
      const { document, answer } = await madeSession(bench);
      that(document.status === 'CREATED', 'status CREATED', answer);
      that(document.history[0]?.status === 'CREATED', 'CREATED as the first history entry', answer);
    },
  ),
  write(
    S,
    'failureAttempts, capturedAmount and refundedAmount start at 0',
    ['§3.1-5', ...ids('§2.2', 3, 5)],
    async (bench) => {
      const { document, answer } = await madeSession(bench);
      const { failureAttempts, capturedAmount, refundedAmount } = document;
      that(failureAttempts === 0 && capturedAmount === 0 && refundedAmount === 0, 'three zeros', answer);
    },
  ),
  write(S, 'the session id stands in the session URL', ['§2.2-1', '§2.2-15'], async (bench) => {
    const { document, answer } = await madeSession(bench);
    that(document.sessionUrl.includes(document._id), 'the _id in sessionUrl', answer);
  }),
  safe(
    S,
    'a session is read without any credential',
    ['§4.1-7', '§4-3', '§5-6', ...ids('§2.2', 1, 15)],
    async (bench) => {
      const id = await anySessionId(bench);
      const read = answers(await bench.ask('GET', `${SESSIONS}/${id}`, { key: null }), sessionDocument);
      that(read._id === id, 'the session that was asked for', 'another session');
    },
  ),
  write(S, 'the session read is the session created', ['§4.1-7', '§4.1-8'], async (bench) => {
    const { document } = await madeSession(bench);
    const answer = await bench.ask('GET', `${SESSIONS}/${document._id}`, { key: null });
    const read = answers(answer, sessionDocument);
    const fixed = ['_id', 'merchantId', 'expireAt', 'createdAt', 'sessionUrl', 'paymentParams'] as const;
    for (const name of fixed)
      that(isDeepStrictEqual(read[name], document[name]), `${name} as created`, answer);
  }),
  safe(
    S,
    'the list is an object that holds a collection of session documents',
    ['§4.1-3', '§4.1-4', '§4-2', ...ids('§2.2', 1, 15)],
    async (bench) => {
      const { rows, answer } = await listedSessions(bench);
      if (rows.length === 0) cannot('there are no sessions');
      hasShape(z.array(sessionDocument), rows, answer);
    },
  ),
  safe(S, 'every listed status is one of the named states', ids('§3.1', 1, 4), async (bench) => {
    const { rows, answer } = await listedSessions(bench);
    if (rows.length === 0) cannot('there are no sessions');
    const { status, history } = sessionDocument.shape;
    hasShape(z.array(z.looseObject({ status, history: z.array(z.looseObject({ status })) })), rows, answer);
    that(history.safeParse([]).success === false, 'a history entry', answer);
  }),
  write(S, 'a session just created is in the list', ['§4.1-3'], async (bench) => {
    const { document } = await madeSession(bench);
    const answer = await bench.ask('GET', SESSIONS);
    that(answer.text.includes(document._id), 'the new session on the first page', answer);
  }),
  safe(
    S,
    'the payment view has message and data with the documented fields',
    ['§4.1-10', ...ids('§2.3', 1, 4), '§2.3-6'],
    async (bench) => {
      const id = await anySessionId(bench);
      const answer = await bench.ask('GET', `${SESSIONS}/${id}/payment`);
      that(answers(answer, paymentAnswer).data.sessionId === id, 'the session that was asked for', answer);
    },
  ),
  write(
    S,
    'values that a new session has not yet are the literal NA in the payment view',
    ['§2.3-5'],
    async (bench) => {
      const { document } = await madeSession(bench);
      const answer = await bench.ask('GET', `${SESSIONS}/${document._id}/payment`);
      const { data } = answers(answer, paymentAnswer);
      const { orderId, rfsDate, issuerAuthorizationCode, lastTransactionType } = data;
      const given = [orderId, rfsDate, issuerAuthorizationCode, lastTransactionType];
      that(given.includes('NA'), 'NA where there is no value', answer);
    },
  ),
  write(
    S,
    'the payment view tells the order, amount and metadata that were sent',
    ['§2.3-2', '§2.3-3', '§2.3-6'],
    async (bench) => {
      const { document, sent } = await madeSession(bench);
      const answer = await bench.ask('GET', `${SESSIONS}/${document._id}/payment`);
      const { data } = answers(answer, paymentAnswer);
      that(
        data.merchantOrderId === sent['order'] && data.amount === sent['amount'],
        'order and amount as sent',
        answer,
      );
      that(isDeepStrictEqual(data.metaData, sent['metaData']), 'metaData as sent', answer);
    },
  ),
  safe(S, 'a session is not created with the secret key alone', ['§4.1-1', '§5-3'], async (bench) => {
    const body = { ...fullSession(bench), serverWebhook: undefined };
    isNotLetIn(await bench.ask('POST', SESSIONS, { body }));
  }),
  safe(S, 'a session is not created with the API key alone', ['§4.1-1', '§5-3'], async (bench) => {
    const headers = { 'api-key': bench.key('api-key') };
    isNotLetIn(await bench.ask('POST', SESSIONS, { key: null, headers, body: fullSession(bench) }));
  }),
  safe(S, 'a session is not created with a made-up API key', ['§5-3'], async (bench) => {
    const headers = { 'api-key': 'conformance-no-such-key' };
    isNotLetIn(await bench.ask('POST', SESSIONS, { headers, body: fullSession(bench) }));
  }),
  safe(S, 'the Payment API key is no api-key', ['§5-10'], async (bench) => {
    const headers = { 'api-key': bench.key('payment-key') };
    isNotLetIn(await bench.ask('POST', SESSIONS, { headers, body: fullSession(bench) }));
  }),
  assumedSafe(S, 'a missing or wrong API key answers 401', ['§5-3'], async (bench) => {
    hasStatus(await bench.ask('POST', SESSIONS, { body: fullSession(bench) }), 401);
    const headers = { 'api-key': 'conformance-no-such-key' };
    hasStatus(await bench.ask('POST', SESSIONS, { headers, body: fullSession(bench) }), 401);
  }),
  assumedSafe(S, 'a session that does not exist answers 404', ['§4.1-7'], async (bench) => {
    hasStatus(await bench.ask('GET', `${SESSIONS}/000000000000000000000000`, { key: null }), 404);
  }),
  assumedSafe(S, 'the list is {message, data, pagination}', ['§4.1-6'], async (bench) => {
    const { answer } = await listedSessions(bench);
    const page = z.looseObject({ total: z.int(), limit: z.int(), page: z.int(), pages: z.int() });
    answers(answer, z.looseObject({ message: z.unknown(), data: z.array(z.unknown()), pagination: page }));
  }),
  assumedSafe(S, 'page and limit choose the rows of the list', ['§4.1-6'], async (bench) => {
    const answer = await bench.ask('GET', `${SESSIONS}?page=1&limit=1`);
    const { data, pagination } = answers(
      answer,
      z.looseObject({
        data: z.array(z.unknown()),
        pagination: z.looseObject({ limit: z.int(), page: z.int() }),
      }),
    );
    that(data.length <= 1 && pagination.limit === 1 && pagination.page === 1, 'one row of page 1', answer);
  }),
  assumedWrite(
    S,
    'the abandon operation makes an open session ABANDONED',
    ['§4.1-11', '§4.1-12', '§3.1-6'],
    async (bench) => {
      const made = answers(await createSession(bench, fullSession(bench)), sessionDocument);
      hasStatus(await bench.ask('PATCH', `${SESSIONS}/${made._id}/abandon`), 200);
      const answer = await bench.ask('GET', `${SESSIONS}/${made._id}`, { key: null });
      const read = answers(answer, sessionDocument);
      that(read.status === 'ABANDONED', 'status ABANDONED', answer);
      that(read.history.at(-1)?.status === 'ABANDONED', 'ABANDONED as the last history entry', answer);
    },
  ),
  assumedWrite(S, 'a session that is final is not abandoned again: 400', ['§3.1-6'], async (bench) => {
    const made = answers(await createSession(bench, fullSession(bench)), sessionDocument);
    await bench.ask('PATCH', `${SESSIONS}/${made._id}/abandon`);
    hasStatus(await bench.ask('PATCH', `${SESSIONS}/${made._id}/abandon`), 400);
  }),
  assumedWrite(S, 'the same order reference makes another session', ['§3.1-5'], async (bench) => {
    const { document, sent } = await madeSession(bench);
    const again = answers(await createSession(bench, sent), sessionDocument);
    that(again._id !== document._id, 'another session', 'the same session');
  }),
  ...(
    [
      ['amount missing', { amount: undefined }],
      ['amount zero', { amount: '0.00' }],
      ['amount negative', { amount: '-1.00' }],
      ['amount not a number', { amount: 'ten' }],
      ['currency missing', { currency: undefined }],
      ['currency unknown', { currency: 'XXQ' }],
      ['order missing', { order: undefined }],
      ['merchant of somebody else', { merchantId: 'MID-conformance-nobody' }],
      ['expireAt in the past', { expireAt: '2020-01-01 00:00:00.000000+00:00' }],
      ['maxFailureAttempts not whole', { maxFailureAttempts: 1.5 }],
      ['manualCapture not a boolean', { manualCapture: 'yes' }],
    ] satisfies [string, Record<string, unknown>][]
  ).map(([what, change]) =>
    assumedWrite(S, `a session with ${what} answers 400`, ['§2-5', '§7-1'], async (bench) => {
      // Otherwise a refusal proves nothing.
      await madeSession(bench);
      hasStatus(await createSession(bench, { ...fullSession(bench), ...change }), 400);
    }),
  ),
];
