/** How durable the commits of a file are. */
import type { Database } from 'better-sqlite3';
import { OpenError } from './open-error.ts';

/** Faster: what the last statements did may be lost with the power. */
export function makeQuick(db: Database): void {
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = NORMAL');
}

/**
 * For files whose every commit must be on the disk before anything is sent. better-sqlite3 is compiled so that WAL turns synchronous to NORMAL, which can lose a committed intent at power loss:
 * FULL is set after WAL and read back.
 */
export function makeDurable(db: Database): void {
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  if (process.platform === 'darwin') db.pragma('fullfsync = ON');
  if (db.pragma('synchronous', { simple: true }) !== 2)
    throw new OpenError('NOT_DURABLE', `${db.name} could not be set to synchronous=FULL`);
}
