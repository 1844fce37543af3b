import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, freshFolder, test } from './host.ts';
import { changeRecord, damageJournal } from './journal.ts';
import { confirmReverse, go, openReverse, signIn, startPractice } from './steps.ts';

async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa'])
    .exclude('.ag-root-wrapper')
    .analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html, nodes[0]?.failureSummary])).toEqual([]);
}

test('on a restored journal money is stopped until a person has looked everything up, and moves again then', async ({
  start,
}) => {
  const dataDir = freshFolder();
  const first = await start({ dataDir });
  await startPractice(first.page);
  await first.close();
  damageJournal(dataDir);

  const { page } = await start({ dataDir });
  const notice = page.getByRole('alert').filter({ hasText: 'The journal was damaged' });
  await signIn(page);
  await expect(notice).toBeVisible();
  await go(page, 'Terminals');
  await expect(page.getByText('Zamalek · Front till').first()).toBeVisible();

  await test.step('nothing that moves money can be started', async () => {
    await page.getByText('Zamalek · Second till').first().click();
    await expect(page.getByRole('button', { name: 'Acknowledge', exact: true })).toBeDisabled();
  });

  await test.step('the page says what happened and what to look up', async () => {
    await notice.getByRole('link', { name: 'Check by hand' }).click();
    await expect(
      page.getByText('Not finished when the backup was made. It may have been carried out since'),
    ).toBeVisible();
    await expect(page.getByText('Only its ID is left. Perhaps nothing happened')).toBeVisible();
    await expect(page.getByText('No record exists of this time')).toBeVisible();
    await page.getByText('Files and technical reason').click();
    await expect(page.getByText('quarantine').first()).toBeVisible();
    await expect(page.getByText('EGP −10.50')).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('the confirmation wants a note and is not the first thing Enter would press', async () => {
    const confirm = page.getByRole('button', { name: 'I have checked these' });
    await expect(confirm).toBeDisabled();
    // It stays in sight beside its list.
    await expect(confirm).toBeInViewport({ ratio: 1 });
    await expect(confirm).not.toBeFocused();
    await page
      .getByLabel('What you found, and where you looked')
      .fill('Portal and receipts, nothing missing');
    await confirm.click();
    await expect(page.getByText('Checked. Money can move again')).toBeVisible();
    await expect(notice).toHaveCount(0);
  });

  await test.step('what was open is followed, and money moves', async () => {
    await expect(page.getByText(/[12] not known/)).toBeVisible();
    await go(page, 'Terminals');
    const amount = await openReverse(page, 'Zamalek · Second till');
    await confirmReverse(page, amount);
    await expect(page.getByText(`EGP ${amount} reversed`)).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).last().click();
  });

  await test.step('the record tells of it, is whole, and can be exported', async () => {
    await go(page, 'Activity');
    await expect(page.getByText('Restored journal checked by hand').first()).toBeVisible();
    await expect(page.getByRole('gridcell', { name: 'Reversal', exact: true }).first()).toBeVisible();
    await page.getByRole('button', { name: 'Verify the record' }).click();
    await expect(page.getByText(/The record was whole/)).toBeVisible();
    await page.getByRole('button', { name: 'Export all' }).click();
    await expect(page.getByText(/activity-.*\.jsonl/)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('textbox', { name: 'Find an order, name or action' }).fill('nothing missing');
    await expect(page.locator('.ag-row')).toHaveCount(2);
    await expect(page.locator('.ag-row').getByText('Broken record accepted')).toBeVisible();
    await page.getByText('Restored journal checked by hand').first().click();
    await expect(
      page
        .getByRole('dialog')
        .locator('bdi')
        .getByText(/Portal and receipts/),
    ).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('nothing waits any more', async () => {
    await page.evaluate(() => (window.location.hash = '/check-by-hand'));
    await expect(page.getByText('Nothing waits to be checked')).toBeVisible();
  });
});

test('a changed record stops money, and the activity page says where it does not fit', async ({ start }) => {
  const dataDir = freshFolder();
  const first = await start({ dataDir });
  await startPractice(first.page);
  await first.close();
  changeRecord(dataDir);

  const { page } = await start({ dataDir });
  await signIn(page);
  const notice = page.getByRole('alert').filter({ hasText: 'The activity record does not verify' });
  await expect(notice).toContainText('entry 2 was changed after it was written');
  await notice.getByRole('link', { name: 'Open the activity record' }).click();
  const finding = page.getByRole('alert').filter({ hasText: 'The record does not verify' });
  await expect(finding).toContainText('entry 2 was changed after it was written');
  await expect(finding).toHaveAttribute('data-tone', 'bad');
  await expect(notice).toHaveCount(0);
  await page.getByRole('button', { name: 'Verify the record' }).click();
  await expect(finding).toHaveCount(1);
  await expectAccessible(page);
});
