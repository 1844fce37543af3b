import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import type { HostOptions } from './test/e2e/host.ts';
import { fitsShortList, SHORT_LIST } from './test/tooling/short-list.ts';

// Compiled code and stripped TypeScript are kept for the hosts that the tests start.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/closeout/compiled');

const full = process.env['CLOSEOUT_FULL'] === '1';

/** What only the desktop has, and one whole day. `npm run deep` runs the rest on it. */
const ON_STAND_IN = ['**/desktop.e2e.ts', '**/updates.e2e.ts', '**/practice.e2e.ts'];
/** Nothing of it is in the browser host. */
const OF_DESKTOP = ['**/desktop.e2e.ts', '**/updates.e2e.ts'];
/** How the browser host hands its window the key: a window of the desktop needs none. */
const OF_BROWSER = ['**/entry.e2e.ts'];

/**
 * One suite, three hosts: `browser` everywhere, `stand-in` (the desktop host over test/desktop) everywhere, `desktop` where the
 * Electron runtime is installed.
 */
export default defineConfig<HostOptions>({
  testDir: 'test/e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results/e2e',
  globalSetup: './test/tooling/temporary.ts',
  // Ends a test that hangs. How long one thing may take is the limit of each expectation and each act (host.ts).
  timeout: 900_000,
  expect: { timeout: 30_000 },
  // Tests tagged @deep are for `npm run deep`, which sets the variable.
  ...(!full && { grepInvert: /@deep/ }),
  ...(process.env[SHORT_LIST] === '1' && { grep: fitsShortList() }),
  fullyParallel: true,
  // Elsewhere all tests share the system's keychain.
  workers: process.platform === 'linux' ? 2 : 1,
  forbidOnly: true,
  // With its trace: recording every test takes a fifth of the time. test/tooling/end-to-end.ts says what a second try counts.
  retries: 1,
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    viewport: { width: 1280, height: 800 },
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'browser', testIgnore: full ? OF_DESKTOP : ON_STAND_IN, use: { host: 'browser' } },
    { name: 'desktop', testIgnore: OF_BROWSER, use: { host: 'desktop' } },
    {
      name: 'stand-in',
      testIgnore: OF_BROWSER,
      ...(!full && { testMatch: ON_STAND_IN }),
      use: { host: 'stand-in' },
    },
    { name: 'large', testMatch: '**/*.large.ts', use: { host: 'browser' } },
    { name: 'screens', testMatch: '**/*.shots.ts', use: { host: 'browser' } },
    { name: 'bench', testDir: 'test/bench', testMatch: '**/*.bench.ts', use: { host: 'browser' } },
  ],
});
