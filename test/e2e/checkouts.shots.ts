/** `npm run screens`: pictures of checkouts: the list, one, a new one, and where its customer pays. */
import { test } from './host.ts';
import { inEveryLook, open, shoot } from './screens.ts';
import { signIn } from './steps.ts';

test('screens of checkouts', async ({ start }) => {
  test.setTimeout(600_000);
  const { page } = await start();
  page.setDefaultTimeout(30_000);
  await signIn(page);
  await page.getByRole('button', { name: 'Start practising' }).click();
  await page.locator('.tiles').waitFor();
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
    await page.locator('details.advanced summary').click();
    await page.waitForTimeout(500);
    await shoot(page, 'checkout-new', look);
    await page.locator('details.advanced summary').click();
    await page.locator('.mantine-Modal-content input').first().fill('120.50');
    await page.getByTestId('make-checkout').click();
    await page.waitForTimeout(1_500);
    if ((await page.locator('.qr').count()) === 0) await page.getByTestId('make-checkout').click();
    await page.locator('.qr').waitFor();
    await page.waitForTimeout(500);
    await shoot(page, 'checkout-made', look);
    await page.keyboard.press('Escape');
    await page.waitForTimeout(400);
  });
});
