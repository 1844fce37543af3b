/** Opens a file that this PC keeps of head office, brought up to date. Throws OpenError if its pages are not sound. */
import Sqlite from 'better-sqlite3';
import { migrate, type Migration } from '../database/migrate.ts';
import { OpenError } from '../database/open-error.ts';

/** `make`: sets how durable it is: `makeQuick`, or `makeDurable`. */
export function openFile(
  path: string,
  migrations: readonly Migration[],
  make: (db: Sqlite.Database) => void,
): Sqlite.Database {
  const db = new Sqlite(path);
  try {
    make(db);
    const [first] = db.pragma('quick_check(1)') as { quick_check: string }[];
    if (first?.quick_check !== 'ok') throw new OpenError('SQLITE_CORRUPT', `${path}: ${first?.quick_check}`);
    migrate(db, migrations);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}
