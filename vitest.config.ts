import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
    exclude: ['test/e2e/**'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Paper carries its styles inside it.
    css: { include: [/(report|list-paper)\.css/] },
    pool: 'forks',
    // Node 24 can end a process with many worker threads by a signal; without this compiler it was not seen (nodejs/node#62393).
    execArgv: ['--no-sparkplug'],
    maxWorkers: 2,
  },
});
