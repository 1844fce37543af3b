/** Whether anything was ever stored in a journal that cannot be opened: in its file, or in the log beside it. */
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Sqlite, { type Database } from 'better-sqlite3';
import { TRACE } from './salvage.ts';

const LOG_HEADER = 32;
const FRAME_HEADER = 24;

/** The first page as the log last wrote it: SQLite reads no log beside a file without one. */
function firstPageIn(log: Buffer): Buffer | null {
  if (log.length < LOG_HEADER) return null;
  const pageSize = log.readUInt32BE(8);
  if (pageSize < 512 || pageSize > 65_536) return null;
  let found: Buffer | null = null;
  for (let at = LOG_HEADER; at + FRAME_HEADER + pageSize <= log.length; at += FRAME_HEADER + pageSize)
    if (log.readUInt32BE(at) === 1) found = log.subarray(at + FRAME_HEADER, at + FRAME_HEADER + pageSize);
  return found;
}

const hasRows = (db: Database): boolean =>
  db
    .prepare<[], string>(`SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'migration'`)
    .pluck()
    .all()
    .some((name) => db.prepare(`SELECT 1 FROM "${name.replaceAll('"', '""')}" LIMIT 1`).get() !== undefined);

/** Looked at in a copy: opening the file itself could fold its log away or delete it. */
function copyHasRows(path: string, main: Buffer, log: Buffer): boolean {
  const first = firstPageIn(log);
  const whole = first ? Buffer.concat([first, main.subarray(first.length)]) : main;
  if (whole.length === 0) return false;
  const folder = mkdtempSync(join(dirname(path), 'looked-at-'));
  const copy = join(folder, 'journal.sqlite');
  try {
    writeFileSync(copy, whole);
    for (const suffix of ['-wal', '-journal'])
      if (existsSync(path + suffix)) copyFileSync(path + suffix, copy + suffix);
    const db = new Sqlite(copy);
    try {
      return hasRows(db);
    } finally {
      db.close();
    }
  } catch (error) {
    // A header that was half written: only the bare bytes can tell. A full disk tells nothing.
    if (error instanceof Sqlite.SqliteError) return false;
    throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export function holdsEntries(path: string): boolean {
  const bytesOf = (suffix: string) =>
    existsSync(path + suffix) ? readFileSync(path + suffix) : Buffer.alloc(0);
  const [main, log] = [bytesOf(''), bytesOf('-wal')];
  const isTraced = [main, log, bytesOf('-journal')].some((bytes) => TRACE.test(bytes.toString('latin1')));
  return isTraced || copyHasRows(path, main, log);
}
