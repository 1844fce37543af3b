/** Random requests to every operation of the built-in gateway: mostly almost right, sometimes nonsense altogether. */
import type { Dice } from '#electron/sandbox/random.ts';
import type { SandboxAccess } from '#electron/sandbox/start-sandbox.ts';

type Template = {
  method: string;
  host: 'dashboard' | 'checkout';
  /** `:x` parts are filled in. */
  path: string;
  body?: unknown;
  query?: readonly string[];
};

const PAGE = ['page', 'limit', 'search'];
const INSTANT = '/v3/payment/instant-settlement';
const recipient = {
  method: 'wallet',
  recipientName: 'A',
  recipientNumber: '01001234567',
  recipientBank: 'CIB',
  amount: 12.5,
};
const link = { totalAmount: 10.5, currency: 'EGP', description: 'x', customer: { name: 'A' }, extraFees: [] };
const webhook = { name: 'n', url: 'https://a.example/h', events: ['pay'], mode: 'live', headers: { a: 'b' } };
const product = { productName: 'p', productUnitPrice: '1.50', currency: 'EGP', categoryIds: [] };

const at = (
  host: Template['host'],
  method: string,
  path: string,
  body?: unknown,
  query?: string[],
): Template => ({
  host,
  method,
  path,
  ...(body !== undefined && { body }),
  ...(query && { query }),
});
const dashboard = (method: string, path: string, body?: unknown, query?: string[]) =>
  at('dashboard', method, path, body, query);
const checkout = (method: string, path: string, body?: unknown) => at('checkout', method, path, body);

export const templates = (merchantId: string): readonly Template[] => [
  dashboard('POST', '/v3/payment/sessions', {
    merchantId,
    amount: '10.50',
    currency: 'EGP',
    order: 'o',
    metaData: {},
  }),
  dashboard('GET', '/v3/payment/sessions', undefined, [...PAGE, 'dateFrom', 'dateTo', 'status']),
  dashboard('GET', '/v3/payment/sessions/:x'),
  dashboard('GET', '/v3/payment/sessions/:x/payment'),
  dashboard('PATCH', '/v3/payment/sessions/:x/abandon'),
  ...['refund', 'void', 'capture', 'reversal'].map((operation) =>
    dashboard('PUT', `/v3/payment/${operation}/:x`, {
      apiOperation: operation.toUpperCase(),
      transaction: { amount: 1 },
    }),
  ),
  checkout('PUT', '/v3/orders/:x', { apiOperation: 'REFUND', reason: 'r', transaction: { amount: 1 } }),
  checkout('POST', '/v3/orders/', {
    merchantId,
    order: { reference: 'r', amount: 1, currency: 'EGP' },
    customer: { reference: 'c' },
    cardToken: 't',
  }),
  checkout('POST', '/v3/cards/tokens', {
    merchantId,
    customerReference: 'c',
    card: { number: '4111111111111111', expiryMonth: '01', expiryYear: '29', holderName: 'h' },
  }),
  checkout('GET', '/v3/cards/tokens/:x'),
  checkout('DELETE', '/v3/cards/tokens/:x'),
  checkout('POST', '/v3/transfers/single', { merchantTransferId: 'm', ...recipient }),
  checkout('POST', '/v3/transfers/batch', {
    batchName: 'b',
    transfers: [{ merchantTransferId: 'm2', ...recipient }],
  }),
  checkout('GET', '/pay/:x'),
  dashboard('GET', '/v3/payment/tokenization/tokens', undefined, [...PAGE, 'customerReference']),
  dashboard('GET', '/v3/payment/tokenization/tokens/:x'),
  dashboard('DELETE', '/v3/payment/tokenization/tokens/:x'),
  dashboard('POST', '/v2/payment-link', link),
  dashboard('GET', '/v2/payment-link', undefined, [
    ...PAGE,
    'currency',
    'paymentStatus',
    'dueDateFrom',
    'totalAmountTo',
  ]),
  dashboard('POST', '/v2/payment-link/import', {}),
  dashboard('POST', '/v2/paymentRequest', { ...link, paymentType: 'simple', email: 'a@b.example' }),
  dashboard('GET', '/v2/paymentRequest', undefined, [...PAGE, 'state']),
  dashboard('POST', '/v2/paymentRequest/share', { paymentRequestId: 'PR-000001', email: 'a@b.example' }),
  dashboard('GET', '/v2/customers', undefined, PAGE),
  dashboard('GET', '/v2/customers/savecustomers', undefined, ['correlationId']),
  dashboard('POST', '/v2/customers/upload', {}),
  dashboard('GET', '/v2/batch-item', undefined, [...PAGE, 'batchId']),
  dashboard('PUT', '/v2/batch-item/:x', { batchItem: { totalAmount: 3, description: 'd' } }),
  dashboard('DELETE', '/v2/batch-item/:x'),
  dashboard('POST', '/v2/transfers/schedulers/single', {
    batchName: 'b',
    type: 'single',
    scheduler: { ...recipient, startDate: '2026-12-01 00:00:00.000000+00:00', recurringFrequency: 'MONTHLY' },
  }),
  dashboard('GET', '/v2/transfers/schedulers', undefined, PAGE),
  dashboard('DELETE', '/v2/transfers/schedulers/:x'),
  dashboard('GET', '/v2/transfers', undefined, PAGE),
  dashboard('GET', '/v2/transfers/:x'),
  dashboard('GET', '/v2/transfers/batches/:x'),
  dashboard('POST', '/v2/transfers/fee-inquiry', { method: 'bank', amount: 5 }),
  dashboard('GET', '/v2/account'),
  dashboard('GET', '/v2/aggregator/settlement-transactions', undefined, [
    ...PAGE,
    'sortBy',
    'sortDirection',
    'sortType',
    'branchIds',
  ]),
  dashboard('GET', '/v3/payment/settlement/windows', undefined, PAGE),
  dashboard('GET', '/v2/aggregator/transactions', undefined, [...PAGE, 'channel', 'startDate', 'endDate']),
  dashboard('GET', '/v2/aggregator/transactions/export', undefined, ['search', 'channel']),
  dashboard('GET', '/v3/payment/pos/terminals'),
  dashboard('GET', '/v3/payment/pos/:x/transactions'),
  dashboard('POST', '/v3/payment/pos/ack/:x', {}),
  dashboard('GET', '/v2/discounts/:x/active', undefined, ['binRanges', 'channel']),
  dashboard('PUT', '/v2/merchants/api-keys?operation=apiKey.create', { keyName: 'k' }),
  dashboard('PUT', '/v2/merchants/api-keys?operation=apiKey.delete', { keyName: 'k' }),
  dashboard('GET', '/v2/merchants/ip-allow-list'),
  dashboard('PUT', '/v2/merchants/ip-allow-list', { addresses: ['127.0.0.0/8'] }),
  dashboard('GET', '/v2/webhooks'),
  dashboard('GET', '/v2/webhooks/events'),
  dashboard('POST', '/v2/webhooks', webhook),
  dashboard('PUT', '/v2/webhooks/:x', webhook),
  dashboard('DELETE', '/v2/webhooks/:x'),
  dashboard('GET', '/v2/webhooks/records/transaction/:x'),
  dashboard('GET', '/v2/webhooks/records/transfer/:x'),
  dashboard('POST', '/v2/webhooks/records/:x/resend'),
  dashboard('POST', '/v2/webhooks/:x/test'),
  dashboard('GET', '/v2/paymentPage', undefined, PAGE),
  dashboard('GET', '/v2/paymentPage/:x/payments', undefined, PAGE),
  dashboard('POST', '/v2/paymentPage/:x/share', { recipients: { emails: ['a@b.example'], phones: [] } }),
  dashboard('GET', '/v2/paymentPage/:x/public', undefined, ['search', 'categoryIds']),
  ...['/v2/products', '/v2/categories'].flatMap((path) => [
    dashboard('GET', path, undefined, PAGE),
    dashboard('POST', path, { ...product, categoryName: 'c' }),
    dashboard('PUT', `${path}/:x`, { ...product, categoryName: 'c' }),
    dashboard('DELETE', `${path}/:x`),
  ]),
  dashboard('GET', '/v2/constants/:x'),
  dashboard('GET', '/v3/checkout/:x/payment-methods'),
  dashboard('GET', '/v3/checkout/:x/installments'),
  dashboard('GET', '/v2/fees/card', undefined, ['merchantId', 'cardBin', 'amount', 'currency']),
  dashboard('GET', '/v2/fees/merchant/:x'),
  dashboard('POST', '/v2/calculators/fees', { amount: 5, currency: 'EGP', method: 'card' }),
  dashboard('POST', '/v2/calculators/discount', { discountId: 'DSC-000001', amount: 5, currency: 'EGP' }),
  dashboard('GET', `${INSTANT}/eligible`, undefined, [...PAGE, 'branchIds']),
  dashboard('POST', `${INSTANT}/suggestions`, { targetAmount: 500 }),
  dashboard('POST', `${INSTANT}/fee-inquiry`, { transactionIds: ['TX-000001'] }),
  dashboard('POST', `${INSTANT}/`, { transactionIds: ['TX-000001'] }),
  dashboard('GET', `${INSTANT}/`, undefined, PAGE),
  dashboard('GET', `${INSTANT}/:x`),
];

const LONG = 'x'.repeat(3_000);
const JUNK: readonly [unknown, ...unknown[]] = [
  null,
  '',
  0,
  -1,
  0.001,
  1e308,
  Number.MAX_SAFE_INTEGER,
  '-0',
  '1e5',
  '٣٫٥',
  'NaN',
  true,
  [],
  {},
  [[[[[]]]]],
  { $gt: '' },
  { toString: 1 },
  "' OR 1=1 --",
  '<script>alert(1)</script>',
  '\u0000',
  '\ud800',
  LONG,
  '9999-99-99 00:00:00+00:00',
  'EGP',
  'USD_VIRTUAL',
  'constructor',
];
const IDS: readonly [string, ...string[]] = [
  '..',
  '%2e%2e',
  '%2F',
  '%00',
  '%',
  '%zz',
  '*',
  '__proto__',
  'constructor',
  'NaN',
  "'--",
  encodeURIComponent('جهاز'),
  LONG,
  'TX-000001',
  'PL-000001',
  'PP-000001',
  'IS-000001',
  'TR-000001',
  'PRD-000001',
  'CAT-000001',
  'WEB-1001',
  'WEB-1003',
  '30410001',
  '30419001',
  'banks',
];

/** The value with one thing in it made wrong. */
function mutated(random: Dice, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return random.pick(JUNK);
  if (Array.isArray(value)) {
    if (value.length === 0 || random.next() < 0.3) return random.pick([[], [random.pick(JUNK)], {}, null]);
    return value.map((inner: unknown, index) => (index === 0 ? mutated(random, inner) : inner));
  }
  const entries = Object.entries(value);
  const chosen = random.between(0, entries.length);
  if (chosen === entries.length)
    return {
      ...value,
      [random.pick(['extra', '__proto__', 'constructor', 'toString', ''])]: random.pick(JUNK),
    };
  return Object.fromEntries(
    entries.flatMap(([key, inner], index) => {
      if (index !== chosen) return [[key, inner]];
      return random.next() < 0.2 ? [] : [[key, mutated(random, inner)]];
    }),
  );
}

export type RandomRequest = {
  base: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
};

export function randomRequest(
  random: Dice,
  all: readonly Template[],
  access: SandboxAccess,
  other: SandboxAccess,
): RandomRequest {
  const template = all[random.between(0, all.length - 1)];
  if (!template) throw new Error('no templates');
  const path = template.path.replace(/:x/g, () => random.pick(IDS));
  const query = (template.query ?? [])
    .filter(() => random.next() < 0.4)
    .map((name) => {
      const value = random.pick(JUNK);
      const text = typeof value === 'string' ? value.replace(/\ud800/g, '') : JSON.stringify(value);
      const once = `${name}=${encodeURIComponent(text)}`;
      return random.next() < 0.05 ? `${once}&${once}` : once;
    });
  const key = random.next();
  const authorization =
    key < 0.9 ? access.secretKey : random.pick(['', 'x', other.secretKey, `Bearer ${access.secretKey}`]);
  const headers: Record<string, string> = {
    ...(authorization !== '' && { authorization }),
    'api-key': random.next() < 0.9 ? access.apiKey : other.apiKey,
    ...(random.next() < 0.3 && { 'service-hash': 'a'.repeat(64) }),
  };
  const base = template.host === 'dashboard' ? access.dashboardUrl : access.checkoutUrl;
  const method =
    random.next() < 0.97 ? template.method : random.pick(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);
  const request = {
    base,
    method,
    path: path + (query.length > 0 ? `${path.includes('?') ? '&' : '?'}${query.join('&')}` : ''),
    headers,
  };
  if (template.body === undefined || method === 'GET') return request;
  const roll = random.next();
  const body =
    roll < 0.25
      ? JSON.stringify(template.body)
      : roll < 0.93
        ? (JSON.stringify(mutated(random, template.body)) ?? 'null')
        : random.pick(['', '{', 'null', '[]', '"x"', '1', '{"a":1,"a":2}', '\u0000', `{"x":"${LONG}"}`]);
  const type =
    random.next() < 0.97
      ? 'application/json'
      : random.pick(['text/plain', 'multipart/form-data; boundary=x', 'application/xml']);
  return { ...request, headers: { ...headers, 'content-type': type }, body };
}
