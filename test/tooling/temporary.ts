/**
 * One temporary folder for everything a test run makes, removed when the run ends. A test that is killed, or forgets a folder,
 * leaves nothing behind. Playwright calls the default export before its workers start.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
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

/** A run that was killed could not remove its folder: the next run does. */
function removeLeftBehind(): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = /^co-(\d+)-\w+$/.exec(name)?.[1];
    if (pid === undefined || isRunning(Number(pid))) continue;
    try {
      remove(join(tmpdir(), name));
    } catch {
      // Somebody else's folder, which only they can remove.
    }
  }
}

/** From here on this process and its children keep their temporary files in a folder of their own. Answers how to remove it. */
export function useTemporaryFolder(): () => void {
  // The run that started this process removes its folder.
  if (process.env[INSIDE] !== undefined) return () => {};
  removeLeftBehind();
  // A short name: sockets have paths of at most 104 characters.
  const folder = mkdtempSync(join(tmpdir(), `co-${process.pid}-`));
  process.env[INSIDE] = folder;
  for (const name of NAMES) process.env[name] = folder;
  return () => remove(folder);
}

export default useTemporaryFolder;
