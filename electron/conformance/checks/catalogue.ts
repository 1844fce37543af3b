/** §4.15: the operations that the document only names, at their assumed paths. */
import { z } from 'zod';
import type { Bench } from '../bench.ts';
import { assumedSafe, assumedWrite, type Check } from '../check.ts';
import { answers, hasStatus, isRejected, isUnknown, isUnauthorized, succeeds, that } from '../expect.ts';
import { EVENTS } from '../shapes/webhooks.ts';

const S = '§4.15';
const NAMED = ['§4.15-1', '§4.15-2'];
const list = z.looseObject({
  body: z.array(z.looseObject({})),
  pagination: z.looseObject({ total: z.int(), limit: z.int() }),
});

const LISTS: [what: string, path: string][] = [
  ['payment pages', '/v2/paymentPage'],
  ['transactions', '/v2/aggregator/transactions'],
  ['products', '/v2/products'],
  ['categories', '/v2/categories'],
  ['transfers', '/v2/transfers'],
  ['customers', '/v2/customers'],
  ['invoices', '/v2/paymentRequest'],
];

/** Makes one, changes it, finds it, deletes it. */
async function wholeLife(
  bench: Bench,
  path: string,
  idName: string,
  made: Record<string, unknown>,
  changed: Record<string, unknown>,
): Promise<void> {
  const one = z.looseObject({ body: z.looseObject({ [idName]: z.string() }) });
  const record = answers(await bench.ask('POST', path, { body: made }), one).body;
  const own = `${path}/${String(record[idName])}`;
  const updated = await bench.ask('PUT', own, { body: changed });
  const { body } = answers(updated, one);
  for (const [name, value] of Object.entries(changed)) that(body[name] === value, `${name} changed`, updated);
  succeeds(await bench.ask('DELETE', own));
  isUnknown(await bench.ask('PUT', own, { body: changed }));
}

export const catalogueChecks: Check[] = [
  ...LISTS.flatMap(([what, path]) => [
    assumedSafe(
      S,
      `the list of ${what} answers {body, pagination} and takes page and limit`,
      [...NAMED, '§8-14'],
      async (bench) => {
        const answer = await bench.ask('GET', `${path}?page=1&limit=2`);
        const { body, pagination } = answers(answer, list);
        that(body.length <= 2 && pagination.limit === 2, 'at most two rows', answer);
      },
    ),
    assumedSafe(S, `the list of ${what} needs the secret key`, NAMED, async (bench) => {
      isUnauthorized(await bench.ask('GET', path, { key: null }));
    }),
  ]),
  assumedSafe(
    S,
    'page sizes and pages that make no sense are taken as the first page and 20 rows',
    ['§8-14'],
    async (bench) => {
      const answer = await bench.ask('GET', '/v2/aggregator/transactions?page=-1&limit=many');
      const page = z.looseObject({ pagination: z.looseObject({ page: z.literal(1), limit: z.literal(20) }) });
      answers(answer, page);
    },
  ),
  assumedSafe(S, 'transactions are exported as CSV', NAMED, async (bench) => {
    const answer = succeeds(
      await bench.ask('GET', '/v2/aggregator/transactions/export?startDate=2020-01-01'),
    );
    that(
      (answer.headers['content-type'] ?? '').startsWith('text/csv'),
      'text/csv',
      String(answer.headers['content-type']),
    );
  }),
  assumedSafe(S, 'payments of a page are listed', NAMED, async (bench) => {
    answers(await bench.ask('GET', `/v2/paymentPage/${bench.thing('page')}/payments`), list);
  }),
  assumedSafe(S, 'sharing a page with nobody is refused', NAMED, async (bench) => {
    const body = { recipients: { emails: [], phones: [] } };
    isRejected(await bench.ask('POST', `/v2/paymentPage/${bench.thing('page')}/share`, { body }));
  }),
  assumedWrite(S, 'a page is shared by email', NAMED, async (bench) => {
    const body = { recipients: { emails: ['conformance@example.com'] } };
    answers(
      await bench.ask('POST', `/v2/paymentPage/${bench.thing('page')}/share`, { body }),
      z.looseObject({ message: z.unknown() }),
    );
  }),
  assumedSafe(
    S,
    'the list of subscribable events is the one of the document',
    [...NAMED, '§6-3', '§6-4', '§6-5'],
    async (bench) => {
      const answer = await bench.ask('GET', '/v2/webhooks/events');
      const { body } = answers(answer, z.looseObject({ body: z.array(z.string()) }));
      that([...body].sort().join() === [...EVENTS].sort().join(), `exactly ${EVENTS.join(', ')}`, answer);
    },
  ),
  assumedSafe(S, 'the fee calculator takes fees from an amount', [...NAMED, '§1-13'], async (bench) => {
    const fees = z.looseObject({ amount: z.number(), feeAmount: z.number(), netAmount: z.number() });
    const body = { amount: 100, currency: 'EGP', method: 'card' };
    answers(await bench.ask('POST', '/v2/calculators/fees', { body }), z.looseObject({ body: fees }));
  }),
  assumedSafe(
    S,
    'the discount calculator refuses a discount that nobody has',
    [...NAMED, '§1-13'],
    async (bench) => {
      const body = { discountId: 'conformance-none', amount: 100, currency: 'EGP' };
      isUnknown(await bench.ask('POST', '/v2/calculators/discount', { body }));
    },
  ),
  assumedWrite(S, 'a product is made, changed and deleted', [...NAMED, '§1-9'], async (bench) => {
    const made = { productName: bench.fresh('product'), productUnitPrice: '9.50', currency: 'EGP' };
    await wholeLife(bench, '/v2/products', 'productId', made, { productUnitPrice: '10.50' });
  }),
  assumedWrite(S, 'a category is made, changed and deleted', [...NAMED, '§1-9'], async (bench) => {
    const made = { categoryName: bench.fresh('category') };
    await wholeLife(bench, '/v2/categories', 'categoryId', made, { categoryName: bench.fresh('category') });
  }),
  assumedWrite(S, 'a product without a price answers 400', ['§2-5'], async (bench) => {
    hasStatus(await bench.ask('POST', '/v2/products', { body: { productName: 'x', currency: 'EGP' } }), 400);
  }),
];
