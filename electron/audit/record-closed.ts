/** An entry in the record of a profile that is not open: its files are opened for this one entry. */
import { DatabaseFailure, openDatabase } from '../database/client.ts';
import type { NewEntry } from './entry.ts';
import { openAudit, type AuditOptions } from './open-audit.ts';

export async function recordClosed(
  workerUrl: URL,
  folder: string,
  options: Omit<AuditOptions, 'db' | 'onBroken'>,
  entry: NewEntry,
): Promise<boolean> {
  const { log, profileId } = options;
  try {
    const { database } = await openDatabase(workerUrl, folder);
    try {
      // A break is logged here, and found again when the profile opens: its anchor is left as it is.
      const audit = await openAudit({ ...options, db: database, onBroken: () => {} });
      const recorded = await audit.record(entry);
      await audit.stop(() => database.close());
      return recorded;
    } finally {
      await database.close();
    }
  } catch (error) {
    const code = error instanceof DatabaseFailure ? error.sqliteCode : String(error);
    log.error('audit-not-recorded', { profileId, action: entry.action, code });
    return false;
  }
}
