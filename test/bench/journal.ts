/** P15: the check of a journal of 10,000 operations at the start, beside the same pages and texts checked raw. */
import { hash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite, { type Database } from 'better-sqlite3';
import type { WritableFiles } from '../../electron/database/db.ts';
import { openProfileFiles } from '../../electron/database/open-profile-files.ts';
import { operationProcedures } from '../../electron/database/repositories/journal/operations.ts';
import { verifyJournal } from '../../electron/database/verify-journal.ts';
import { idOf, newFolder, newOperation } from '../faults/journal/profile-folder.ts';
import { isMeasured, ratio } from './measure.ts';

const OPERATIONS = 10_000;

/** Operations that were sent and succeeded: three events each. */
function fill(folder: string): void {
  const opened = openProfileFiles(folder);
  const files = opened.files as unknown as WritableFiles;
  opened.files.journal.transaction(() => {
    for (let n = 1; n <= OPERATIONS; n += 1) {
      operationProcedures['journal.create'].run(files, newOperation(n));
      for (const to of ['SENDING', 'SUCCEEDED'] as const)
        operationProcedures['journal.change'].run(files, {
          ...{ opId: idOf(n), code: 'read', to, params: {}, patch: {}, atMs: Date.now() },
        });
    }
  })();
  opened.close();
}

/** Every page and index by SQLite, and a SHA-256 chain over every text. */
function raw(path: string): string {
  const db: Database = new Sqlite(path, { readonly: true });
  db.pragma('integrity_check(1)');
  let before = '';
  for (const table of ['operation_event', 'operation'])
    for (const row of db.prepare(`SELECT * FROM ${table} ORDER BY seq`).raw().iterate())
      before = hash('sha256', JSON.stringify(row) + before, 'hex');
  db.close();
  return before;
}

export async function journalCheck(): Promise<void> {
  if (!isMeasured('P15')) return;
  const folder = newFolder('bench-journal');
  fill(folder);
  const path = join(folder, 'journal.sqlite');
  const goal = {
    id: 'P15',
    name: `the start’s check of a journal of ${OPERATIONS} operations ÷ the same raw`,
    atMost: 1.3,
  };
  await ratio(
    goal,
    () => raw(path),
    () => verifyJournal(path),
  );
  rmSync(folder, { recursive: true });
}
