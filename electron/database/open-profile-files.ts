/** Opens the files of a profile: the journal, which must never be lost, and cache and imports, which the app can go on without. */
import { mkdirSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import { unconfirmed } from './check-by-hand.ts';
import type { ProfileFiles } from './db.ts';
import { keepStatements } from './keep-statements.ts';
import { closeCache, openCache, rebuildCache } from './open-cache.ts';
import { openImports, rebuildImports, settleImports } from './open-imports.ts';
import { isCorruption, OpenError } from './open-error.ts';
import { openJournal } from './open-journal.ts';
import { openResultsForReading } from './open-results.ts';
import { settleKinds } from './settle-kinds.ts';
import type { OpenReport } from './protocol.ts';

export type OpenedFiles = {
  readonly folder: string;
  readonly files: ProfileFiles;
  readonly report: OpenReport;
  /** The cache was opened by the mark of its last orderly end: it is to be checked beside. */
  readonly isCacheTrusted: boolean;
  /** Sets a cache that was found damaged aside and puts an empty one in its place; answers where the old one is. */
  rebuildCache(): string;
  /** The same for the imports: their files must be brought again. */
  rebuildImports(): string;
  close(): void;
};

/** SQLite before 3.51.3 can corrupt a WAL file when it is reset. */
const OLDEST_SQLITE = [3, 51, 3];

function assertSqliteVersion(db: Database): void {
  const { version } = db.prepare('SELECT sqlite_version() AS version').get() as { version: string };
  const parts = version.split('.').map(Number);
  const first = OLDEST_SQLITE.findIndex((want, index) => want !== parts[index]);
  if (first >= 0 && (parts[first] ?? 0) < (OLDEST_SQLITE[first] ?? 0))
    throw new OpenError('SQLITE_TOO_OLD', `SQLite ${version} is too old for money`);
}

/**
 * The memory of a compiled statement is given back when its object is collected, and nothing tells the collector how large it is:
 * compiled for every page that is stored, hundreds of MiB of them wait. The journal's are few and small.
 */
function keepCompiled(...files: Database[]): void {
  for (const file of files) keepStatements(file);
}

/**
 * What is settled at the start can be the first that meets the damage of a cache opened by its mark: the cache is set aside then, and
 * the empty one is settled. Answers where the damaged one is kept, or null.
 */
function settleOrSetAside(settle: () => void, setAside: () => string): string | null {
  try {
    settle();
    return null;
  } catch (error) {
    if (!isCorruption(error)) throw error;
    const quarantinedTo = setAside();
    settle();
    return quarantinedTo;
  }
}

/** The journal is opened first: a profile whose journal cannot be trusted does not open at all. */
export function openProfileFiles(folder: string): OpenedFiles {
  mkdirSync(folder, { recursive: true });
  const journal = openJournal(folder);
  const others: Database[] = [];
  try {
    assertSqliteVersion(journal.db);
    const checkByHand = unconfirmed(folder);
    const cache = openCache(folder);
    others.push(cache.db);
    const imports = openImports(folder);
    others.push(imports.db);
    settleImports(imports.db, journal.db);
    const results = openResultsForReading(folder);
    const files = { cache: cache.db, journal: journal.db, imports: imports.db, results };
    const setCacheAside = () => {
      const rebuilt = rebuildCache(folder, files.cache);
      others.push((files.cache = rebuilt.db));
      return rebuilt.quarantinedTo;
    };
    // Also at later openings until a person has confirmed the list: the process may have ended before the pairs were made.
    const isRestored = journal.state === 'restored' || checkByHand !== null;
    const setAsideTo = settleOrSetAside(() => settleKinds(files, isRestored), setCacheAside);
    keepCompiled(files.cache, files.imports);
    return {
      folder,
      files,
      isCacheTrusted: cache.isTrusted && setAsideTo === null,
      report: {
        cache: setAsideTo === null ? cache.state : 'quarantined',
        journal: journal.state,
        imports: imports.state,
        quarantinedTo: setAsideTo ?? cache.quarantinedTo,
        importsQuarantinedTo: imports.quarantinedTo,
        checkByHand,
      },
      rebuildCache: () => {
        const quarantinedTo = setCacheAside();
        keepCompiled(files.cache);
        settleKinds(files);
        return quarantinedTo;
      },
      rebuildImports: () => {
        const rebuilt = rebuildImports(folder, files.imports);
        files.imports = rebuilt.db;
        keepCompiled(files.imports);
        return rebuilt.quarantinedTo;
      },
      close: () => {
        results.close();
        closeCache(folder, files.cache);
        files.imports.close();
        journal.close();
      },
    };
  } catch (error) {
    for (const db of others) db.close();
    journal.close();
    throw error;
  }
}
