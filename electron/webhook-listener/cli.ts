/** `npm run listen`: the webhooks of the built-in gateway come to this computer. `npm run gateway` prints the address and keys. */
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { textOf } from '#shared/errors/text-of.ts';
import { startListener, type Listener } from './listener.ts';

const USAGE =
  'npm run listen -- --control ADDRESS --payment-key KEY --transfer-key KEY [--forward URL] [--port N]\n' +
  'The control address and the keys are those that npm run gateway prints.';
/** The gateway takes only public https addresses: it is told that this name is here. */
const NAME = 'listener.closeout.example';

function readOptions() {
  const { values } = parseArgs({
    options: {
      control: { type: 'string' },
      'payment-key': { type: 'string' },
      'transfer-key': { type: 'string' },
      forward: { type: 'string' },
      port: { type: 'string', default: '0' },
    },
  });
  const { control, 'payment-key': paymentKey, 'transfer-key': transferKey, forward = null, port } = values;
  if (control === undefined || paymentKey === undefined || transferKey === undefined)
    throw new Error('The control address and both keys are needed.');
  for (const url of [control, ...(forward === null ? [] : [forward])])
    if (!/^https?:\/\//.test(url) || !URL.canParse(url)) throw new Error(`${url} is no address.`);
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    throw new Error(`--port takes a number, not ${port}.`);
  return { control, forward, keys: { paymentKey, transferKey }, port: Number(port) };
}

/** The other listeners that the gateway knows stay. */
async function announce(control: string, here: string | null): Promise<void> {
  const address = new URL('/listeners', control);
  const known = (await (await fetch(address)).json()) as Record<string, string>;
  const { [NAME]: _before, ...others } = known;
  const answer = await fetch(address, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(here === null ? others : { ...others, [NAME]: here }),
  });
  if (!answer.ok) throw new Error(`The gateway answered ${answer.status}: ${await answer.text()}`);
}

async function obey(listener: Listener, line: string): Promise<string | null> {
  const number = /^replay\s+#?(\d{1,9})$/.exec(line.trim())?.[1];
  return number === undefined ? 'Type: replay 3' : listener.replay(Number(number));
}

async function main(): Promise<void> {
  const { control, ...options } = readOptions();
  const listener = await startListener({ ...options, say: console.log });
  await announce(control, listener.url);
  console.log(`Webhooks to https://${NAME}/ come to ${listener.url}`);
  console.log('Type "replay 3" to send number 3 again under a fresh signature. Ctrl+C ends it.');
  createInterface({ input: process.stdin }).on('line', (line) => {
    void obey(listener, line).then((problem) => problem !== null && console.log(problem));
  });
  const end = () =>
    void announce(control, null)
      .catch((error: unknown) => console.error(`The gateway still knows this listener: ${String(error)}`))
      .then(() => listener.stop())
      .then(() => process.exit(0));
  process.once('SIGINT', end);
  process.once('SIGTERM', end);
}

main().catch((error: unknown) => {
  console.error(`${textOf(error)}\n${USAGE}`);
  process.exitCode = 2;
});
