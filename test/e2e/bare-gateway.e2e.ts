/** The first hour at a gateway that keeps to the document and has nothing beyond it: what it lacks is told, with what to do. */
import { startIndependentGateway } from '../electron/gateway/independent/start.ts';
import { TERMINAL } from '../electron/gateway/independent/seed.ts';
import { expect, test } from './host.ts';
import { connectByHand, go } from './steps.ts';

test('what a gateway lacks is named, and terminals are added by their ID with a branch', async ({
  start,
}) => {
  const gateway = await startIndependentGateway('live');
  const { state, dashboardUrl, checkoutUrl } = gateway;
  state.missing = '<!doctype html><html><body>Cannot GET that</body></html>';
  const { page } = await start();
  const keys = [state.secretKey, state.apiKey, state.paymentApiKey, state.transferApiKey];
  await connectByHand(page, { merchantId: state.merchantId, dashboardUrl, checkoutUrl, keys });

  await expect(page.getByText('This gateway does not offer a list of terminals').first()).toBeVisible();
  await go(page, 'Today');
  await page.getByRole('button', { name: 'Read all' }).click();
  await expect(page.getByText('Add yours by their ID')).toBeVisible();
  await page.getByRole('button', { name: 'Add terminals' }).click();
  await page.getByLabel('Terminal IDs').fill(TERMINAL);
  await page.getByRole('combobox', { name: 'Branch' }).fill('Zamalek');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.locator('[data-tile="outstanding"]')).toBeVisible();
  await go(page, 'Terminals');
  await expect(page.locator('.ag-row', { hasText: TERMINAL })).toContainText('Zamalek');

  await go(page, 'Instant settlement');
  await expect(page.getByText('This gateway does not offer instant settlement')).toBeVisible();
  await expect(page.getByText(/sales? can be paid early/)).toHaveCount(0);
  await expect(page.getByText('No request yet')).toHaveCount(0);
  await gateway.close();
});
