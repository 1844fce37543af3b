/** `npm run large`: a file of 200,000 lines in the window, whole, with a window that works meanwhile, and compared. */
import type { Page } from '@playwright/test';
import { branchesOf, closeWhole } from './closing-calls.ts';
import { read } from './closing.ts';
import { expect, test } from './host.ts';
import { salesOf } from './import-files.ts';
import { choose, describe, file, goOn, standsAt, step } from './importing.ts';
import { goTo, startPractice, pressEnter } from './steps.ts';

const LINES = 200_000;
const figures = (page: Page) => page.getByTestId('import-figures');

/** Says how long each part took; nothing depends on it. */
async function timed(name: string, work: () => Promise<void>): Promise<void> {
  const startedMs = performance.now();
  await test.step(name, work);
  console.log(`${name}: ${((performance.now() - startedMs) / 1000).toFixed(1)} s`);
}

/** Every text of the progress, as it is written into the page. */
const watchProgress = (page: Page) =>
  page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    new MutationObserver(() => {
      const text = document.querySelector('[data-testid="import-progress"]')?.textContent;
      if (text && seen.at(-1) !== text) seen.push(text);
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
const progressOf = (page: Page) => page.evaluate(() => (window as unknown as { seen: string[] }).seen);

test('200,000 lines come in whole, the window works meanwhile, and a run over them is told, stopped and made', async ({
  start,
}) => {
  test.setTimeout(3_600_000);
  const { page } = await start();
  page.setDefaultTimeout(600_000);
  await startPractice(page);
  const [branch] = await branchesOf(page);
  await closeWhole(page, branch?.branchKey ?? '', null);
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Cairo' }).format(new Date());
  await goTo(page, '/reconcile/import');
  await watchProgress(page);

  await timed('sent and recognised', async () => {
    await file(page).setInputFiles(salesOf(LINES, today));
    await standsAt(page, 'format');
  });
  await describe(page, 'Sales', 'Front shop');
  await timed('checked', async () => {
    await pressEnter(step(page, 'check'));
    // The window answers while the file is read: a menu opens and closes again.
    await pressEnter(page.getByRole('button', { name: /^Mona, / }));
    await expect(page.getByRole('menuitem').first()).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(figures(page)).toContainText('200,000 lines', { timeout: 600_000 });
  });
  const progress = await progressOf(page);
  expect(progress.filter((text) => / of [\d.]+\u00A0MB copied$/.test(text)).length).toBeGreaterThan(2);
  expect(progress.filter((text) => /\d rows /.test(text)).length).toBeGreaterThan(1);

  await timed('saved', async () => {
    await pressEnter(goOn(page));
    await pressEnter(page.getByRole('button', { name: 'Import 200,000 lines' }));
    await expect(page.getByTestId('import-saved')).toContainText('200,000 lines imported', {
      timeout: 600_000,
    });
  });

  await test.step('its lines are listed', async () => {
    await goTo(page, '/reconcile/imports');
    await page.locator('.ag-cell[col-id="source"]').first().press('Enter');
    await expect(page.locator('.ag-row').first()).toContainText('ORD-100000');
    const { rows } = await read<{ rows: { lines: number }[] }>(page, 'import.list', {});
    expect(rows.map(({ lines }) => lines)).toEqual([LINES]);
  });

  const running = page.getByTestId('reconcile-running');
  const needing = page.locator('[data-part="exceptions"] .reconcile-part-count');
  await timed('a run that is stopped stores nothing', async () => {
    await goTo(page, '/reconcile/books');
    await pressEnter(page.getByRole('button', { name: 'Compare now' }));
    await expect(running).toContainText(/Comparing|Storing|Reading/);
    await pressEnter(running.getByRole('button', { name: 'Cancel' }));
    await expect(running).toHaveCount(0, { timeout: 600_000 });
    await expect(page.getByText('Not compared yet')).toBeVisible();
  });
  await timed('a run', async () => {
    await pressEnter(page.getByRole('button', { name: 'Compare now' }));
    await expect(running).toBeVisible();
    await expect(running).toHaveCount(0, { timeout: 600_000 });
    await expect(needing).toHaveText(/^200,\d{3}$/);
    await expect(page.locator('.ag-row').first()).toBeVisible();
  });
  await choose(page, 'Order of the list', 'Newest first');
  await expect(page.locator('.ag-row').first()).toBeVisible();
});
