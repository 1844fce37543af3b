/** The whole suite, with writes, against the built-in gateway: everything that it says of itself must hold. */
import { expect, test } from 'vitest';
import { z } from 'zod';
import { argsFor, withBuiltIn } from './gateway.ts';
import { expectAllHolds, suite } from './whole-suite.ts';

test('everything holds of the built-in gateway in live, and no key is said', () => expectAllHolds('live'));

test('live stops POST /v3/orders above 1000 a minute, and nothing else', async () => {
  await withBuiltIn(async (sandbox) => {
    const { code, said } = await suite([...(await argsFor(sandbox, 'live')), '--load', '--only', '§8']);
    expect(said.trim().split('\n').at(-1)).toBe('3 hold, 0 do not hold, 1 could not be checked');
    expect(code).toBe(0);
  });
});

test('without --allow-writes the built-in gateway is as it was', async () => {
  await withBuiltIn(async (sandbox) => {
    const args = (await argsFor(sandbox, 'live')).filter((arg) => arg !== '--allow-writes');
    const state = async () => {
      const all = z.object({ live: z.record(z.string(), z.unknown()) });
      return all.parse(await (await fetch(`${sandbox.controlUrl}/state`)).json()).live;
    };
    const webhooks = async () =>
      (
        await fetch(`${sandbox.live.dashboardUrl}/v2/webhooks`, {
          headers: { authorization: sandbox.live.secretKey },
        })
      ).text();
    const before = [await state(), await webhooks()];
    const { code, said } = await suite(args);
    expect(said).toContain('0 do not hold');
    expect(code).toBe(0);
    expect([await state(), await webhooks()]).toEqual(before);
  });
});

test('a gateway that is not there ends the run with 2', async () => {
  const { code, said } = await suite([
    '--dashboard',
    'http://127.0.0.1:9',
    '--checkout',
    'http://127.0.0.1:9',
  ]);
  expect(said).toContain('The gateway does not answer');
  expect(code).toBe(2);
});

test('wrong options end the run with 2 and show the usage', async () => {
  const { code, said } = await suite(['--mode', 'practice']);
  expect(said).toContain('npm run conformance --');
  expect(code).toBe(2);
});
