/** §6: what really arrives at a listener, and whether its signature is right. Header and payload shape are assumed. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench } from '../bench.ts';
import { assumedWrite, cannot, spareRealMoney, write, type Check } from '../check.ts';
import { answers, hasShape, succeeds, that } from '../expect.ts';
import {
  deliveredPayment,
  hasSignature,
  listening,
  parse,
  payFor,
  recordOf,
  SETTLE_MS,
} from '../fixtures/deliveries.ts';
import { newOrder, onOrder } from '../fixtures/orders.ts';
import { createSession, fullSession } from '../fixtures/sessions.ts';
import { WEBHOOKS, withWebhook } from '../fixtures/webhooks.ts';
import { FAILING, listener } from '../listener.ts';
import { sessionDocument } from '../shapes/sessions.ts';
import { resent, tested, TRANSACTION_FIELDS } from '../shapes/webhooks.ts';
import { hmacHex, transactionText, transferText } from '../signatures.ts';

const S = '§6';
const QUIET_MS = 2_000;
/** The assumed backoff is 102 seconds in all. */
const LONGEST_RETRY_S = 150;

const pay = (bench: Bench) => async () => void (await newOrder(bench, false));

export const deliveryChecks: Check[] = [
  write(
    S,
    'the webhook test sends a signed sample and tells how it was answered',
    ['§4.13-21', '§4.13-23', '§6-16', '§6-17'],
    async (bench) => {
      const own = await listener(bench);
      const key = bench.key('payment-key');
      await withWebhook(bench, { isActive: true, url: own.urlFor('sample') }, async (made) => {
        const answer = succeeds(await bench.ask('POST', `${WEBHOOKS}/${made._id}/test`));
        const outcome = hasShape(tested, answer.json, answer);
        that(outcome.success && outcome.statusCode === 200, 'success with 200', answer);
        const [delivery] = await own.waitFor('sample');
        const { data } = parse(delivery);
        hasSignature(
          delivery,
          hmacHex(key, transactionText({ signatureKeys: data.signatureKeys, values: data })),
        );
      });
    },
    { mode: 'live' },
  ),
  write(
    S,
    'the test of an endpoint that answers 500 is no success',
    ['§4.13-23'],
    async (bench) => {
      const own = await listener(bench);
      await withWebhook(bench, { isActive: true, url: own.urlFor(`${FAILING}sample`) }, async (made) => {
        const answer = await bench.ask('POST', `${WEBHOOKS}/${made._id}/test`);
        const outcome = answers(answer, tested);
        that(!outcome.success && outcome.statusCode === 500, 'no success, 500', answer);
      });
    },
    { mode: 'live' },
  ),
  assumedWrite(
    S,
    'a payment is delivered with the signature over its sorted, URL-encoded keys',
    ['§6-2', '§6-16', '§6-17', '§6-23', '§5-11'],
    async (bench) => {
      const key = bench.key('payment-key');
      const [delivery] = await listening(bench, 'pay', { events: ['pay'] }, pay(bench));
      const { data } = parse(delivery);
      hasSignature(
        delivery,
        hmacHex(key, transactionText({ signatureKeys: data.signatureKeys, values: data })),
      );
    },
  ),
  assumedWrite(S, 'a payment tells exactly the fields taken for granted', ['§6-23'], async (bench) => {
    const [delivery] = await listening(bench, 'fields', { events: ['pay'] }, pay(bench));
    const { event, data } = parse(delivery);
    const named = Object.keys(data).sort().join();
    that(
      event === 'pay' && named === [...TRANSACTION_FIELDS].sort().join(),
      TRANSACTION_FIELDS.join(),
      named,
    );
  }),
  assumedWrite(S, 'custom headers come with the delivery', ['§6-20'], async (bench) => {
    const [delivery] = await listening(bench, 'headers', { headers: { 'x-conformance': 'yes' } }, pay(bench));
    that(
      delivery?.headers['x-conformance'] === 'yes',
      'x-conformance: yes',
      String(delivery?.headers['x-conformance']),
    );
  }),
  assumedWrite(S, 'an event that is not subscribed is not delivered', ['§6-2'], async (bench) => {
    const own = await listener(bench);
    await withWebhook(bench, { isActive: true, url: own.urlFor('other'), events: ['void'] }, async () => {
      await pay(bench)();
      that((await own.waitFor('other', 1, QUIET_MS)).length === 0, 'nothing', 'a delivery');
    });
  }),
  assumedWrite(S, 'an event is not delivered to a webhook that is not active', ['§2.9-8'], async (bench) => {
    const own = await listener(bench);
    await withWebhook(bench, { url: own.urlFor('inactive'), isActive: false }, async () => {
      await pay(bench)();
      that((await own.waitFor('inactive', 1, QUIET_MS)).length === 0, 'nothing', 'a delivery');
    });
  }),
  assumedWrite(S, 'an event is not delivered to a webhook of the other mode', ['§6-2'], async (bench) => {
    const own = await listener(bench);
    const mode = bench.options.mode === 'live' ? 'test' : 'live';
    await withWebhook(bench, { isActive: true, url: own.urlFor('mode'), mode }, async () => {
      await pay(bench)();
      that((await own.waitFor('mode', 1, QUIET_MS)).length === 0, 'nothing', 'a delivery');
    });
  }),
  assumedWrite(
    S,
    'a partial refund does not match a refund subscription',
    ['§6-7', '§6-8'],
    async (bench) => {
      const own = await listener(bench);
      const orderId = await newOrder(bench, false);
      await withWebhook(
        bench,
        { isActive: true, url: own.urlFor('refund'), events: ['refund'] },
        async () => {
          succeeds(await onOrder(bench, 'REFUND', orderId, { amount: 1 }));
          that((await own.waitFor('refund', 1, QUIET_MS)).length === 0, 'nothing', 'a delivery');
        },
      );
    },
  ),
  assumedWrite(S, 'a full refund matches a refund subscription', ['§6-7'], async (bench) => {
    const orderId = await newOrder(bench, false);
    const [delivery] = await listening(bench, 'full', { events: ['refund'] }, async () => {
      succeeds(await onOrder(bench, 'REFUND', orderId));
    });
    that(parse(delivery).event === 'refund', 'the event refund', String(delivery?.text));
  }),
  assumedWrite(
    S,
    'a transfer is delivered with the signature over its keys in their order',
    ['§6-18', '§6-19', '§5-12'],
    async (bench) => {
      const key = bench.key('transfer-key');
      const [delivery] = await listening(
        bench,
        'transfer',
        { events: ['INITIATED', 'IN_TRANSIT'] },
        async () => {
          const body = {
            merchantTransferId: bench.fresh('transfer'),
            recipientName: 'Conformance',
            recipientNumber: '01000000000',
            method: 'wallet',
            amount: 10,
          };
          spareRealMoney(bench, 'a transfer pays out');
          succeeds(await bench.ask('POST', '/v3/transfers/single', { host: 'checkout', body }));
        },
      );
      if (!delivery) return cannot('the transfer did not move on in 15 seconds');
      const { data } = parse(delivery);
      hasSignature(delivery, hmacHex(key, transferText({ signatureKeys: data.signatureKeys, values: data })));
    },
  ),
  assumedWrite(
    S,
    'a delivery is recorded as delivered, and stays visible after its webhook was deleted',
    ['§4.13-8', '§4.13-10', '§3.5-1', '§2.10-4'],
    async (bench) => {
      const record = await recordOf(bench, await deliveredPayment(bench, 'kept'));
      that(
        record.status === 'delivered' && record.eventType === 'pay',
        'pay, delivered',
        JSON.stringify(record),
      );
      that(!record.isTest && !record.isServerWebhook, 'neither test nor per session', JSON.stringify(record));
    },
    { mode: 'live' },
  ),
  assumedWrite(
    S,
    'a resend brings the same bytes and the same signature to the same address',
    ['§4.13-16', '§6-22', '§4.13-17', '§4.13-19'],
    async (bench) => {
      const own = await listener(bench);
      const record = await recordOf(bench, await deliveredPayment(bench, 'again'));
      const answer = await bench.ask('POST', `${WEBHOOKS}/records/${String(record['_id'])}/resend`);
      that(answers(answer, resent).lastResponseStatus === 200, 'lastResponseStatus 200', answer);
      const [first, second] = await own.waitFor('again', 2);
      that(first !== undefined && second !== undefined, 'a second delivery', 'none');
      that(first.text === second.text, 'the same body', second.text);
      that(
        first.headers['x-signature'] === second.headers['x-signature'],
        'the same signature',
        'another one',
      );
    },
    { mode: 'live' },
  ),
  assumedWrite(
    S,
    'a delivery that fails is retrying while attempts remain, and failed in the end',
    ['§3.5-2', '§3.5-3', '§3.5-4', '§2.10-7', '§2.10-11'],
    async (bench) => {
      const own = await listener(bench);
      const name = `${FAILING}pay`;
      await withWebhook(bench, { isActive: true, url: own.urlFor(name) }, async ({ _id: webhookId }) => {
        const paid = { transactionId: await payFor(bench), webhookId };
        await own.waitFor(name);
        await sleep(SETTLE_MS);
        const { status, responses } = await recordOf(bench, paid);
        that(status === 'retrying' && responses.length >= 1, 'retrying', status);
        if (!bench.options.load) return;
        for (let waited = 0; waited < LONGEST_RETRY_S; waited += 1) {
          if ((await recordOf(bench, paid)).status === 'failed') return;
          await sleep(1_000);
        }
        that(false, 'failed', `not in ${LONGEST_RETRY_S} seconds`);
      });
    },
    { mode: 'live' },
  ),
  assumedWrite(
    S,
    'a session sends its events to its own serverWebhook',
    ['§6-9', '§6-11', '§2.1-25'],
    async (bench) => {
      const own = await listener(bench);
      const body = { ...fullSession(bench), serverWebhook: own.urlFor('session') };
      const made = answers(await createSession(bench, body), sessionDocument);
      that(
        made.paymentParams['serverWebhook'] === body.serverWebhook,
        'serverWebhook as sent',
        'another one',
      );
      return cannot('only a customer can pay a session, on its page');
    },
  ),
];
