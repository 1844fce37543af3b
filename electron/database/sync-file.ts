/** Files that must still be there after a power cut: written beside, synced, renamed, and the folder synced as well. */
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

export function syncFile(path: string): void {
  const handle = openSync(path, 'r+');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** A rename is durable when its folder is. Windows has no handle on a folder; its renames are journalled by NTFS. */
export function syncFolder(path: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Renames and makes the new name durable. */
export function renameDurably(from: string, to: string): void {
  renameSync(from, to);
  syncFolder(dirname(to));
}

/** The old text or the new one, never half of either. */
export function writeDurably(path: string, text: string): void {
  const temporary = `${path}.part`;
  rmSync(temporary, { force: true });
  writeFileSync(temporary, text);
  syncFile(temporary);
  renameDurably(temporary, path);
}
