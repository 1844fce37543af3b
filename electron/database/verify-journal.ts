/** Whether a journal file is whole and true: its pages, its migrations, its chain of events, its operations. */
import { existsSync, statSync } from 'node:fs';
import Sqlite, { type Database } from 'better-sqlite3';
import { appliedMigrations } from './migrate.ts';
import { journalMigrations } from './migrations/index.ts';
import { OpenError } from './open-error.ts';
import { verifyEvents } from '../audit/verify-events.ts';
import { eventsOf } from './repositories/journal/chain.ts';
import { recordedOperations } from './repositories/journal/record-hash.ts';
import type { ReadableDb } from './db.ts';

/** The last event of the chain; seq 0 if there is none. */
export type ChainHead = { readonly seq: number; readonly hash: string };

export function chainHead(db: Database): ChainHead {
  const head = db.prepare('SELECT seq, hash FROM operation_event ORDER BY seq DESC LIMIT 1').get();
  return (head as ChainHead | undefined) ?? { seq: 0, hash: '' };
}

const damaged = (message: string) => new OpenError('SQLITE_CORRUPT', message);

/** The lock of single flight is an index, so indexes are checked, too: `integrity_check`, not `quick_check`. */
export function assertIntegrity(db: Database): void {
  const [first] = db.pragma('integrity_check(1)') as { integrity_check: string }[];
  if (first?.integrity_check !== 'ok') throw damaged(first?.integrity_check ?? 'integrity_check failed');
}

/** Each operation is in the state that its last event led to: of its row, only what never changes is hashed. */
function assertStates(db: Database): void {
  const wrong = db
    .prepare(
      `SELECT op_id FROM operation AS o WHERE state IS NOT
         (SELECT to_state FROM operation_event WHERE op_id = o.op_id AND to_state IS NOT NULL ORDER BY seq DESC LIMIT 1) LIMIT 1`,
    )
    .get() as { op_id: string } | undefined;
  if (wrong) throw damaged(`operation ${wrong.op_id} is not in the state of its last event`);
}

/** Answers the chain's head, or null if nothing was ever stored in the file. Throws if anything does not verify. */
export function verifyOpenJournal(db: Database): ChainHead | null {
  assertIntegrity(db);
  if (appliedMigrations(db, journalMigrations) === 0) return null;
  const journal = db as unknown as ReadableDb;
  const events = verifyEvents(eventsOf(journal), recordedOperations(journal));
  if (!events.ok) throw damaged(`number ${events.at} of the ${events.in} does not fit: ${events.problem}`);
  assertStates(db);
  return chainHead(db);
}

/**
 * Read-only, so that closing it folds no log into a file that may be evidence. An empty file is not shown to SQLite at all:
 * it would delete the log beside it, which may hold everything.
 */
export function withReadOnly<T>(path: string, use: (db: Database) => T): T {
  if (existsSync(path) && statSync(path).size === 0) throw damaged('the file is empty');
  const db = new Sqlite(path, { readonly: true, fileMustExist: true });
  try {
    return use(db);
  } finally {
    db.close();
  }
}

export const verifyJournal = (path: string): ChainHead | null => withReadOnly(path, verifyOpenJournal);
