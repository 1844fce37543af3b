import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { lowHashCosts } from './test/hash-costs.ts';
import { slowFiles, WITHOUT_SLOW_FILES } from './test/tooling/slow-files.ts';
import { RUNTIME_FLAGS } from './electron/hosts/launch/runtime-flags.ts';

// Compiled code and stripped TypeScript are kept, for tests, their workers and the processes they start.
// Hosts that tests start have a Practice without a story and read nothing by themselves, unless a test asks for it.
process.env['CLOSEOUT_PRACTICE'] ??= 'bare';
process.env['CLOSEOUT_UPKEEP'] ??= 'off';
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/closeout/compiled');

const every = ['test/**/*.test.ts', 'test/**/*.test.tsx'];
/** Files that leave nothing behind in their process: they share one, which saves a second of processor time a file. */
const sharing = ['test/shared/**/*.test.ts', 'test/electron/!(hosts)/**/*.test.ts'];
const excluded = [
  'test/e2e/**',
  // Cases for `npm run deep` only.
  ...(process.env['CLOSEOUT_FULL'] === '1' ? [] : ['test/**/*.deep.test.ts']),
  ...(process.env[WITHOUT_SLOW_FILES] === '1' ? slowFiles : []),
];

export default defineConfig({
  resolve: { alias: lowHashCosts },
  test: {
    projects: [
      { extends: true, test: { name: 'apart', include: every, exclude: [...excluded, ...sharing] } },
      { extends: true, test: { name: 'sharing', include: sharing, exclude: excluded, isolate: false } },
    ],
    globalSetup: ['test/tooling/prepare-unit.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Paper carries its styles inside it.
    css: { include: [/(report|list-paper)\.css/] },
    pool: 'forks',
    execArgv: [...RUNTIME_FLAGS],
    maxWorkers: 2,
  },
});
