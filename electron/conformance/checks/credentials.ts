/** §4.12 Payment API keys, and the IP allow-list (§5). */
import { z } from 'zod';
import type { Bench } from '../bench.ts';
import { assumedSafe, assumedWrite, cannot, safe, write, type Check } from '../check.ts';
import { answers, hasStatus, isNotLetIn, isRejected, succeeds, that } from '../expect.ts';
import { apiKeyAnswer } from '../shapes/merchant.ts';

const S = '§4.12';
const KEYS = '/v2/merchants/api-keys';
const ALLOW_LIST = '/v2/merchants/ip-allow-list';
const NOT_ALLOWED = 'Unauthorized IP address';
const allowList = z.looseObject({ body: z.looseObject({ addresses: z.array(z.string()) }) });

const makeKey = (bench: Bench) =>
  bench.make('a Payment API key', async () => {
    const keyName = bench.fresh('key');
    const answer = succeeds(await bench.ask('PUT', `${KEYS}?operation=apiKey.create`, { body: { keyName } }));
    bench.later(`API key ${keyName}`, async () => {
      const removed = await bench.ask('PUT', `${KEYS}?operation=apiKey.delete`, { body: { keyName } });
      if (removed.status !== 404) succeeds(removed);
    });
    return { keyName, answer };
  });

/** This computer as the gateway sees it, and another address of it that is not. */
function addresses({ options }: Bench): { own: string; other: string } {
  const { 'own-address': own, 'second-address': other } = options.things;
  if (own !== undefined && other !== undefined) return { own, other };
  // All of 127.0.0.0/8 is this computer on Linux.
  return options.isLoopback && process.platform === 'linux'
    ? { own: '127.0.0.1', other: '127.0.0.2' }
    : cannot('needs --own-address and --second-address');
}

/** Its path and shape are assumed: where they are not those, what the document says of the list cannot be checked. */
async function readAllowList(bench: Bench): Promise<string[]> {
  const answer = await bench.ask('GET', ALLOW_LIST);
  const read = allowList.safeParse(answer.json);
  return read.success ? read.data.body.addresses : cannot(`the allow-list is not at ${ALLOW_LIST}`);
}

/** Lets only our own address in while `use` runs, and puts back what was there. */
async function whileAllowed(bench: Bench, use: (other: string) => Promise<void>): Promise<void> {
  const { own, other } = addresses(bench);
  const before = await readAllowList(bench);
  succeeds(await bench.ask('PUT', ALLOW_LIST, { body: { addresses: [...before, own] } }));
  try {
    await use(other);
  } finally {
    succeeds(await bench.ask('PUT', ALLOW_LIST, { body: { addresses: before } }));
  }
}

export const credentialChecks: Check[] = [
  safe(
    S,
    'a key is not created without operation=apiKey.create',
    ['§4.12-2', '§4.12-3', '§7-3'],
    async (bench) => {
      hasStatus(await bench.ask('PUT', KEYS, { body: { keyName: bench.fresh('key') } }), 400);
    },
  ),
  safe(S, 'an operation that does not exist is refused', ['§4.12-2'], async (bench) => {
    const path = `${KEYS}?operation=apiKey.conformance`;
    isRejected(await bench.ask('PUT', path, { body: { keyName: bench.fresh('key') } }));
  }),
  write(
    S,
    'a key is created with the documented answer',
    ['§4.12-1', '§4.12-4', '§4.12-5', '§2.11-1', '§2.11-2', '§1-19'],
    async (bench) => {
      const { answer } = await makeKey(bench);
      answers(answer, apiKeyAnswer);
    },
  ),
  write(S, 'the key belongs to the environment of the host called', ['§4.12-6'], async (bench) => {
    const { answer } = await makeKey(bench);
    that(
      answers(answer, apiKeyAnswer).body.mode === bench.options.mode,
      `mode ${bench.options.mode}`,
      answer,
    );
  }),
  assumedWrite(S, 'a key without a name answers 400', ['§2.11-2'], async (bench) => {
    hasStatus(await bench.ask('PUT', `${KEYS}?operation=apiKey.create`, { body: {} }), 400);
  }),
  assumedWrite(
    S,
    'a key is deleted by its name, and then answers 404',
    ['§4.12-7', '§4.12-8', '§4.15-1'],
    async (bench) => {
      const { keyName } = await makeKey(bench);
      const path = `${KEYS}?operation=apiKey.delete`;
      succeeds(await bench.ask('PUT', path, { body: { keyName } }));
      hasStatus(await bench.ask('PUT', path, { body: { keyName } }), 404);
    },
  ),

  assumedSafe('§5', 'the allow-list is {body: {addresses}}', ['§4.15-1', '§5-15'], async (bench) => {
    answers(await bench.ask('GET', ALLOW_LIST), allowList);
  }),
  assumedWrite('§5', 'an address that is no address answers 400', ['§4.15-2'], async (bench) => {
    hasStatus(await bench.ask('PUT', ALLOW_LIST, { body: { addresses: ['not an address'] } }), 400);
  }),
  write(
    '§5',
    'an address not on the allow-list gets 403 with the message of the document',
    ['§5-15', '§5-16', '§7-6', '§7-7', '§1-19'],
    async (bench) => {
      await whileAllowed(bench, async (other) => {
        const answer = await bench.ask('GET', '/v2/webhooks', { localAddress: other });
        hasStatus(answer, 403);
        that(answer.text.includes(NOT_ALLOWED), `the message "${NOT_ALLOWED}"`, answer);
        succeeds(await bench.ask('GET', '/v2/webhooks'));
      });
    },
  ),
  write(
    '§5',
    'calls without the secret key are not checked against the allow-list',
    ['§5-15'],
    async (bench) => {
      await whileAllowed(bench, async (other) => {
        const answer = await bench.ask('GET', '/v2/paymentPage/PP-conformance-none/public', {
          key: null,
          localAddress: other,
        });
        hasStatus(answer, 404);
      });
    },
  ),
  write('§5', 'an empty allow-list allows every address', ['§5-17'], async (bench) => {
    const { other } = addresses(bench);
    if ((await readAllowList(bench)).length > 0) cannot('the allow-list is not empty');
    succeeds(await bench.ask('GET', '/v2/webhooks', { localAddress: other }));
  }),
  safe(S, 'a key is not created without the secret key', ['§4.12-1'], async (bench) => {
    isNotLetIn(
      await bench.ask('PUT', `${KEYS}?operation=apiKey.create`, {
        key: null,
        body: { keyName: 'conformance' },
      }),
    );
  }),
];
