/** P4 and P9: rows stored through the database worker beside the same rows put into the same table directly. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { openDatabase } from '../../electron/database/client.ts';
import { createSlices } from '../../electron/services/slices.ts';
import type { SettledTransaction } from '../../shared/contract/settlement.ts';
import { copyFolder, withFolder } from './folders.ts';
import { figure, ratiosOf } from './measure.ts';
import { rowsOf } from './settled-page.ts';
import { databaseWorkerUrl } from './workers.ts';

const ROWS = 10_000;
/** Rows of a transaction of the raw inserts. Ours are cut as a download cuts them. */
const SLICE = 250;
const PAIRS = 8;

type Columns = Record<string, unknown>;

const p95 = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? Number.NaN;

/** Rows of a folder, as its file holds them and as a download would bring them. */
async function someRows(): Promise<{ columns: Columns[]; rows: SettledTransaction[] }> {
  let columns: Columns[] = [];
  let rows: SettledTransaction[] = [];
  await withFolder(async ({ folder, database }) => {
    const raw = new Sqlite(join(folder, 'cache.sqlite'), { readonly: true });
    const stored = raw.pragma('table_info(settled)') as { name: string }[];
    columns = raw
      .prepare(
        `SELECT ${stored.map(({ name }) => name).join(', ')} FROM settled ORDER BY transaction_id LIMIT ?`,
      )
      .all(ROWS) as Columns[];
    raw.close();
    rows = await rowsOf(database, ROWS, { by: 'settlementDate', direction: 'asc' });
  }, '10k');
  return { columns, rows };
}

function bare(columns: readonly Columns[], folder: string): number {
  const db = new Sqlite(join(folder, 'cache.sqlite'));
  const names = Object.keys(columns[0] ?? {});
  const insert = db.prepare(
    `INSERT INTO settled (${names.join(', ')}) VALUES (${names.map((name) => `@${name}`).join(', ')})`,
  );
  const start = performance.now();
  for (let from = 0; from < ROWS; from += SLICE)
    db.transaction(() => columns.slice(from, from + SLICE).forEach((row) => insert.run(row)))();
  const took = performance.now() - start;
  db.close();
  return took;
}

async function ours(rows: readonly SettledTransaction[], folder: string) {
  const { database } = await openDatabase(databaseWorkerUrl, folder);
  const { run } = await database.call('settlement.beginSync', {
    branchIds: [],
    anew: false,
    atMs: 0,
    anewAfterMs: 1,
  });
  const loop = monitorEventLoopDelay({ resolution: 1 });
  loop.enable();
  const start = performance.now();
  const slices = createSlices();
  const held: number[] = [];
  for (let from = 0; from < ROWS;) {
    const slice = rows.slice(from, from + slices.size());
    from += slice.length;
    const page = { run, rows: slice, pagesDone: 0, total: null };
    await slices.store(slice.length, (onHeld) =>
      database.call('settlement.storePage', page, (heldMs) => {
        held.push(heldMs);
        onHeld(heldMs);
      }),
    );
  }
  const took = performance.now() - start;
  loop.disable();
  await database.close();
  return { took, delayMs: loop.percentile(99) / 1e6, heldMs: p95(held) };
}

async function delayAtRest(): Promise<number> {
  const loop = monitorEventLoopDelay({ resolution: 1 });
  loop.enable();
  await setTimeout(2_000);
  loop.disable();
  return loop.percentile(99) / 1e6;
}

export async function ingest(): Promise<void> {
  const { columns, rows } = await someRows();
  const root = mkdtempSync(join(tmpdir(), 'closeout-bench-'));
  let made = 0;
  const fresh = () => copyFolder('0', join(root, String((made += 1))));
  type Measured = {
    bare: number;
    again: number;
    ours: number;
    delayMs: number;
    heldMs: number;
    restMs: number;
  };
  const measured: Measured[] = [];
  for (let pair = 0; pair < PAIRS; pair += 1) {
    const first = bare(columns, fresh());
    const { took, ...other } = await ours(rows, fresh());
    const again = bare(columns, fresh());
    measured.push({ bare: first, again, ours: took, ...other, restMs: await delayAtRest() });
  }
  rmSync(root, { recursive: true, force: true });
  const name = `${ROWS} settled rows stored in slices`;
  ratiosOf(
    { id: 'P4', name: `time of ${name} ÷ raw inserts`, atMost: 1.25 },
    measured.map((pair) => ({ baseline: pair.bare, again: pair.again, product: pair.ours })),
  );
  figure(
    { id: 'P4', name: 'p95 of how long a slice holds the writer', atMost: 20 },
    'ms',
    measured.map((pair) => pair.heldMs),
  );
  figure(
    { id: 'P9', name: `p99 of the main loop’s delay, ${name} ÷ at rest`, atMost: 3 },
    '',
    measured.map((pair) => pair.delayMs / pair.restMs),
  );
  figure(
    { id: 'P9', name: 'the same in milliseconds', atMost: 10 },
    'ms',
    measured.map((pair) => pair.delayMs),
  );
}
