/**
 * When the journal is copied: at most 20 operations or 60 seconds behind, whichever comes first. Runs in the worker,
 * between two procedures. A copy that fails is told and tried again; it never stops anything.
 */
import type { Database } from 'better-sqlite3';
import { textOf } from '#shared/errors/text-of.ts';
import { backUpJournal } from './back-up-journal.ts';
import { listBackups } from './kept-backups.ts';
import { codeOf } from './open-error.ts';
import type { Notice } from './protocol.ts';
import { chainHead } from './verify-journal.ts';

export const OPERATIONS_BEHIND = 20;
/** Below 60 s by what a copy of a large journal takes. */
const WAIT_MS = 50_000;
const FIRST_RETRY_MS = 2_000;

export type BackupSchedule = {
  /** After each committed write of the journal. */
  written(): void;
  /** The last copy, when the profile closes. */
  stop(): void;
};

export function createBackupSchedule(
  journal: Database,
  folder: string,
  tell: (notice: Notice) => void,
): BackupSchedule {
  const behind = journal.prepare('SELECT COUNT(DISTINCT op_id) AS n FROM operation_event WHERE seq > ?');
  let copiedSeq = chainHead(journal).seq;
  let timer: NodeJS.Timeout | null = null;
  let failures = 0;
  let dirty = false;

  const operationsBehind = () => (behind.get(copiedSeq) as { n: number }).n;
  const later = (ms: number) => {
    if (timer) clearTimeout(timer);
    timer = setTimeout(copy, ms);
  };

  function copy(): void {
    if (timer) clearTimeout(timer);
    timer = null;
    try {
      const file = backUpJournal(journal, folder);
      copiedSeq = chainHead(journal).seq;
      failures = 0;
      dirty = false;
      tell({ event: 'backup-made', file });
    } catch (error) {
      failures += 1;
      tell({ event: 'backup-failed', code: codeOf(error), message: textOf(error), failures });
      later(Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), WAIT_MS));
    }
  }

  // What an earlier session may have left uncopied is copied soon, too.
  if (copiedSeq > 0) {
    dirty = true;
    later(WAIT_MS);
  }
  const none = () => listBackups(folder).length === 0;
  let first = none();

  return {
    written: () => {
      dirty = true;
      // While copies fail, only the timer tries: a full disk must not slow down every write.
      if (failures === 0 && (first || operationsBehind() >= OPERATIONS_BEHIND)) {
        first = false;
        copy();
      } else if (!timer) later(WAIT_MS);
    },
    stop: () => {
      if (dirty) copy();
      if (timer) clearTimeout(timer);
      timer = null;
    },
  };
}
