/** Opens the cache, which may be deleted and read again: damaged, it is set aside and made anew, at any time. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite, { type Database } from 'better-sqlite3';
import { hasLog } from './journal-anchor.ts';
import { appliedMigrations, migrate } from './migrate.ts';
import { cacheMigrations } from './migrations/index.ts';
import { isDamage, OpenError } from './open-error.ts';
import type { OpenReport } from './protocol.ts';
import { copyLogAside, moveAside, quarantineFolder } from './quarantine.ts';
import { withReadOnly } from './verify-journal.ts';

const NAME = 'cache.sqlite';

/** Read-only first: opening a damaged file for writing could fold away a log that is to be kept. */
function assertSound(path: string): void {
  withReadOnly(path, (db) => {
    const [first] = db.pragma('quick_check(1)') as { quick_check: string }[];
    if (first?.quick_check !== 'ok')
      throw new OpenError('SQLITE_CORRUPT', first?.quick_check ?? 'quick_check failed');
    appliedMigrations(db, cacheMigrations);
  });
}

function open(path: string): Database {
  const db = new Sqlite(path);
  try {
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = NORMAL');
    migrate(db, cacheMigrations);
    // A flipped bit of the header makes a file read-only that opens and reads well.
    db.exec('BEGIN IMMEDIATE; CREATE TABLE probe (x); ROLLBACK');
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

export type OpenedCache = { db: Database; state: OpenReport['cache']; quarantinedTo: string | null };

export function openCache(folder: string): OpenedCache {
  const path = join(folder, NAME);
  const existed = existsSync(path);
  try {
    if (existed) assertSound(path);
    else if (hasLog(path)) throw new OpenError('SQLITE_CORRUPT', 'cache.sqlite is missing beside its log');
    return { db: open(path), state: existed ? 'opened' : 'fresh', quarantinedTo: null };
  } catch (error) {
    if (!isDamage(error, path)) throw error;
    const quarantinedTo = moveAside(folder, NAME);
    return { db: open(path), state: 'quarantined', quarantinedTo };
  }
}

/** For one that turned out damaged while it was in use: all three files are kept, and an empty one takes their place. */
export function rebuildCache(folder: string, damaged: Database): { db: Database; quarantinedTo: string } {
  const target = quarantineFolder(folder);
  copyLogAside(folder, NAME, target);
  damaged.close();
  const quarantinedTo = moveAside(folder, NAME, target);
  return { db: open(join(folder, NAME)), quarantinedTo };
}
