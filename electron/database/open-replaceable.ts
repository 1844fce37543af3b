/** A file of a profile that the app can go on without: damaged, it is set aside and an empty one takes its place, at any time. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite, { type Database } from 'better-sqlite3';
import { isAsClosed, markClosed, removeMark } from './closed-mark.ts';
import { hasLog } from './journal-anchor.ts';
import { appliedMigrations, migrate, type Migration } from './migrate.ts';
import { isDamage, OpenError } from './open-error.ts';
import { copyLogAside, moveAside, quarantineFolder } from './quarantine.ts';
import { withReadOnly } from './verify-journal.ts';

type OpenedReplaceable = {
  readonly db: Database;
  readonly state: 'fresh' | 'opened' | 'quarantined';
  readonly quarantinedTo: string | null;
  /** It was as its last orderly end left it, and was not read whole. */
  readonly isTrusted: boolean;
};
type Replaceable = {
  readonly open: (folder: string) => OpenedReplaceable;
  /** Replaces a file that turned out damaged while in use: all three files are kept aside, and an empty one takes their place. */
  readonly rebuild: (folder: string, damaged: Database) => { db: Database; quarantinedTo: string };
  /** The orderly end. */
  readonly close: (folder: string, db: Database) => void;
};

export function replaceable(
  name: string,
  migrations: readonly Migration[],
  /** How durable its commits are: `makeQuick` or `makeDurable`. */
  setDurability: (db: Database) => void,
): Replaceable {
  /** Read-only first: opening a damaged file for writing could fold away a log that is to be kept. */
  function assertSound(path: string, isTrusted: boolean): void {
    withReadOnly(path, (db) => {
      const [first] = isTrusted ? [] : (db.pragma('quick_check(1)') as { quick_check: string }[]);
      if (!isTrusted && first?.quick_check !== 'ok')
        throw new OpenError('SQLITE_CORRUPT', first?.quick_check ?? 'quick_check failed');
      appliedMigrations(db, migrations);
    });
  }
  function open(path: string): Database {
    const db = new Sqlite(path);
    try {
      setDurability(db);
      migrate(db, migrations);
      // A flipped bit of the header makes a file read-only that opens and reads well.
      db.exec('BEGIN IMMEDIATE; CREATE TABLE probe (x); ROLLBACK');
      return db;
    } catch (error) {
      db.close();
      throw error;
    }
  }
  return {
    open: (folder) => {
      const path = join(folder, name);
      const existed = existsSync(path);
      const isTrusted = isAsClosed(path);
      try {
        if (existed) assertSound(path, isTrusted);
        else if (hasLog(path)) throw new OpenError('SQLITE_CORRUPT', `${name} is missing beside its log`);
        removeMark(path);
        return { db: open(path), state: existed ? 'opened' : 'fresh', quarantinedTo: null, isTrusted };
      } catch (error) {
        if (!isDamage(error, path)) throw error;
        removeMark(path);
        const quarantinedTo = moveAside(folder, name);
        return { db: open(path), state: 'quarantined', quarantinedTo, isTrusted: false };
      }
    },
    rebuild: (folder, damaged) => {
      const target = quarantineFolder(folder);
      copyLogAside(folder, name, target);
      damaged.close();
      const quarantinedTo = moveAside(folder, name, target);
      return { db: open(join(folder, name)), quarantinedTo };
    },
    close: (folder, db) => {
      db.close();
      markClosed(join(folder, name));
    },
  };
}
