/** Builds Closeout if it was not built yet, or a source is newer than the build. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '../../..');
export const bin = (name: string): string => join(root, 'node_modules/.bin', name);
const builtMark = join(root, 'out/renderer/index.html');

/** The newest change under a folder, epoch milliseconds. */
function newestIn(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((newest, entry) => Math.max(newest, statSync(join(entry.parentPath, entry.name)).mtimeMs), 0);
}

/** False if it failed: the build has said why. */
export function buildIfNeeded(): boolean {
  const sources = ['renderer', 'shared', 'resources', 'electron'].map((folder) =>
    newestIn(join(root, folder)),
  );
  if (existsSync(builtMark) && statSync(builtMark).mtimeMs > Math.max(...sources)) return true;
  console.error('Building Closeout (once, and after changes) …');
  const build = spawnSync(bin('electron-vite'), ['build', '--logLevel', 'error'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  return build.status === 0;
}
