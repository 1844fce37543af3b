/** The baseline of the benches of head office: PostgreSQL's own command line, and entries as lines of a CSV file. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPostgres } from '#electron/head-office/own-server.ts';
import type { Connection } from '../../electron/head-office/connection.ts';
import type { Entry } from '../../electron/head-office/entry.ts';
import type { Cluster } from '../electron/head-office/cluster.ts';

/** The command line of PostgreSQL, on a connection of its own. */
export async function psql(cluster: Cluster, database: string, ...commands: string[]): Promise<void> {
  const { host, port, user, password } = cluster.login(database);
  const args = ['-q', '-h', host, '-p', String(port), '-U', user, '-d', database];
  const child = spawn(
    join(findPostgres() ?? '', 'psql'),
    [...args, ...commands.flatMap((command) => ['-c', command])],
    { env: { ...process.env, PGPASSWORD: password }, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const [code] = (await once(child, 'exit')) as [number];
  if (code !== 0) throw new Error(`psql ended with ${code}`);
}

export const csvOf = (entries: readonly Entry[]): string =>
  entries
    .map((e) =>
      [e.pc, e.seq, e.environment, e.merchant, e.branch, e.kind, e.atMs, e.body]
        .concat([`\\x${e.previous}`, `\\x${e.hash}`, `\\x${e.signature}`])
        .map((one) => `"${String(one).replaceAll('"', '""')}"`)
        .join(','),
    )
    .join('\n');

/** MiB that each of these connections takes of the server by itself, without what its processes share. Nothing where the system does not say it. */
export async function memoryOfEach(connections: readonly Connection[]): Promise<number[]> {
  const taken: number[] = [];
  for (const connection of connections) {
    const [{ pid = 0 } = {}] = await connection.rows<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const file = `/proc/${pid}/smaps_rollup`;
    if (!existsSync(file)) continue;
    const [, kilobytes] = /^Private_Dirty:\s+(\d+) kB$/m.exec(readFileSync(file, 'utf8')) ?? [];
    if (kilobytes !== undefined) taken.push(Number(kilobytes) / 1_024);
  }
  return taken;
}
