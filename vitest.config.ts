import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
    exclude: ['test/e2e/**'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Paper carries its styles inside it.
    css: { include: [/report\.css/] },
    pool: 'forks',
    // V8 loses count of its code pages where many worker threads come and go, and ends the process (nodejs/node#64500).
    execArgv: ['--no-memory-protection-keys'],
    maxWorkers: 2,
  },
});
