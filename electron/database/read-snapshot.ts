/**
 * A profile's files as they are at one moment, for reading only, on a connection of its own: whatever is written
 * meanwhile is not in it, but for what reconciliation found, which is read as it stands then. Nothing waits for it, and it
 * waits for nothing; while it is open the files' logs grow.
 */
import { join } from 'node:path';
import Sqlite, { type Database } from 'better-sqlite3';
import type { FilesWithResults } from './db.ts';
import { openResultsForReading } from './open-results.ts';

const NAMES = ['cache.sqlite', 'journal.sqlite', 'imports.sqlite'] as const;
/** Pages of a file that are kept in memory, in KiB. */
const CACHE_KIB = 4_096;

function openAt(folder: string, name: string): Database {
  const db = new Sqlite(join(folder, name), { readonly: true, fileMustExist: true });
  db.pragma(`cache_size = -${CACHE_KIB}`);
  // The first read fixes the moment.
  db.exec('BEGIN');
  db.prepare('SELECT 1 FROM sqlite_master LIMIT 1').get();
  return db;
}

/** For an open profile, whose files are migrated. */
export async function readSnapshot<T>(
  folder: string,
  read: (files: FilesWithResults) => Promise<T>,
): Promise<T> {
  const open: Database[] = [];
  const results = openResultsForReading(folder);
  try {
    for (const name of NAMES) open.push(openAt(folder, name));
    type Three = [FilesWithResults['cache'], FilesWithResults['journal'], FilesWithResults['imports']];
    const [cache, journal, imports] = open as unknown as Three;
    return await read({ cache, journal, imports, results });
  } finally {
    results.close();
    for (const db of open) db.close();
  }
}
