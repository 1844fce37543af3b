/** A PostgreSQL of the test's own: a cluster in a temporary folder, on loopback, started and stopped by the test. */
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { connect, type Connection, type Login } from '#electron/head-office/connection.ts';
import { findPostgres, startOwnServer, type OwnServer } from '#electron/head-office/own-server.ts';

export type Cluster = Pick<OwnServer, 'port' | 'login' | 'database' | 'start'> & {
  as(login: Login): Promise<Connection>;
  /** As a power cut: no connection is told. */
  kill(): Promise<void>;
  stop(): Promise<void>;
};

/** The folders above are ours and closed; the user that PostgreSQL runs as passes through them without seeing what is in them. */
export function letThrough(folder: string): void {
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

export async function openCluster({ connections = 60 } = {}): Promise<Cluster> {
  const bin = findPostgres();
  if (bin === null) throw new Error('There is no PostgreSQL here.');
  const folder = mkdtempSync(join(tmpdir(), 'closeout-postgres-'));
  letThrough(folder);
  const server = await startOwnServer({ bin, folder, connections });
  return {
    ...server,
    as: connect,
    async kill() {
      const children = childrenOf(server.pid() ?? 0);
      await server.end('SIGKILL');
      // They serve their connections for a moment after it, on a busy machine for seconds.
      for (const child of children) killOne(child);
    },
    async stop() {
      await server.end('SIGQUIT');
      if (existsSync(folder)) rmSync(folder, { recursive: true, force: true });
    },
  };
}
