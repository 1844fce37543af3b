/** What people brought in. Its heads are in the journal, which then says which files must be brought again. */
import type { Database } from 'better-sqlite3';
import { makeDurable } from './durable.ts';
import { importsMigrations } from './migrations/index.ts';
import { replaceable } from './open-replaceable.ts';

export const { open: openImports, rebuild: rebuildImports } = replaceable(
  'imports.sqlite',
  importsMigrations,
  makeDurable,
);

/**
 * Lines come before their head: without one they were cut off, and are cleared. Lines that once had a head are kept, also where
 * the journal does not have it any more: a backup may have taken its place.
 */
export function settleImports(imports: Database, journal: Database): void {
  const files = imports.prepare(`SELECT import_id, state FROM imported_file WHERE state <> 'kept'`).all() as {
    import_id: string;
    state: string;
  }[];
  const head = journal.prepare('SELECT 1 FROM import_file WHERE import_id = ?');
  for (const { import_id, state } of files)
    imports
      .transaction(() => {
        if (state === 'whole' && head.get(import_id)) {
          imports.prepare(`UPDATE imported_file SET state = 'kept' WHERE import_id = ?`).run(import_id);
          return;
        }
        imports.prepare('DELETE FROM imported_line WHERE import_id = ?').run(import_id);
        imports.prepare('DELETE FROM imported_file WHERE import_id = ?').run(import_id);
      })
      .immediate();
}
