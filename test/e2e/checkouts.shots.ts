/** `npm run screens`: pictures of checkouts and of rates. */
import { test } from './host.ts';
import { inEveryLook, open, shoot } from './screens.ts';
import { startPractice } from './steps.ts';

test('screens of checkouts', async ({ start }) => {
  test.setTimeout(600_000);
  const { page } = await start();
  page.setDefaultTimeout(30_000);
  await startPractice(page);
  await inEveryLook(page, async (look) => {
    await open(page, '/payments/checkouts');
    await page.locator('.ag-row').nth(2).waitFor();
    await page.waitForTimeout(500);
    await shoot(page, 'checkouts', look);
    await page.locator('.ag-row').nth(2).click();
    await page.locator('.story li').first().waitFor();
    await page.waitForTimeout(700);
    await shoot(page, 'checkout', look);
    await page.keyboard.press('Escape');
    await page.waitForTimeout(400);
    await page.locator('.page-actions button').last().click();
    await page.waitForTimeout(500);
    await shoot(page, 'checkout-new', look);
    await page.locator('.mantine-Modal-content input').first().fill('120.50');
    await page.getByTestId('make').click();
    await page.waitForTimeout(1_500);
    if ((await page.locator('.qr').count()) === 0) await page.getByTestId('make').click();
    await page.locator('.qr').waitFor();
    await page.waitForTimeout(500);
    await shoot(page, 'checkout-made', look);
    await page.keyboard.press('Escape');
    await page.waitForTimeout(400);
  });
});

test('screens of rates', async ({ start }) => {
  test.setTimeout(600_000);
  const { page } = await start();
  page.setDefaultTimeout(30_000);
  await startPractice(page);
  await inEveryLook(page, async (look) => {
    await open(page, '/rates');
    await page.locator('.ag-row').nth(2).waitFor();
    const form = page.locator('.calculator').first();
    await form.locator('input').first().fill('120.50');
    await form.getByRole('button').click();
    await page.getByTestId('fee-answer').waitFor();
    await page.waitForTimeout(400);
    await shoot(page, 'rates-fees', look);
    await open(page, '/rates/methods');
    await page.locator('.ag-row').first().waitFor();
    await page.waitForTimeout(400);
    await shoot(page, 'rates-methods', look);
    await open(page, '/rates/exchange');
    await page.locator('.ag-row').first().waitFor();
    await page.waitForTimeout(400);
    await shoot(page, 'rates-exchange', look);
  });
});
