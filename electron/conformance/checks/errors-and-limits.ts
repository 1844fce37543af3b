/** §7 errors, §8 the checkout limit, §9 versions; and the conventions of §2. */
import { z } from 'zod';
import type { Bench } from '../bench.ts';
import { assumedSafe, assumedWrite, cannot, safe, write, type Check } from '../check.ts';
import { hasShape, hasStatus, isRejected, isTurnedAway, isUnauthorized, succeeds, that } from '../expect.ts';
import { pay } from '../fixtures/orders.ts';
import { anySessionId } from '../fixtures/sessions.ts';
import { Unmet } from '../outcome.ts';
import { both, documentedTimestamp } from '../shapes/common.ts';
import type { Answer } from '../target.ts';

const MINUTE_LIMIT = 1_000;
const AT_ONCE = 25;
const BIG = 2 * 1024 * 1024;
const errorBody = z.looseObject({
  error: z.looseObject({ cause: z.string() }),
  messages: both,
  status: z.literal('FAILURE'),
});
const NOBODY = { token: 'conformance-no-such-token', customer: 'conformance-nobody', answer: null };

/** More than the limit, all without a right hash: nothing can be paid. */
const flood = (bench: Bench): Promise<Answer[]> =>
  bench.make('a minute of requests', async () => {
    const answers: Answer[] = [];
    const started = Date.now();
    while (answers.length < MINUTE_LIMIT + 2 * AT_ONCE) {
      const some = Array.from({ length: AT_ONCE }, () => pay(bench, NOBODY, { hash: 'none' }));
      answers.push(...(await Promise.all(some)));
      if (Date.now() - started > 55_000)
        return cannot('the gateway is too far away for 1000 requests in a minute');
    }
    return answers;
  });
const needLoad = (bench: Bench) =>
  bench.options.load ? undefined : cannot('needs --load: it sends over 1000 requests');

const PATHS: [method: string, path: string, other: string][] = [
  ['GET', '/v2/webhooks', '/v3/webhooks'],
  ['GET', '/v2/payment-link', '/v3/payment-link'],
  ['GET', '/v3/payment/sessions', '/v2/payment/sessions'],
  ['GET', '/v3/payment/settlement/windows', '/v2/payment/settlement/windows'],
];

/**
 * A gateway may answer before it has read the whole body and close the connection. The rest of the body is then written to nobody, and
 * the answer can be lost with it: the request, which changes nothing, is made again.
 */
async function answeredEarly(ask: () => Promise<Answer>, triesLeft = 4): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    const wasCut = error instanceof Unmet && /EPIPE|ECONNRESET/.test(error.came);
    if (!wasCut || triesLeft === 0) throw error;
    return answeredEarly(ask, triesLeft - 1);
  }
}

export const errorAndLimitChecks: Check[] = [
  safe(
    '§2',
    'session timestamps have exactly the form YYYY-MM-DD HH:MM:SS.ffffff+00:00',
    ['§2-1', '§2-2'],
    async (bench) => {
      const id = await anySessionId(bench);
      const answer = await bench.ask('GET', `/v3/payment/sessions/${id}`, { key: null });
      const dates = z.looseObject({
        createdAt: documentedTimestamp,
        updatedAt: documentedTimestamp,
        expireAt: documentedTimestamp,
      });
      hasShape(dates, answer.json, answer);
    },
  ),

  safe(
    '§7',
    'a body that is not JSON is refused, and never a server error',
    ['§7-1', '§7-11'],
    async (bench) => {
      const headers = { 'content-type': 'application/json' };
      isRejected(await bench.ask('POST', '/v2/webhooks', { headers, raw: '{"name":' }));
    },
  ),
  safe('§7', 'wrong types never are a server error', ['§7-1', '§7-11'], async (bench) => {
    for (const body of [[], 'text', 5, null, { events: 5, url: {}, mode: [] }])
      isRejected(await bench.ask('POST', '/v2/webhooks', { body }));
  }),
  assumedSafe(
    '§7',
    'a refusal has error.cause, messages in two languages and status FAILURE',
    ['§7-14'],
    async (bench) => {
      const refused = [
        await bench.ask('GET', '/v2/webhooks', { key: null }),
        await bench.ask('POST', '/v2/webhooks', { body: {} }),
        await bench.ask('GET', '/v2/paymentPage/PP-conformance-none/public', { key: null }),
      ];
      for (const answer of refused) hasShape(errorBody, isTurnedAway(answer).json, answer);
    },
  ),
  assumedSafe(
    '§7',
    'a bad request answers 400 with cause Bad request and names the field',
    ['§7-1', '§7-14'],
    async (bench) => {
      const body = { name: 5, url: 'https://hooks.example.com', events: ['pay'], mode: bench.options.mode };
      const answer = hasStatus(await bench.ask('POST', '/v2/webhooks', { body }), 400);
      const named = z.looseObject({
        error: z.looseObject({ cause: z.literal('Bad request') }),
        data: z.looseObject({ field: z.literal('name') }),
      });
      hasShape(named, answer.json, answer);
    },
  ),
  assumedSafe('§7', 'a body above 1 MiB answers 413', ['§8-14'], async (bench) => {
    const ask = () => bench.ask('POST', '/v2/webhooks', { body: { name: 'x'.repeat(BIG) } });
    hasStatus(await answeredEarly(ask), 413);
  }),
  assumedSafe('§7', 'another content type than JSON answers 415', ['§7-14'], async (bench) => {
    const headers = { 'content-type': 'text/plain' };
    hasStatus(await bench.ask('POST', '/v2/webhooks', { headers, raw: 'name=x' }), 415);
  }),
  assumedSafe('§7', 'a wrong method answers 405 with Allow', ['§7-14'], async (bench) => {
    const answer = hasStatus(await bench.ask('PATCH', '/v2/webhooks', { body: {} }), 405);
    that((answer.headers.allow ?? '').includes('GET'), 'Allow: GET…', String(answer.headers.allow));
  }),

  write(
    '§8',
    'live rejects more than 1000 requests a minute to POST /v3/orders',
    ['§8-1', '§8-5'],
    async (bench) => {
      needLoad(bench);
      const answers = await flood(bench);
      const [first, last] = [answers[0], answers.at(-1)];
      if (!first || !last) return cannot('nothing was sent');
      const limited = answers.filter((answer) => answer.status !== first.status);
      that(limited.length > 0, 'another answer above the limit', last);
      isTurnedAway(last);
      // Who else sends from this address shares the bucket.
      that(
        limited.length <= answers.length - MINUTE_LIMIT * 0.9,
        'about 1000 that were let in',
        `${answers.length - limited.length}`,
      );
    },
    { mode: 'live' },
  ),
  assumedWrite(
    '§8',
    'above the limit the answer is 429 with Retry-After',
    ['§7-15', '§8-5'],
    async (bench) => {
      needLoad(bench);
      const last = (await flood(bench)).at(-1);
      if (!last) return cannot('nothing was sent');
      hasStatus(last, 429);
      that(
        Number(last.headers['retry-after']) >= 1,
        'Retry-After in seconds',
        String(last.headers['retry-after']),
      );
      hasShape(errorBody, last.json, last);
    },
    { mode: 'live' },
  ),
  write(
    '§8',
    'the limit does not stop other routes of the checkout host',
    ['§8-3'],
    async (bench) => {
      needLoad(bench);
      await flood(bench);
      const other = await bench.ask('DELETE', '/v3/cards/tokens/conformance-none', {
        host: 'checkout',
        key: null,
      });
      that(other.status !== 429, 'an answer about the hash', other);
    },
    { mode: 'live' },
  ),
  write(
    '§8',
    'test has no limit',
    ['§8-2'],
    async (bench) => {
      needLoad(bench);
      const answers = await flood(bench);
      const statuses = new Set(answers.map((answer) => answer.status));
      that(statuses.size === 1 && !statuses.has(429), 'the same answer every time', [...statuses].join(' '));
    },
    { mode: 'test' },
  ),

  safe(
    '§9',
    'both prefixes are in use, and a path is fixed to its own',
    ['§9-1', '§9-2', '§9-3', '§0-6'],
    async (bench) => {
      for (const [method, path, other] of PATHS) {
        const right = await bench.ask(method, path);
        that(right.status !== 404, `an answer at ${path}`, right);
        hasStatus(await bench.ask(method, other), 404);
      }
    },
  ),
  safe(
    '§9',
    'the two hosts differ, and each answers what is its own',
    ['§9-4', '§0-3', '§0-4', '§1-25', '§1-26'],
    async (bench) => {
      if (bench.options.dashboard === bench.options.checkout) return cannot('both are the same host');
      const body = { apiOperation: 'REVERSAL' };
      succeeds(await bench.ask('GET', '/v2/webhooks'));
      isUnauthorized(
        await bench.ask('PUT', '/v3/orders/conformance-none', { host: 'checkout', key: null, body }),
      );
    },
  ),
  assumedSafe('§9', 'neither host answers what is the other’s', ['§9-4'], async (bench) => {
    if (bench.options.dashboard === bench.options.checkout) return cannot('both are the same host');
    isTurnedAway(
      await bench.ask('PUT', '/v3/orders/conformance-none', { body: { apiOperation: 'REVERSAL' } }),
    );
    isTurnedAway(await bench.ask('GET', '/v2/webhooks', { host: 'checkout' }));
  }),
];
