/** `npm run gateway` in a process of its own, as a person starts it: addresses and keys are read off what it prints. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { spawn } from 'node:child_process';
import { root } from './host.ts';

export type LogEntry = { method: string; path: string; acted: boolean; environment: string };
type Access = {
  dashboardUrl: string;
  checkoutUrl: string;
  merchantId: string;
  keys: string[];
  secretKey: string;
};
/** The test environment, and the live one beside it. */
export type TestGateway = Access & {
  live: Access;
  control<T>(method: string, path: string, body?: unknown): Promise<T>;
  stop(): Promise<void>;
};

export async function startGateway({
  terminals = 6,
  transactions = 120,
  seed = 7,
} = {}): Promise<TestGateway> {
  const child: ChildProcess = spawn(
    process.execPath,
    [
      'electron/sandbox/cli.ts',
      '--no-growth',
      '--seed',
      String(seed),
      '--transactions',
      String(transactions),
      '--terminals',
      String(terminals),
    ],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  // A test that fails does not get to its stop().
  process.once('exit', () => child.kill());
  const lines: string[] = [];
  if (!child.stdout) throw new Error('no output');
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    if (line.includes('ready')) break;
  }
  const after = (label: string, from: readonly string[]) =>
    from
      .find((line) => line.includes(label))
      ?.trim()
      .split(/\s+/)
      .at(-1) ?? '';
  const controlUrl = after('address', lines);
  const accessTo = (environment: 'TEST' | 'LIVE'): Access => {
    const part = lines.slice(lines.findIndex((line) => line.startsWith(environment)));
    return {
      dashboardUrl: after('dashboard host', part),
      checkoutUrl: after('checkout host', part),
      merchantId: /merchant (\S+)/.exec(part[0] ?? '')?.[1] ?? '',
      secretKey: after('secret key', part),
      keys: ['secret key', 'API key', 'payment key', 'transfer key'].map((label) => after(label, part)),
    };
  };
  return {
    ...accessTo('TEST'),
    live: accessTo('LIVE'),
    control: async (method, path, body) => {
      const answer = await fetch(`${controlUrl}${path}`, {
        method,
        ...(body !== undefined && {
          body: JSON.stringify(body),
          headers: { 'content-type': 'application/json' },
        }),
      });
      if (!answer.ok) throw new Error(await answer.text());
      return (await answer.json()) as never;
    },
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
