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

/** The two files of a profile, both open in the worker. */
export type ProfileFiles = { readonly cache: Sqlite; readonly journal: Sqlite };
/** What a procedure gets: the cache may be deleted and read again, the journal must never be lost. */
export type ReadableFiles = { readonly cache: ReadableDb; readonly journal: ReadableDb };
export type WritableFiles = { readonly cache: WritableDb; readonly journal: WritableDb };

/** A procedure that only reads. */
export const reads = <A, R>(run: (db: ReadableFiles, args: A) => R) => ({ mode: 'read' as const, run });
/** A procedure that writes one file, in one transaction on it. */
export const writesCache = <A, R>(run: (db: { cache: WritableDb; journal: ReadableDb }, args: A) => R) => ({
  mode: 'write-cache' as const,
  run,
});
export const writesJournal = <A, R>(run: (db: { cache: ReadableDb; journal: WritableDb }, args: A) => R) => ({
  mode: 'write-journal' as const,
  run,
});
