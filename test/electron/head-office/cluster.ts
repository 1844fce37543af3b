/** A PostgreSQL of the test's own: a cluster in a temporary folder, on loopback, started and stopped by the test. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type Connection, type Login } from '#electron/head-office/connection.ts';
import { findPostgres } from '../../tooling/machine.ts';

export type Cluster = {
  readonly port: number;
  readonly login: (database: string, user?: string, password?: string) => Login;
  /** An empty database with this name. */
  database(name: string): Promise<void>;
  as(login: Login): Promise<Connection>;
  /** As a power cut: no connection is told. */
  kill(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
};

const PASSWORD = 'owner-of-the-cluster';
/** PostgreSQL does not run as root: then as a user that every system has. */
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
const asUser = (command: string, args: string[]): [string, string[]] =>
  isRoot
    ? ['setpriv', [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', command, ...args]]
    : [command, args];

/** The folders above are ours and closed; the other user passes through them without seeing what is in them. */
function letThrough(folder: string): void {
  for (let above = folder; above !== dirname(above); above = dirname(above)) {
    const { mode, uid } = statSync(above);
    if ((mode & 0o001) === 0 && uid === process.getuid?.()) chmodSync(above, mode | 0o011);
  }
}

/** Where the system says it: each connection has a process of its own. */
function childrenOf(pid: number): number[] {
  const file = `/proc/${pid}/task/${pid}/children`;
  return existsSync(file) ? (readFileSync(file, 'utf8').match(/\d+/g) ?? []).map(Number) : [];
}
function killOne(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function initialise(bin: string, folder: string): string {
  const data = join(folder, 'data');
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, PASSWORD);
  // Whatever the umask: initdb runs as another user.
  chmodSync(passwordFile, 0o644);
  const args = ['-D', data, '-U', 'owner', '--pwfile', passwordFile, '--no-sync', '-E', 'UTF8'];
  const [command, all] = asUser(join(bin, 'initdb'), [...args, '--locale=C', '--auth=scram-sha-256']);
  const made = spawnSync(command, all, { encoding: 'utf8', env: { ...process.env, TZ: 'UTC' } });
  if (made.status !== 0) throw new Error(`initdb: ${made.stderr}${made.stdout}`);
  return data;
}

/** Nothing of it must outlive the machine: durability costs tests time and proves nothing here. */
const SETTINGS = [
  'fsync=off',
  'shared_buffers=16MB',
  'unix_socket_directories=',
  'listen_addresses=127.0.0.1',
  'autovacuum=off',
];

export async function openCluster({ connections = 60 } = {}): Promise<Cluster> {
  const bin = findPostgres();
  if (bin === null) throw new Error('There is no PostgreSQL here.');
  const folder = mkdtempSync(join(tmpdir(), 'closeout-postgres-'));
  chmodSync(folder, 0o777);
  letThrough(folder);
  const data = initialise(bin, folder);
  let port = await freePort();
  let server: ChildProcess | null = null;
  const login: Cluster['login'] = (database, user = 'owner', password = PASSWORD) => ({
    host: '127.0.0.1',
    port,
    database,
    ca: null,
    user,
    password,
  });

  async function startOnce(): Promise<void> {
    const flags = [...SETTINGS, `max_connections=${connections}`, `port=${port}`].flatMap((setting) => [
      '-c',
      setting,
    ]);
    const [command, args] = asUser(join(bin!, 'postgres'), ['-D', data, ...flags]);
    const started = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    server = started;
    await new Promise<void>((resolve, reject) => {
      let said = '';
      started.stderr.on('data', (bytes: Buffer) => {
        said += bytes.toString();
        if (said.includes('ready to accept connections')) resolve();
      });
      started.once('exit', (code) => reject(new Error(`postgres ended with ${code}: ${said}`)));
    });
    started.stderr.resume();
  }
  /** The memory of a server that was killed is held until its last child has ended. */
  async function start(): Promise<void> {
    for (;;)
      try {
        return await startOnce();
      } catch (error) {
        if (!String(error).includes('pre-existing shared memory block')) throw error;
        await sleep(100);
      }
  }
  async function end(signal: 'SIGKILL' | 'SIGQUIT'): Promise<void> {
    const ending = server;
    if (!ending || ending.exitCode !== null) return;
    const gone = new Promise((resolve) => ending.once('exit', resolve));
    const children = signal === 'SIGKILL' ? childrenOf(ending.pid ?? 0) : [];
    ending.kill(signal);
    await gone;
    // They serve their connections for a moment after it, on a busy machine for seconds.
    for (const child of children) killOne(child);
    server = null;
  }

  for (let isRunning = false; !isRunning;)
    try {
      await start();
      isRunning = true;
    } catch (error) {
      // Another program took the port since it was found free.
      if (!String(error).includes('Address already in use')) throw error;
      port = await freePort();
    }
  return {
    port,
    login,
    async database(name) {
      const owner = await connect(login('postgres'));
      await owner.rows(`CREATE DATABASE ${name}`);
      await owner.close();
    },
    as: connect,
    kill: () => end('SIGKILL'),
    start,
    async stop() {
      await end('SIGQUIT');
      if (existsSync(folder)) rmSync(folder, { recursive: true, force: true });
    },
  };
}
