/** How repositories see a database: a read cannot write, and a transaction is one synchronous function. */
import type { Database as Sqlite, Statement } from 'better-sqlite3';

declare const readable: unique symbol;
declare const writable: unique symbol;

export type Row = Record<string, unknown>;

/** Prepared statements that only read. Integers come as numbers; ask for `safeIntegers()` on a statement with money. */
export type ReadableDb = {
  readonly [readable]: true;
  prepare<R extends Row>(
    sql: string,
  ): Pick<Statement<unknown[], R>, 'get' | 'all' | 'iterate' | 'safeIntegers'>;
};
export type WritableDb = {
  readonly [writable]: true;
  readonly [readable]: true;
  prepare<R extends Row>(sql: string): Statement<unknown[], R>;
};

/** What the last run of reconciliation found, read-only, with the journal beside it; it may be found again at any time. */
export type Results = {
  /** True if anything was ever reconciled here. Asking changes nothing and opens no file. */
  isThere(): boolean;
  read<T>(use: (results: ReadableDb) => T): T;
};

/** The files of a profile, all open in the worker. */
export type ProfileFiles = {
  readonly cache: Sqlite;
  readonly journal: Sqlite;
  readonly imports: Sqlite;
  readonly results: Results;
};
/**
 * What a procedure gets: the cache may be deleted and read again, the journal must never be lost, imports can be brought
 * again.
 */
export type ReadableFiles = {
  readonly cache: ReadableDb;
  readonly journal: ReadableDb;
  readonly imports: ReadableDb;
};
export type WritableFiles = {
  readonly cache: WritableDb;
  readonly journal: WritableDb;
  readonly imports: WritableDb;
};
type WithResults = { readonly results: Results };
/** Beside what reconciliation found last. */
export type FilesWithResults = ReadableFiles & WithResults;
/** One file to write, the others to read: a transaction is on one file. */
type Writing<F extends keyof WritableFiles> = Pick<WritableFiles, F> & Omit<ReadableFiles, F>;

/** A procedure that only reads. */
export const reads = <A, R>(run: (db: ReadableFiles, args: A) => R) => ({ mode: 'read' as const, run });
/** A procedure that writes one file, in one transaction on it. */
export const writesCache = <A, R>(run: (db: Writing<'cache'>, args: A) => R) => ({
  mode: 'write-cache' as const,
  run,
});
/** The same for a slice of rows, which changes few pages: see `copyingInMemory`. */
export const writesSlice = <A, R>(run: (db: Writing<'cache'>, args: A) => R) => ({
  mode: 'write-cache' as const,
  isSlice: true as const,
  run,
});
export const writesJournal = <A, R>(run: (db: Writing<'journal'>, args: A) => R) => ({
  mode: 'write-journal' as const,
  run,
});
export const writesImports = <A, R>(run: (db: Writing<'imports'>, args: A) => R) => ({
  mode: 'write-imports' as const,
  run,
});
/** Beside what was reconciled last. */
export const readsResults = <A, R>(run: (db: FilesWithResults, args: A) => R) => ({
  mode: 'read' as const,
  run,
});
export const writesJournalBesideResults = <A, R>(
  run: (db: Writing<'journal'> & WithResults, args: A) => R,
) => ({
  mode: 'write-journal' as const,
  run,
});
