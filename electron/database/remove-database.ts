/** Deletes a file of which nothing is lost: what it holds is made or read anew. Any other is moved aside (quarantine.ts). */
import { rmSync } from 'node:fs';
import { join } from 'node:path';

/** A file of SQLite and what belongs to it. */
export const COMPANIONS = ['', '-wal', '-shm', '-journal'] as const;

export function removeDatabase(folder: string, name: string): void {
  for (const suffix of COMPANIONS) rmSync(join(folder, name + suffix), { force: true });
}
