/** The built-in gateway with everything the suite can be told of, so that as much as possible is checked. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import { startSandbox, type Sandbox } from '#electron/sandbox/start-sandbox.ts';
import { call, control } from '../sandbox/gateway.ts';

export type Environment = 'test' | 'live';

const LISTENER_HOST = 'deliveries.example.com';
const DEADLINE_MS = 20_000;

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const transferMade = z.object({ body: z.object({ transferId: z.string() }) });
const state = z.object({
  terminals: z.array(z.object({ terminalId: z.string(), foreign: z.boolean(), outstanding: z.number() })),
});
const rows = z.object({ body: z.array(z.record(z.string(), z.unknown())) });

/** The value of a field of the first row that fits; undefined where a list has none. */
async function firstOf(
  sandbox: Sandbox,
  environment: Environment,
  path: string,
  field: string,
  fits: (row: Record<string, unknown>) => boolean = () => true,
): Promise<string | undefined> {
  const read = rows.safeParse((await call(sandbox[environment], 'GET', path)).body);
  const value = read.data?.body.filter(fits)[0]?.[field];
  return typeof value === 'string' ? value : undefined;
}

/** An order paid on the payment page with buy now, pay later. */
async function bnplOrder(sandbox: Sandbox, environment: Environment): Promise<string | undefined> {
  const { dashboardUrl, secretKey, apiKey, merchantId } = sandbox[environment];
  const made = await fetch(`${dashboardUrl}/v3/payment/sessions`, {
    method: 'POST',
    headers: { authorization: secretKey, 'api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ amount: '60.00', currency: 'EGP', order: 'later-1', merchantId }),
  });
  const { _id: sessionId } = z.object({ _id: z.string() }).parse(await made.json());
  await control(sandbox, 'POST', '/pay', { environment, sessionId, method: 'bnpl' });
  const view = await call(sandbox[environment], 'GET', `/v3/payment/sessions/${sessionId}/payment`);
  return z.object({ data: z.object({ orderId: z.string() }) }).parse(view.body).data.orderId;
}

const records = z.object({
  body: z.array(z.object({ _id: z.string(), status: z.literal('delivered') })).min(1),
});

async function waitForRecord({ live }: Sandbox, path: string): Promise<string> {
  const until = Date.now() + DEADLINE_MS;
  for (;;) {
    const read = records.safeParse((await call(live, 'GET', `/v2/webhooks/records/${path}`)).body);
    const id = read.data?.body[0]?._id;
    if (id !== undefined) return id;
    if (Date.now() > until) throw new Error(`no delivery record of ${path}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** A transaction and a transfer in live whose deliveries have records, made with a listener that is gone afterwards. */
async function deliveries(sandbox: Sandbox): Promise<Record<'transaction' | 'transfer' | 'record', string>> {
  const server = createServer((request, response) => request.resume().on('end', () => response.end('ok')));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await control(sandbox, 'PUT', '/listeners', { [LISTENER_HOST]: `http://127.0.0.1:${port}` });
  const { live } = sandbox;
  const hook = {
    name: 'deliveries',
    url: `https://${LISTENER_HOST}/x`,
    events: ['reversal', 'INITIATED'],
    mode: 'live',
  };
  const { body } = await call(live, 'POST', '/v2/webhooks', { body: hook });
  const { _id: webhookId } = z.object({ _id: z.string() }).parse(body);

  const orderId = await bnplOrder(sandbox, 'live');
  const reversal = await call(live, 'PUT', `/v3/payment/reversal/${orderId}`, {
    body: { apiOperation: 'REVERSAL' },
  });
  const { transactionId: transaction } = z.object({ transactionId: z.string() }).parse(reversal.body);
  const payout = {
    merchantTransferId: 'payout-1',
    recipientName: 'Nour',
    recipientNumber: '01000000000',
    method: 'wallet',
    amount: 5,
  };
  const created = await call(live, 'POST', '/v3/transfers/single', { body: payout, host: 'checkout' });
  const { transferId: transfer } = transferMade.parse(created.body).body;

  const record = await waitForRecord(sandbox, `transaction/${transaction}`);
  await waitForRecord(sandbox, `transfer/${transfer}`);
  await call(live, 'DELETE', `/v2/webhooks/${webhookId}`);
  server.closeAllConnections();
  server.close();
  return { transaction, transfer, record };
}

/** Two rows of a batch that is not shared yet. */
async function draftItems(sandbox: Sandbox, environment: Environment): Promise<(string | undefined)[]> {
  const read = rows.safeParse((await call(sandbox[environment], 'GET', '/v2/batch-item?limit=100')).body);
  const drafts = (read.data?.body ?? []).filter((row) => row['status'] === 'draft');
  return drafts.map((row) => z.string().parse(row['_id']));
}

/** The command line for one environment of it. */
export async function argsFor(sandbox: Sandbox, environment: Environment): Promise<string[]> {
  const own = sandbox[environment];
  const other = sandbox[environment === 'test' ? 'live' : 'test'];
  const told = state.parse(
    z.record(z.string(), z.unknown()).parse((await control(sandbox, 'GET', '/state')).body)[environment],
  );
  const busy = told.terminals
    .filter((one) => !one.foreign && one.outstanding > 3)
    .map((one) => one.terminalId);
  const limited = await control(sandbox, 'POST', '/keys', { environment, permissions: [] });
  const { secretKey: limitedKey } = z.object({ secretKey: z.string() }).parse(limited.body);
  const extra = environment === 'live' ? await deliveries(sandbox) : {};
  const port = await freePort();
  await control(sandbox, 'PUT', '/listeners', { [LISTENER_HOST]: `http://127.0.0.1:${port}` });
  const isShown = (row: Record<string, unknown>) => row['isPublished'] === true && row['type'] === 'product';
  // One environment with the feature, one without: both sentences of §4.4 are seen.
  if (environment === 'test')
    await control(sandbox, 'PUT', '/settings', { environment, settings: { currency_conversion: false } });
  const [item, spare] = await draftItems(sandbox, environment);
  const standing = {
    name: 'standing',
    url: 'https://hooks.example.com/x',
    events: ['void'],
    isActive: false,
  };
  await call(own, 'POST', '/v2/webhooks', { body: { ...standing, mode: environment } });
  const options: Record<string, string | undefined> = {
    dashboard: own.dashboardUrl,
    checkout: own.checkoutUrl,
    mode: environment,
    'secret-key': own.secretKey,
    'api-key': own.apiKey,
    'payment-key': own.paymentKey,
    'transfer-key': own.transferKey,
    'other-secret-key': other.secretKey,
    'other-api-key': other.apiKey,
    'limited-secret-key': limitedKey,
    merchant: own.merchantId,
    terminal: busy[0],
    'ack-terminal': busy[1],
    'foreign-terminal': told.terminals.find((one) => one.foreign)?.terminalId,
    'bnpl-order': await bnplOrder(sandbox, environment),
    page: await firstOf(sandbox, environment, '/v2/paymentPage?limit=50', 'linkId', isShown),
    'unpublished-page': await firstOf(
      sandbox,
      environment,
      '/v2/paymentPage?limit=50',
      'linkId',
      (row) => row['isPublished'] === false,
    ),
    'batch-item': item,
    'spare-batch-item': spare,
    'listener-url': `https://${LISTENER_HOST}/conformance`,
    'listener-port': String(port),
    ...extra,
  };
  const given = Object.entries(options).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`, value],
  );
  return [...given, '--allow-writes'];
}

export async function withBuiltIn(use: (sandbox: Sandbox) => Promise<void>): Promise<void> {
  const sandbox = await startSandbox({ seed: 5 });
  try {
    await use(sandbox);
  } finally {
    await sandbox.stop();
  }
}
