import type { Database } from 'better-sqlite3';

/**
 * Before a statement changes a table with triggers, SQLite copies each page that it changes, to undo the statement alone. Beyond 64 KiB
 * the copies go to a file, which costs more than the rows. `transact` changes few pages and begins and ends its transactions itself;
 * a statement over all rows would take as much memory as the file has bytes.
 */
export function copyingInMemory<T>(db: Database, transact: () => T): T {
  db.pragma('temp_store = MEMORY');
  try {
    return transact();
  } finally {
    db.pragma('temp_store = DEFAULT');
  }
}
