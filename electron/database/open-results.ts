/** Opens what reconciliation found, which may be found again: whatever is wrong with the file, an empty one takes its place. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite, { type Database } from 'better-sqlite3';
import type { ReadableDb, Results } from './db.ts';
import { makeQuick } from './durable.ts';
import { migrate } from './migrate.ts';
import { resultsMigrations } from './migrations/index.ts';
import { isCorruption, isUnusable } from './open-error.ts';
import { openOrMakeAnew, removeDatabase } from './remove-database.ts';

const NAME = 'reconciliation.sqlite';

/** For writing: a run does that, in a thread of its own. */
export function openResults(folder: string): Database {
  const db = new Sqlite(join(folder, NAME));
  try {
    makeQuick(db);
    migrate(db, resultsMigrations);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Makes the file if it is missing, and anew if it is damaged or of a newer Closeout. */
function ensure(folder: string): void {
  const path = join(folder, NAME);
  openOrMakeAnew(
    folder,
    NAME,
    () => openResults(folder),
    (error) => existsSync(path) && isUnusable(error, path),
  ).close();
}

export function openResultsForReading(folder: string): Results & { close(): void } {
  let db: Database | null = null;
  function opened(): Database {
    if (db) return db;
    ensure(folder);
    const made = new Sqlite(join(folder, NAME), { readonly: true });
    try {
      made.prepare('ATTACH ? AS journal').run(join(folder, 'journal.sqlite'));
    } catch (error) {
      made.close();
      throw error;
    }
    return (db = made);
  }
  function close(): void {
    db?.close();
    db = null;
  }
  return {
    isThere: () => existsSync(join(folder, NAME)),
    read(use) {
      try {
        return use(opened() as unknown as ReadableDb);
      } catch (error) {
        if (!isCorruption(error)) throw error;
        // Nothing in it is lost: the next run finds it again.
        close();
        removeDatabase(folder, NAME);
        return use(opened() as unknown as ReadableDb);
      }
    },
    close,
  };
}
