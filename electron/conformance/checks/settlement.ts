/** §4.9 settlement reporting; windows (§1) and instant settlement (§3.2, §4.15). */
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Bench } from '../bench.ts';
import { assumedSafe, assumedWrite, cannot, ids, safe, spareRealMoney, type Check } from '../check.ts';
import { answers, hasStatus, isUnknown, isUnauthorized, succeeds, that } from '../expect.ts';
import { pagination } from '../shapes/common.ts';
import { settledList } from '../shapes/merchant.ts';
import type { Answer } from '../target.ts';

const S = '§4.9';
const SETTLED = '/v2/aggregator/settlement-transactions';
const WINDOWS = '/v3/payment/settlement/windows';
const INSTANT = '/v3/payment/instant-settlement';
const windowsList = z.looseObject({ body: z.array(z.looseObject({ batches: z.array(z.unknown()) })) });
const rows = (answer: Answer) => answers(answer, settledList).body;

const read = (bench: Bench, query: string) => bench.ask('GET', `${SETTLED}?${query}`);
const first = (bench: Bench) =>
  bench.once('settled transactions', () => bench.ask('GET', `${SETTLED}?limit=50`));

const eligible = z.looseObject({
  body: z.array(z.looseObject({ transactionId: z.string(), amount: z.number() })),
});
const isOff = (answer: Answer) => answer.status === 403 || answer.status === 404;
async function readEligible(bench: Bench) {
  const answer = await bench.ask('GET', `${INSTANT}/eligible?page=1&limit=5`);
  if (isOff(answer)) return cannot(`instant settlement answers ${answer.status} for this key`);
  const { body } = answers(answer, eligible);
  return body.length > 0 ? body : cannot('nothing is eligible now');
}

export const settlementChecks: Check[] = [
  safe(
    S,
    'settled transactions have body, pagination and summary',
    ['§4.9-1', '§4.9-10', '§2.11-6', '§1-10'],
    async (bench) => {
      answers(await bench.ask('GET', SETTLED), settledList);
    },
  ),
  safe(S, 'page and limit choose the rows', ['§4.9-2', '§4.9-3', '§4.9-4'], async (bench) => {
    const all = rows(await first(bench));
    if (all.length < 2) cannot('there are fewer than two settled transactions');
    const one = await read(bench, 'page=1&limit=1');
    const two = await read(bench, 'page=2&limit=1');
    const [a, b] = [answers(one, settledList), answers(two, settledList)];
    that(a.body.length === 1 && a.pagination.limit === 1, 'one row, limit 1', one);
    that(b.pagination.page === 2 && !isDeepStrictEqual(a.body, b.body), 'another row on page 2', two);
  }),
  safe(S, 'the pages of the pagination cover the total', ['§2.11-6'], async (bench) => {
    const answer = await first(bench);
    const { total, limit, pages } = answers(answer, settledList).pagination;
    that(
      pages === Math.ceil(total / limit) || (total === 0 && pages <= 1),
      `pages for ${total} rows of ${limit}`,
      answer,
    );
  }),
  ...(
    [
      ['sortDirection', '§4.9-6', 'sortDirection=asc', 'sortDirection=desc'],
      ['sortType', '§4.9-7', 'sortType=1', 'sortType=-1'],
    ] as const
  ).map(([name, clause, up, down]) =>
    assumedSafe(S, `${name} turns the order by a field around`, ['§4.9-5', clause], async (bench) => {
      const amounts = async (direction: string) => {
        const found = rows(await read(bench, `limit=50&sortBy=amount&${direction}`));
        const numbers = found.map((row) => row['amount']).filter((amount) => typeof amount === 'number');
        return numbers.length >= 2 ? numbers : cannot('there are too few rows with an amount');
      };
      const [rising, falling] = [await amounts(up), await amounts(down)];
      that(
        rising.every((amount, at) => at === 0 || amount >= (rising[at - 1] ?? 0)),
        'rising amounts',
        rising.join(' '),
      );
      that(
        falling.every((amount, at) => at === 0 || amount <= (falling[at - 1] ?? 0)),
        'falling amounts',
        falling.join(' '),
      );
    }),
  ),
  safe(S, 'search finds fewer rows, or none', ['§4.9-8'], async (bench) => {
    if (rows(await first(bench)).length === 0) cannot('there are no settled transactions');
    const none = await read(bench, 'search=conformance-finds-nothing');
    that(rows(none).length === 0, 'no rows', none);
  }),
  assumedSafe(S, 'search finds a row by its transaction id', ['§4.9-8'], async (bench) => {
    const id = rows(await first(bench))[0]?.['transactionId'];
    if (typeof id !== 'string') return cannot('no settled row has a transactionId');
    const found = await read(bench, `search=${encodeURIComponent(id)}`);
    that(
      rows(found).some((row) => row['transactionId'] === id),
      'that row',
      found,
    );
  }),
  safe(S, 'branchIds restricts to branches', ['§4.9-9'], async (bench) => {
    if (rows(await first(bench)).length === 0) cannot('there are no settled transactions');
    const none = await read(bench, 'branchIds=conformance-no-such-branch');
    that(rows(none).length === 0, 'no rows of a branch that nobody has', none);
  }),
  safe(S, 'sortDirection and sortType are taken', ids('§4.9', 6, 7), async (bench) => {
    for (const query of ['sortDirection=asc', 'sortDirection=desc', 'sortType=1', 'sortType=-1'])
      answers(await read(bench, query), settledList);
  }),
  safe(
    S,
    'in test there are no settlement windows',
    ['§1-28', '§1-29', '§4.9-11'],
    async (bench) => {
      const answer = succeeds(await bench.ask('GET', WINDOWS));
      // The envelope is not shown: any list in it counts.
      const body = z.record(z.string(), z.unknown()).safeParse(answer.json).data ?? {};
      const lists = [answer.json, ...Object.values(body)].filter((one) => Array.isArray(one));
      that(lists.length > 0 && lists.every((list) => list.length === 0), 'no windows', answer);
    },
    { mode: 'test' },
  ),
  safe(
    S,
    'in live the windows can be read',
    ['§4.9-11', '§4.15-1'],
    async (bench) => {
      const answer = succeeds(await bench.ask('GET', WINDOWS));
      that(answer.json !== undefined, 'JSON', answer);
    },
    { mode: 'live' },
  ),
  assumedSafe(
    S,
    'in live the windows group batches',
    ['§1-28', '§4.9-11'],
    async (bench) => {
      const answer = await bench.ask('GET', WINDOWS);
      const { body } = answers(answer, z.looseObject({ body: z.array(z.unknown()) }));
      if (body.length === 0) cannot('there are no windows yet');
      answers(answer, windowsList);
    },
    { mode: 'live' },
  ),
  assumedSafe(
    S,
    'windows have a status, dates, amounts and a pagination',
    ['§2-5', '§4.9-11'],
    async (bench) => {
      const status = z.enum(['OPEN', 'CLOSED', 'SETTLED']);
      const window = z.looseObject({
        windowId: z.string(),
        status,
        currency: z.string(),
        grossAmount: z.number(),
        netAmount: z.number(),
      });
      answers(
        await bench.ask('GET', `${WINDOWS}?page=1&limit=5`),
        z.looseObject({ body: z.array(window).max(5), pagination }),
      );
    },
    { mode: 'live' },
  ),
  assumedSafe(S, 'the summary has the total settled amount and the count', ['§4.9-1'], async (bench) => {
    const summary = z.looseObject({ totalSettledAmount: z.number(), transactionsCount: z.int() });
    answers(await first(bench), z.looseObject({ summary }));
  }),

  assumedSafe('§3.2', 'instant settlement needs the secret key', ['§5-26'], async (bench) => {
    isUnauthorized(await bench.ask('GET', `${INSTANT}/eligible`, { key: null }));
    isUnauthorized(await bench.ask('POST', `${INSTANT}/`, { key: null, body: { transactionIds: [] } }));
  }),
  assumedSafe(
    '§3.2',
    'the eligible list has rows, a summary and limits',
    ['§4.15-1', '§1-11'],
    async (bench) => {
      await readEligible(bench);
      const answer = await bench.ask('GET', `${INSTANT}/eligible?page=1&limit=5`);
      answers(
        answer,
        z.looseObject({ pagination, summary: z.looseObject({ count: z.int() }), limits: z.looseObject({}) }),
      );
    },
  ),
  assumedSafe('§3.2', 'suggestions answer a target amount', ['§4.15-1'], async (bench) => {
    await readEligible(bench);
    const answer = await bench.ask('POST', `${INSTANT}/suggestions`, { body: { targetAmount: 500 } });
    answers(answer, z.looseObject({ body: z.looseObject({ targetAmount: z.literal(500) }) }));
  }),
  assumedSafe(
    '§3.2',
    'the fee inquiry tells what an early payout costs',
    ['§4.15-1', '§1-11'],
    async (bench) => {
      const [row] = await readEligible(bench);
      const answer = await bench.ask('POST', `${INSTANT}/fee-inquiry`, {
        body: { transactionIds: [row?.transactionId] },
      });
      const fees = z.looseObject({
        totalAmount: z.number(),
        totalFees: z.number(),
        netTransferAmount: z.number(),
      });
      const { body } = answers(answer, z.looseObject({ body: fees }));
      that(body.totalFees > 0 && body.netTransferAmount < body.totalAmount, 'a fee', answer);
    },
  ),
  assumedSafe(
    '§3.2',
    'every request listed has one of the four states',
    ['§3.2-1', '§3.2-2', '§3.2-3', '§3.2-4'],
    async (bench) => {
      const status = z.enum(['PENDING', 'PROCESSING', 'TRANSFERRED', 'DECLINED']);
      const answer = await bench.ask('GET', `${INSTANT}/?page=1&limit=50`);
      if (isOff(answer)) return cannot(`instant settlement answers ${answer.status} for this key`);
      answers(answer, z.looseObject({ body: z.array(z.looseObject({ status })) }));
    },
  ),
  assumedSafe('§3.2', 'a request for transactions that nobody has is refused', ['§4.15-2'], async (bench) => {
    isUnknown(await bench.ask('POST', `${INSTANT}/`, { body: { transactionIds: ['conformance-none'] } }));
  }),
  assumedWrite(
    '§3.2',
    'a request starts PENDING and can be read',
    ['§3.2-1', '§4.15-1', '§1-11'],
    async (bench) => {
      spareRealMoney(bench, 'an early payout costs a fee');
      const [row] = await readEligible(bench);
      const created = z.looseObject({ body: z.looseObject({ requestId: z.string(), status: z.string() }) });
      const answer = await bench.ask('POST', `${INSTANT}/`, {
        body: { transactionIds: [row?.transactionId] },
      });
      hasStatus(answer, 201);
      const { body } = answers(answer, created);
      that(body.status === 'PENDING', 'status PENDING', answer);
      succeeds(await bench.ask('GET', `${INSTANT}/${body.requestId}`));
    },
  ),
];
