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
    maxWorkers: 2,
  },
});
