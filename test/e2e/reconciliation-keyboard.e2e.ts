/** Finance without a mouse: a statement is brought in, an exception is decided, two sides are matched by hand. */
import { expect, test } from './host.ts';
import { press, pressesNoPointer, tabTo } from './keyboard.ts';
import { signIn } from './steps.ts';

test('a reconciliation is done without the mouse', { tag: '@deep' }, async ({ start }) => {
  const { page } = await start({ practice: 'story' });
  await signIn(page);
  const noPointer = await pressesNoPointer(page);
  const front = page.getByRole('dialog').last();
  const answer = page.getByTestId('reconcile-headline');

  await test.step('Practice is begun, its tour is left', async () => {
    await press(page, /^Start practising/);
    await expect(page.locator('.tour')).toBeVisible({ timeout: 60_000 });
    await press(page, /^End the tour|^Leave the tour/);
    await expect(page.locator('.tour')).toHaveCount(0);
  });

  await test.step('the statement that waits is imported', async () => {
    await page.keyboard.press('Alt+6');
    await expect(answer).toBeVisible();
    await tabTo(page, /^Sales and settlement/);
    await page.keyboard.press('ArrowLeft');
    await expect(page).toHaveURL(/reconcile\/bank/);
    await press(page, /^Imports/);
    await press(page, /^Import a file/);
    await press(page, /^Use this statement/);
    await expect(page.locator('[data-step="format"]')).toHaveAttribute('data-done', 'true');
    await press(page, /^Continue: Import/);
    await press(page, /^Import \d+ lines/);
    await expect(page.getByTestId('import-saved')).toBeVisible();
  });

  await test.step('compared again, its deposits are matched', async () => {
    await page.keyboard.press('Alt+6');
    // How many were paid by now depends on the hour: the bank pays at 09:00 UTC.
    const atTheBank = async () =>
      Number(/(\d+) of \d+ payouts are matched/.exec(await answer.innerText())?.[1] ?? Number.NaN);
    await expect(answer).toContainText(/\d+ of \d+ payouts are matched/);
    const before = await atTheBank();
    await press(page, /^Compare again/);
    await expect.poll(atTheBank).toBeGreaterThanOrEqual(before + 6);
    await expect(answer).toContainText(/^2 exceptions need attention/);
    await expect(page.getByText('Deposit returned').first()).toBeVisible();
  });

  await test.step('an exception is opened, given to a person, and resolved', async () => {
    await tabTo(page, /^Settlement and bank/, 'Shift+Tab');
    await page.keyboard.press('ArrowRight');
    await expect(page).toHaveURL(/reconcile\/sales/);
    await expect(page.locator('.ag-row').first()).toBeVisible();
    await press(page, /Amount over/);
    await expect(page.locator('.ag-row')).toHaveCount(1);
    await tabTo(page, /^Order or reference$/);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await press(page, /^Assign/);
    await tabTo(page, /^Owner/);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await tabTo(page, /^Remark/);
    await page.keyboard.type('Ask the shop for the slip');
    await press(page, /^Assign/);
    await expect(front.getByText('Ask the shop for the slip')).toBeVisible();
    await press(page, /^Resolve/);
    await tabTo(page, /^Remark/);
    await page.keyboard.type('The tip was typed at the terminal');
    await press(page, /^Resolve/);
    await expect(front.getByText('Resolved', { exact: true }).first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('two sides are matched by hand, and the match is taken back', async () => {
    await press(page, /^Match by hand/);
    const ours = page.getByRole('listbox', { name: 'Closed' });
    await expect(ours.getByRole('option').first()).toBeVisible();
    await tabTo(page, /^Closed/);
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Space');
    await expect(page.getByTestId('running-difference')).toBeVisible();
    await tabTo(page, /^Remark/);
    await page.keyboard.type('One till, two slips');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText('2 items are matched.')).toBeVisible();
    await press(page, /^Undo/);
    await tabTo(page, /^Reason/);
    await page.keyboard.type('The wrong slip');
    await press(page, /^Take match back/);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await noPointer();
});
