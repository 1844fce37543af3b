import type { Database } from 'better-sqlite3';

/**
 * Before a statement changes a table with triggers, SQLite copies each page that it changes, to undo the statement alone. Beyond 64 KiB
 * the copies go to a file, which costs more than the rows. Here they stay in memory. `transact` must change few pages: a statement that
 * changes all rows would need as much memory as the file is large. It begins and ends its transaction itself.
 */
export function copyingInMemory<T>(db: Database, transact: () => T): T {
  db.pragma('temp_store = MEMORY');
  try {
    return transact();
  } finally {
    db.pragma('temp_store = DEFAULT');
  }
}
