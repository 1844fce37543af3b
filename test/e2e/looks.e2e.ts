/** What holds on every screen: rows in a short window, one field for days, charts by key, what forced colours keep, names of acts. */
import type { Page } from '@playwright/test';
import { read } from './closing.ts';
import { expect, test } from './host.ts';
import { holdCalls } from './held-calls.ts';
import { goTo, inLanguage, settledIsDownloaded, startPractice } from './steps.ts';

const ROW_HEIGHT = 36;

/** How many rows of the grid can be seen at once after the page was scrolled to it. */
async function rowsInSight(page: Page): Promise<number> {
  await page.locator('.grid-fill').first().scrollIntoViewIfNeeded();
  return page.evaluate((height) => {
    const body = document.querySelector('.ag-grid-viewport, .ag-body-viewport')?.getBoundingClientRect();
    if (!body) return 0;
    const top = Math.max(body.top, 0);
    return Math.floor((Math.min(body.bottom, window.innerHeight) - top) / height);
  }, ROW_HEIGHT);
}

async function widthsFit(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    // A head that only screen readers see has no width.
    [...document.querySelectorAll('.ag-header-cell:not(.head-unseen) .ag-header-cell-text')]
      .filter((one) => one.scrollWidth > one.clientWidth + 1)
      .map((one) => one.textContent),
  );
}

test('a terminal’s state is whole at 1280, in both languages', async ({ start }) => {
  const { page } = await start();
  await startPractice(page);
  for (const language of ['en', 'ar'] as const) {
    await inLanguage(page, language);
    await goTo(page, '/terminals');
    await page.locator('.ag-cell[col-id="state"] .chip').first().waitFor();
    const cut = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('.ag-cell[col-id="state"]')]
          .filter((one) => one.scrollWidth > one.clientWidth)
          .map((one) => one.textContent),
      );
    // The grid measures its columns after the rows have come.
    await expect.poll(cut, language).toEqual([]);
  }
});

test('six rows can be seen at 200 % zoom, and no head of a column is cut', async ({ start }) => {
  const { page } = await start();
  await startPractice(page);
  await settledIsDownloaded(page);
  for (const hash of [
    '/terminals/30410002',
    '/settlement/settled',
    '/settlement',
    '/payments',
    '/payments/checkouts',
    '/rates/methods',
  ]) {
    await page.setViewportSize({ width: 640, height: 400 });
    await goTo(page, hash);
    await page.locator('.ag-row').first().waitFor();
    await expect.poll(() => rowsInSight(page), hash).toBeGreaterThanOrEqual(6);
    await page.setViewportSize({ width: 1280, height: 800 });
    // The grid measures its columns again after the window has its new size.
    await expect.poll(() => widthsFit(page), hash).toEqual([]);
  }
});

test('days are typed in either digits, and no field of the browser for them is left', async ({ start }) => {
  const { page } = await start();
  await startPractice(page);
  await goTo(page, '/settlement/settled');
  await page.locator('.ag-row').first().waitFor();
  await expect(page.locator('input[type="date"]')).toHaveCount(0);
  const from = page.getByLabel('From date');
  await from.fill('١/١١/٢٠٢٦');
  await from.blur();
  await expect(from).toHaveValue('01/11/2026');
  await from.fill('31/02/2026');
  await from.blur();
  await expect(page.getByText('Enter a date as day/month/year')).toBeVisible();
  await from.fill('24/11/2026');
  await from.press('ArrowUp');
  await expect(from).toHaveValue('25/11/2026');
  await read(page, 'app.settings.set', { digits: 'arabic' });
  await inLanguage(page, 'ar');
  await expect(page.locator('input[placeholder="يوم/شهر/سنة"]').first()).toHaveValue('٢٥/١١/٢٠٢٦');
});

test('a chart is one stop of Tab whose bars follow the arrows, and forced colours keep its bars', async ({
  start,
}) => {
  const { page } = await start();
  await startPractice(page);
  await settledIsDownloaded(page);
  await goTo(page, '/settlement/figures');
  const first = page.locator('figure').first();
  await expect(first.locator('.chart-bar[tabindex="0"]')).toHaveCount(1);
  const bars = first.locator('.chart-bar[role="button"]');
  await bars.first().focus();
  await page.keyboard.press('ArrowRight');
  await expect(bars.nth(1)).toBeFocused();
  await expect(first.locator('.chart-bar[tabindex="0"]')).toHaveCount(1);
  await page.keyboard.press('End');
  await expect(bars.last()).toBeFocused();
  await page.emulateMedia({ forcedColors: 'active' });
  const fills = await bars.evaluateAll((all) => all.map((one) => getComputedStyle(one).fill));
  const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(fills.every((fill) => fill !== ground && fill !== 'none')).toBe(true);
  const chosen = page.locator('.mantine-SegmentedControl-label[data-active]').first();
  await expect(chosen).not.toHaveCSS('background-color', ground);
});

test('Ctrl+K runs what the page offers, and the settings are found by any word in them', async ({
  start,
}) => {
  const { page } = await start();
  await startPractice(page);
  await goTo(page, '/close/history');
  await page.getByRole('heading', { name: 'Day history' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder(/^Order, reference, amount/).fill('verify');
  await page.getByRole('option', { name: 'Verify a Z file' }).click();
  await expect(page.getByRole('dialog', { name: 'Verify a Z file' })).toBeVisible();
  await page.keyboard.press('Escape');
  await goTo(page, '/settings');
  await page.getByLabel('Find a setting').fill('tolerance');
  await expect(page.locator('[data-part="reconciliation"]')).toBeVisible();
  await expect(page.locator('[data-part="appearance"]')).toBeHidden();
  await page.getByLabel('Find a setting').fill('zzz');
  await expect(page.getByText('No setting says “zzz”')).toBeVisible();
});

/** What the grid tells screen readers, and what can be seen in it. */
const wordsOfGrid = (page: Page) =>
  page.locator('.ag-root-wrapper').evaluate((grid) => {
    const labels = [...grid.querySelectorAll('[aria-label], [aria-description]')].flatMap((one) => [
      one.getAttribute('aria-label') ?? '',
      one.getAttribute('aria-description') ?? '',
    ]);
    return { told: labels.join(' · '), seen: (grid as HTMLElement).innerText };
  });

test('the grid tells screen readers its keys in the language of the window, and shows none of it', async ({
  start,
}) => {
  const { page } = await start();
  await startPractice(page);
  await goTo(page, '/terminals');
  await page.locator('.ag-row').first().waitFor();
  const english = await wordsOfGrid(page);
  expect(english.told).toContain('Press Space to select or deselect this row');
  expect(english.seen).not.toMatch(/space/i);
  await inLanguage(page, 'ar');
  await page.locator('.ag-rtl .ag-row').first().waitFor();
  const arabic = await wordsOfGrid(page);
  expect(arabic.told).toContain('مسافة');
  expect(arabic.told).not.toMatch(/Press (Space|Enter)|selected/i);
  expect(arabic.seen).not.toContain('مسافة');
});

test('no row is there before the head of its list, which would move it down under the pointer', async ({
  start,
}) => {
  const closeout = await start();
  const { page } = closeout;
  await startPractice(page);
  for (const [hash, rows, sums, head] of [
    ['/terminals/30410002', 'transactions.page', 'transactions.summary', '.terminal-head'],
    ['/settlement/settled', 'settlement.settledPage', 'settlement.settledSummary', '.settled-summary'],
  ] as const) {
    let answer = () => {};
    const answers = new Promise<void>((resolve) => (answer = resolve));
    const told = new Set<string>();
    const letGo = await holdCalls(closeout, new RegExp(`${rows}|${sums}`), async (call) => {
      told.add(call.channel);
      if (call.channel === sums) await answers;
      await call.goOn();
    });
    await goTo(page, hash);
    await expect.poll(() => [...told].sort()).toEqual([rows, sums].sort());
    await expect(page.locator('.grid-fill[aria-busy]')).toBeVisible();
    await expect(page.locator('.ag-row')).toHaveCount(0);
    answer();
    await expect(page.locator('.ag-row').first()).toBeVisible();
    await expect(page.locator(head)).toBeVisible();
    await letGo();
  }
});

/** Where the words of a row end below: those of a state, and those of the cell beside it. */
const linesOfRow = (page: Page, state: string, beside: string) =>
  page
    .locator('.ag-row')
    .first()
    .evaluate(
      (row, columns) =>
        columns.map((column) => {
          const texts = document.createTreeWalker(
            row.querySelector(`[col-id="${column}"]`) ?? row,
            NodeFilter.SHOW_TEXT,
          );
          const words = document.createRange();
          words.selectNodeContents(texts.nextNode() ?? row);
          return words.getBoundingClientRect().bottom;
        }),
      [state, beside],
    );

test('the words of a state stand on the line of their row, and a notice covers neither places nor a foot', async ({
  start,
}) => {
  const { page } = await start();
  await startPractice(page);
  await goTo(page, '/terminals');
  await page.locator('.ag-cell[col-id="state"] .chip').first().waitFor();
  const [state = 0, label = 0] = await linesOfRow(page, 'state', 'label');
  expect(Math.abs(state - label)).toBeLessThan(0.5);

  await settledIsDownloaded(page);
  await goTo(page, '/settlement/settled');
  await page.locator('.ag-row').first().waitFor();
  await page.keyboard.press('Control+e');
  await page.getByRole('menuitem', { name: 'Save as CSV' }).first().click();
  const notice = page.locator('.mantine-Notification-root', { hasText: 'Saved' });
  await expect(notice).toBeVisible();
  const [of, places, foot] = await Promise.all(
    [notice, page.locator('.nav'), page.locator('.grid-place, .page-foot').last()].map((one) =>
      one.evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect),
    ),
  );
  if (!of || !places || !foot) throw new Error('the notice, the places or the foot is missing');
  expect(of.left).toBeGreaterThanOrEqual(places.right);
  expect(of.bottom).toBeLessThanOrEqual(foot.top);
});

test('in forced colours the primary act is filled, and a dialog has an edge', async ({ start }) => {
  const { page } = await start();
  await startPractice(page);
  await page.emulateMedia({ forcedColors: 'active' });
  await goTo(page, '/transfers');
  const act = page.getByRole('button', { name: 'New transfer' });
  const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await expect(act).not.toHaveCSS('background-color', ground);
  await act.click();
  await expect(page.locator('.mantine-Modal-content')).toHaveCSS('border-top-style', 'solid');
});
