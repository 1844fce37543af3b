/**
 * P3 and P5 on a folder of many settled transactions: a page, a search and the sums through the database worker, beside the same
 * question put to SQLite directly.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { openDatabase } from '../../electron/database/client.ts';
import { settledFilterSchema } from '../../shared/contract/settlement.ts';
import { copyFolder, isSize } from './folders.ts';
import { ratio } from './measure.ts';

const named = process.env['CLOSEOUT_BENCH_FOLDER'] ?? '100k';
const all = settledFilterSchema.parse({});
const sort = { by: 'settlementDate', direction: 'desc' } as const;
/** Most rows hold the first, one the second, none the third. */
const TEXTS = { frequent: 'nm-00', rare: 'nm-0004321', absent: 'zzqq' };

export async function settledList(): Promise<void> {
  if (!isSize(named)) throw new Error(`there is no folder ${named}`);
  const folder = copyFolder(named, join(mkdtempSync(join(tmpdir(), 'closeout-bench-')), 'profile'));
  const worker = new URL('../../electron/database/worker.ts', import.meta.url);
  const { database } = await openDatabase(worker, folder);
  const raw = new Sqlite(join(folder, 'cache.sqlite'), { readonly: true });
  const page = raw.prepare(
    'SELECT * FROM settled ORDER BY settled_at_ms DESC, transaction_id DESC LIMIT 101',
  );
  await ratio(
    `P3: a page of 100 of ${named} rows through the worker ÷ raw SQL and clone`,
    () => structuredClone(page.all()),
    () => database.call('settlement.settledPage', { filter: all, sort, after: null, limit: 100 }),
  );
  const scan = raw.prepare('SELECT transaction_id FROM settled WHERE instr(search, ?) > 0');
  for (const [name, text] of Object.entries(TEXTS)) {
    const filter = { ...all, text };
    await ratio(
      `P5: the first page of a ${name} text ÷ a scan of ${named} rows (at most 0.02)`,
      () => scan.all(text),
      () => database.call('settlement.settledPage', { filter, sort, after: null, limit: 100 }),
    );
  }
  const sum = raw.prepare('SELECT currency, COUNT(*), SUM(amount_minor) FROM settled GROUP BY currency');
  await ratio(
    `sums of ${named} rows without a filter ÷ adding them up`,
    () => sum.all(),
    () => database.call('settlement.settledSummary', all),
  );
  raw.close();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
}
