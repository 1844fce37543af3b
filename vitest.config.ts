import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { RUNTIME_FLAGS } from './electron/hosts/launch/runtime-flags.ts';

// Compiled code and stripped TypeScript are kept, for tests, their workers and the processes they start.
// Hosts that tests start have a Practice without a story and read nothing by themselves, unless a test asks for it.
process.env['CLOSEOUT_PRACTICE'] ??= 'bare';
process.env['CLOSEOUT_UPKEEP'] ??= 'off';
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/closeout/compiled');

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
    // Cases for `npm run deep` only.
    exclude: ['test/e2e/**', ...(process.env['CLOSEOUT_FULL'] === '1' ? [] : ['test/**/*.deep.test.ts'])],
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
