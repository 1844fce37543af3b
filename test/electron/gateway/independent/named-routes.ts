/**
 * Operations that the document names without a path (§4.1 abandon, §4.3 reading tokens, §4.15). Their paths and shapes come from
 * docs/assumptions.md, written here a second time from its words. A gateway that keeps to the document alone has none of them.
 */
import { Decimal, minorOf, ofMinor, type Fields } from './json.ts';
import { amountOf, need, ok, pageOf, Refusal, textOf, type Call, type Reply, type Route } from './routing.ts';
import { checkHash } from './order-routes.ts';
import { sessionOf } from './session-routes.ts';
import { tokenHash } from './signatures.ts';
import { now, type CardToken, type State } from './state.ts';

/** §3.1. */
const FINAL = 'PAID AUTHORIZED FAILED EXPIRED ABANDONED REJECTED VOIDED REVERSED REFUNDED'.split(' ');

/** §3.1: "any non-final" becomes ABANDONED. The payload is not shown, so the answer has none. */
function abandon(call: Call, state: State): Reply {
  const session = sessionOf(state, call.part('sessionId'));
  if (FINAL.includes(String(session['status']))) throw new Refusal(400, 'The session is final');
  const at = now(state);
  const history = session['history'] as Fields[];
  Object.assign(session, { status: 'ABANDONED', updatedAt: at });
  history.push({ status: 'ABANDONED', date: at });
  return { status: 200, body: undefined };
}

/** Oldest first. `search` looks at the texts of a row; the end of a range is included. */
function transactionsAsked(call: Call, state: State): Fields[] {
  const [search, channel] = [call.query.get('search'), call.query.get('channel')];
  const [start, end] = [call.query.get('startDate'), call.query.get('endDate')];
  return state.transactions.filter((row) => {
    const at = String(row['createdAt']);
    return (
      (!search || Object.values(row).some((value) => typeof value === 'string' && value.includes(search))) &&
      (!channel || row['channel'] === channel) &&
      (!start || at >= start) &&
      // A date alone includes its whole day.
      (!end || at.slice(0, end.length) <= end)
    );
  });
}

function transactions(call: Call, state: State): Reply {
  const { rows, ...pagination } = pageOf(call, transactionsAsked(call, state).toReversed());
  return ok({ body: rows, pagination });
}

/** Comma-separated, with a head; newest first. */
function transactionsFile(call: Call, state: State): Reply {
  const lines = transactionsAsked(call, state)
    .toReversed()
    .map(({ transactionId, amount, currency }) => {
      const written = amount instanceof Decimal ? amount.text : String(amount);
      return [transactionId, written, currency].join(',');
    });
  const text = ['transactionId,amount,currency', ...lines].map((line) => `${line}\r\n`).join('');
  return { status: 200, body: undefined, text };
}

/** §4.3: card numbers are always masked. */
const shownToken = ([token, { customerReference, card }]: [string, CardToken]): Fields => ({
  token,
  ...card,
  customerReference,
});

function tokens(call: Call, state: State): Reply {
  const customer = call.query.get('customerReference');
  const all = [...state.tokens].filter(([, token]) => !customer || token.customerReference === customer);
  const { rows, ...pagination } = pageOf(call, all.map(shownToken));
  return ok({ body: rows, pagination });
}

const ALLOW_LIST = '/v2/merchants/ip-allow-list';
const allowList = ({ addressAllowList }: State): Reply => ok({ body: { addresses: addressAllowList } });

/** For a caller who knows the key that signs for its customer. */
function checkoutToken(call: Call, state: State): Reply {
  const name = call.part('token');
  const found = state.tokens.get(name);
  if (!found) throw new Refusal(404, 'Token not found');
  checkHash(call, tokenHash(state.paymentApiKey, state.merchantId, found.customerReference));
  return ok({ response: shownToken([name, found]), status: 'SUCCESS' });
}

function token(call: Call, state: State): Reply {
  const name = call.part('token');
  const found = state.tokens.get(name);
  if (!found) throw new Refusal(404, 'Token not found');
  return ok({ body: shownToken([name, found]), message: 'Token' });
}

const ofMerchant = (given: string | null, state: State): void => {
  if (given !== state.merchantId) throw new Refusal(404, 'Merchant not found');
};

const CARD_FEE: Fields = {
  rate: new Decimal('2.75'),
  flatFee: new Decimal('1.50'),
  vatRate: new Decimal('14'),
  currency: 'EGP',
};

/** `rate` percent and a flat fee, VAT on both; half up to the smallest unit. */
function fees(call: Call): Reply {
  need(textOf(call.body, 'currency') === 'EGP', 'currency');
  need(textOf(call.body, 'method') !== null, 'method');
  const amount = minorOf(amountOf(call.body, 'amount').text);
  const feeAmount = (amount * 275n + 5_000n) / 10_000n + 150n;
  const vatAmount = (feeAmount * 14n + 50n) / 100n;
  return ok({
    body: {
      amount: ofMinor(amount),
      feeAmount: ofMinor(feeAmount),
      vatAmount: ofMinor(vatAmount),
      netAmount: ofMinor(amount - feeAmount - vatAmount),
      currency: 'EGP',
    },
  });
}

const CONSTANTS: Record<string, unknown[]> = {
  banks: [{ code: 'NBE', name: 'National Bank', nameAr: 'البنك الأهلي' }, { name: 'no code, a name' }, {}],
  cities: [{ id: '1', name: { en: 'Cairo', ar: 'القاهرة' } }],
  countries: ['EG', ''],
  industries: [{ code: 'BOOKS', name: 'Books' }],
  'payment-methods': [{ code: 'card', name: 'Card' }, 'wallet'],
};

const named = { host: 'dashboard', method: 'GET', credential: 'secret-key', assumed: true } as const;
/** §1: reference lists and checkout reference data are unauthenticated. */
const open = { ...named, credential: 'none', query: [] } as const;

export const namedRoutes: Route[] = [
  {
    ...named,
    method: 'PATCH',
    path: '/v3/payment/sessions/{sessionId}/abandon',
    fields: 'none',
    answer: abandon,
  },
  {
    ...named,
    path: '/v2/aggregator/transactions',
    permission: 'transaction-view',
    query: ['page', 'limit', 'search', 'channel', 'startDate', 'endDate'],
    answer: transactions,
  },
  {
    ...named,
    path: '/v2/aggregator/transactions/export',
    permission: 'transaction-view',
    query: ['search', 'channel', 'startDate', 'endDate'],
    answer: transactionsFile,
  },
  {
    ...named,
    path: '/v3/payment/tokenization/tokens',
    query: ['page', 'limit', 'customerReference'],
    answer: tokens,
  },
  { ...named, path: '/v3/payment/tokenization/tokens/{token}', query: [], answer: token },
  {
    ...named,
    host: 'checkout',
    path: '/v3/cards/tokens/{token}',
    credential: 'service-hash',
    query: [],
    answer: checkoutToken,
  },
  { ...named, path: ALLOW_LIST, query: [], answer: (_, state) => allowList(state) },
  {
    ...named,
    method: 'PUT',
    path: ALLOW_LIST,
    fields: ['addresses'],
    answer: (call, state) => {
      const addresses = call.body['addresses'];
      need(Array.isArray(addresses) && addresses.every((entry) => typeof entry === 'string'), 'addresses');
      state.addressAllowList = addresses as string[];
      return allowList(state);
    },
  },
  {
    ...open,
    path: '/v2/fees/card',
    query: ['merchantId', 'cardBin', 'amount', 'currency'],
    answer: ({ query }, state) => {
      ofMerchant(query.get('merchantId'), state);
      // A fee is asked for by the first digits; more would be a card number.
      need(/^\d{6,8}$/.test(query.get('cardBin') ?? ''), 'cardBin');
      need(/^\d+\.\d+$/.test(query.get('amount') ?? ''), 'amount');
      return ok({ body: CARD_FEE });
    },
  },
  {
    ...open,
    path: '/v2/fees/merchant/{merchantId}',
    answer: (call, state) => {
      ofMerchant(call.part('merchantId'), state);
      return ok({ body: { ...CARD_FEE, rate: new Decimal('2.5') } });
    },
  },
  {
    ...named,
    method: 'POST',
    path: '/v2/calculators/fees',
    fields: ['amount', 'currency', 'method'],
    answer: fees,
  },
  ...Object.entries(CONSTANTS).map(([name, body]): Route => ({
    ...open,
    path: `/v2/constants/${name}`,
    answer: () => ok({ body }),
  })),
  {
    ...open,
    path: '/v3/checkout/{merchantId}/payment-methods',
    answer: (call, state) => {
      ofMerchant(call.part('merchantId'), state);
      return ok({ body: ['card', { code: 'bnpl', name: 'Pay later', nameAr: 'ادفع لاحقًا' }] });
    },
  },
  {
    ...open,
    path: '/v3/checkout/{merchantId}/installments',
    answer: (call, state) => {
      ofMerchant(call.part('merchantId'), state);
      const plans = [{ planId: 'P-6', months: 6, rate: new Decimal('1.95') }];
      return ok({ body: [{ bankId: 'NBE', bankName: 'National Bank', plans }] });
    },
  },
];
