/**
 * The end-to-end tests that `npm test` runs: journeys that follow money, sums, keys and rights to their end, the first screen,
 * and what only the desktop has. A whole file, or its tests whose title has one of the texts. `npm run e2e` runs all files, so a
 * new one needs no entry.
 */
export const shortList: Readonly<Record<string, 'whole' | readonly string[]>> = {
  bridge: ['the bridge of a window'],
  'close-approval': ['a close above the limit'],
  'close-day': 'whole',
  'connected-gateway': 'whole',
  desktop: 'whole',
  entry: 'whole',
  'first-screen': 'whole',
  instant: 'whole',
  'lost-answer': 'whole',
  memory: 'whole',
  'one-truth': 'whole',
  payments: 'whole',
  people: 'whole',
  practice: 'whole',
  reconciliation: 'whole',
  'reversal-unknown': 'whole',
  'reversed-sale': 'whole',
  settled: 'whole',
};

/** Set for a run of Playwright that keeps to it. */
export const SHORT_LIST = 'CLOSEOUT_TEST_SHORT_LIST';

/** Fits what Playwright matches: the project, the file and the title. */
export function fitsShortList(): RegExp {
  const files = Object.entries(shortList).map(([file, titles]) => {
    const start = `(?<![\\w-])${file}\\.e2e\\.ts\\b`;
    return titles === 'whole' ? start : `${start}.*(${titles.join('|')})`;
  });
  return new RegExp(files.join('|'));
}
