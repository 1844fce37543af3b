/** Finer points of docs/assumptions.md that no sentence of the document asks for by itself. */
import { z } from 'zod';
import type { Bench } from '../bench.ts';
import { assumedSafe, assumedWrite, cannot, spareRealMoney, type Check } from '../check.ts';
import { answers, hasStatus, succeeds, that } from '../expect.ts';
import { createLink, invoiceBody, INVOICES, linkBody } from '../fixtures/links.ts';
import { pay, savedCard, tokenHash } from '../fixtures/orders.ts';
import { createSession, fullSession, madeSession } from '../fixtures/sessions.ts';
import { createWebhook, needRoom, webhookBody } from '../fixtures/webhooks.ts';
import { linkAnswer } from '../shapes/links.ts';
import { sessionDocument } from '../shapes/sessions.ts';
import { serviceHash } from '../signatures.ts';
import { orderAnswer } from '../shapes/merchant.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const LARGEST_PAGE = 500;
const balances = z.looseObject({ data: z.array(z.looseObject({ availableBalance: z.number() })).min(1) });
const transfers = z.looseObject({ body: z.array(z.looseObject({ merchantTransferId: z.string() })) });

const available = async (bench: Bench): Promise<number | undefined> =>
  answers(await bench.ask('GET', '/v2/account'), balances).data[0]?.availableBalance;

const transfer = (bench: Bench, more: Record<string, unknown> = {}) => ({
  merchantTransferId: bench.fresh('transfer'),
  recipientName: 'Conformance',
  recipientNumber: '01000000000',
  method: 'wallet',
  amount: 1,
  ...more,
});

export const assumptionChecks: Check[] = [
  assumedWrite('§4.1', 'the hash of a session is the order signature', ['§2.2-9', '§5-27'], async (bench) => {
    const { document } = await madeSession(bench);
    const { order, amount, currency, hash } = document.paymentParams;
    const key = bench.key('payment-key');
    const parts = [document.merchantId, order, amount, currency];
    const right = [serviceHash(key, ...parts), serviceHash(key, ...parts, 'conformance-1')];
    that(right.includes(hash), 'the signature of the order', 'another hash');
  }),
  assumedWrite(
    '§4.1',
    'a session needs four fields: it expires in a day, after 3 failures',
    ['§2-5', '§8-11'],
    async (bench) => {
      const { amount, currency, order, merchantId } = fullSession(bench);
      const answer = await createSession(bench, { amount, currency, order, merchantId });
      const made = answers(answer, sessionDocument);
      that(made.maxFailureAttempts === 3, 'maxFailureAttempts 3', answer);
      const away = Math.abs(Date.parse(made.expireAt.replace(' ', 'T')) - Date.now() - DAY_MS);
      that(away < 5 * MINUTE_MS, 'expireAt in one day', answer);
    },
  ),
  assumedWrite(
    '§4.1',
    'fields that are not documented pass through into paymentParams',
    ['§2-5'],
    async (bench) => {
      const answer = await createSession(bench, { ...fullSession(bench), conformanceField: 'kept' });
      that(
        answers(answer, sessionDocument).paymentParams['conformanceField'] === 'kept',
        'the field',
        answer,
      );
    },
  ),
  assumedWrite('§4.4', 'a fee of half a piastre is rounded up', ['§2.4-6'], async (bench) => {
    const fees = [{ name: 'Service', flatFee: 0, rate: 5 }];
    const answer = await createLink(bench, linkBody(bench, { totalAmount: 0.1, extraFees: fees }));
    that(answers(answer, linkAnswer).data.totalAmount === 0.11, 'totalAmount 0.11', answer);
  }),
  assumedWrite(
    '§4.5',
    'a professional invoice without due date or items answers 400',
    ['§2.5-2'],
    async (bench) => {
      const whole = invoiceBody(bench, 'professional');
      for (const change of [{ dueDate: undefined }, { items: undefined }])
        hasStatus(await bench.ask('POST', INVOICES, { body: { ...whole, ...change } }), 400);
    },
  ),
  assumedWrite('§4.3', 'a card is not read with the hash of another customer', ['§5-27'], async (bench) => {
    const { token } = await savedCard(bench);
    const headers = tokenHash(bench, 'conformance-somebody-else');
    const answer = await bench.ask('GET', `/v3/cards/tokens/${token}`, {
      host: 'checkout',
      key: null,
      headers,
    });
    that(answer.status >= 400 && answer.status < 500, 'a refusal', answer);
  }),
  assumedWrite(
    '§4.2',
    'a payment tells order, amount, currency and what was captured',
    ['§4.3-7', '§4.2-14'],
    async (bench) => {
      const answer = await pay(bench, await savedCard(bench), { amount: '21.50' });
      const { response } = answers(answer, orderAnswer);
      const { amount, currency, capturedAmount, refundedAmount } = response;
      const told = [amount, currency, capturedAmount, refundedAmount];
      that(told.join(' ') === '21.5 EGP 21.5 0', '21.5 EGP, captured 21.5, refunded 0', answer);
    },
  ),
  assumedSafe('§4.9', `a page has at most ${LARGEST_PAGE} rows`, ['§8-14'], async (bench) => {
    const answer = await bench.ask('GET', '/v2/aggregator/settlement-transactions?limit=100000');
    const { body, pagination } = answers(
      answer,
      z.looseObject({ body: z.array(z.unknown()), pagination: z.looseObject({ limit: z.int() }) }),
    );
    that(
      body.length <= LARGEST_PAGE && pagination.limit <= LARGEST_PAGE,
      `at most ${LARGEST_PAGE}`,
      `${body.length}`,
    );
  }),
  assumedSafe('§4.15', 'the list of transactions filters by date', ['§4.15-1'], async (bench) => {
    const count = async (query: string) => {
      const page = z.looseObject({ pagination: z.looseObject({ total: z.int() }) });
      return answers(await bench.ask('GET', `/v2/aggregator/transactions?${query}`), page).pagination.total;
    };
    const all = await count('startDate=2020-01-01&endDate=2098-12-31');
    if (all === 0) cannot('there are no transactions');
    that((await count('startDate=2099-01-01')) === 0, 'none after 2099', 'some');
    that((await count('endDate=2019-12-31')) === 0, 'none before 2020', 'some');
  }),
  assumedWrite(
    '§4.15',
    'a transfer above the balance answers 422 with its figures and takes nothing',
    ['§4.15-2'],
    async (bench) => {
      spareRealMoney(bench, 'a transfer pays out');
      const before = await available(bench);
      const body = transfer(bench, { amount: 900_000_000 });
      const answer = hasStatus(
        await bench.ask('POST', '/v3/transfers/single', { host: 'checkout', body }),
        422,
      );
      for (const name of ['limit', 'requested', 'remaining'])
        that(answer.text.includes(`"${name}"`), name, answer);
      that((await available(bench)) === before, `${before} as before`, String(await available(bench)));
    },
  ),
  assumedWrite('§4.15', 'of a bulk with one bad transfer none is taken', ['§4.15-2'], async (bench) => {
    spareRealMoney(bench, 'a transfer pays out');
    const good = transfer(bench);
    const body = {
      batchName: bench.fresh('batch'),
      transfers: [good, transfer(bench, { recipientNumber: '12' })],
    };
    hasStatus(await bench.ask('POST', '/v3/transfers/batch', { host: 'checkout', body }), 400);
    const listed = answers(await bench.ask('GET', '/v2/transfers?page=1&limit=50'), transfers).body;
    that(
      !listed.some((row) => row.merchantTransferId === good.merchantTransferId),
      'neither of them',
      'the good one',
    );
  }),
  assumedWrite(
    '§4.13',
    'a webhook may not set the headers of the delivery itself',
    ['§2.9-5'],
    async (bench) => {
      await needRoom(bench, bench.options.mode);
      for (const name of ['x-signature', 'Content-Type', 'content-length', 'Host']) {
        const body = webhookBody(bench, { headers: { [name]: 'mine' } });
        hasStatus(await createWebhook(bench, body), 400);
      }
    },
  ),
  assumedSafe('§4.15', 'a merchant has its own public reference data', ['§1-16'], async (bench) => {
    const answer = await bench.ask('GET', '/v3/checkout/MID-conformance-nobody/payment-methods', {
      key: null,
    });
    that(answer.status === 404, 'status 404 for a merchant that nobody is', answer);
    succeeds(
      await bench.ask('GET', `/v3/checkout/${bench.thing('merchant')}/payment-methods`, { key: null }),
    );
  }),
];
