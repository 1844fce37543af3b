/**
 * One temporary folder for everything a test run makes, removed when the run ends. A test that is killed, or forgets a folder,
 * leaves nothing behind. Playwright calls the default export before its workers start.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The variables that `os.tmpdir()` reads. */
const NAMES = ['TMPDIR', 'TMP', 'TEMP'];
const INSIDE = 'CLOSEOUT_TEST_TEMPORARY';

/** From here on this process and its children keep their temporary files in a folder of their own. Answers how to remove it. */
export function useTemporaryFolder(): () => void {
  // The run that started this process removes its folder.
  if (process.env[INSIDE] !== undefined) return () => {};
  // A short name: sockets have paths of at most 104 characters.
  const folder = mkdtempSync(join(tmpdir(), 'co-'));
  process.env[INSIDE] = folder;
  for (const name of NAMES) process.env[name] = folder;
  // A browser that was just ended may still write.
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}

export default useTemporaryFolder;
