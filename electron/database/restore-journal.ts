/**
 * A damaged journal is replaced by its newest backup that verifies. The order is what makes a crash in between harmless:
 * the list that blocks money is durable before the bad file is moved, and the copy is whole before it has the name.
 */
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { textOf } from '#shared/errors/text-of.ts';
import { addIncident } from './check-by-hand.ts';
import { openAnchor } from './journal-anchor.ts';
import { backupsFolder, hashAgrees, listBackups, type KeptBackup } from './kept-backups.ts';
import { OpenError } from './open-error.ts';
import { moveAside, quarantineFolder } from './quarantine.ts';
import { salvage } from './salvage.ts';
import { renameDurably, syncFile } from './sync-file.ts';
import { verifyJournal, type ChainHead } from './verify-journal.ts';
import { noteRestored } from './z-numbers.ts';

type Verified = KeptBackup & { readonly path: string; readonly head: ChainHead };

/** Newest first; one that does not verify stays where it is and the one before it is looked at. */
function newestVerified(folder: string): Verified | null {
  for (const backup of listBackups(folder)) {
    const path = join(backupsFolder(folder), backup.file);
    try {
      const head = hashAgrees(path) ? verifyJournal(path) : null;
      if (head) return { ...backup, path, head };
    } catch {
      continue;
    }
  }
  return null;
}

/** Throws JOURNAL_DAMAGED, having changed nothing, if no backup verifies. */
export function restoreJournal(folder: string, reason: unknown): void {
  const backup = newestVerified(folder);
  if (!backup)
    throw new OpenError(
      'JOURNAL_DAMAGED',
      `journal.sqlite is damaged, no backup verifies: ${textOf(reason)}`,
    );
  const path = join(folder, 'journal.sqlite');
  const copy = `${path}.restoring`;
  rmSync(copy, { force: true });
  copyFileSync(backup.path, copy);
  syncFile(copy);
  const copied = verifyJournal(copy);
  if (copied?.hash !== backup.head.hash)
    throw new OpenError('JOURNAL_DAMAGED', 'the copy of the backup does not verify');

  const foundAtMs = Date.now();
  const kept = quarantineFolder(folder);
  addIncident(folder, {
    foundAtMs,
    reason: textOf(reason),
    kept,
    backup: { file: backup.file, takenAtMs: backup.takenAtMs, ...backup.head },
    entries: [
      ...salvage(path, backup.path, backup.head.seq),
      { kind: 'unknown-span', fromMs: backup.takenAtMs, toMs: foundAtMs },
    ],
    confirmed: null,
  });
  noteRestored(folder);
  moveAside(folder, 'journal.sqlite', kept);
  openAnchor(folder, backup.head);
  renameDurably(copy, path);
}
