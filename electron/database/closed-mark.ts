/**
 * The mark of an orderly end: how the file was when it was closed. A file that is still so byte for byte of its head, of the same
 * size and untouched since, is opened without reading all of it; it is checked afterwards (check-cache.ts). Any other end, and any
 * other hand on the file, leaves it to be checked whole before it is used.
 */
import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { syncFolder } from './sync-file.ts';

/** Of an SQLite file: among other things its change counter and its size in pages. */
const HEAD_BYTES = 100;
const markOf = (path: string) => `${path}.closed`;

function stateOf(path: string): string {
  const { size, mtimeNs, ino } = statSync(path, { bigint: true });
  const head = Buffer.alloc(HEAD_BYTES);
  const file = openSync(path, 'r');
  try {
    readSync(file, head, 0, HEAD_BYTES, 0);
  } finally {
    closeSync(file);
  }
  return [size, mtimeNs, ino, head.toString('hex')].join(' ');
}
const hasLog = (path: string): boolean => existsSync(`${path}-wal`) && statSync(`${path}-wal`).size > 0;

export function isAsClosed(path: string): boolean {
  if (!existsSync(markOf(path)) || !existsSync(path) || hasLog(path)) return false;
  return readFileSync(markOf(path), 'utf8') === stateOf(path);
}

/** Before the first write: a mark never outlives what it is of. */
export function removeMark(path: string): void {
  if (!existsSync(markOf(path))) return;
  rmSync(markOf(path));
  syncFolder(dirname(path));
}

/** After the last connection was closed, which folds the log away. */
export function markClosed(path: string): void {
  if (!existsSync(path) || hasLog(path)) return;
  writeFileSync(markOf(path), stateOf(path));
}
