/** §4.2: order operations on both hosts. */
import { assumedSafe, assumedWrite, safe, write, type Check } from '../check.ts';
import { answers, hasStatus, isRejected, isUnknown, isUnauthorized, succeeds, that } from '../expect.ts';
import { authorizedOrder, newOrder, onOrder, paidOrder, voidableOrder } from '../fixtures/orders.ts';
import { orderAnswer } from '../shapes/merchant.ts';

const S = '§4.2';
const NOBODY = 'conformance-no-such-order';
const OPERATIONS = ['REFUND', 'CAPTURE', 'VOID', 'REVERSAL'] as const;
const NAMED = ['REFUND', 'VOID', 'REVERSAL'] as const;

export const orderChecks: Check[] = [
  ...NAMED.map((operation) =>
    safe(
      S,
      `${operation} over the checkout host is refused without the secret key, as on the dashboard`,
      ['§4.2-1', '§4.2-3', '§4.2-5', '§4.2-6', '§4.2-9', '§5-13', '§5-14'],
      async (bench) => {
        isUnauthorized(await onOrder(bench, operation, NOBODY, undefined, { key: null }));
      },
    ),
  ),
  safe(
    S,
    'the credential reaches the dashboard route: with the key it is the order that is refused',
    ['§4.2-4', '§4.2-5', '§5-14'],
    async (bench) => {
      const without = await onOrder(bench, 'REVERSAL', NOBODY, undefined, { key: null });
      const withKey = isUnknown(await onOrder(bench, 'REVERSAL', NOBODY));
      that(withKey.status !== without.status, 'another refusal than without the key', withKey);
    },
  ),
  safe(
    S,
    'both hosts answer a reversal of an unknown order alike',
    ['§4.2-7', '§4.2-8', '§4.2-13', '§1-27'],
    async (bench) => {
      const checkout = isUnknown(await onOrder(bench, 'REVERSAL', NOBODY));
      const dashboard = isUnknown(await onOrder(bench, 'REVERSAL', NOBODY, undefined, { host: 'dashboard' }));
      that(checkout.status === dashboard.status, `status ${dashboard.status} on both hosts`, checkout);
    },
  ),
  safe(S, 'a request without apiOperation is refused on the checkout host', ['§4.2-2'], async (bench) => {
    isRejected(await bench.ask('PUT', `/v3/orders/${NOBODY}`, { host: 'checkout', body: {} }));
  }),
  safe(S, 'an apiOperation that does not exist is refused', ['§4.2-2', '§4.2-3'], async (bench) => {
    const body = { apiOperation: 'CONFORMANCE' };
    isRejected(await bench.ask('PUT', `/v3/orders/${NOBODY}`, { host: 'checkout', body }));
  }),
  ...OPERATIONS.map((operation) =>
    assumedSafe(
      S,
      `${operation} has its own path on the dashboard host`,
      ['§4.2-7', '§4.15-1', '§4.15-2'],
      async (bench) => {
        isUnauthorized(await onOrder(bench, operation, NOBODY, undefined, { host: 'dashboard', key: null }));
        const answer = isUnknown(await onOrder(bench, operation, NOBODY, undefined, { host: 'dashboard' }));
        that(![401, 403, 405].includes(answer.status), 'a refusal of the order', answer);
      },
    ),
  ),
  ...OPERATIONS.map((operation) =>
    assumedSafe(S, `${operation} of an unknown order answers 404`, ['§4.2-18'], async (bench) => {
      hasStatus(await onOrder(bench, operation, NOBODY), 404);
    }),
  ),
  assumedWrite(
    S,
    'a part of a paid order is refunded, and the rest',
    ['§4.2-1', '§4.2-3', '§1-4', '§1-26', '§4.15-1'],
    async (bench) => {
      const orderId = await paidOrder(bench);
      succeeds(await onOrder(bench, 'REFUND', orderId, { amount: 5 }));
      succeeds(await onOrder(bench, 'REFUND', orderId, undefined, { host: 'dashboard' }));
    },
  ),
  assumedWrite(
    S,
    'an authorized order is captured, partially and then fully',
    ['§4.2-11', '§4.2-18', '§4.15-1'],
    async (bench) => {
      const orderId = await authorizedOrder(bench);
      succeeds(await onOrder(bench, 'CAPTURE', orderId, { amount: 5 }));
      succeeds(await onOrder(bench, 'CAPTURE', orderId, undefined, { host: 'dashboard' }));
    },
  ),
  assumedWrite(
    S,
    'an authorized order is voided',
    ['§4.2-1', '§4.2-3', '§4.2-16', '§4.15-1'],
    async (bench) => {
      succeeds(await onOrder(bench, 'VOID', await voidableOrder(bench)));
    },
  ),
  assumedWrite(S, 'a voided order is not voided again', ['§4.2-16'], async (bench) => {
    const orderId = await newOrder(bench, true);
    succeeds(await onOrder(bench, 'VOID', orderId));
    isRejected(await onOrder(bench, 'VOID', orderId));
  }),
  assumedWrite(
    S,
    'both hosts do the same: what one voided is voided for the other',
    ['§4.2-7', '§4.2-8'],
    async (bench) => {
      const orderId = await newOrder(bench, true);
      succeeds(await onOrder(bench, 'VOID', orderId, undefined, { host: 'dashboard' }));
      isRejected(await onOrder(bench, 'VOID', orderId));
    },
  ),
  assumedWrite(S, 'refund, capture and void answer as reversal does', ['§4.2-14'], async (bench) => {
    answers(await onOrder(bench, 'REFUND', await newOrder(bench, false), { amount: 1 }), orderAnswer);
    answers(await onOrder(bench, 'CAPTURE', await newOrder(bench, true), { amount: 1 }), orderAnswer);
    answers(await onOrder(bench, 'VOID', await newOrder(bench, true)), orderAnswer);
  }),
  ...(
    [
      ['REFUND', false, { amount: 0 }, 'a refund of nothing'],
      ['REFUND', false, { amount: -1 }, 'a refund of less than nothing'],
      ['REFUND', false, { amount: 20.01 }, 'a refund above what was captured'],
      ['REFUND', false, { amount: 'five' }, 'a refund of no number'],
      ['REFUND', true, { amount: 1 }, 'a refund of what is only authorized'],
      ['CAPTURE', true, { amount: 20.01 }, 'a capture above what was authorized'],
      ['CAPTURE', true, { amount: 0 }, 'a capture of nothing'],
      ['CAPTURE', false, { amount: 1 }, 'a capture of what is captured already'],
      ['REVERSAL', false, undefined, 'a reversal of an online card order'],
    ] as const
  ).map(([operation, manual, transaction, what]) =>
    assumedWrite(
      S,
      `${what} answers 400 and changes nothing`,
      ['§4.2-15', '§4.2-16', '§4.2-18'],
      async (bench) => {
        const orderId = await newOrder(bench, manual);
        hasStatus(await onOrder(bench, operation, orderId, transaction), 400);
        // Everything is still there to be taken back.
        succeeds(await onOrder(bench, manual ? 'VOID' : 'REFUND', orderId));
      },
    ),
  ),
  assumedWrite(S, 'a second refund takes what the first left, and no more', ['§4.2-18'], async (bench) => {
    const orderId = await newOrder(bench, false);
    succeeds(await onOrder(bench, 'REFUND', orderId, { amount: 15 }));
    hasStatus(await onOrder(bench, 'REFUND', orderId, { amount: 5.01 }), 400);
    succeeds(await onOrder(bench, 'REFUND', orderId, { amount: 5 }));
    hasStatus(await onOrder(bench, 'REFUND', orderId), 400);
  }),
  write(S, 'a buy-now-pay-later order is reversed', ['§4.2-15'], async (bench) => {
    answers(await onOrder(bench, 'REVERSAL', bench.thing('bnpl-order')), orderAnswer);
  }),
];
