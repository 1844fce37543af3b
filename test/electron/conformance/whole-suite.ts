/** The whole suite of statements as a command, against the built-in gateway. */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect } from 'vitest';
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

export async function suite(args: string[]): Promise<{ code: number | null; said: string }> {
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

/** Everything that the built-in gateway says of itself holds in this environment, and no key is said. */
export async function expectAllHolds(environment: Environment): Promise<void> {
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
      expect(said.trim().split('\n').at(-1)).toMatch(/^\d{3} hold, 0 do not hold, \d+ could not be checked$/);
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
}
