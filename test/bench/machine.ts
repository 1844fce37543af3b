/** What the figures of a run depend on. */
import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { median } from './measure.ts';

/** Median of one page written and synced. */
function fsyncMs(): number {
  const folder = mkdtempSync(join(tmpdir(), 'closeout-bench-'));
  const file = openSync(join(folder, 'page'), 'w');
  const page = Buffer.alloc(4_096);
  const times = Array.from({ length: 50 }, () => {
    const start = performance.now();
    writeSync(file, page, 0, page.length, 0);
    fdatasyncSync(file);
    return performance.now() - start;
  });
  closeSync(file);
  rmSync(folder, { recursive: true });
  return median(times);
}

function sqliteVersion(): string {
  const db = new Sqlite(':memory:');
  const version = db.prepare('SELECT sqlite_version()').pluck().get() as string;
  db.close();
  return version;
}

export const machine = () => ({
  processor: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  memoryGib: Math.round(totalmem() / 2 ** 30),
  platform: process.platform,
  node: process.version,
  sqlite: sqliteVersion(),
  fsyncMs: Number(fsyncMs().toFixed(3)),
});
