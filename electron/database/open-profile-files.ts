/** Opens the two files of a profile: the cache, which may be rebuilt, and the journal, which must never be lost. */
import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite, { type Database } from 'better-sqlite3';
import { backUpJournal } from './back-up-journal.ts';
import type { ProfileFiles } from './db.ts';
import { appliedMigrations, migrate, MigrationError } from './migrate.ts';
import { cacheMigrations, journalMigrations } from './migrations/index.ts';
import type { OpenReport } from './protocol.ts';

export type OpenedFiles = { readonly files: ProfileFiles; readonly report: OpenReport; close(): void };

/** Why the files cannot be opened; `code` is NEWER_VERSION, JOURNAL_DAMAGED, SQLITE_TOO_OLD or SQLite's own. */
export class OpenError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.name = 'OpenError';
    this.code = code;
  }
}

/** SQLite before 3.51.3 can corrupt a WAL file when it is reset. */
const OLDEST_SQLITE = [3, 51, 3];

function assertSqliteVersion(db: Database): void {
  const { version } = db.prepare('SELECT sqlite_version() AS version').get() as { version: string };
  const parts = version.split('.').map(Number);
  const first = OLDEST_SQLITE.findIndex((want, index) => want !== parts[index]);
  if (first >= 0 && (parts[first] ?? 0) < (OLDEST_SQLITE[first] ?? 0)) {
    throw new OpenError('SQLITE_TOO_OLD', `SQLite ${version} is too old for money`);
  }
}

const DAMAGE = new Set(['SQLITE_CORRUPT', 'SQLITE_NOTADB', 'MIGRATION_CHANGED']);
const codeOf = (error: unknown) => (error as { code?: string }).code ?? '';
const isDamage = (error: unknown) => DAMAGE.has(codeOf(error)) || codeOf(error).startsWith('SQLITE_CORRUPT');

function check(db: Database): void {
  const [first] = db.pragma('quick_check(1)') as { quick_check: string }[];
  if (first?.quick_check !== 'ok')
    throw new OpenError('SQLITE_CORRUPT', first?.quick_check ?? 'quick_check failed');
}

function openCache(path: string): Database {
  const db = new Sqlite(path);
  try {
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = NORMAL');
    check(db);
    migrate(db, cacheMigrations);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Moves the file and its companions aside; nothing is deleted. Answers where to. */
function quarantine(folder: string, name: string): string {
  const target = join(folder, 'quarantine', new Date().toISOString().replaceAll(':', '-'));
  mkdirSync(target, { recursive: true });
  for (const suffix of ['', '-wal', '-shm']) {
    const path = join(folder, name + suffix);
    if (existsSync(path)) renameSync(path, join(target, name + suffix));
  }
  return target;
}

function openOrRebuildCache(folder: string): {
  db: Database;
  state: OpenReport['cache'];
  quarantinedTo: string | null;
} {
  const path = join(folder, 'cache.sqlite');
  const existed = existsSync(path);
  try {
    return { db: openCache(path), state: existed ? 'opened' : 'fresh', quarantinedTo: null };
  } catch (error) {
    if (!isDamage(error)) throw error;
    const quarantinedTo = quarantine(folder, 'cache.sqlite');
    return { db: openCache(path), state: 'quarantined', quarantinedTo };
  }
}

/**
 * better-sqlite3 is compiled so that WAL turns synchronous to NORMAL, which can lose a committed intent at power loss:
 * FULL is set after WAL and read back.
 */
function makeDurable(db: Database): void {
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  if (process.platform === 'darwin') db.pragma('fullfsync = ON');
  if (db.pragma('synchronous', { simple: true }) !== 2) {
    throw new OpenError('NOT_DURABLE', 'the journal could not be set to synchronous=FULL');
  }
}

function openJournal(folder: string): { db: Database; state: OpenReport['journal'] } {
  const path = join(folder, 'journal.sqlite');
  const existed = existsSync(path);
  const db = new Sqlite(path);
  try {
    makeDurable(db);
    check(db);
    const done = appliedMigrations(db, journalMigrations);
    if (done > 0 && done < journalMigrations.length) backUpJournal(db, folder);
    migrate(db, journalMigrations);
    return { db, state: existed ? 'opened' : 'fresh' };
  } catch (error) {
    db.close();
    if (error instanceof MigrationError && error.code === 'NEWER_VERSION') throw error;
    // A damaged journal is left exactly as it is: it is the only record of what moved.
    if (isDamage(error))
      throw new OpenError('JOURNAL_DAMAGED', `journal.sqlite is damaged: ${String(error)}`);
    throw error;
  }
}

/** The journal is opened first: a profile whose journal cannot be trusted does not open at all. */
export function openProfileFiles(folder: string): OpenedFiles {
  mkdirSync(folder, { recursive: true });
  const journal = openJournal(folder);
  try {
    assertSqliteVersion(journal.db);
    const cache = openOrRebuildCache(folder);
    return {
      files: { cache: cache.db, journal: journal.db },
      report: { cache: cache.state, journal: journal.state, quarantinedTo: cache.quarantinedTo },
      close: () => {
        cache.db.close();
        journal.db.close();
      },
    };
  } catch (error) {
    journal.db.close();
    throw error;
  }
}
