/** The suite finds a gateway that keeps to everything but one thing. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSandbox, type Sandbox } from '#electron/sandbox/start-sandbox.ts';
import { createBench } from '#electron/conformance/bench.ts';
import { allChecks } from '#electron/conformance/checks/index.ts';
import { readOptions } from '#electron/conformance/options.ts';
import { runChecks } from '#electron/conformance/run.ts';
import { argsFor } from './gateway.ts';
import { startLiar, type Lie, type Told } from './liar.ts';

let sandbox: Sandbox;
let args: string[] = [];
beforeAll(async () => {
  sandbox = await startSandbox({ seed: 5 });
  args = await argsFor(sandbox, 'test');
});
afterAll(() => sandbox.stop());

/** Which facts do not hold when the dashboard host lies. */
async function foundOut(only: string, lie: Lie): Promise<string[]> {
  const liar = await startLiar(sandbox.test.dashboardUrl, lie);
  try {
    const options = readOptions([...args, '--dashboard', liar.url, '--only', only], {});
    if (options === null) throw new Error('usage');
    const { results } = await runChecks(allChecks, createBench(options));
    return results.filter(({ verdict }) => verdict === 'does not hold').map(({ check }) => check.fact);
  } finally {
    liar.stop();
  }
}

const rewritten =
  (asked: RegExp, from: string | RegExp, to: string) =>
  (told: Told): Told =>
    asked.test(told.asked) ? { ...told, text: told.text.replace(from, to) } : told;
const instead =
  (asked: RegExp, from: number, to: number) =>
  (told: Told): Told =>
    asked.test(told.asked) && told.status === from ? { ...told, status: to } : told;

const lies: [what: string, only: string, fact: string, lie: Lie][] = [
  [
    'takes a Bearer key',
    'Bearer',
    'GET /v2/webhooks is refused with the key as a Bearer token',
    {
      asks: (headers) => ({
        ...headers,
        authorization: (headers['authorization'] ?? '').replace('Bearer ', ''),
      }),
    },
  ],
  [
    'takes no key at all',
    'GET /v2/payment-link is refused',
    'GET /v2/payment-link is refused without the secret key, and with a made-up one',
    { asks: (headers) => ({ ...headers, authorization: args[args.indexOf('--secret-key') + 1] ?? '' }) },
  ],
  [
    'leaves out a field of a link',
    'a payment link is created',
    'a payment link is created from every request field, with the documented record',
    { answers: rewritten(/payment-link/, '"customerName"', '"customer_name"') },
  ],
  [
    'gives an amount as a text',
    'an invoice of type simple',
    'an invoice of type simple is created and named PR-…',
    { answers: rewritten(/paymentRequest/, /"totalAmount":([\d.]+)/, '"totalAmount":"$1"') },
  ],
  [
    'names professional invoices otherwise',
    'an invoice of type professional',
    'an invoice of type professional is created and named INV-…',
    { answers: rewritten(/paymentRequest/, 'INV-', 'PR-') },
  ],
  [
    'starts a session PENDING',
    'a new session is CREATED',
    'a new session is CREATED, with that as its first history entry',
    { answers: rewritten(/sessions/, '"status":"CREATED"', '"status":"PENDING"') },
  ],
  [
    'writes timestamps of sessions in ISO 8601',
    'session timestamps have exactly',
    'session timestamps have exactly the form YYYY-MM-DD HH:MM:SS.ffffff+00:00',
    { answers: rewritten(/sessions/, /(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d\.\d{3})\d{3}\+00:00/g, '$1T$2Z') },
  ],
  [
    'answers 403 for a terminal of somebody else',
    'a terminal of another merchant',
    'the transactions of a terminal of another merchant answer 401',
    { answers: instead(/\/pos\//, 401, 403) },
  ],
  [
    'takes a sixth webhook',
    'a sixth webhook in a full mode',
    'a sixth webhook in a full mode is rejected (test)',
    { answers: instead(/POST .*webhooks$/, 400, 200) },
  ],
  [
    'says it otherwise that conversion is off',
    'a virtual currency is taken, or rejected',
    'a virtual currency is taken, or rejected with 400 and the message of the document',
    { answers: rewritten(/payment-link/, 'feature is not enabled', 'is switched off') },
  ],
  [
    'has windows in test',
    'in test there are no settlement windows',
    'in test there are no settlement windows',
    { answers: rewritten(/windows/, '"body":[]', '"body":[{"windowId":"W-1"}]') },
  ],
  [
    'takes keys without the operation',
    'a key is not created without operation',
    'a key is not created without operation=apiKey.create',
    { answers: instead(/api-keys$/, 400, 200) },
  ],
  [
    'answers 200 for an unpublished page',
    'an unpublished or deleted page',
    'an unpublished or deleted page answers 404',
    { answers: instead(/paymentPage/, 404, 200) },
  ],
  [
    'changes more than was sent',
    'an update of name alone',
    'an update of name alone changes nothing else',
    { answers: rewritten(/PUT .*webhooks|GET .*webhooks/, /"x-conformance":"yes"/g, '"x-conformance":"no"') },
  ],
];

test.each(lies)('a gateway that %s is found out', async (_what, only, fact, lie) => {
  expect(await foundOut(only, {})).toEqual([]);
  expect(await foundOut(only, lie)).toContain(fact);
});

test('of a gateway that answers {} to everything next to nothing holds', async () => {
  const liar = await startLiar(sandbox.test.dashboardUrl, { answers: () => ({ status: 200, text: '{}' }) });
  const options = readOptions([...args, '--dashboard', liar.url, '--checkout', liar.url], {});
  if (options === null) throw new Error('usage');
  const { results } = await runChecks(allChecks, createBench(options));
  liar.stop();
  const held = results.filter(({ verdict, check }) => verdict === 'holds' && !check.assumed);
  expect(held.map(({ check }) => check.fact)).toEqual(['the raw secret key is taken']);
});
