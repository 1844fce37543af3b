/** §4.3: saved cards. The document shows paths and hash; how a card is saved and paid with is assumed. */
import { z } from 'zod';
import { assumedSafe, assumedWrite, cannot, safe, type Check } from '../check.ts';
import { answers, hasStatus, isNotLetIn, isUnknown, isUnauthorized, succeeds, that } from '../expect.ts';
import { pay, saveCard, savedCard, TEST_CARD, tokenHash } from '../fixtures/orders.ts';
import { orderAnswer } from '../shapes/merchant.ts';
import { hmacHex, serviceHash } from '../signatures.ts';

const S = '§4.3';
const DASHBOARD = '/v3/payment/tokenization/tokens';
const CHECKOUT = '/v3/cards/tokens';
const NOBODY = { token: 'conformance-no-such-token', customer: 'conformance-nobody' };
const card = z.looseObject({ token: z.string(), maskedCard: z.string() });
const cardAnswer = z.looseObject({ response: card });

export const tokenChecks: Check[] = [
  safe(S, 'a token is not deleted on the checkout host without a hash', ['§4.3-5', '§5-4'], async (bench) => {
    isNotLetIn(await bench.ask('DELETE', `${CHECKOUT}/${NOBODY.token}`, { host: 'checkout', key: null }));
  }),
  safe(S, 'the secret key does not stand in for the hash', ['§4.3-5', '§5-4', '§5-5'], async (bench) => {
    isNotLetIn(await bench.ask('DELETE', `${CHECKOUT}/${NOBODY.token}`, { host: 'checkout' }));
    isNotLetIn(await pay(bench, { ...NOBODY, answer: null }, { hash: null, key: bench.key('secret-key') }));
  }),
  safe(S, 'a payment with a token is refused without a hash', ['§4.3-6', '§5-4'], async (bench) => {
    isNotLetIn(await pay(bench, { ...NOBODY, answer: null }, { hash: null }));
  }),
  safe(
    S,
    'a payment with a token is refused with a hash of another key',
    ['§4.3-6', '§5-4', '§5-11'],
    async (bench) => {
      isNotLetIn(await pay(bench, { ...NOBODY, answer: null }, { hash: hmacHex('another key', 'anything') }));
    },
  ),
  safe(S, 'token reads on the dashboard host need the secret key', ['§4.3-8'], async (bench) => {
    isUnauthorized(await bench.ask('GET', DASHBOARD, { key: null }));
  }),
  safe(S, 'deleting a token that nobody has is refused', ['§4.3-1', '§4.3-3'], async (bench) => {
    isUnknown(await bench.ask('DELETE', `${DASHBOARD}/${NOBODY.token}`));
  }),
  assumedSafe(
    S,
    'the account-wide list needs no hash and shows masked cards only',
    ['§4.3-8', '§4.3-9', '§4.3-10', '§4.3-11'],
    async (bench) => {
      const answer = await bench.ask('GET', DASHBOARD);
      const { body } = answers(answer, z.looseObject({ body: z.array(card), pagination: z.unknown() }));
      for (const { maskedCard } of body)
        that(/^\d{4,8}\*{3,}\d{4}$/.test(maskedCard), 'a masked card', maskedCard);
    },
  ),
  assumedWrite(
    S,
    'a card is saved with the assumed hash, and comes back masked',
    ['§4.3-9', '§4.3-10', '§4.3-11', '§5-11', '§5-27'],
    async (bench) => {
      const { answer } = await savedCard(bench);
      if (answer === null) return cannot('the card was given, not saved');
      const { maskedCard } = answers(answer, cardAnswer).response;
      that(maskedCard.includes('*') && maskedCard.endsWith(TEST_CARD.slice(-4)), 'a masked card', maskedCard);
      that(!answer.text.includes(TEST_CARD), 'no full card number', 'the whole number');
    },
  ),
  assumedWrite(
    S,
    'a saved card is read on the checkout host with the hash, and not without',
    ['§4.3-9', '§5-4'],
    async (bench) => {
      const { token, customer } = await savedCard(bench);
      const path = `${CHECKOUT}/${token}`;
      const read = await bench.ask('GET', path, {
        host: 'checkout',
        key: null,
        headers: tokenHash(bench, customer),
      });
      that(!/\d{13,19}/.test(answers(read, cardAnswer).response.maskedCard), 'a masked card', read);
      isNotLetIn(await bench.ask('GET', path, { host: 'checkout', key: null }));
    },
  ),
  assumedWrite(
    S,
    'a payment from a saved card succeeds with the assumed hash',
    ['§4.3-6', '§4.3-7', '§5-4', '§1-5', '§1-26'],
    async (bench) => {
      answers(await pay(bench, await savedCard(bench)), orderAnswer);
    },
  ),
  assumedWrite(S, 'a hash of another amount does not pay', ['§5-27'], async (bench) => {
    const saved = await savedCard(bench);
    const hash = serviceHash(
      bench.key('payment-key'),
      bench.thing('merchant'),
      'other',
      '1.00',
      'EGP',
      saved.customer,
    );
    isNotLetIn(await pay(bench, saved, { hash }));
  }),
  assumedWrite(
    S,
    'a token deleted on the dashboard host answers {message} and pays no more',
    ['§4.3-1', '§4.3-2', '§4.3-4'],
    async (bench) => {
      const saved = await bench.makeAsAssumed('a card to delete', () => saveCard(bench));
      const deleted = await bench.ask('DELETE', `${DASHBOARD}/${saved.token}`);
      answers(deleted, z.looseObject({ message: z.unknown() }));
      isUnknown(await pay(bench, saved));
    },
  ),
  assumedWrite(
    S,
    'a token deleted on the checkout host with its hash pays no more',
    ['§4.3-4', '§4.3-5'],
    async (bench) => {
      const saved = await bench.makeAsAssumed('another card to delete', () => saveCard(bench));
      const headers = tokenHash(bench, saved.customer);
      succeeds(
        await bench.ask('DELETE', `${CHECKOUT}/${saved.token}`, { host: 'checkout', key: null, headers }),
      );
      isUnknown(await pay(bench, saved));
    },
  ),
  assumedSafe(S, 'a token that nobody has answers 404', ['§4.3-3'], async (bench) => {
    hasStatus(await bench.ask('DELETE', `${DASHBOARD}/${NOBODY.token}`), 404);
  }),
];
