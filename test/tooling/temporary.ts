/**
 * One temporary folder for everything a test run makes, removed when the run ends. A test that is killed, or forgets a folder,
 * leaves nothing behind. Playwright calls the default export before its workers start.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

/** The variables that `os.tmpdir()` reads. */
const NAMES = ['TMPDIR', 'TMP', 'TEMP'];
const INSIDE = 'CLOSEOUT_TEST_TEMPORARY';

// A browser that was just ended may still write.
const remove = (folder: string) =>
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Not allowed to signal it: it runs, as somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

const IN_MEMORY = '/dev/shm';
const ROOM_BYTES = 4 * 1024 ** 3;

/**
 * Files of tests need not outlive the computer. In memory a sync is free: on a disk a run spends minutes waiting for syncs. Null
 * without such a file system, without room in it, or if no program may be started from it.
 */
function folderInMemory(): string | null {
  if (process.platform !== 'linux' || freemem() < ROOM_BYTES) return null;
  const mounts = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '));
  const mount = mounts.find(([, path, type]) => path === IN_MEMORY && type === 'tmpfs');
  if (!mount || /\b(noexec|ro)\b/.test(mount[3] ?? '')) return null;
  const { bavail, bsize } = statfsSync(IN_MEMORY);
  return bavail * bsize < ROOM_BYTES ? null : IN_MEMORY;
}

/** A run that was killed could not remove its folder: the next run does. */
function removeLeftBehind(parent: string): void {
  for (const name of readdirSync(parent)) {
    const pid = /^co-(\d+)-\w+$/.exec(name)?.[1];
    if (pid === undefined || isRunning(Number(pid))) continue;
    try {
      remove(join(parent, name));
    } catch {
      // Somebody else's folder, which only they can remove.
    }
  }
}

/** From here on this process and its children keep their temporary files in a folder of their own. Answers how to remove it. */
export function useTemporaryFolder(): () => void {
  // The run that started this process removes its folder.
  if (process.env[INSIDE] !== undefined) return () => {};
  const parent = folderInMemory() ?? tmpdir();
  removeLeftBehind(parent);
  // A short name: sockets have paths of at most 104 characters.
  const folder = mkdtempSync(join(parent, `co-${process.pid}-`));
  process.env[INSIDE] = folder;
  for (const name of NAMES) process.env[name] = folder;
  return () => remove(folder);
}

export default useTemporaryFolder;
