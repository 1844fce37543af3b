/** Settlement in pictures: every figure opens its rows, by key as well; tables one key away; both languages, both themes. */
import type { Page } from '@playwright/test';
import { hasNoFinding } from './accessible.ts';
import { ask } from './closing.ts';
import { expect, test } from './host.ts';
import { go, startPractice, pressEnter } from './steps.ts';

const shot = (page: Page, name: string) =>
  process.env['CLOSEOUT_SHOTS'] && page.screenshot({ path: `${process.env['CLOSEOUT_SHOTS']}/${name}.png` });

test('finance reads the pictures, opens the rows of a bar, and reads the same in tables', async ({
  start,
}) => {
  const { page } = await start();
  await startPractice(page);
  await go(page, 'Settlement');
  await page.getByText('Settled transactions', { exact: true }).click();
  await expect(page.getByTestId('headline')).toContainText('The gateway’s summary agrees');
  await page.getByText('Figures', { exact: true }).click();
  const settled = page.getByRole('figure', { name: 'Gross and net', exact: true });

  await test.step('a bar says its value and opens its rows, by key', async () => {
    const bar = settled.getByRole('button').last();
    await expect(bar).toBeVisible();
    const said = (await bar.getAttribute('aria-label')) ?? '';
    const gross = /Gross EGP\s([\d,]+\.\d\d)/.exec(said)?.[1] ?? 'none';
    await hasNoFinding(page, 'pictures');
    await shot(page, 'figures');
    await pressEnter(bar);
    await expect(page.getByText('Our recount of what the filter shows')).toBeVisible();
    await expect(page.getByText(gross).first()).toBeVisible();
  });

  await test.step('a branch opens its rows of the whole time', async () => {
    await page.getByText('Figures', { exact: true }).click();
    await page.getByText('12 months', { exact: true }).click();
    const branches = page.getByRole('figure', { name: 'Gross and net by branch' });
    await pressEnter(branches.getByRole('button').first());
    await expect(page.getByText('Our recount of what the filter shows')).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).click();
  });

  await test.step('T turns pictures into tables with the same figures', async () => {
    await page.getByText('Figures', { exact: true }).click();
    await settled.waitFor();
    await page.keyboard.press('t');
    const table = page.getByRole('table', { name: 'Gross and net', exact: true });
    // The heads, a line for each month, and what they come to.
    await expect(table.getByRole('row')).toHaveCount(14);
    await hasNoFinding(page, 'tables');
    await shot(page, 'tables');
    await page.keyboard.press('t');
    await expect(settled).toBeVisible();
  });

  await test.step('no finding in Arabic, in dark', async () => {
    await ask(page, 'app.settings.set', { language: 'ar', theme: 'dark' });
    await page.locator('html[lang="ar"][data-mantine-color-scheme="dark"]').waitFor();
    await expect(page.getByRole('figure', { name: 'الإجمالي والصافي', exact: true })).toBeVisible();
    await hasNoFinding(page, 'Arabic, dark');
    await shot(page, 'figures-ar-dark');
  });
});
