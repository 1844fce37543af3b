/** §5: every call marked SK refuses a missing, a made-up and a Bearer key. Ids and bodies are such that nothing could happen. */
import { askWithKey, NOBODY_ID, SECRET_KEY_CALLS } from '../fixtures/secret-key-calls.ts';
import { assumedSafe, cannot, safe, type Check } from '../check.ts';
import { hasStatus, isUnauthorized, succeeds, that } from '../expect.ts';
import { createSession, fullSession } from '../fixtures/sessions.ts';

const S = '§5';

const PERMISSIONS: [what: string, clauses: string[], method: string, path: string, body?: unknown][] = [
  ['listing sessions', ['§4.1-5', '§5-24'], 'GET', '/v3/payment/sessions'],
  ['reading delivery records', ['§5-21', '§7-7'], 'GET', '/v2/webhooks/records/transaction/none'],
  ['resending a delivery', ['§5-22', '§7-7'], 'POST', '/v2/webhooks/records/none/resend'],
  ['creating a Payment API key', ['§5-25'], 'PUT', '/v2/merchants/api-keys?operation=apiKey.create', {}],
];
const ASSUMED_PERMISSIONS: typeof PERMISSIONS = [
  ['a refund', ['§4.2-10', '§5-23'], 'PUT', `/v3/payment/refund/${NOBODY_ID}`, { apiOperation: 'REFUND' }],
  ['a void', ['§4.2-10', '§5-23'], 'PUT', `/v3/payment/void/${NOBODY_ID}`, { apiOperation: 'VOID' }],
  ['viewing instant settlement', ['§5-26'], 'GET', '/v3/payment/instant-settlement/eligible'],
  [
    'creating instant settlement',
    ['§5-26'],
    'POST',
    '/v3/payment/instant-settlement/',
    { transactionIds: [] },
  ],
];
/** In test the routes of records answer 404 (§4.13). */
const isRecords = (path: string) => path.includes('/records/');

export const authenticationChecks: Check[] = [
  ...SECRET_KEY_CALLS.flatMap((call) => {
    const { section, clauses, method, path, mode } = call;
    const extras = mode === undefined ? {} : { mode };
    return [
      safe(
        section,
        `${method} ${path} is refused without the secret key, and with a made-up one`,
        ['§4-1', '§4-2', '§5-1', ...clauses],
        async (bench) => {
          isUnauthorized(await askWithKey(bench, call, null));
          isUnauthorized(await askWithKey(bench, call, 'conformance-no-such-key'));
        },
        extras,
      ),
      safe(
        section,
        `${method} ${path} is refused with the key as a Bearer token`,
        ['§5-2', ...clauses],
        async (bench) => {
          isUnauthorized(await askWithKey(bench, call, `Bearer ${bench.key('secret-key')}`));
        },
        extras,
      ),
    ];
  }),
  safe(S, 'the raw secret key is taken', ['§5-1', '§5-2', '§4-2'], async (bench) => {
    succeeds(await bench.ask('GET', '/v2/webhooks'));
  }),
  safe(S, 'the API key is no secret key', ['§5-3'], async (bench) => {
    isUnauthorized(await bench.ask('GET', '/v2/webhooks', { key: bench.key('api-key') }));
  }),
  safe(S, 'the Payment API key is never a credential', ['§5-10'], async (bench) => {
    isUnauthorized(await bench.ask('GET', '/v2/webhooks', { key: bench.key('payment-key') }));
  }),
  safe(S, 'the Transfer API key is no credential', ['§5-12'], async (bench) => {
    isUnauthorized(await bench.ask('GET', '/v2/webhooks', { key: bench.key('transfer-key') }));
  }),
  safe(S, 'the secret key in another header is none', ['§5-1'], async (bench) => {
    const headers = { 'api-key': bench.key('secret-key') };
    isUnauthorized(await bench.ask('GET', '/v2/webhooks', { key: null, headers }));
  }),
  safe(
    S,
    'the secret key of the other environment is refused',
    ['§5-8', '§5-9', '§1-23', '§1-24', '§0-5'],
    async (bench) => {
      isUnauthorized(await bench.ask('GET', '/v2/webhooks', { key: bench.key('other-secret-key') }));
    },
  ),
  safe(
    S,
    'the API key of the other environment makes no session',
    ['§5-8', '§5-9', '§1-23'],
    async (bench) => {
      const headers = { 'api-key': bench.key('other-api-key') };
      isUnauthorized(await bench.ask('POST', '/v3/payment/sessions', { headers, body: fullSession(bench) }));
    },
  ),
  safe(
    S,
    'the API key of the other environment fits its own secret key there only',
    ['§5-9'],
    async (bench) => {
      const headers = { 'api-key': bench.key('other-api-key') };
      const key = bench.key('other-secret-key');
      isUnauthorized(
        await bench.ask('POST', '/v3/payment/sessions', { key, headers, body: fullSession(bench) }),
      );
    },
  ),
  ...PERMISSIONS.map(([what, clauses, method, path, body]) =>
    safe(
      S,
      `${what} without its permission is 403, even with a valid key`,
      ['§5-18', '§7-6', ...clauses],
      async (bench) => {
        const key = bench.key('limited-secret-key');
        const answer = await bench.ask(method, path, { key, body });
        if (isRecords(path) && bench.options.mode === 'test' && answer.status === 404)
          return cannot('is 404 in test (§4.13)');
        hasStatus(answer, 403);
      },
    ),
  ),
  ...ASSUMED_PERMISSIONS.map(([what, clauses, method, path, body]) =>
    assumedSafe(
      S,
      `${what} without its permission is 403`,
      ['§5-18', '§5-20', '§5-28', ...clauses],
      async (bench) => {
        hasStatus(await bench.ask(method, path, { key: bench.key('limited-secret-key'), body }), 403);
      },
    ),
  ),
  assumedSafe(S, 'a 403 names the permission that is missing', ['§5-28', '§7-14'], async (bench) => {
    const key = bench.key('limited-secret-key');
    const answer = hasStatus(await bench.ask('GET', '/v3/payment/sessions', { key }), 403);
    that(
      answer.text.includes('transactions.view_transaction'),
      'transactions.view_transaction in the messages',
      answer,
    );
  }),
  assumedSafe(
    S,
    'a call without the secret key answers 401, whatever else is wrong',
    ['§7-4'],
    async (bench) => {
      hasStatus(await bench.ask('GET', '/v2/webhooks', { key: null }), 401);
      hasStatus(await bench.ask('POST', '/v2/webhooks', { key: null, body: {} }), 401);
      const answer = await createSession(bench, {});
      that(answer.status === 400, '400 for an empty session with good keys', answer);
    },
  ),
];
