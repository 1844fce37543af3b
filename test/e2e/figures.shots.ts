/** `npm run screens`: the pictures of settlement and their tables, and the menu of a list's file. */
import { beginCounting, confirmClose, count, counted } from './closing.ts';
import { expect, test } from './host.ts';
import { inEveryLook, open, shoot } from './screens.ts';
import { go, startPractice, takeEarly } from './steps.ts';

test('screens of figures and exports', async ({ start }) => {
  test.setTimeout(600_000);
  const { page } = await start();
  page.setDefaultTimeout(30_000);
  await startPractice(page);
  await beginCounting(page, 'Maadi');
  await count(page, await counted(page, 0n));
  await confirmClose(page);
  await go(page, 'Instant settlement');
  await takeEarly(page, '5000');
  await expect(page.locator('[data-request]').first()).toContainText(/Processing|Transferred/, {
    timeout: 60_000,
  });
  await go(page, 'Settlement');
  await page.getByText('Settled transactions', { exact: true }).click();
  await expect(page.getByTestId('headline')).toContainText('The gateway’s summary agrees');
  await inEveryLook(page, async (look) => {
    await open(page, '/settlement/figures');
    await page.locator('.chart-bar').first().waitFor();
    await shoot(page, 'figures', look);
    await page.locator('.figure-card').last().scrollIntoViewIfNeeded();
    await shoot(page, 'figures-below', look);
    await page.keyboard.press('t');
    await page.locator('.figure-card table').first().waitFor();
    await page.locator('.page-scroll').evaluate((scroll) => {
      scroll.scrollTo(0, 0);
      scroll.closest('main')?.scrollTo(0, 0);
    });
    await shoot(page, 'figures-tables', look);
    await page.keyboard.press('t');
    await open(page, '/settlement/settled');
    await page.locator('.ag-row').first().waitFor();
    await page.keyboard.press('Control+e');
    await page.getByRole('menuitem').first().waitFor();
    await shoot(page, 'export-menu', look);
    await page.keyboard.press('Escape');
  });
});
