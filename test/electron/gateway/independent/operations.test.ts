/** The client's table of operations against the routes written from the document: none missing, none made up. */
import { describe, expect, it } from 'vitest';
import { endpointTable, type Endpoint } from '#electron/gateway/endpoint-table.ts';
import { DASHBOARD_PATHS } from './order-routes.ts';
import { ROUTES } from './start.ts';

/** One line a call: host, method, path with nameless places, credential. */
const line = (host: string, method: string, path: string, credential: string) =>
  `${host} ${method} ${path.replace(/\{\w+\}/g, '{}')} ${credential}`;

/** Served, but with a path that is only assumed (§4.2: "each operation is also reachable as its own path"). */
const ASSUMED = Object.entries(DASHBOARD_PATHS).flatMap(([operation, path]) =>
  operation === 'REVERSAL' ? [] : [path],
);

const served = ROUTES.filter(({ path, assumed }) => !assumed && !ASSUMED.includes(path)).map(
  ({ host, method, path, credential }) =>
    // The checkout host forwards the secret key, which the client sends all the same (§4.2).
    line(host, method, path, credential === 'forwarded' ? 'secret-key' : credential),
);
const operations: Endpoint[] = Object.values(endpointTable);
const documented = operations
  .filter(({ source }) => source !== 'assumed')
  .map(({ host, method, path, credential }) => line(host, method, path, credential));

describe('the operations the client calls documented', () => {
  it('are the documented ones, with their host, method, path and credential', () => {
    expect([...new Set(documented)].sort()).toEqual([...served].sort());
  });

  it('name the section that has them', () => {
    const sections: Record<string, string> = {
      '/v3/payment/sessions': '§4.1',
      '/v3/orders/{orderId}': '§4.2',
      '/v3/payment/reversal/': '§4.2',
      '/v3/orders/': '§4.3',
      '/v3/payment/tokenization': '§4.3',
      '/v3/cards/': '§4.3',
      '/v2/payment-link': '§4.4',
      '/v2/paymentRequest': '§4.5',
      '/v2/customers/': '§4.6',
      '/v2/batch-item/': '§4.7',
      '/v2/transfers/': '§4.8',
      '/v2/aggregator/': '§4.9',
      '/v3/payment/settlement/': '§4.9',
      '/v3/payment/pos/': '§4.10',
      '/v2/discounts/': '§4.11',
      '/v2/merchants/': '§4.12',
      '/v2/webhooks': '§4.13',
      '/v2/paymentPage/': '§4.14',
    };
    for (const { path, source } of operations) {
      if (source === 'assumed') continue;
      const section = Object.entries(sections).find(([start]) => path.startsWith(start))?.[1];
      expect(source, path).toBe(`documented ${section}`);
    }
  });

  it('carry no key where the document gives none, and only creating a session carries two', () => {
    const names = (credential: string) =>
      Object.entries(endpointTable)
        .filter(([, operation]) => operation.source !== 'assumed' && operation.credential === credential)
        .map(([name]) => name)
        .sort();
    expect(names('none')).toEqual(['discounts.active', 'payment-pages.public', 'sessions.get']);
    expect(names('secret-key+api-key')).toEqual(['sessions.create']);
    expect(names('service-hash')).toEqual(['tokens.checkout-delete', 'tokens.pay']);
  });
});
