/**
 * The cache's log is folded into its file beside the thread that writes: SQLite would fold it within the commit that makes it long, and
 * whoever waits for that commit, such as a movement of money, would wait for the disk as well.
 */
import { join } from 'node:path';
import Sqlite, { type Database } from 'better-sqlite3';

/** Pages of the log that are not in the file yet: from so many on it is worth folding. */
const WORTH_FOLDING = 1_000;
/** The log begins anew only when all of it is folded, which a writer without a pause prevents: at 64 MiB it folds the rest itself. */
const LONGEST = 16_000;
/** What the thread is asked. */
export const FOLD = 'fold the log';

export const leaveLog = (db: Database): void => void db.pragma(`wal_autocheckpoint = ${LONGEST}`);

export function isWorthFolding(db: Database): boolean {
  const [state] = db.pragma('wal_checkpoint(NOOP)') as { log: number; checkpointed: number }[];
  return state !== undefined && state.log - state.checkpointed >= WORTH_FOLDING;
}

/** In the thread. It waits for nobody, and folds what no reader is using. */
export function createFolding(folder: string) {
  let cache: Database | null = null;
  return {
    fold: (): void => {
      cache ??= new Sqlite(join(folder, 'cache.sqlite'), { fileMustExist: true });
      cache.pragma('wal_checkpoint(PASSIVE)');
    },
    close: () => cache?.close(),
  };
}
