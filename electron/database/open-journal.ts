/** Opens the journal, which must never be lost: proven first, read-only; restored if it is damaged; never started empty. */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite, { type Database } from 'better-sqlite3';
import { backUpJournal } from './back-up-journal.ts';
import { anchorPath, closeAnchor, hasLog, openAnchor, readAnchor, fileSha256Of } from './journal-anchor.ts';
import { listBackups } from './kept-backups.ts';
import { appliedMigrations, migrate } from './migrate.ts';
import { journalMigrations } from './migrations/index.ts';
import { assertAgreesWithBackup } from './compare-with-backup.ts';
import { makeDurable } from './durable.ts';
import { isDamage, OpenError } from './open-error.ts';
import { holdsEntries } from './journal-traces.ts';
import type { OpenReport } from './protocol.ts';
import { moveAside } from './quarantine.ts';
import { COMPANIONS } from './remove-database.ts';
import { restoreJournal } from './restore-journal.ts';
import { chainHead, verifyOpenJournal, withReadOnly } from './verify-journal.ts';
import { reconcileZNumbers } from './z-numbers.ts';

type OpenedJournal = {
  readonly db: Database;
  readonly state: OpenReport['journal'];
  /** Closes the file and writes down what it must look like when it is opened again. */
  close(): void;
};

const damaged = (message: string) => new OpenError('SQLITE_CORRUPT', message);

/**
 * This profile has had a journal: one that is missing or empty now was lost. The anchor is durable before anything can be
 * stored, so that without any of these a file or its log is what a power cut left of one in the making.
 */
const hasHistory = (folder: string) =>
  existsSync(anchorPath(folder)) ||
  existsSync(join(folder, 'cache.sqlite')) ||
  listBackups(folder).length > 0 ||
  holdsEntries(join(folder, 'journal.sqlite'));

/** The chain reaches at least as far as it once did, and a file that was closed is the one that was closed. */
function assertAnchored(db: Database, folder: string, path: string): void {
  const anchor = readAnchor(folder);
  if (anchor?.fileSha256 === undefined || anchor.fileSha256 === null || hasLog(path))
    assertAgreesWithBackup(db, folder);
  if (!anchor) return;
  if (anchor.seq > 0) {
    const event = db.prepare('SELECT hash FROM operation_event WHERE seq = ?').get(anchor.seq);
    if ((event as { hash: string } | undefined)?.hash !== anchor.hash)
      throw damaged(`event ${anchor.seq}, which was stored, is not there`);
  }
  // A chain that has grown was written by a version that knows no anchor; the chain itself vouches for it.
  if (anchor.fileSha256 === null || hasLog(path) || chainHead(db).seq > anchor.seq) return;
  if (fileSha256Of(path) !== anchor.fileSha256) throw damaged('the file has changed since it was closed');
}

/** Throws if the file is damaged, missing or empty without leave; changes nothing. */
function assertSound(folder: string, path: string): void {
  if (!existsSync(path) || statSync(path).size === 0) {
    const isNew = COMPANIONS.every((suffix) => !existsSync(path + suffix)) && !hasHistory(folder);
    if (isNew) return;
    throw damaged('journal.sqlite is missing or empty');
  }
  // SQLite undoes a change of the header that a crash cut short; it needs to write for that.
  if (existsSync(`${path}-journal`)) new Sqlite(path).exec('SELECT 1 FROM sqlite_master').close();
  withReadOnly(path, (db) => {
    const head = verifyOpenJournal(db);
    if (!head) throw damaged('journal.sqlite has no tables');
    assertAnchored(db, folder, path);
  });
}

function openDurably(folder: string, path: string): Database {
  const db = new Sqlite(path);
  try {
    makeDurable(db);
    const done = appliedMigrations(db, journalMigrations);
    if (done > 0 && done < journalMigrations.length) backUpJournal(db, folder);
    migrate(db, journalMigrations);
    // A flipped bit of the header makes a file read-only that opens and reads well.
    db.exec('BEGIN IMMEDIATE; CREATE TABLE probe (x); ROLLBACK');
    reconcileZNumbers(folder, db);
    openAnchor(folder, chainHead(db));
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

export function openJournal(folder: string): OpenedJournal {
  const path = join(folder, 'journal.sqlite');
  let state: OpenReport['journal'] = existsSync(path) ? 'opened' : 'fresh';
  let db: Database;
  try {
    assertSound(folder, path);
    db = openDurably(folder, path);
  } catch (error) {
    if (!isDamage(error, path)) throw error;
    state = hasHistory(folder) ? 'restored' : 'fresh';
    if (state === 'restored') restoreJournal(folder, error);
    else moveAside(folder, 'journal.sqlite');
    db = openDurably(folder, path);
  }
  return {
    db,
    state,
    close: () => {
      const head = chainHead(db);
      db.close();
      try {
        closeAnchor(folder, head);
      } catch {
        // The anchor of the opening stands: it proves less, and is still true.
      }
    },
  };
}
