/** A verified copy of the journal: written beside, checked, synced, then renamed into place. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { fileSha256Of } from './journal-anchor.ts';
import { backupsFolder, nextBackupName, noteHash, pruneBackups } from './kept-backups.ts';
import { renameDurably, syncFile, syncFolder } from './sync-file.ts';
import { chainHead, verifyJournal } from './verify-journal.ts';

/** Writes `backups/journal-<time>.sqlite` and answers its path; throws when the copy is not proven whole. */
export function backUpJournal(journal: Database, folder: string): string {
  const backups = backupsFolder(folder);
  if (mkdirSync(backups, { recursive: true }) !== undefined) syncFolder(folder);
  // One name for what is unfinished: a crash leaves one file behind, not one each time.
  const temporary = join(backups, 'unfinished.part');
  rmSync(temporary, { force: true });
  const head = chainHead(journal);
  journal.prepare('VACUUM INTO ?').run(temporary);
  const copied = verifyJournal(temporary);
  if (copied?.seq !== head.seq || copied.hash !== head.hash)
    throw new Error('the backup does not end where the journal ends');
  syncFile(temporary);
  const path = join(backups, nextBackupName(folder, Date.now()));
  noteHash(path, fileSha256Of(temporary));
  renameDurably(temporary, path);
  pruneBackups(folder);
  return path;
}
