/**
 * What a person would do without Closeout to find one transaction, beside its search: page through the gateway's list, ask the
 * `sqlite3` command line for it in the same file, or open the rows in LibreOffice.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ProfileDatabase } from '../../electron/database/client.ts';
import { withFolder } from './folders.ts';
import { hasCommand } from '../tooling/machine.ts';
import { isMeasured, timesAsFast, type Goal } from './measure.ts';
import { pageOf } from './settled-page.ts';
import { bare, bodies, PAGE, serve } from './sync.ts';

const RARE = 'nm-0004321';
const TIMES = 3;
/** It opens so many rows at most. */
const MOST_ROWS_OF_A_SHEET = 1_048_576;
const BUFFER = 1_024 ** 3;

function run(command: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', maxBuffer: BUFFER });
  if (status !== 0) throw new Error(`${command}: ${stderr}`);
  return stdout;
}

const goal = (name: string): Goal => ({ id: 'otherwise', name: `one transaction, × as fast as ${name}` });

const beside = (database: ProfileDatabase, name: string, other: () => unknown) =>
  timesAsFast(goal(name), other, () => pageOf(database, { text: RARE }), TIMES);

async function besideGateway(database: ProfileDatabase, rows: number): Promise<void> {
  const { url, server } = await serve(await bodies(), 0);
  await beside(database, `paging ${rows.toLocaleString('en')} rows of a gateway without delay`, () =>
    bare(url, rows / PAGE),
  );
  server.closeAllConnections();
  server.close();
}

/** Its own look for a word: the search of everything that is stored. */
const besideCommandLine = (database: ProfileDatabase, cache: string) =>
  beside(database, 'the sqlite3 command line, a process and LIKE', () =>
    run('sqlite3', [
      '-readonly',
      cache,
      `SELECT transaction_id, amount_minor FROM settled WHERE search LIKE '%${RARE}%' ORDER BY settled_at_ms DESC LIMIT 100`,
    ]),
  );

/** Opened and written again, as a headless LibreOffice does nothing less. */
async function besideLibreOffice(database: ProfileDatabase, cache: string, root: string): Promise<void> {
  const sheet = join(root, 'rows.csv');
  const columns = 'ref_number, settled_at_ms, branch_id, merchant_order_id, amount_minor, net_minor';
  writeFileSync(
    sheet,
    run('sqlite3', [
      '-readonly',
      '-csv',
      cache,
      `SELECT ${columns} FROM settled LIMIT ${MOST_ROWS_OF_A_SHEET}`,
    ]),
  );
  const own = `-env:UserInstallation=${pathToFileURL(join(root, 'office')).href}`;
  const open = () => run('soffice', [own, '--headless', '--convert-to', 'csv', '--outdir', root, sheet]);
  await beside(database, 'opening the rows in LibreOffice and writing them again', open);
}

export async function otherwise(): Promise<void> {
  if (!isMeasured('otherwise')) return;
  await withFolder(async ({ folder, database, rows }) => {
    const cache = join(folder, 'cache.sqlite');
    const root = mkdtempSync(join(tmpdir(), 'closeout-bench-'));
    await besideGateway(database, rows);
    if (hasCommand('sqlite3')) {
      await besideCommandLine(database, cache);
      if (hasCommand('soffice')) await besideLibreOffice(database, cache, root);
      else console.log('otherwise: LibreOffice is not installed');
    } else console.log('otherwise: the sqlite3 command line is not installed');
    rmSync(root, { recursive: true, force: true });
  });
}
