import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  defaultEndpoints,
  describeEndpoints,
  loadEndpoints,
  overruleEndpoints,
} from '#electron/gateway/endpoint-overrides.ts';

const overrule = (name: string, change: Record<string, string>) =>
  overruleEndpoints(JSON.stringify({ operations: { [name]: change } }));
async function withFolder(use: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'closeout-profile-'));
  try {
    await use(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

it('without a file the defaults hold', () =>
  withFolder(async (folder) =>
    expect(await loadEndpoints(folder)).toEqual({ ok: true, value: defaultEndpoints }),
  ));

it('a file in the data folder overrules what it names and nothing else', () =>
  withFolder(async (folder) => {
    const file = {
      operations: { 'orders.reverse': { path: '/v3/orders/{orderId}', host: 'checkout' } },
      reversalOrderIdField: 'ref_number',
    };
    await writeFile(join(folder, 'gateway-profile.json'), JSON.stringify(file));
    const read = await loadEndpoints(folder);
    if (!read.ok) throw new Error(read.error.code);
    expect(read.value.reversalOrderIdField).toBe('ref_number');
    expect(read.value.byName['orders.reverse']).toMatchObject({
      method: 'PUT',
      path: '/v3/orders/{orderId}',
      host: 'checkout',
      credential: 'secret-key',
    });
    const overruled = describeEndpoints(read.value).filter((one) => one.overruled);
    expect(overruled.map(({ name }) => name)).toEqual(['orders.reverse']);
    expect(read.value.byName['terminals.list']).toEqual(defaultEndpoints.byName['terminals.list']);
  }));

it.each([{ pageSize: 50 }, { operations: { 'terminals.list': { path: '/v3/terminals', timeout: 5 } } }])(
  'a field that nothing reads is refused, not ignored: %j',
  (file) =>
    expect(overruleEndpoints(JSON.stringify(file))).toMatchObject({
      ok: false,
      error: { code: 'overrule-invalid' },
    }),
);

it('a file that cannot be read is an error, not the defaults', () =>
  withFolder(async (folder) => {
    await mkdir(join(folder, 'gateway-profile.json'));
    expect(await loadEndpoints(folder)).toMatchObject({
      ok: false,
      error: { code: 'overrule-invalid', params: { where: 'gateway-profile.json' } },
    });
  }));

it.each([
  ['/v3/payment/pos/ack', 'loses its terminal id'],
  ['/v3/payment/pos/ack/{terminalID}', 'misspells its terminal id'],
  ['/v3/payment/pos/{terminalId}/ack/{terminalId}', 'names it twice'],
  ['/v3/../pos/ack/{terminalId}', 'goes up'],
])('a path that %s %s is refused, naming the operation', (path) =>
  expect(overrule('terminals.acknowledge', { path })).toMatchObject({
    ok: false,
    error: { code: 'overrule-invalid', params: { where: 'operations.terminals.acknowledge' } },
  }),
);

it.each([
  ['orders.reverse', 'GET', false],
  ['orders.reverse', 'POST', true],
  ['terminals.list', 'PUT', false],
  ['terminals.list', 'POST', true],
  ['instant-settlement.fee-inquiry', 'GET', false],
])('%s as %s: allowed is %s', (name, method, allowed) => expect(overrule(name, { method }).ok).toBe(allowed));

it('every operation says where it is from', () => {
  for (const { source } of describeEndpoints(defaultEndpoints))
    expect(source).toMatch(/^(assumed|documented §\d+\.\d+)$/);
});

/** §4.1 to §4.14, as the document's tables have them. */
const DOCUMENTED = [
  'POST /v3/payment/sessions dashboard secret-key+api-key',
  'GET /v3/payment/sessions dashboard secret-key',
  'GET /v3/payment/sessions/{sessionId} dashboard none',
  'GET /v3/payment/sessions/{sessionId}/payment dashboard secret-key',
  'PUT /v3/orders/{orderId} checkout secret-key',
  'PUT /v3/payment/reversal/{orderId} dashboard secret-key',
  'DELETE /v3/payment/tokenization/tokens/{token} dashboard secret-key',
  'DELETE /v3/cards/tokens/{token} checkout service-hash',
  'POST /v3/orders/ checkout service-hash',
  'POST /v2/payment-link dashboard secret-key',
  'GET /v2/payment-link dashboard secret-key',
  'POST /v2/paymentRequest dashboard secret-key',
  'POST /v2/paymentRequest/share dashboard secret-key',
  'GET /v2/customers/savecustomers dashboard secret-key',
  'PUT /v2/batch-item/{batchItemId} dashboard secret-key',
  'POST /v2/transfers/schedulers/single dashboard secret-key',
  'GET /v2/aggregator/settlement-transactions dashboard secret-key',
  'GET /v3/payment/settlement/windows dashboard secret-key',
  'POST /v3/payment/pos/ack/{terminalId} dashboard secret-key',
  'GET /v3/payment/pos/{terminalId}/transactions dashboard secret-key',
  'GET /v2/discounts/{merchantId}/active dashboard none',
  'PUT /v2/merchants/api-keys dashboard secret-key',
  'GET /v2/webhooks dashboard secret-key',
  'POST /v2/webhooks dashboard secret-key',
  'PUT /v2/webhooks/{webhookId} dashboard secret-key',
  'DELETE /v2/webhooks/{webhookId} dashboard secret-key',
  'GET /v2/webhooks/records/transaction/{transactionId} dashboard secret-key',
  'GET /v2/webhooks/records/transfer/{transferId} dashboard secret-key',
  'POST /v2/webhooks/records/{recordId}/resend dashboard secret-key',
  'POST /v2/webhooks/{webhookId}/test dashboard secret-key',
  'GET /v2/paymentPage/{linkId}/public dashboard none',
];

it('every operation whose path the document gives is there, and nothing else is called documented', () => {
  const documented = Object.values(defaultEndpoints.byName)
    .filter(({ source }) => source !== 'assumed')
    .map(({ method, path, host, credential }) => `${method} ${path} ${host} ${credential}`);
  expect([...new Set(documented)].sort()).toEqual([...DOCUMENTED].sort());
});

it('the movements are those that move money, and each has a body', () => {
  const movements = Object.entries(defaultEndpoints.byName).filter(([, { kind }]) => kind === 'movement');
  expect(movements.map(([name]) => name).sort()).toEqual([
    'instant-settlement.create',
    'orders.capture',
    'orders.checkout-capture',
    'orders.checkout-refund',
    'orders.checkout-reverse',
    'orders.checkout-void',
    'orders.refund',
    'orders.reverse',
    'orders.void',
    'payouts.transfer',
    'payouts.transfer-batch',
    'terminals.acknowledge',
    'tokens.pay',
  ]);
  for (const [, { method }] of movements) expect(['POST', 'PUT']).toContain(method);
});

it('only reads are of kind read: what changes something is never retried, also by GET', () => {
  const { byName } = defaultEndpoints;
  expect(byName['customers.save']).toMatchObject({ kind: 'write', method: 'GET' });
  for (const { kind, method } of Object.values(byName))
    if (kind === 'read') expect(['GET', 'POST']).toContain(method);
});

it.each([
  ['tokens.pay', 'DELETE', false],
  ['payouts.transfer', 'PUT', true],
  ['webhooks.delete', 'POST', true],
  ['webhooks.delete', 'PATCH', false],
  ['webhooks.delete', 'GET', false],
  ['webhooks.update', 'PATCH', true],
  ['webhooks.update', 'DELETE', false],
  ['sessions.abandon', 'POST', true],
  ['customers.save', 'POST', true],
  ['customers.save', 'PATCH', false],
  ['calculators.fees', 'GET', false],
])('%s as %s: allowed is %s, too', (name, method, allowed) =>
  expect(overrule(name, { method }).ok).toBe(allowed),
);

it('an overrule keeps what belongs to the call: its kind, credential and fixed query', () => {
  const read = overrule('credentials.create-api-key', { path: '/v4/keys', method: 'POST' });
  expect(read.ok && read.value.byName['credentials.create-api-key']).toEqual({
    kind: 'write',
    method: 'POST',
    path: '/v4/keys',
    query: { operation: 'apiKey.create' },
    host: 'dashboard',
    credential: 'secret-key',
    source: 'documented §4.12',
  });
});
