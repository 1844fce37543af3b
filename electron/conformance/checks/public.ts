/** §4.11 discounts, §4.14 public pages, and the other reads without a credential (§5, §4.15). */
import { z } from 'zod';
import type { Bench } from '../bench.ts';
import { assumedSafe, cannot, ids, safe, type Check } from '../check.ts';
import { answers, hasStatus, succeeds, that } from '../expect.ts';
import { discountsAnswer } from '../shapes/merchant.ts';
import { publicPageAnswer } from '../shapes/links.ts';

const PAGE = '/v2/paymentPage';
const discounts = (bench: Bench, query = '') =>
  bench.ask('GET', `/v2/discounts/${encodeURIComponent(bench.thing('merchant'))}/active${query}`, {
    key: null,
  });
const publicPage = (bench: Bench, query = '') =>
  bench.ask('GET', `${PAGE}/${encodeURIComponent(bench.thing('page'))}/public${query}`, { key: null });
/** Nothing that tells a shopper about the merchant's business. */
const PRIVATE = ['apiKey', 'secretKey', 'payments', 'transactions', 'revenue', 'totalRevenue'];
const filled = z.looseObject({ body: z.array(z.unknown()).min(1) });

export const publicChecks: Check[] = [
  safe(
    '§4.11',
    'active discounts are read without a key, with data and total',
    ['§4.11-1', '§4.11-5', '§2.11-4', '§5-6', '§1-13'],
    async (bench) => {
      const answer = await discounts(bench);
      const { data, total } = answers(answer, discountsAnswer);
      that(total >= data.length, 'a total of at least the rows', answer);
      if (data.length === 0) cannot('no campaign is live: its fields were not seen');
    },
  ),
  safe('§4.11', 'binRanges and channel are taken', ids('§4.11', 2, 4), async (bench) => {
    for (const query of [
      '?binRanges=511111,400000',
      '?channel=pos',
      '?channel=online',
      '?channel=pos&binRanges=511111',
    ])
      answers(await discounts(bench, query), discountsAnswer);
  }),
  safe('§4.11', 'a filter never gives more than no filter', ids('§4.11', 2, 4), async (bench) => {
    const all = answers(await discounts(bench), discountsAnswer).total;
    for (const query of ['?binRanges=000000', '?channel=pos', '?channel=online']) {
      const answer = await discounts(bench, query);
      that(answers(answer, discountsAnswer).total <= all, `at most ${all} with ${query}`, answer);
    }
  }),
  assumedSafe('§4.11', 'a channel that is neither pos nor online answers 400', ['§4.11-4'], async (bench) => {
    hasStatus(await discounts(bench, '?channel=fax'), 400);
  }),

  safe(
    '§4.14',
    'a published page is read without a key, with the documented fields',
    [...ids('§4.14', 1, 8), '§2.11-3', '§5-6', '§1-8'],
    async (bench) => {
      const answer = await publicPage(bench);
      const { body } = answers(answer, publicPageAnswer);
      that(body.linkId === bench.thing('page'), 'the page that was asked for', answer);
    },
  ),
  safe('§4.14', 'a page shows a shopper nothing of the merchant', ['§4.14-2'], async (bench) => {
    const answer = await publicPage(bench);
    const { body } = answers(answer, publicPageAnswer);
    for (const name of PRIVATE) that(!(name in body), `no ${name}`, answer);
  }),
  safe('§4.14', 'an unpublished or deleted page answers 404', ['§4.14-11', '§7-8'], async (bench) => {
    const path = `${PAGE}/${encodeURIComponent(bench.thing('unpublished-page'))}/public`;
    hasStatus(await bench.ask('GET', path, { key: null }), 404);
  }),
  safe('§4.14', 'a page that never was answers 404', ['§4.14-11', '§7-8'], async (bench) => {
    hasStatus(await bench.ask('GET', `${PAGE}/PP-conformance-none/public`, { key: null }), 404);
  }),
  assumedSafe(
    '§4.14',
    'search and categoryIds narrow the products',
    ['§4.14-9', '§4.14-10'],
    async (bench) => {
      const count = async (query: string) =>
        answers(await publicPage(bench, query), publicPageAnswer).body.products.length;
      if ((await count('')) === 0) cannot('the page has no products');
      that((await count('?search=conformance-finds-nothing')) === 0, 'no products found', 'some');
      that((await count('?categoryIds=conformance-none')) === 0, 'no products of no category', 'some');
    },
  ),

  ...['banks', 'cities', 'countries', 'industries', 'payment-methods'].map((list) =>
    assumedSafe(
      '§4.15',
      `the public list of ${list} is read without a key and is not empty`,
      ['§1-14', '§1-15', '§5-6', '§4.15-1'],
      async (bench) => {
        answers(await bench.ask('GET', `/v2/constants/${list}`, { key: null }), filled);
      },
    ),
  ),
  assumedSafe(
    '§4.15',
    'the payment methods of a merchant are read without a key',
    ['§1-16', '§1-17', '§5-6', '§4.15-1'],
    async (bench) => {
      answers(
        await bench.ask('GET', `/v3/checkout/${bench.thing('merchant')}/payment-methods`, { key: null }),
        filled,
      );
    },
  ),
  assumedSafe(
    '§4.15',
    'installment banks and plans are read without a key',
    ['§1-16', '§1-17', '§5-6', '§4.15-1'],
    async (bench) => {
      const bank = z.looseObject({
        bankName: z.string(),
        plans: z.array(z.looseObject({ months: z.int() })),
      });
      const path = `/v3/checkout/${bench.thing('merchant')}/installments`;
      answers(await bench.ask('GET', path, { key: null }), z.looseObject({ body: z.array(bank) }));
    },
  ),
  assumedSafe(
    '§4.15',
    'the fee lookups of a card and of a merchant are read without a key',
    ['§5-6', '§1-13', '§4.15-1'],
    async (bench) => {
      const merchantId = bench.thing('merchant');
      succeeds(await bench.ask('GET', `/v2/fees/merchant/${merchantId}`, { key: null }));
      const query = `merchantId=${merchantId}&cardBin=511111&amount=100&currency=EGP`;
      succeeds(await bench.ask('GET', `/v2/fees/card?${query}`, { key: null }));
    },
  ),
];
