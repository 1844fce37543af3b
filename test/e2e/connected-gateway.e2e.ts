import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './host.ts';
import { startGateway } from './gateway.ts';
import { connectByHand, confirmReverse, go, openReverse, takeEarly } from './steps.ts';

/** Every file below a folder as raw text. */
function everything(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');
}

const forms = (key: string) => [
  key,
  encodeURIComponent(key),
  Buffer.from(key).toString('base64'),
  Buffer.from(key).toString('hex'),
];

test('with typed keys a test profile works, stays readable without its gateway, and leaks no key', async ({
  start,
}) => {
  const gateway = await startGateway();
  const closeout = await start({ keepsReceived: true });
  const { page, dataDir } = closeout;
  await connectByHand(page, gateway);
  await expect(page.getByRole('banner')).toContainText('TEST');
  await expect(page.getByText('Zamalek · Front till').first()).toBeVisible();

  const amount = await openReverse(page, 'Zamalek · Second till');
  await confirmReverse(page, amount);
  await expect(page.getByText(`EGP ${amount} reversed`)).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).last().click();

  await page.getByRole('button', { name: 'Acknowledge', exact: true }).click();
  await page.getByTestId('confirm-movement').click();
  await expect(
    page
      .getByRole('dialog')
      .getByText(/transactions acknowledged/)
      .first(),
  ).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).last().click();

  await go(page, 'Settlement');
  await expect(page.getByText('Windows are produced in live mode only')).toBeVisible();
  await page.getByText('Settled transactions', { exact: true }).click();
  await expect(page.locator('.ag-row').first()).toBeVisible();
  await go(page, 'Instant settlement');
  await expect(page.getByText(/can be paid early/)).toBeVisible();
  await takeEarly(page, '3000');
  await expect(page.locator('[data-request]').first()).toContainText(/Pending|Processing/);

  await gateway.stop();
  await go(page, 'Terminals');
  await page.getByRole('button', { name: 'Read all' }).click();
  await expect(page.getByText('Offline', { exact: true })).toBeVisible();
  await expect(page.getByText('Zamalek · Front till').first()).toBeVisible();
  await expect(page.getByText(/Saved copy/)).toBeVisible();
  await page.getByText('Zamalek · Front till').first().click();
  await expect(page.locator('.ag-row').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Acknowledge', exact: true })).toBeDisabled();
  await go(page, 'Settlement');
  await page.getByText('Settled transactions', { exact: true }).click();
  await expect(page.locator('.ag-row').first()).toBeVisible();

  const received = closeout.received();
  expect(await closeout.close()).toBe(0);
  const kept = everything(dataDir);
  for (const key of gateway.keys.flatMap(forms)) {
    expect(kept.includes(key)).toBe(false);
    expect(received.includes(key)).toBe(false);
  }
});
