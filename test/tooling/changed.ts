/** What was changed since the last commit, and the tests beside it. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './processes.ts';

const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);

/** Files of the working tree that differ from the last commit, new ones among them. */
export const changedFiles = (): string[] =>
  [...git('diff', '--name-only', '--relative', 'HEAD'), ...git('ls-files', '--others', '--exclude-standard')]
    .filter((file) => existsSync(join(root, file)))
    .toSorted();

const TEST = /^test\/(?!e2e\/).*\.test\.tsx?$/;
const HELPER = /^test\/(electron|renderer|shared|faults|tooling)\//;
const PRODUCT = /^(electron|renderer|shared)\//;

/** The nearest folder under test/ that has the name of the file's folder, or of one above it: `test/electron/services/closing`. */
function folderBeside(file: string): string | null {
  for (
    let folder = dirname(file.replace('renderer/features/', 'renderer/'));
    folder.includes('/');
    folder = dirname(folder)
  )
    if (existsSync(join(root, 'test', folder))) return `test/${folder}/`;
  return null;
}

/** A changed test itself; the tests in the folder of a changed helper, or in the folder that has the name of the product's. */
export const testsBeside = (changed: readonly string[]): string[] => [
  ...new Set(
    changed.flatMap((file) => {
      if (TEST.test(file)) return [file];
      if (HELPER.test(file)) return [`${dirname(file)}/`];
      const folder = PRODUCT.test(file) ? folderBeside(file) : null;
      return folder === null ? [] : [folder];
    }),
  ),
];
