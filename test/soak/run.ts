/**
 * `npm run soak`: eight hours of work in as many minutes as they take, on the browser host that was built, and how much memory, open
 * files, timers and files on disk grow from hour to hour. `-- --hours 4 --rounds 3` is a shorter one.
 * It needs the `/proc` of Linux.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { sealFor } from '#electron/key-process/sealed.ts';
import { startSandbox } from '#electron/sandbox/start-sandbox.ts';
import { ADMINISTRATOR, startAttacked } from '../attack/closeout.ts';
import { withDescendants } from '../attack/memory.ts';
import { actsOf, exportsIn, round, type Act, type Refusals } from './hour.ts';
import { slopeOf } from './slope.ts';
import type { Held } from './watch.ts';

const { values } = parseArgs({
  options: { hours: { type: 'string', default: '8' }, rounds: { type: 'string', default: '6' } },
});
const hours = Math.max(3, Number(values.hours));
const rounds = Number(values.rounds);
/** In the first hour caches fill and threads start. */
const WARM_HOURS = 1;
const MIB = 1_048_576;
/** Of P12. */
const MOST_MIB_AN_HOUR = 1;

/** `anonymous`: of the memory, what is no part of a file; `heaps`: what those of all threads of the host have taken of it. */
const names = [
  'memory MiB',
  'anonymous MiB',
  'heap MiB',
  'heaps MiB',
  'open files',
  'threads',
  'timers',
  'other resources',
  'WAL MiB',
  'data MiB',
] as const;
type Figures = Record<(typeof names)[number], number>;

const fieldOf = (pid: number, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

async function heldBy(pid: number, file: string): Promise<Held> {
  rmSync(file, { force: true });
  process.kill(pid, 'SIGUSR2');
  while (!existsSync(file)) await wait(50);
  return JSON.parse(readFileSync(file, 'utf8')) as Held;
}

async function measure(pid: number, dataDir: string, file: string): Promise<Figures> {
  const held = await heldBy(pid, file);
  const all = withDescendants(pid);
  const sizes = readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => ({ name, bytes: statSync(join(parentPath, name)).size }));
  return {
    'memory MiB': sum(all.map((one) => fieldOf(one, 'VmRSS'))) / 1_024,
    'anonymous MiB': sum(all.map((one) => fieldOf(one, 'RssAnon'))) / 1_024,
    'heap MiB': held.heapBytes / MIB,
    'heaps MiB': held.heapsBytes / MIB,
    'open files': sum(all.map((one) => readdirSync(`/proc/${one}/fd`).length)),
    threads: sum(all.map((one) => fieldOf(one, 'Threads'))),
    timers: held.timers,
    'other resources': held.resources,
    'WAL MiB': sum(sizes.filter(({ name }) => name.endsWith('-wal')).map(({ bytes }) => bytes)) / MIB,
    'data MiB': sum(sizes.map(({ bytes }) => bytes)) / MIB,
  };
}

type Gateway = Awaited<ReturnType<typeof startSandbox>>['live'];
/** Two profiles: Practice, and a merchant of the built-in gateway. */
async function begin(act: Act, gateway: Gateway, dataDir: string): Promise<void> {
  await act('people.begin', ADMINISTRATOR);
  await act('reports.setFolder', { folder: exportsIn(dataDir) });
  await act('profiles.startPractice', { language: 'en' });
  const { publicKey } = await act('profiles.sealWith', {});
  const seal = (key: string) => sealFor(String(publicKey), key);
  const { dashboardUrl, checkoutUrl, merchantId } = gateway;
  await act('profiles.connect', {
    ...{ name: 'Soak', environment: 'live', merchantId, dashboardUrl, checkoutUrl },
    secretKey: await seal(gateway.secretKey),
    apiKey: await seal(gateway.apiKey),
    paymentKey: await seal(gateway.paymentKey),
    transferKey: await seal(gateway.transferKey),
  });
}

const shown = (value: number) => value.toFixed(2).padStart(9);
function print(measured: readonly Figures[]): void {
  console.log(`\n${'an hour'.padEnd(16)}   growth     first      last`);
  for (const name of names) {
    const figures = measured.map((one) => one[name]);
    const line = [slopeOf(figures.slice(WARM_HOURS)), figures[WARM_HOURS] ?? 0, figures.at(-1) ?? 0].map(
      shown,
    );
    console.log(`${name.padEnd(16)}${line.join(' ')}`);
  }
  const slope = slopeOf(measured.slice(WARM_HOURS).map((one) => one['memory MiB']));
  console.log(`memory grows ${slope.toFixed(2)} MiB an hour; the goal is at most ${MOST_MIB_AN_HOUR}`);
}

async function soak(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'closeout-soak-'));
  const file = `${dataDir}-held.json`;
  process.env['CLOSEOUT_SOAK_FILE'] = file;
  const sandbox = await startSandbox({ seed: 1_031, terminals: 4, transactions: 2_000 });
  const running = await startAttacked(dataDir, [
    '--expose-gc',
    '--import',
    join(import.meta.dirname, 'watch.ts'),
  ]);
  const refusals: Refusals = new Map();
  try {
    const act = actsOf(running, refusals);
    await begin(act, sandbox.live, dataDir);
    const measured: Figures[] = [];
    for (let hour = 1; hour <= hours; hour += 1) {
      for (let time = 0; time < rounds; time += 1) await round(act, dataDir);
      const figures = await measure(running.child.pid ?? 0, dataDir, file);
      measured.push(figures);
      console.log(`hour ${hour}: ${names.map((name) => `${name} ${figures[name].toFixed(1)}`).join(', ')}`);
    }
    print(measured);
  } finally {
    for (const [name, times] of refusals) console.log(`refused ${times} times: ${name}`);
    await running.end();
    await sandbox.stop();
    rmSync(dataDir, { recursive: true, force: true });
    rmSync(file, { force: true });
  }
}

await soak();
