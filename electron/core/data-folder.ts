/** Finds the data folder, and makes sure that only one Closeout works on it. */
import { accessSync, constants, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { storageErrorOf } from '../database/storage-error.ts';
import { inMachineLanguage } from './machine-language.ts';
import { makePrivate } from './private-folder.ts';
import { storageError, type StorageError } from '#shared/errors/app-error.ts';

/** The folder's name by the custom of the system. */
export function defaultDataFolder(platform = process.platform, env = process.env, home = homedir()): string {
  if (platform === 'win32') return join(env['APPDATA'] ?? join(home, 'AppData', 'Roaming'), 'Closeout');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Closeout');
  return join(env['XDG_DATA_HOME'] ?? join(home, '.local', 'share'), 'Closeout');
}

/** Held until it is released, or the process ends. Releasing twice is harmless. */
export type FolderLock = {
  readonly dataDir: string;
  /** Other users of the computer could read it until now. */
  readonly wasOpen: boolean;
  release(): void;
};

/** A lock that nothing refers to would be collected, and let go: these are kept until they are released. */
const heldLocks = new Set<Sqlite.Database>();
/** `message` is for a terminal, where no window can be opened yet. */
type FolderProblem = { ok: false; message: string; error: StorageError };

/**
 * Makes the folder and holds it. The lock is SQLite's, on a file of its own: the system releases it when the process ends,
 * however it ends.
 */
export function holdDataFolder(dataDir: string): { ok: true; lock: FolderLock } | FolderProblem {
  let whose: ReturnType<typeof makePrivate>;
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    whose = makePrivate(dataDir);
    accessSync(dataDir, constants.W_OK);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    return {
      ok: false,
      message: inMachineLanguage({
        en: `Closeout cannot write to its data folder ${dataDir} (${code}). Choose another with --data DIR, or change its permissions.`,
        ar: `لا يستطيع Closeout الكتابة في مجلد بياناته ${dataDir} (${code}). اختر مجلدًا آخر بالخيار --data DIR أو غيّر صلاحياته.`,
      }),
      error: storageError('folder-not-writable', { file: dataDir, code }),
    };
  }
  if (!whose.ok) return whose;
  const owner = join(dataDir, 'instance.json');
  let db: Sqlite.Database | null = null;
  try {
    db = new Sqlite(join(dataDir, 'instance.sqlite'), { timeout: 0 });
    db.pragma('locking_mode = EXCLUSIVE');
    db.exec('CREATE TABLE IF NOT EXISTS held (at INTEGER); BEGIN EXCLUSIVE');
  } catch (error) {
    db?.close();
    if (!String((error as { code?: string }).code).startsWith('SQLITE_BUSY')) {
      return {
        ok: false,
        message: inMachineLanguage({
          en: `Closeout cannot use its data folder ${dataDir}: ${String(error)}`,
          ar: `لا يستطيع Closeout استخدام مجلد بياناته ${dataDir}: ${String(error)}`,
        }),
        error: storageErrorOf(String((error as { code?: string }).code), dataDir),
      };
    }
    const pid = ownerOf(owner);
    return {
      ok: false,
      message: inMachineLanguage({
        en: `Another Closeout (process ${pid}) uses the data folder ${dataDir}. Close it first, or choose another folder with --data DIR.`,
        ar: `نسخة أخرى من Closeout (العملية ${pid}) تستخدم مجلد البيانات ${dataDir}. أغلقها أولًا أو اختر مجلدًا آخر بالخيار --data DIR.`,
      }),
      error: storageError('busy', { file: dataDir, pid }),
    };
  }
  writeFileSync(owner, JSON.stringify({ pid: process.pid }));
  const held = db;
  heldLocks.add(held);
  const release = () => {
    heldLocks.delete(held);
    held.close();
  };
  return { ok: true, lock: { dataDir, wasOpen: whose.wasOpen, release } };
}

function ownerOf(path: string): number | 'unknown' {
  try {
    return (JSON.parse(readFileSync(path, 'utf8')) as { pid?: number }).pid ?? 'unknown';
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
