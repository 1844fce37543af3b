/** A verified copy of the journal: written beside, checked, synced, then renamed into place. */
import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite, { type Database } from 'better-sqlite3';

function assertWhole(path: string): void {
  const copy = new Sqlite(path, { readonly: true });
  try {
    const [first] = copy.pragma('integrity_check(1)') as { integrity_check: string }[];
    if (first?.integrity_check !== 'ok')
      throw new Error(`the backup failed its check: ${first?.integrity_check ?? ''}`);
  } finally {
    copy.close();
  }
}

function sync(path: string): void {
  const handle = openSync(path, 'r+');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Writes `backups/journal-<time>.sqlite` and answers its path; throws when the copy is not proven whole. */
export function backUpJournal(journal: Database, folder: string): string {
  const backups = join(folder, 'backups');
  mkdirSync(backups, { recursive: true });
  const name = `journal-${new Date().toISOString().replaceAll(':', '-')}.sqlite`;
  const temporary = join(backups, `${name}.part`);
  rmSync(temporary, { force: true });
  journal.prepare('VACUUM INTO ?').run(temporary);
  assertWhole(temporary);
  sync(temporary);
  renameSync(temporary, join(backups, name));
  return join(backups, name);
}
