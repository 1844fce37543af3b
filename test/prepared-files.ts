/**
 * The files of a new profile, made once a run. Making them takes most of the time of an opening, so tests that are not about it
 * begin with a copy (workers.ts, `preparedWorkerUrl`).
 */
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openProfileFiles } from '#electron/database/open-profile-files.ts';

/** The folder in which they are. */
const PREPARED_FILES = 'CLOSEOUT_TEST_PREPARED_FILES';
const NAMES = ['journal', 'cache', 'imports'].map((name) => `${name}.sqlite`);

/** Makes them, for this process and its children. */
export function prepareFiles(): string {
  const folder = mkdtempSync(join(tmpdir(), 'closeout-prepared-'));
  openProfileFiles(folder).close();
  process.env[PREPARED_FILES] = folder;
  return folder;
}

/** Changes nothing in a folder that has anything in it: its profile is not new. */
export function copyPreparedFiles(folder: string): void {
  if (existsSync(folder) && readdirSync(folder).length > 0) return;
  const from = process.env[PREPARED_FILES] ?? prepareFiles();
  mkdirSync(folder, { recursive: true });
  for (const name of NAMES) copyFileSync(join(from, name), join(folder, name));
}
