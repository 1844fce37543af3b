/** Where data lives, and that only one Closeout works on it. */
import { accessSync, constants, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';

/** The folder's name by the custom of the system. */
export function defaultDataFolder(platform = process.platform, env = process.env, home = homedir()): string {
  if (platform === 'win32') return join(env['APPDATA'] ?? join(home, 'AppData', 'Roaming'), 'Closeout');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Closeout');
  return join(env['XDG_DATA_HOME'] ?? join(home, '.local', 'share'), 'Closeout');
}

export type FolderLock = { release(): void };

/** A lock that nothing refers to would be collected, and let go: these are kept until they are released. */
const heldLocks = new Set<Sqlite.Database>();
export type FolderProblem = { ok: false; message: string };

/**
 * Makes the folder and holds it. The lock is SQLite's, on a file of its own: the system releases it when the process ends,
 * however it ends.
 */
export function holdDataFolder(dataDir: string): { ok: true; lock: FolderLock } | FolderProblem {
  try {
    mkdirSync(dataDir, { recursive: true });
    accessSync(dataDir, constants.W_OK);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    return {
      ok: false,
      message: `Closeout cannot write to its data folder ${dataDir} (${code}). Choose another with --data DIR, or change its permissions.`,
    };
  }
  const owner = join(dataDir, 'instance.json');
  let db: Sqlite.Database | null = null;
  try {
    db = new Sqlite(join(dataDir, 'instance.sqlite'), { timeout: 0 });
    db.pragma('locking_mode = EXCLUSIVE');
    db.exec('CREATE TABLE IF NOT EXISTS held (at INTEGER); BEGIN EXCLUSIVE');
  } catch (error) {
    db?.close();
    if (!String((error as { code?: string }).code).startsWith('SQLITE_BUSY')) {
      return { ok: false, message: `Closeout cannot use its data folder ${dataDir}: ${String(error)}` };
    }
    return {
      ok: false,
      message: `Another Closeout (process ${ownerOf(owner)}) uses the data folder ${dataDir}. Close it first, or choose another folder with --data DIR.`,
    };
  }
  writeFileSync(owner, JSON.stringify({ pid: process.pid }));
  const held = db;
  heldLocks.add(held);
  const release = () => {
    heldLocks.delete(held);
    held.close();
  };
  return { ok: true, lock: { release } };
}

function ownerOf(path: string): string {
  try {
    return String((JSON.parse(readFileSync(path, 'utf8')) as { pid?: number }).pid ?? 'unknown');
  } catch {
    // The note is a courtesy; the lock itself is what counts.
    return 'unknown';
  }
}

/** A settings file that is not JSON is moved aside, so that the app starts and nothing is lost. Answers what was done. */
export function setDamagedSettingsAside(dataDir: string): { file: string; kept: string } | null {
  const path = join(dataDir, 'settings.json');
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (typeof value === 'object' && value !== null) return null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
  }
  const kept = `settings.damaged-${Date.now()}.json`;
  renameSync(path, join(dataDir, kept));
  return { file: 'settings.json', kept };
}
