/** Numbered migrations, monotonic, never edited once landed. */
import { createHash } from 'node:crypto';
import type { Database as Sqlite } from 'better-sqlite3';

/** `name` is the file's name; `sql` is run whole inside one transaction. */
export type Migration = { readonly name: string; readonly sql: string };

/** A database that must not be opened as it is; `code` says why. */
class MigrationError extends Error {
  readonly code: 'NEWER_VERSION' | 'MIGRATION_CHANGED';
  constructor(code: MigrationError['code'], message: string) {
    super(message);
    this.name = 'MigrationError';
    this.code = code;
  }
}

const hashOf = (sql: string) => createHash('sha256').update(sql).digest('hex');

/** How many migrations the file has had; checks that they are the first ones of ours, unchanged. */
export function appliedMigrations(db: Sqlite, migrations: readonly Migration[]): number {
  const hasTable = db
    .prepare(`SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'migration'`)
    .get();
  if (!hasTable) return 0;
  const applied = db.prepare('SELECT name, hash FROM migration ORDER BY number').all() as {
    name: string;
    hash: string;
  }[];
  if (applied.length > migrations.length) {
    throw new MigrationError('NEWER_VERSION', `made by a newer Closeout (${applied.length} migrations)`);
  }
  applied.forEach((row, index) => {
    const ours = migrations[index];
    if (ours?.name !== row.name || hashOf(ours.sql) !== row.hash) {
      throw new MigrationError('MIGRATION_CHANGED', `migration ${row.name} is not the one that was applied`);
    }
  });
  return applied.length;
}

/**
 * Brings the file to our version. A new file gets all migrations in one transaction, which syncs once; an older one gets one a
 * transaction, so that a failing one leaves it at the one before. Two threads may open a new file at once: how far it is, is
 * asked under the lock of each transaction.
 */
export function migrate(db: Sqlite, migrations: readonly Migration[]): void {
  if (appliedMigrations(db, migrations) === migrations.length) return;
  db.exec(
    'CREATE TABLE IF NOT EXISTS migration (number INTEGER PRIMARY KEY, name TEXT NOT NULL, hash TEXT NOT NULL, applied_at_ms INTEGER NOT NULL) STRICT',
  );
  const record = db.prepare('INSERT INTO migration (number, name, hash, applied_at_ms) VALUES (?, ?, ?, ?)');
  const applyNext = db.transaction((): boolean => {
    const done = appliedMigrations(db, migrations);
    const next = done === 0 ? migrations : migrations.slice(done, done + 1);
    next.forEach(({ name, sql }, index) => {
      db.exec(sql);
      record.run(done + index + 1, name, hashOf(sql), Date.now());
    });
    return next.length > 0;
  });
  while (applyNext.immediate());
}
