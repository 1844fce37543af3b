/**
 * The end-to-end files that `npm test` runs: journeys that follow money, sums, keys and rights to their end, the first screen,
 * and what only the desktop has. `npm run e2e` runs all files, so a new one needs no entry.
 */
export const shortList: readonly string[] = [
  'close-day',
  'connected-gateway',
  'desktop',
  'entry',
  'first-screen',
  'lost-answer',
  'memory',
  'one-truth',
  'payments',
  'people',
  'practice',
  'reconciliation',
  'reversal-unknown',
  'reversed-sale',
];

/** Set for a run of Playwright that keeps to it. */
export const SHORT_LIST = 'CLOSEOUT_TEST_SHORT_LIST';

/** Fits what Playwright matches: the project, the file and the title. */
export const fitsShortList = (): RegExp => new RegExp(`(?<![\\w-])(${shortList.join('|')})\\.e2e\\.ts\\b`);
