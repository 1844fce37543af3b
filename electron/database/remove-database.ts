/** Deletes a file of which nothing is lost: what it holds is made or read anew. Any other is moved aside (quarantine.ts). */
import { rmSync } from 'node:fs';
import { join } from 'node:path';

/** A file of SQLite and what belongs to it. */
export const COMPANIONS = ['', '-wal', '-shm', '-journal'] as const;

/** Opens it; where what it holds is lost, which `isLost` tells by the error, an empty one takes its place. */
export function openOrMakeAnew<Opened>(
  folder: string,
  name: string,
  open: () => Opened,
  isLost: (error: unknown) => boolean,
): Opened {
  try {
    return open();
  } catch (error) {
    if (!isLost(error)) throw error;
    removeDatabase(folder, name);
    return open();
  }
}

export function removeDatabase(folder: string, name: string): void {
  for (const suffix of COMPANIONS) rmSync(join(folder, name + suffix), { force: true });
}
