/**
 * Every endpoint of the interface (§4.1–4.15): method, path, host, credential, and whether the document states the path or
 * we assume it. The only table of paths; an administrator can overrule a row (endpoint-overrides.ts).
 */
export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What goes with a call (§5): the header `authorization`, that and `api-key`, `Service-Hash` alone, or nothing. */
export type CredentialKind = 'secret-key' | 'secret-key+api-key' | 'service-hash' | 'none';

/** A read changes nothing and may be retried; a write is tried once; a movement of money is stored first and sent once. */
type EndpointKind = 'read' | 'write' | 'movement';

export type Endpoint = {
  readonly kind: EndpointKind;
  readonly method: HttpMethod;
  /** `{name}` parts are filled in, URL-encoded. */
  readonly path: string;
  /** Query parameters that are part of the operation itself. */
  readonly query?: Readonly<Record<string, string>>;
  readonly host: 'dashboard' | 'checkout';
  readonly credential: CredentialKind;
  readonly source: 'assumed' | `documented §${string}`;
};

type Source = Endpoint['source'];
type More = Partial<Pick<Endpoint, 'host' | 'credential' | 'query'>>;
type Of<K extends EndpointKind> = Endpoint & { readonly kind: K };

const row =
  <K extends EndpointKind>(kind: K) =>
  (method: HttpMethod, path: string, source: Source, more: More = {}): Of<K> => ({
    kind,
    method,
    path,
    host: 'dashboard',
    credential: 'secret-key',
    source,
    ...more,
  });
const read = row('read');
const write = row('write');
const movement = row('movement');

const PUBLIC: More = { credential: 'none' };
const CHECKOUT: More = { host: 'checkout' };
const HASHED: More = { host: 'checkout', credential: 'service-hash' };

const POS = '/v3/payment/pos';
const SESSIONS = '/v3/payment/sessions';
const INSTANT = '/v3/payment/instant-settlement';
const VAULT = '/v3/payment/tokenization/tokens';
const CHECKOUT_TOKENS = '/v3/cards/tokens';
const SCHEDULERS = '/v2/transfers/schedulers';
const API_KEYS = '/v2/merchants/api-keys';
const ALLOW_LIST = '/v2/merchants/ip-allow-list';
const WEBHOOKS = '/v2/webhooks';
const PAGES = '/v2/paymentPage';

export const endpointTable = {
  'terminals.list': read('GET', `${POS}/terminals`, 'assumed'),
  'terminals.transactions': read('GET', `${POS}/{terminalId}/transactions`, 'documented §4.10'),
  'terminals.acknowledge': movement('POST', `${POS}/ack/{terminalId}`, 'documented §4.10'),

  'sessions.create': write('POST', SESSIONS, 'documented §4.1', { credential: 'secret-key+api-key' }),
  'sessions.list': read('GET', SESSIONS, 'documented §4.1'),
  'sessions.get': read('GET', `${SESSIONS}/{sessionId}`, 'documented §4.1', PUBLIC),
  'sessions.payment': read('GET', `${SESSIONS}/{sessionId}/payment`, 'documented §4.1'),
  'sessions.abandon': write('PATCH', `${SESSIONS}/{sessionId}/abandon`, 'assumed'),

  // The same four operations by two routes (§4.2). The checkout host forwards the credential to the dashboard's.
  'orders.reverse': movement('PUT', '/v3/payment/reversal/{orderId}', 'documented §4.2'),
  'orders.refund': movement('PUT', '/v3/payment/refund/{orderId}', 'assumed'),
  'orders.void': movement('PUT', '/v3/payment/void/{orderId}', 'assumed'),
  'orders.capture': movement('PUT', '/v3/payment/capture/{orderId}', 'assumed'),
  'orders.checkout-reverse': movement('PUT', '/v3/orders/{orderId}', 'documented §4.2', CHECKOUT),
  'orders.checkout-refund': movement('PUT', '/v3/orders/{orderId}', 'documented §4.2', CHECKOUT),
  'orders.checkout-void': movement('PUT', '/v3/orders/{orderId}', 'documented §4.2', CHECKOUT),
  // Its `apiOperation` is not named.
  'orders.checkout-capture': movement('PUT', '/v3/orders/{orderId}', 'assumed', CHECKOUT),

  'tokens.list': read('GET', VAULT, 'assumed'),
  'tokens.get': read('GET', `${VAULT}/{token}`, 'assumed'),
  'tokens.delete': write('DELETE', `${VAULT}/{token}`, 'documented §4.3'),
  'tokens.checkout-create': write('POST', CHECKOUT_TOKENS, 'assumed', HASHED),
  'tokens.checkout-get': read('GET', `${CHECKOUT_TOKENS}/{token}`, 'assumed', HASHED),
  'tokens.checkout-delete': write('DELETE', `${CHECKOUT_TOKENS}/{token}`, 'documented §4.3', HASHED),
  'tokens.pay': movement('POST', '/v3/orders/', 'documented §4.3', HASHED),

  'payment-links.create': write('POST', '/v2/payment-link', 'documented §4.4'),
  'payment-links.list': read('GET', '/v2/payment-link', 'documented §4.4'),
  'payment-links.import': write('POST', '/v2/payment-link/import', 'assumed'),

  'invoices.create': write('POST', '/v2/paymentRequest', 'documented §4.5'),
  'invoices.list': read('GET', '/v2/paymentRequest', 'assumed'),
  'invoices.share': write('POST', '/v2/paymentRequest/share', 'documented §4.5'),

  'customers.list': read('GET', '/v2/customers', 'assumed'),
  'customers.upload': write('POST', '/v2/customers/upload', 'assumed'),
  // A GET that persists: it is a write all the same and is never retried.
  'customers.save': write('GET', '/v2/customers/savecustomers', 'documented §4.6'),

  'batch-items.list': read('GET', '/v2/batch-item', 'assumed'),
  'batch-items.update': write('PUT', '/v2/batch-item/{batchItemId}', 'documented §4.7'),
  'batch-items.delete': write('DELETE', '/v2/batch-item/{batchItemId}', 'assumed'),

  'payouts.create-scheduler': write('POST', `${SCHEDULERS}/single`, 'documented §4.8'),
  'payouts.list-schedulers': read('GET', SCHEDULERS, 'assumed'),
  'payouts.deactivate-scheduler': write('DELETE', `${SCHEDULERS}/{schedulerId}`, 'assumed'),
  'payouts.transfer': movement('POST', '/v3/transfers/single', 'assumed', CHECKOUT),
  'payouts.transfer-batch': movement('POST', '/v3/transfers/batch', 'assumed', CHECKOUT),
  'payouts.list-transfers': read('GET', '/v2/transfers', 'assumed'),
  'payouts.get-transfer': read('GET', '/v2/transfers/{transferId}', 'assumed'),
  'payouts.get-batch': read('GET', '/v2/transfers/batches/{batchId}', 'assumed'),
  'payouts.fee-inquiry': read('POST', '/v2/transfers/fee-inquiry', 'assumed'),
  'payouts.accounts': read('GET', '/v2/account', 'assumed'),

  'settlement.windows': read('GET', '/v3/payment/settlement/windows', 'documented §4.9'),
  'settlement.transactions': read('GET', '/v2/aggregator/settlement-transactions', 'documented §4.9'),
  'instant-settlement.eligible': read('GET', `${INSTANT}/eligible`, 'assumed'),
  'instant-settlement.suggestions': read('POST', `${INSTANT}/suggestions`, 'assumed'),
  'instant-settlement.fee-inquiry': read('POST', `${INSTANT}/fee-inquiry`, 'assumed'),
  'instant-settlement.create': movement('POST', `${INSTANT}/`, 'assumed'),
  'instant-settlement.list': read('GET', `${INSTANT}/`, 'assumed'),
  'instant-settlement.get': read('GET', `${INSTANT}/{requestId}`, 'assumed'),

  'transactions.list': read('GET', '/v2/aggregator/transactions', 'assumed'),
  'transactions.export': read('GET', '/v2/aggregator/transactions/export', 'assumed'),

  'discounts.active': read('GET', '/v2/discounts/{merchantId}/active', 'documented §4.11', PUBLIC),

  'credentials.create-api-key': write('PUT', API_KEYS, 'documented §4.12', {
    query: { operation: 'apiKey.create' },
  }),
  'credentials.delete-api-key': write('PUT', API_KEYS, 'assumed', { query: { operation: 'apiKey.delete' } }),
  'credentials.get-allow-list': read('GET', ALLOW_LIST, 'assumed'),
  'credentials.put-allow-list': write('PUT', ALLOW_LIST, 'assumed'),

  'webhooks.list': read('GET', WEBHOOKS, 'documented §4.13'),
  'webhooks.create': write('POST', WEBHOOKS, 'documented §4.13'),
  'webhooks.update': write('PUT', `${WEBHOOKS}/{webhookId}`, 'documented §4.13'),
  'webhooks.delete': write('DELETE', `${WEBHOOKS}/{webhookId}`, 'documented §4.13'),
  'webhooks.transaction-records': read(
    'GET',
    `${WEBHOOKS}/records/transaction/{transactionId}`,
    'documented §4.13',
  ),
  'webhooks.transfer-records': read('GET', `${WEBHOOKS}/records/transfer/{transferId}`, 'documented §4.13'),
  'webhooks.resend': write('POST', `${WEBHOOKS}/records/{recordId}/resend`, 'documented §4.13'),
  'webhooks.test': write('POST', `${WEBHOOKS}/{webhookId}/test`, 'documented §4.13'),
  'webhooks.events': read('GET', `${WEBHOOKS}/events`, 'assumed'),

  'payment-pages.list': read('GET', PAGES, 'assumed'),
  'payment-pages.payments': read('GET', `${PAGES}/{linkId}/payments`, 'assumed'),
  'payment-pages.share': write('POST', `${PAGES}/{linkId}/share`, 'assumed'),
  'payment-pages.public': read('GET', `${PAGES}/{linkId}/public`, 'documented §4.14', PUBLIC),

  'catalogue.list-products': read('GET', '/v2/products', 'assumed'),
  'catalogue.create-product': write('POST', '/v2/products', 'assumed'),
  'catalogue.update-product': write('PUT', '/v2/products/{productId}', 'assumed'),
  'catalogue.delete-product': write('DELETE', '/v2/products/{productId}', 'assumed'),
  'catalogue.list-categories': read('GET', '/v2/categories', 'assumed'),
  'catalogue.create-category': write('POST', '/v2/categories', 'assumed'),
  'catalogue.update-category': write('PUT', '/v2/categories/{categoryId}', 'assumed'),
  'catalogue.delete-category': write('DELETE', '/v2/categories/{categoryId}', 'assumed'),

  'reference.banks': read('GET', '/v2/constants/banks', 'assumed', PUBLIC),
  'reference.cities': read('GET', '/v2/constants/cities', 'assumed', PUBLIC),
  'reference.countries': read('GET', '/v2/constants/countries', 'assumed', PUBLIC),
  'reference.industries': read('GET', '/v2/constants/industries', 'assumed', PUBLIC),
  'reference.payment-methods': read('GET', '/v2/constants/payment-methods', 'assumed', PUBLIC),
  'reference.allowed-methods': read('GET', '/v3/checkout/{merchantId}/payment-methods', 'assumed', PUBLIC),
  'reference.installments': read('GET', '/v3/checkout/{merchantId}/installments', 'assumed', PUBLIC),

  'calculators.card-fee': read('GET', '/v2/fees/card', 'assumed', PUBLIC),
  'calculators.merchant-fee': read('GET', '/v2/fees/merchant/{merchantId}', 'assumed', PUBLIC),
  'calculators.fees': read('POST', '/v2/calculators/fees', 'assumed'),
  'calculators.discount': read('POST', '/v2/calculators/discount', 'assumed'),

  'checkout.reach': read('GET', '/', 'assumed', { host: 'checkout', credential: 'none' }),
} as const satisfies Record<string, Endpoint>;

type Operations = typeof endpointTable;
export type EndpointName = keyof Operations;
type NamesOf<K extends EndpointKind> = {
  [N in EndpointName]: Operations[N]['kind'] extends K ? N : never;
}[EndpointName];
export type ReadName = NamesOf<'read'>;
export type WriteName = NamesOf<'write'>;
export type MovementName = NamesOf<'movement'>;

export const endpointNames = Object.keys(endpointTable) as [EndpointName, ...EndpointName[]];

/**
 * Other paths of reads whose path is assumed: tried in this order, by reads alone, where the one of the table answers 404. What
 * worked is kept with what was learnt of the gateway.
 */
export const otherPaths: Partial<Record<ReadName, readonly string[]>> = {
  'terminals.list': ['/v3/payment/terminals', '/v3/pos/terminals', '/v2/pos/terminals', '/v2/terminals'],
  'instant-settlement.eligible': [
    `${INSTANT}/transactions`,
    `${INSTANT}/eligible-transactions`,
    '/v3/instant-settlement/eligible',
    '/v2/instant-settlement/eligible',
  ],
  'instant-settlement.list': [
    `${INSTANT}/requests`,
    '/v3/instant-settlement/requests',
    '/v2/instant-settlement',
  ],
  'instant-settlement.suggestions': [`${INSTANT}/suggest`, '/v3/instant-settlement/suggestions'],
  'instant-settlement.fee-inquiry': [
    `${INSTANT}/fees`,
    `${INSTANT}/inquiry`,
    '/v3/instant-settlement/fee-inquiry',
  ],
  'payouts.accounts': ['/v2/accounts', '/v3/account', '/v3/accounts', '/v2/balance'],
  'payouts.list-transfers': ['/v3/transfers', '/v2/payouts'],
  'transactions.list': ['/v2/transactions', '/v3/payment/transactions', '/v3/transactions'],
};
