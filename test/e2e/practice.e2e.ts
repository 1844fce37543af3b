import AxeBuilder from '@axe-core/playwright';
import { expect, test } from './host.ts';
import { confirmReverse, go, openReverse, startPracticeByHand, takeEarly } from './steps.ts';

test('a newcomer practises: lists, reverses, acknowledges, settles early, in English and Arabic', async ({
  start,
}) => {
  const { page } = await start();
  await startPracticeByHand(page);
  await expect(page.getByRole('banner')).toContainText('PRACTICE');
  await expect(page.getByTestId('headline')).toContainText(/[1-9]\d{2} outstanding transactions/);

  await test.step('reverse a sale', async () => {
    const amount = await openReverse(page, 'Zamalek · Second till');
    await expect(page.getByTestId('confirm-movement')).toBeDisabled();
    await confirmReverse(page, amount);
    await expect(page.getByText(`EGP ${amount} reversed`)).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).last().click();
    await expect(page.getByText(/^Reversed .* by /).first()).toBeVisible();
  });

  await test.step('see every raw field of a transaction', async () => {
    await page.locator('.ag-row').first().locator('.id').first().click();
    await page.getByText('As the gateway sent it').click();
    await expect(page.getByText('merchant_order_id', { exact: true })).toBeVisible();
    await expect(page.getByText('entry_mode', { exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('acknowledge the terminal', async () => {
    await page.getByRole('button', { name: 'Acknowledge', exact: true }).click();
    await page.getByTestId('confirm-movement').click();
    await expect(
      page
        .getByRole('dialog')
        .getByText(/transactions acknowledged/)
        .first(),
    ).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).last().click();
    await expect(page.getByText(/All acknowledged at/)).toBeVisible();
  });

  await test.step('acknowledge several terminals one after another', async () => {
    await go(page, 'Terminals');
    for (const index of [2, 3])
      await page.locator(`.ag-row[row-index="${index}"] .ag-checkbox-input`).check();
    await page.getByRole('button', { name: 'Acknowledge 2 terminals' }).click();
    await page.getByTestId('confirm-movement').click();
    await expect(page.getByRole('dialog').getByText(/transactions acknowledged/)).toHaveCount(2);
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).last().click();
  });

  await test.step('see windows, batches and settled transactions', async () => {
    await go(page, 'Settlement');
    await page.locator('.window-card').first().click();
    await expect(page.getByRole('table', { name: 'Batches of this window' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByText('Settled transactions', { exact: true }).click();
    await expect(page.getByText('Recounted on this PC')).toBeVisible();
    await expect(page.locator('.ag-row').first()).toBeVisible();
    await expect(page.getByText(/are on this PC\. Download/)).toHaveCount(0);
  });

  await test.step('take money early and follow the request', async () => {
    await go(page, 'Instant settlement');
    await takeEarly(page, '5000');
    await expect(page.locator('[data-request]').first()).toContainText(/Pending|Processing/);
    await expect(
      page.locator('[data-request]').first().locator('[data-tone="good"]', { hasText: 'Transferred' }),
    ).toBeVisible({ timeout: 60_000 });
  });

  await test.step('in Arabic, right to left, dark', async () => {
    await go(page, 'Settings');
    await page.getByText('العربية', { exact: true }).click();
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    await page.getByText('داكن', { exact: true }).click();
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await go(page, 'أجهزة نقاط البيع');
    await expect(page.getByRole('banner')).toContainText('تدريب');
  });

  await test.step('without a serious accessibility fault', async () => {
    const { violations } = await new AxeBuilder({ page })
      .withTags(['wcag2a', 'wcag2aa'])
      .exclude('.ag-root-wrapper')
      .analyze();
    expect(
      violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => [id, nodes[0]?.html, nodes[0]?.failureSummary]),
    ).toEqual([]);
  });
});
