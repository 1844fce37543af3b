/** Where a backup is put together: in the data folder, which is its owner's alone. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Gone afterwards. */
export async function inWorkFolder<T>(dataDir: string, use: (folder: string) => Promise<T>): Promise<T> {
  const folder = join(dataDir, `backup-${randomBytes(6).toString('hex')}.part`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What a crash left behind. */
export function clearWorkFolders(dataDir: string): void {
  if (!existsSync(dataDir)) return;
  for (const name of readdirSync(dataDir))
    if (/^backup-[0-9a-f]{12}\.part$/.test(name))
      rmSync(join(dataDir, name), { recursive: true, force: true });
}
