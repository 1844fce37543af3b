/** The whole suite, with writes, against the built-in gateway: everything that it says of itself must hold. */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { argsFor, withBuiltIn, type Environment } from './gateway.ts';

const root = join(import.meta.dirname, '../../..');
const report = z.object({
  leftBehind: z.array(z.string()),
  checks: z.array(
    z.object({
      fact: z.string(),
      verdict: z.string(),
      came: z.string().nullable(),
      why: z.string().nullable(),
    }),
  ),
});
const KEYS = /^--(other-|limited-)?(secret|api|payment|transfer)(-secret|-api)?-key$/;

async function suite(args: string[]): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, ['electron/conformance/cli.ts', ...args], { cwd: root });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [out, error, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, said: out + error };
}

/** Reasons why something is not checked here. */
const ALLOWED: Record<Environment, RegExp[]> = {
  test: [
    /^is said of live only$/,
    /^only a customer can pay a session/,
    /^currency conversion is not enabled/,
  ],
  live: [/^is said of test only$/, /^only a customer can pay a session/, /^needs --load/],
};

test.each(['test', 'live'] satisfies Environment[])(
  'everything holds of the built-in gateway in %s, and no key is said',
  async (environment) => {
    const folder = await mkdtemp(join(tmpdir(), 'conformance-'));
    try {
      await withBuiltIn(async (sandbox) => {
        const args = await argsFor(sandbox, environment);
        const [json, flags] = [join(folder, 'report.json'), join(folder, 'flags.json')];
        // In live the load is a test of its own: it waits for minutes.
        const load = environment === 'test' ? ['--load'] : [];
        const { code, said } = await suite([...args, ...load, '--json', json, '--flags', flags]);
        const written = await readFile(json, 'utf8');
        const { checks, leftBehind } = report.parse(JSON.parse(written));
        expect(checks.filter(({ verdict }) => verdict === 'does not hold')).toEqual([]);
        const unchecked = checks.filter(
          ({ why }) => why !== null && !ALLOWED[environment].some((one) => one.test(why)),
        );
        expect(unchecked).toEqual([]);
        expect(leftBehind).toEqual([]);
        expect(code).toBe(0);
        expect(said.trim().split('\n').at(-1)).toMatch(
          /^\d{3} hold, 0 do not hold, \d+ could not be checked$/,
        );
        console.log(`${environment}: ${said.trim().split('\n').at(-1)}`);
        for (const key of args.filter((_, at) => KEYS.test(args[at - 1] ?? '')))
          expect(said + written).not.toContain(key);
        expect(JSON.parse(await readFile(flags, 'utf8'))).toMatchObject({
          listShowsReversed: true,
          secondReversalRefused: true,
          partialReversal: false,
          webhookLimitPerMode: true,
          settleWindowMs: expect.any(Number) as number,
          longestWaitMs: expect.any(Number) as number,
          dashboardHost: new URL(sandbox[environment].dashboardUrl).host,
        });
      });
    } finally {
      await rm(folder, { recursive: true });
    }
  },
);

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
