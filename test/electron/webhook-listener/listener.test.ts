/** `npm run listen` beside a running gateway: signatures are checked, deliveries passed on and sent again. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { startListener } from '#electron/webhook-listener/listener.ts';
import { control, withGateway } from '../sandbox/gateway.ts';
import { eventually, startListener as startShop } from '../sandbox/listener.ts';
import { newTransfer, newWebhook, paidOrder, SECOND_MS, SMALL } from '../sandbox/merchant.ts';

const cli = fileURLToPath(new URL('../../../electron/webhook-listener/cli.ts', import.meta.url));
const url = 'https://listener.closeout.example/hooks';

function run(args: string[]) {
  const child = spawn(process.execPath, [cli, ...args], { stdio: 'pipe' });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => (text += part.toString()));
  const says = (wanted: string) => eventually(() => text.includes(wanted), `${wanted} in: ${text}`);
  return { child, says, said: () => text };
}

it('says what each signature is worth, passes the delivery on as it came, and sends one again freshly signed', () =>
  withGateway(async (sandbox) => {
    const shop = await startShop();
    const { paymentKey, transferKey } = sandbox.live;
    const keys = ['--payment-key', paymentKey, '--transfer-key', transferKey];
    const place = ['--control', sandbox.controlUrl, '--forward', `${shop.url}/orders`];
    const { child, says, said } = run([...place, ...keys]);
    await says('come to http://127.0.0.1:');
    await newWebhook(sandbox.live, { url });
    await paidOrder(sandbox, 'WEB-1');
    await says('#1  "pay"  signature: valid');
    const [first] = await shop.until(1);
    expect(first).toMatchObject({ path: '/orders', body: { event: 'pay' } });

    const here = /come to (\S+)/.exec(said())?.[1] ?? '';
    const changed = (first?.text ?? '').replace('"merchantOrderId":"WEB-1"', '"merchantOrderId":"WEB-2"');
    const signedBefore = String(first?.headers['x-signature']);
    const post = async (signature: string) => {
      const headers = { 'content-type': 'application/json', 'x-signature': signature };
      return (await fetch(here, { method: 'POST', headers, body: changed })).status;
    };
    shop.answer(503);
    expect(await post(signedBefore)).toBe(503);
    await says('#2  "pay"  signature: key-or-content');
    shop.answer(200);
    child.stdin.write('replay 2\nreplay 9\n');
    const [, , again] = await shop.until(3);
    expect(again?.text).toBe(changed);
    expect(await post(String(again?.headers['x-signature']))).toBe(200);
    await says('#3  "pay"  signature: valid');
    await says('There is no delivery #9.');

    child.kill('SIGTERM');
    expect(await once(child, 'close')).toEqual([0, null]);
    expect((await control(sandbox, 'GET', '/listeners')).body).toEqual({});
    await shop.stop();
  }, SMALL));

it('a transfer is checked by its own key; what is no event, too large or not posted is said or refused', () =>
  withGateway(async (sandbox, clock) => {
    const { paymentKey, transferKey } = sandbox.live;
    const said: string[] = [];
    const say = (line: string) => void said.push(line);
    const listener = await startListener({
      port: 0,
      keys: { paymentKey, transferKey },
      forward: null,
      say,
    });
    await control(sandbox, 'PUT', '/listeners', { 'listener.closeout.example': listener.url });
    await newWebhook(sandbox.live, { url, events: ['INITIATED'] });
    await newTransfer(sandbox.live);
    clock.forward(2 * SECOND_MS);
    await control(sandbox, 'GET', '/state');
    await eventually(() => said.includes('#1  "INITIATED"  signature: valid'), 'the event of the transfer');
    const post = async (body: string) => (await fetch(listener.url, { method: 'POST', body })).status;
    expect(await post('{')).toBe(200);
    expect(said.at(-1)).toBe('#2  no JSON  signature: signature-missing');
    expect(await post('x'.repeat(1_048_577))).toBe(413);
    expect((await fetch(listener.url)).status).toBe(405);
    expect(await listener.replay(1)).toBe('There is nowhere to send it: start with --forward URL.');
    await listener.stop();
  }, SMALL));

it('nothing starts without keys or with an address that is none', async () => {
  for (const args of [[], ['--control', 'here', '--payment-key', 'a', '--transfer-key', 'b']]) {
    const { child, said } = run(args);
    expect(await once(child, 'close')).toEqual([2, null]);
    expect(said()).toContain('npm run listen --');
  }
});
