/** What holds on every page in the smallest window: 640 by 400, as 1280 by 800 is at 200 % zoom. */
import type { Page } from '@playwright/test';
import { keptTabs } from '#shared/domain/kept-tabs.ts';
import { hasNoFinding } from './accessible.ts';
import { beginAndRead, branchesOf } from './closing-calls.ts';
import { expect, test } from './host.ts';
import { goTo, inLanguage, settledIsDownloaded, startPractice } from './steps.ts';

const ROW_HEIGHT = 36;

const pages: readonly string[] = [
  '/today',
  '/terminals',
  '/terminals/30410002',
  '/operations',
  '/close/branches',
  '/close/history',
  '/close/calendar',
  '/payments',
  '/payments/checkouts',
  '/payments/cards',
  '/settlement',
  '/settlement/settled',
  '/settlement/figures',
  '/reconcile/sales',
  '/reconcile/bank',
  '/reconcile/imports',
  '/reconcile/import',
  '/instant',
  '/transfers/recipients',
  '/activity',
  '/integration/check',
  '/integration/keys',
  '/integration/addresses',
  '/settings',
  '/settings/words',
  '/settings/answers',
  ...Object.values(keptTabs),
];

/** What lies beyond the window at its side: the frame, the page in it, and acts, by their words. */
const beyond = (page: Page) =>
  page.evaluate(() => {
    const wide = [document.documentElement, ...document.querySelectorAll('.frame, .main, .page-scroll')]
      .filter((one) => one.scrollWidth > one.clientWidth || one.scrollLeft !== 0)
      .map((one) => one.className || one.localName);
    const acts = document.querySelectorAll(
      '.main .mantine-Button-root[data-variant="filled"], .page-actions :is(.mantine-Button-root, .mantine-ActionIcon-root)',
    );
    const cut = [...acts].filter((one) => {
      const { left, right, width } = one.getBoundingClientRect();
      return width > 0 && (left < 0 || right > window.innerWidth);
    });
    return [...wide, ...cut.map((one) => one.textContent)];
  });

const headHeight = (page: Page) =>
  page.evaluate(() => document.querySelector('.page-head')?.getBoundingClientRect().height ?? 0);

/** How many rows of the list can be seen at once after the page was scrolled to it; null without a list. */
async function rowsInSight(page: Page): Promise<number | null> {
  const grid = page.locator('.grid-fill:has(.ag-row)').filter({ visible: true }).first();
  if ((await grid.count()) === 0) return null;
  await grid.evaluate((one) => one.scrollIntoView({ block: 'center' }));
  return grid.evaluate((one, height) => {
    const rows = one.querySelector('.ag-grid-viewport, .ag-body-viewport')?.getBoundingClientRect();
    // What sticks to the foot of the window covers rows.
    const feet = [...document.querySelectorAll('.page-foot, .tour')]
      .filter((foot) => getComputedStyle(foot).position === 'sticky')
      .map((foot) => foot.getBoundingClientRect().top);
    if (!rows) return 0;
    return Math.floor((Math.min(rows.bottom, window.innerHeight, ...feet) - Math.max(rows.top, 0)) / height);
  }, ROW_HEIGHT);
}

async function isGoodInside(page: Page, where: string): Promise<void> {
  await expect.poll(() => beyond(page), where).toEqual([]);
  expect(await headHeight(page), `${where}: the head is no more than two lines`).toBeLessThanOrEqual(92);
  await expect.poll(async () => (await rowsInSight(page)) ?? 6, where).toBeGreaterThanOrEqual(6);
  // While a grid lays its columns out again, it has no heads for a moment.
  await expect(page.locator('.ag-header-row:not(:has([role="columnheader"]))')).toHaveCount(0);
  await hasNoFinding(page, `${where}, 640 by 400`);
}

for (const language of ['en', 'ar'] as const)
  test(`at 200 % zoom every page is as wide as the window and six rows are seen, ${language}`, async ({
    start,
  }) => {
    const { page } = await start();
    await startPractice(page);
    await settledIsDownloaded(page);
    await inLanguage(page, language);
    const [branch] = await branchesOf(page);
    const closingId = await beginAndRead(page, branch?.branchKey ?? '');
    await page.setViewportSize({ width: 640, height: 400 });
    for (const hash of [...pages, `/close/day/${closingId}`]) {
      await goTo(page, hash);
      await page.locator('.page-head h1').waitFor();
      await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0);
      await isGoodInside(page, `${hash}, ${language}`);
    }
  });
