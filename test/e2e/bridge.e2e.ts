/** Finance: from what was closed to what the bank got, in both languages. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { bringStatement, decimal, paidWindows } from './bank-statement.ts';
import { ask, beginCounting, confirmClose, count, counted, read } from './closing.ts';
import { expect, test } from './host.ts';
import { go, goTo, inLanguage, settledIsDownloaded, startPractice, pressEnter } from './steps.ts';

const line = (page: Page, name: string) => page.locator(`[data-line="${name}"]`);

async function isAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21aa']).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
}
async function openBridge(page: Page, window: number): Promise<void> {
  await go(page, 'Settlement');
  await page.locator('.window-card').nth(window).click();
  await page.getByRole('dialog').getByRole('button', { name: 'From sales to the bank' }).click();
  await expect(line(page, 'expected')).toBeVisible();
}
const shot = (page: Page, name: string) =>
  process.env['CLOSEOUT_SHOTS'] && page.screenshot({ path: `${process.env['CLOSEOUT_SHOTS']}/${name}.png` });

test('the bridge of a window says where each sale is, and what of the deposit is unexplained', async ({
  start,
}) => {
  const { page } = await start();
  await startPractice(page);
  await beginCounting(page, 'Maadi');
  await count(page, await counted(page, 0n));
  await confirmClose(page);
  await go(page, 'Settlement');
  await page.getByText('Settled transactions', { exact: true }).click();
  await expect(page.locator('.ag-row').first()).toBeVisible();

  await test.step('what was closed today is on its way', async () => {
    await openBridge(page, 0);
    await expect(line(page, 'closed')).toContainText(/[1-9]\d* transactions/);
    await expect(line(page, 'expected')).toContainText('0.00');
    await shot(page, 'today');
    await line(page, 'waiting').getByRole('button').click();
    const drawer = page.getByRole('dialog');
    await expect(drawer.getByText(/Z 000001/).first()).toBeVisible();
    await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)));
    await isAccessible(page);
    await shot(page, 'drawer');
    await page.keyboard.press('Escape');
  });

  await test.step('a paid window: the deposit is entered in parts, by the keyboard', async () => {
    const { windows } = await ask<{ windows: { status: { value: string }; windowId: string }[] }>(
      page,
      'settlement.windows',
      {},
    );
    await openBridge(
      page,
      windows.findIndex(({ status }) => status.value === 'SETTLED'),
    );
    await expect(line(page, 'unexplained')).toContainText('—');
    await pressEnter(page.getByRole('button', { name: 'Enter a deposit' }));
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByLabel(/^Amount/)).toBeFocused();
    await page.keyboard.type('much');
    await expect(dialog.getByText('Enter an amount')).toBeVisible();
    await dialog.getByLabel(/^Amount/).fill('100');
    await dialog.getByLabel('Received on').fill('2026-11-20');
    await dialog.getByLabel('Bank reference').fill('CIB 4471');
    await dialog.getByLabel('Bank reference').press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(line(page, 'deposited')).toContainText('100.00');
    await expect(page.getByTestId('headline')).toContainText('of this deposit is not explained.');
    await isAccessible(page);
    await shot(page, 'deposit');
    await inLanguage(page, 'ar');
    await isAccessible(page);
    await shot(page, 'deposit-ar');
    await page.getByRole('button', { name: 'التراجع عن القيد' }).click();
    await page.getByRole('dialog').getByRole('textbox').fill('كتبت مرتين');
    await page.getByRole('dialog').getByRole('button', { name: 'التراجع عن القيد' }).click();
    await expect(page.getByText('تم التراجع عنه بواسطة Mona: كتبت مرتين')).toBeVisible();
    await expect(line(page, 'unexplained')).toContainText('—');
    await inLanguage(page, 'en');
  });

  await test.step('what an imported statement says is the deposit, and is counted once beside what is entered', async () => {
    const [, paid] = await paidWindows(page);
    if (!paid) throw new Error('no window is paid');
    const minor = BigInt(paid.net.minor);
    const reference = paid.bankReference ?? 'CIB-90881';
    const importId = await bringStatement(page, [{ on: paid.expectedPayoutDate, reference, minor }]);
    await page.evaluate((to) => (window.location.hash = to), `/settlement/bridge/${paid.windowId}`);
    const row = page.locator('[data-statement-line]');
    await expect(row).toContainText('From the statement');
    await expect(row).toContainText(reference);
    await expect(line(page, 'unexplained')).not.toContainText('—');
    const deposited = await line(page, 'deposited').locator('.bridge-amount').textContent();
    await page.getByRole('button', { name: 'Enter a deposit' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(/^Amount/).fill(decimal(minor));
    await dialog.getByLabel('Received on').fill('2026-11-20');
    await dialog.getByRole('button', { name: 'Enter deposit' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.locator('[data-confirmed]')).toContainText('Confirmed by the statement');
    await expect(line(page, 'deposited').locator('.bridge-amount')).toHaveText(deposited ?? '');
    await isAccessible(page);
    await row.getByRole('button', { name: 'Show the line' }).click();
    await expect(dialog.getByRole('link', { name: 'Open the import' })).toHaveAttribute(
      'href',
      new RegExp(importId),
    );
    await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)));
    await isAccessible(page);
    await page.keyboard.press('Escape');
    // The bridge under somebody's eyes follows what happens to the import.
    await read(page, 'import.withdraw', { importId, reason: 'wrong account' });
    await expect(row).toHaveCount(0);
    await expect(page.locator('[data-confirmed]')).toHaveCount(0);
  });

  await test.step('the windows say how each stands, and what misses the next one', async () => {
    await go(page, 'Settlement');
    await expect(page.getByRole('region', { name: 'Next window' })).toContainText(/closes in \d+/);
    await expect(page.locator('.ag-row [col-id="bridge"]').first()).toBeVisible();
    await expect(
      page.locator('.window-card:is([data-state="no-deposit"], [data-state="no-statement"])').first(),
    ).toBeVisible();
    await isAccessible(page);
    await shot(page, 'windows');
    await page.getByRole('link', { name: /Will miss it: \d+ unacknowledged/ }).click();
    await expect(page).toHaveURL(/terminals$/);
  });

  await test.step('what was paid early is found in the settled list, and leads to what arrived', async () => {
    await go(page, 'Settlement');
    await page.getByText('Settled transactions', { exact: true }).click();
    await page.getByRole('combobox', { name: 'Any flag' }).click();
    await page.getByRole('option', { name: 'Paid early', exact: true }).click();
    await expect(page.getByText('Our recount of what the filter shows')).toBeVisible();
    const row = page.locator('.ag-row').first();
    await expect(row).toContainText('Paid early');
    await shot(page, 'settled-early');
    await row.locator('.id').first().click();
    await expect(page.getByRole('dialog')).toContainText('Paid early, requested elsewhere');
    await page.getByRole('dialog').getByRole('link', { name: /^IS-/ }).click();
    await expect(page).toHaveURL(/instant\/request\/IS-/);
    await expect(line(page, 'early-sales')).toContainText(/[1-9]\d* transactions/);
    await expect(line(page, 'expected')).toBeVisible();
    await isAccessible(page);
    await shot(page, 'early');
  });
});

test('a column that the list did not have before stands in its place, and not at the end', async ({
  start,
}) => {
  const { page } = await start();
  await startPractice(page);
  await settledIsDownloaded(page);
  await goTo(page, '/settlement');
  const heads = (id: string) => page.locator(`.ag-header-cell[col-id="${id}"]`);
  await expect(heads('gross')).toHaveAttribute('aria-colindex', '3');
  const [paid] = await paidWindows(page);
  await ask(page, 'bridge.enterDeposit', {
    subject: paid?.windowId ?? '',
    typed: '100',
    receivedOn: '2026-11-20',
    reference: 'CIB 4471',
  });
  await goTo(page, '/today');
  await page.locator('.tiles').waitFor();
  await goTo(page, '/settlement');
  await expect(heads('unexplained')).toHaveAttribute('aria-colindex', '3');
  await expect(heads('gross')).toHaveAttribute('aria-colindex', '4');
});
