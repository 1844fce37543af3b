/** Payments in Practice: downloaded by itself, found by a part of the order, opened, and a refund prepared to the exact request. */
import { expect, test } from './host.ts';
import { open } from './screens.ts';
import { startPractice } from './steps.ts';

test('a payment is found, opened, and what can be done with its money is said', async ({ start }) => {
  const { page } = await start();
  await startPractice(page);
  await open(page, '/payments');
  await page.locator('.ag-row').first().waitFor();
  await expect(page.getByTestId('payment-sums')).toContainText('Net');
  await page.getByLabel('Order, reference, id or amount').fill('WEB-1001');
  await expect(page.locator('.ag-row', { hasText: 'WEB-1001' })).toHaveCount(1);
  await page.locator('.ag-row', { hasText: 'WEB-1001' }).first().click();
  const drawer = page.getByRole('dialog');
  await expect(drawer).toContainText('What is known');
  await drawer.getByRole('button', { name: 'Void', exact: true }).click();
  await expect(page.getByText('The exact request')).toBeVisible();
});
