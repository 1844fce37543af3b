/** Journals of a closed Closeout, damaged as a bad disk leaves them or changed by another hand. */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { openProfileFiles } from '#electron/database/open-profile-files.ts';
import { backUpJournal } from '#electron/database/back-up-journal.ts';
import { become, create } from '../faults/journal/profile-folder.ts';

/** The only profile of a data folder. */
export function profileFolderOf(dataDir: string): string {
  const [name = ''] = readdirSync(join(dataDir, 'profiles'));
  return join(dataDir, 'profiles', name);
}

/** Closeout must not be running. The newest backup has the first movement, open; the second one came after it. */
export function damageJournal(dataDir: string): void {
  const folder = profileFolderOf(dataDir);
  const opened = openProfileFiles(folder);
  create(opened, 1);
  become(opened, 1, 'SENDING');
  mkdirSync(join(folder, 'backups'), { recursive: true });
  backUpJournal(opened.files.journal, folder);
  create(opened, 2);
  opened.close();
  const path = join(folder, 'journal.sqlite');
  // The header is gone, what was in the file is still there to be found.
  writeFileSync(path, Buffer.alloc(100), { flag: 'r+' });
}

/** The second entry of the record says something else, as someone with the file could make it. */
export function changeRecord(dataDir: string): void {
  const folder = profileFolderOf(dataDir);
  const journal = new Sqlite(join(folder, 'journal.sqlite'));
  journal.exec(`DROP TRIGGER audit_entry_no_update; UPDATE audit_entry SET actor = 'x' WHERE seq = 2`);
  journal.close();
  // It would find the change first, and a backup would take the journal's place.
  rmSync(join(folder, 'journal-anchor.json'), { force: true });
}
