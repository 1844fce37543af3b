import { defineConfig } from '@playwright/test';
import type { HostOptions } from './test/e2e/host.ts';

/** One suite, two hosts: `browser` here and everywhere, `desktop` where the Electron runtime is installed. */
export default defineConfig<HostOptions>({
  testDir: 'test/e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results/e2e',
  // Ends a test that hangs. How long one thing may take is the limit of each expectation and each act (host.ts).
  timeout: 900_000,
  expect: { timeout: 30_000 },
  fullyParallel: true,
  // Elsewhere all tests share the system's keychain.
  workers: process.platform === 'linux' ? 2 : 1,
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    viewport: { width: 1280, height: 800 },
    trace: { mode: 'retain-on-failure', screenshots: false },
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'browser', use: { host: 'browser' } },
    { name: 'desktop', use: { host: 'desktop' } },
    { name: 'large', testMatch: '**/*.large.ts', use: { host: 'browser' } },
    { name: 'screens', testMatch: '**/*.shots.ts', use: { host: 'browser' } },
  ],
});
