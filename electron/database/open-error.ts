/** Why the files of a profile cannot be opened, and which failures mean that a file itself is damaged. */

import { accessSync, constants } from 'node:fs';

/** `code` is NEWER_VERSION, JOURNAL_DAMAGED, SQLITE_TOO_OLD, NOT_DURABLE or SQLite's own. */
export class OpenError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.name = 'OpenError';
    this.code = code;
  }
}

export const codeOf = (error: unknown): string => (error as { code?: string }).code ?? 'UNEXPECTED';

/** The disk, the folder or another program is in the way: the file may be perfectly well, so it is not touched. */
const SURROUNDINGS = [
  'SQLITE_BUSY',
  'SQLITE_LOCKED',
  'SQLITE_FULL',
  'SQLITE_IOERR',
  'SQLITE_CANTOPEN',
  'SQLITE_PERM',
  'SQLITE_NOMEM',
  'SQLITE_PROTOCOL',
  'NEWER_VERSION',
  'SQLITE_TOO_OLD',
  'NOT_DURABLE',
];
/** Reading past the end is how some truncations look. */
const SHORT_READ = ['SQLITE_IOERR_SHORT_READ', 'SQLITE_IOERR_CORRUPTFS'];

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * While a file is being opened and checked, every failure that does not come from its surroundings is the file's: flipped
 * bits of a header show as "no such table", "unsupported file format" or "read-only" as well as SQLITE_CORRUPT.
 */
export function isDamage(error: unknown, path: string): boolean {
  const code = codeOf(error);
  if (code.startsWith('SQLITE_READONLY') && !isWritable(path)) return false;
  if (SHORT_READ.includes(code)) return true;
  if (/^E[A-Z]+$/.test(code)) return false;
  return !SURROUNDINGS.some((prefix) => code.startsWith(prefix));
}

/** It is damaged, or a newer Closeout made it. */
export const isUnusable = (error: unknown, path: string): boolean =>
  codeOf(error) === 'NEWER_VERSION' || isDamage(error, path);

/** SQLite itself says that a file's content is wrong. */
export const isCorruption = (error: unknown): boolean =>
  codeOf(error).startsWith('SQLITE_CORRUPT') || codeOf(error) === 'SQLITE_NOTADB';
