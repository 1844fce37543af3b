/** Damaged files are moved aside and kept: what they hold may be all there is of a payment. */
import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { COMPANIONS } from './remove-database.ts';
import { renameDurably, syncFolder } from './sync-file.ts';

/** A folder of its own for every time, however quickly they follow each other. */
export function quarantineFolder(folder: string): string {
  const base = join(folder, 'quarantine', new Date().toISOString().replaceAll(':', '-'));
  for (let n = 0; ; n += 1) {
    const target = n === 0 ? base : `${base}-${n}`;
    if (!existsSync(target)) return target;
  }
}

/** Moves the file and its companions; nothing is deleted. */
export function moveAside(folder: string, name: string, target = quarantineFolder(folder)): string {
  mkdirSync(target, { recursive: true });
  for (const suffix of COMPANIONS) {
    const path = join(folder, name + suffix);
    if (existsSync(path)) renameDurably(path, join(target, name + suffix));
  }
  syncFolder(folder);
  return target;
}

/** For a file that is still open: closing it may fold its write-ahead log away, so the log is copied first. */
export function copyLogAside(folder: string, name: string, target: string): void {
  mkdirSync(target, { recursive: true });
  for (const suffix of ['-wal', '-shm']) {
    const path = join(folder, name + suffix);
    if (existsSync(path)) copyFileSync(path, join(target, name + suffix));
  }
}
