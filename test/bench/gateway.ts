/**
 * How many requests a second the gateway alone serves of one terminal's list (100 rows), beside a bare node:http server that
 * answers the same bytes: each in a process of its own, asked in turn by this one.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ratiosOf, type Pair } from './measure.ts';

const ROUND_MS = 1_500;
const PAIRS = 8;
const CONNECTIONS = 16;
const ROWS = 100;

const started: ChildProcess[] = [];

/** Starts a script and answers its lines up to the one that `last` accepts. */
async function start(args: string[], last: (line: string) => boolean): Promise<string[]> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  started.push(child);
  const lines: string[] = [];
  if (!child.stdout) throw new Error('no output');
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    if (last(line)) break;
  }
  return lines;
}

type Target = { url: string; headers: Record<string, string> };

/** The answer's length; an answer that is not 200 ends the bench. */
const ask = (agent: Agent, { url, headers }: Target) =>
  new Promise<number>((resolve, reject) => {
    const outgoing = request(url, { agent, headers }, (answer) => {
      let length = 0;
      answer.on('data', (part: Buffer) => (length += part.length));
      answer.on('end', () =>
        answer.statusCode === 200 ? resolve(length) : reject(new Error(`status ${answer.statusCode}`)),
      );
    });
    outgoing.on('error', reject);
    outgoing.end();
  });

/** Requests a second over `CONNECTIONS` kept connections. */
async function rate(agent: Agent, target: Target, length: number): Promise<number> {
  let served = 0;
  const begunMs = performance.now();
  const endMs = begunMs + ROUND_MS;
  const one = async () => {
    while (performance.now() < endMs) {
      if ((await ask(agent, target)) !== length) throw new Error('another answer');
      served += 1;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, one));
  return (served / (performance.now() - begunMs)) * 1_000;
}

export async function gatewayAlone(): Promise<void> {
  try {
    const lines = await start(
      ['electron/sandbox/cli.ts', '--no-growth', '--terminals', '4', '--transactions', '0'],
      (line) => line.includes('ready'),
    );
    const live = lines.slice(lines.findIndex((line) => line.startsWith('LIVE')));
    const value = (label: string) =>
      live
        .find((line) => line.includes(label))
        ?.trim()
        .split(/\s+/)
        .at(-1) ?? '';
    await fetch(`${value('address')}/sales`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ terminalId: '30410001', count: ROWS }),
    });
    const gateway = {
      url: `${value('dashboard host')}/v3/payment/pos/30410001/transactions`,
      headers: { authorization: value('secret key') },
    };
    const bytes = Buffer.from(await (await fetch(gateway.url, { headers: gateway.headers })).arrayBuffer());
    const rows = bytes.toString().split('ref_number').length - 1;
    if (rows !== ROWS) throw new Error(`the list has ${rows} rows`);
    const file = join(mkdtempSync(join(tmpdir(), 'closeout-bench-')), 'answer.json');
    writeFileSync(file, bytes);
    const [port = ''] = await start(['test/bench/bare-server.ts', file], () => true);
    const bare = { url: `http://127.0.0.1:${port}/`, headers: { authorization: value('secret key') } };

    const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
    await rate(agent, bare, bytes.length);
    await rate(agent, gateway, bytes.length);
    const measured: Pair[] = [];
    for (let pair = 0; pair < PAIRS; pair += 1)
      measured.push({
        baseline: 1_000 / (await rate(agent, bare, bytes.length)),
        product: 1_000 / (await rate(agent, gateway, bytes.length)),
        again: 1_000 / (await rate(agent, bare, bytes.length)),
      });
    agent.destroy();
    ratiosOf(
      { id: 'gateway', name: `time of a request to the built-in gateway (${ROWS} rows) ÷ to a bare server` },
      measured,
    );
  } finally {
    for (const child of started) child.kill();
  }
}
