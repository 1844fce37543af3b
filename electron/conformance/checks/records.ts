/** §4.13 delivery records, resend and test, with §2.10; in test these routes answer 404. */
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Bench } from '../bench.ts';
import { assumedSafe, assumedWrite, cannot, ids, safe, write, type Check } from '../check.ts';
import { answers, hasStatus, isUnknown, isUnauthorized, that } from '../expect.ts';
import { WEBHOOKS, withWebhook } from '../fixtures/webhooks.ts';
import { deliveryRecords, resent, tested, TRANSFER_EVENTS, type DeliveryRecord } from '../shapes/webhooks.ts';

const S = '§4.13';
const RECORDS = `${WEBHOOKS}/records`;
const COOLDOWN_MS = 30_000;

const read = (bench: Bench, kind: 'transaction' | 'transfer') =>
  bench.ask('GET', `${RECORDS}/${kind}/${encodeURIComponent(bench.thing(kind))}`);
const recordsOf = async (bench: Bench, kind: 'transaction' | 'transfer'): Promise<DeliveryRecord[]> => {
  const { body } = answers(await read(bench, kind), deliveryRecords);
  return body.length > 0 ? body : cannot(`the ${kind} has no delivery records`);
};
const resend = (bench: Bench, id: string) => bench.ask('POST', `${RECORDS}/${id}/resend`);

/** One resend of the given record. */
const resentOnce = (bench: Bench) =>
  bench.make('a resend', async () => {
    const id = bench.thing('record');
    const find = async () =>
      bench.options.things.transaction === undefined
        ? undefined
        : (await recordsOf(bench, 'transaction')).find((one) => one['_id'] === id);
    const before = await find();
    const answer = await resend(bench, id);
    return { id, answer, body: answers(answer, resent), before, after: await find() };
  });

const ROUTES: [fact: string, clause: string, method: string, path: string][] = [
  ['records by transaction', '§4.13-10', 'GET', `${RECORDS}/transaction/conformance-none`],
  ['records by transfer', '§4.13-12', 'GET', `${RECORDS}/transfer/conformance-none`],
  ['the webhook test', '§4.13-20', 'POST', `${WEBHOOKS}/000000000000000000000000/test`],
];

export const recordChecks: Check[] = [
  ...ROUTES.map(([fact, clause, method, path]) =>
    safe(
      S,
      `${fact} answers 404 on the test environment`,
      ['§4.13-24', '§7-9', clause],
      async (bench) => {
        hasStatus(await bench.ask(method, path), 404);
      },
      { mode: 'test' },
    ),
  ),
  write(
    S,
    'the test of a webhook that exists answers 404 on the test environment',
    ['§4.13-24', '§7-9'],
    async (bench) => {
      await withWebhook(bench, {}, async (made) => {
        hasStatus(await bench.ask('POST', `${WEBHOOKS}/${made._id}/test`), 404);
      });
    },
    { mode: 'test' },
  ),
  assumedSafe(
    S,
    'resend answers 404 on the test environment, too',
    ['§4.13-24'],
    async (bench) => {
      hasStatus(await resend(bench, 'conformance-none'), 404);
    },
    { mode: 'test' },
  ),
  ...ROUTES.map(([fact, clause, method, path]) =>
    safe(
      S,
      `${fact} needs the secret key`,
      [clause],
      async (bench) => {
        isUnauthorized(await bench.ask(method, path, { key: null }));
      },
      { mode: 'live' },
    ),
  ),
  safe(
    S,
    'resend needs the secret key',
    ['§4.13-15'],
    async (bench) => {
      isUnauthorized(await bench.ask('POST', `${RECORDS}/conformance-none/resend`, { key: null }));
    },
    { mode: 'live' },
  ),
  safe(S, 'a record or webhook that nobody has is refused', ['§4.13-15', '§4.13-20'], async (bench) => {
    isUnknown(await resend(bench, 'conformance-none'));
    isUnknown(await bench.ask('POST', `${WEBHOOKS}/000000000000000000000000/test`));
  }),
  safe(
    S,
    'the delivery log of a transaction has the documented envelope and records',
    [...ids('§4.13', 10, 11), ...ids('§2.10', 1, 15), '§2-3'],
    async (bench) => {
      const records = await recordsOf(bench, 'transaction');
      for (const record of records) {
        that(record.resourceType === 'transaction', 'resourceType transaction', record.resourceType);
        that(
          record.resourceId === bench.thing('transaction'),
          'the id that was asked for',
          record.resourceId,
        );
      }
    },
    { mode: 'live' },
  ),
  safe(
    S,
    'the delivery log of a transfer has resourceType transfer and a transfer status as event',
    ids('§4.13', 12, 14),
    async (bench) => {
      const statuses: string[] = [...TRANSFER_EVENTS];
      for (const record of await recordsOf(bench, 'transfer')) {
        that(record.resourceType === 'transfer', 'resourceType transfer', record.resourceType);
        that(statuses.includes(record.eventType), 'a subscribable transfer status', record.eventType);
      }
    },
    { mode: 'live' },
  ),
  safe(
    S,
    'a record has one response an attempt, and no webhookId where it is per session',
    ['§2.10-3', '§2.10-8', '§2.10-11', '§2.10-12', '§6-21', '§3.5-1'],
    async (bench) => {
      for (const record of await recordsOf(bench, 'transaction')) {
        that(
          record.responses.length === record.attempts,
          'as many responses as attempts',
          JSON.stringify(record),
        );
        that(!record.isServerWebhook || record.webhookId === null, 'webhookId null', JSON.stringify(record));
      }
    },
    { mode: 'live' },
  ),
  safe(
    S,
    'a record never shows custom headers',
    ['§2.10-9', '§2.10-10'],
    async (bench) => {
      for (const record of await recordsOf(bench, 'transaction'))
        that(
          !('headers' in record) && !/"headers"/.test(JSON.stringify(record.payload)),
          'no headers',
          JSON.stringify(record),
        );
    },
    { mode: 'live' },
  ),
  write(
    S,
    'a resend is a new record with one attempt',
    ['§4.13-15', '§4.13-18', '§4.13-19'],
    async (bench) => {
      const { id, answer, body } = await resentOnce(bench);
      that(body.clonedFromRecordId === id && body.recordId !== id, `a clone of ${id}`, answer);
    },
    { mode: 'live' },
  ),
  write(
    S,
    'a resend leaves the original as it was',
    ['§4.13-18'],
    async (bench) => {
      const { before, after } = await resentOnce(bench);
      if (!before || !after) return cannot('needs the --transaction of the record');
      that(isDeepStrictEqual(before, after), 'the record as before', JSON.stringify(after));
    },
    { mode: 'live' },
  ),
  write(
    S,
    'resending the same record within 30 seconds answers 429',
    ['§7-10', '§8-9'],
    async (bench) => {
      const { id } = await resentOnce(bench);
      hasStatus(await resend(bench, id), 429);
    },
    { mode: 'live' },
  ),
  assumedWrite(
    S,
    'the 429 of a resend has Retry-After of at most 30 seconds',
    ['§7-13', '§8-9'],
    async (bench) => {
      const { id } = await resentOnce(bench);
      const seconds = Number(hasStatus(await resend(bench, id), 429).headers['retry-after']);
      that(seconds >= 1 && seconds <= 30, 'Retry-After from 1 to 30', String(seconds));
    },
    { mode: 'live' },
  ),
  write(
    S,
    'after 30 seconds a record can be resent again',
    ['§8-9', '§4.13-17'],
    async (bench) => {
      if (!bench.options.load) return cannot('needs --load: it waits for 30 seconds');
      const { id } = await resentOnce(bench);
      await sleep(COOLDOWN_MS + 1_000);
      answers(await resend(bench, id), resent);
    },
    { mode: 'live' },
  ),
  write(
    S,
    'the test operation answers how the endpoint answered',
    ['§4.13-20', '§4.13-23'],
    async (bench) => {
      // A name for documentation, which nobody has: no success there.
      await withWebhook(bench, { isActive: true, url: 'https://hooks.example.com/nobody' }, async (made) => {
        const answer = await bench.ask('POST', `${WEBHOOKS}/${made._id}/test`);
        that(!answers(answer, tested).success, 'no success', answer);
      });
    },
    { mode: 'live' },
  ),
];
