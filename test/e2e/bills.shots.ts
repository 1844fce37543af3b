/** `npm run screens`: pictures of the forms of links and invoices, of a bill that was made and its row, and of a row of a bulk bill. */
import { test } from './host.ts';
import { inEveryLook, open, shoot } from './screens.ts';
import { startPractice } from './steps.ts';

test('screens of bills', async ({ start }) => {
  test.setTimeout(600_000);
  const { page } = await start();
  page.setDefaultTimeout(90_000);
  await startPractice(page);
  const dialog = page.locator('.mantine-Modal-content');
  await inEveryLook(page, async (look) => {
    await open(page, '/billing');
    await page.locator('.ag-row').first().waitFor();
    await page.keyboard.press('n');
    await dialog.locator('input').nth(0).fill('Hany Adel');
    await dialog.locator('input[inputmode="decimal"]').nth(0).fill('400');
    await dialog.locator('summary').click();
    await dialog.locator('input[inputmode="decimal"]').nth(2).fill('2.5');
    await dialog.locator('[role="status"] strong').waitFor();
    await shoot(page, 'link-new', look);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await open(page, '/billing/invoices');
    await page.locator('.page-actions button').last().waitFor();
    await page.keyboard.press('n');
    await dialog.locator('input').nth(0).fill('Mona Samir');
    await dialog.locator('input[inputmode="decimal"]').first().fill('75.50');
    await dialog.getByTestId('make').click();
    const made = dialog.getByTestId('made-bill');
    const double = dialog.getByRole('alert');
    await made.or(double).first().waitFor();
    if ((await double.count()) > 0) {
      await shoot(page, 'invoice-double', look);
      await dialog.getByTestId('make').click();
    }
    await made.waitFor();
    await shoot(page, 'invoice-made', look);
    // The row of the bill shows where its customer pays.
    await dialog.locator('.dialog-acts a').click();
    await page.getByTestId('where-to-pay').waitFor();
    await page.waitForTimeout(700);
    await shoot(page, 'invoices-open', look);
    await page.keyboard.press('Escape');
    await page.locator('.mantine-Drawer-content').waitFor({ state: 'detached' });
    await open(page, '/billing/bulk');
    await page.locator('.ag-row').last().click();
    await page.locator('.drawer-acts').waitFor();
    await page.waitForTimeout(500);
    await shoot(page, 'bulk-row', look);
    await page.keyboard.press('Escape');
  });
});
