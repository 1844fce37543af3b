/**
 * After a crash there is no hash of the whole file, and the chain covers events only: operations that have no event since
 * the newest backup must still be, column by column, what the backup says.
 */
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { backupsFolder, hashAgrees, listBackups } from './kept-backups.ts';
import { OpenError } from './open-error.ts';
import { chainHead, withReadOnly } from './verify-journal.ts';

type Row = Record<string, unknown> & { op_id: string };
const text = (row: Row, columns: string[]) =>
  JSON.stringify(
    columns.map((name) => {
      const value = row[name];
      return Buffer.isBuffer(value) ? value.toString('base64') : value;
    }),
  );

/** Throws if they differ. A backup that is not byte for byte as it was made accuses nobody. */
export function assertAgreesWithBackup(journal: Database, folder: string): void {
  const [newest] = listBackups(folder);
  const path = join(backupsFolder(folder), newest?.file ?? '');
  if (!newest || !hashAgrees(path)) return;
  withReadOnly(path, (backup) => {
    const unchanged = journal.prepare(
      'SELECT * FROM operation WHERE op_id = ? AND NOT EXISTS (SELECT 1 FROM operation_event AS e WHERE e.op_id = operation.op_id AND e.seq > ?)',
    );
    const { seq } = chainHead(backup);
    const moved = journal.prepare('SELECT 1 FROM operation_event WHERE op_id = ? AND seq > ?');
    for (const kept of backup.prepare('SELECT * FROM operation').iterate() as Iterable<Row>) {
      const row = unchanged.get(kept.op_id, seq) as Row | undefined;
      if (!row && moved.get(kept.op_id, seq)) continue;
      const columns = Object.keys(kept).filter((name) => row === undefined || name in row);
      if (!row || text(row, columns) !== text(kept, columns))
        throw new OpenError('SQLITE_CORRUPT', `operation ${kept.op_id} is not what its backup says`);
    }
  });
}
