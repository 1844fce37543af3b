/** `npm run screens`: pictures of the screens of money: connecting, terminals, movements, settlement. */
import { read } from './closing.ts';
import { test } from './host.ts';
import { inEveryLook, open, shoot, shootAll } from './screens.ts';
import { signIn } from './steps.ts';

test('screens of money', async ({ start }) => {
  test.setTimeout(600_000);
  const { page } = await start();
  page.setDefaultTimeout(30_000);
  await signIn(page);
  await page.getByRole('button', { name: 'Start practising' }).waitFor();
  await shootAll(page, 'welcome');
  await inEveryLook(page, async (look) => {
    await open(page, '/connect');
    await shoot(page, 'connect', look);
    await open(page, '/');
  });
  await page.getByRole('button', { name: 'Start practising' }).click();
  await page.locator('.tiles').waitFor();
  await open(page, '/terminals');
  await page.getByText('Zamalek · Front till').first().waitFor();
  // From them the list knows what was paid at and by whom.
  await read(page, 'checkouts.refresh', { whole: true });
  await read(page, 'kept.refresh', { name: 'links', whole: true });
  await open(page, '/payments');
  await page.locator('.ag-row').first().waitFor();
  await inEveryLook(page, async (look) => {
    await open(page, '/payments');
    await page.locator('.ag-row').nth(2).waitFor();
    await shoot(page, 'payments', look);
    await page.locator('.ag-row').first().click();
    await page.locator('.story li').first().waitFor();
    await page.waitForTimeout(500);
    await shoot(page, 'payment', look);
    await page.keyboard.press('Escape');
    await open(page, '/terminals');
    await shoot(page, 'terminals', look);
    await open(page, '/terminals/30410002');
    await page.locator('.ag-row').nth(2).waitFor();
    await shoot(page, 'terminal', look);
    await page.locator('.ag-cell[col-id="reference"] .id').first().click();
    await page.waitForTimeout(500);
    await shoot(page, 'transaction', look);
    await page.keyboard.press('Escape');
    await page.waitForTimeout(300);
    await page.locator('.ag-row').nth(2).locator('button').click();
    await page.getByRole('menuitem').last().click();
    await page.getByTestId('confirm-movement').waitFor();
    await page.waitForTimeout(700);
    await shoot(page, 'reverse', look);
    await page.keyboard.press('Escape');
    await page.locator('.page-actions button').last().click();
    await page.getByTestId('confirm-movement').waitFor();
    await page.waitForTimeout(700);
    await shoot(page, 'acknowledge', look);
    await page.keyboard.press('Escape');
  });
});
