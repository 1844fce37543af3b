/** Finance: the sales of a till and the statement of a bank, brought in, compared, and what is left matched by hand. */
import type { Page } from '@playwright/test';
import { looksRight } from './accessible.ts';
import { branchesOf, closeWhole } from './closing-calls.ts';
import { expect, test } from './host.ts';
import { bringIn } from './importing.ts';
import { compare, salesOfTill, statementOfBank, undoneIn } from './reconciliation-files.ts';
import { go, goTo, inLanguage, startPractice, sweepLanguages, pressEnter } from './steps.ts';

const answer = (page: Page) => page.getByTestId('reconcile-headline');
const drawer = (page: Page) => page.getByRole('dialog').first();
const front = (page: Page) => page.getByRole('dialog').last();
const countOf = (page: Page, part: 'exceptions' | 'expected' | 'matches') =>
  page.locator(`[data-part="${part}"] .reconcile-part-count`);
const rows = (page: Page, text: string) => page.locator('.ag-row', { hasText: text });
/** Opens the row by the keyboard. */
const openRow = (page: Page, text: string, columnId: string) =>
  rows(page, text).locator(`.ag-cell[col-id="${columnId}"]`).press('Enter');

async function looksRightInEach(page: Page, where: string): Promise<void> {
  for (const language of sweepLanguages) {
    await inLanguage(page, language);
    await looksRight(page, `${where}, ${language}`);
  }
}

test('a till and a bank are brought in and compared; what does not match is opened, matched by hand and taken back', async ({
  start,
}) => {
  const { page } = await start();
  page.setDefaultTimeout(60_000);
  await startPractice(page);
  const [branch] = await branchesOf(page);
  await closeWhole(page, branch?.branchKey ?? '', null);
  await go(page, 'Settlement');
  await page.locator('.window-card').first().waitFor();
  await page.getByText('Settled transactions', { exact: true }).click();
  await expect(page.locator('.ag-row').first()).toBeVisible();
  await expect(page.getByTestId('download-count')).toHaveCount(0);
  await compare(page);
  const till = await salesOfTill(page);
  const bank = await statementOfBank(page);

  await test.step('without imports each comparison says what is missing, and leads there', async () => {
    await goTo(page, '/reconcile/books');
    await pressEnter(page.getByRole('button', { name: 'Import sales' }));
    await bringIn(page, till.upload, 'sales', String(till.lines));
    await goTo(page, '/reconcile/bank');
    await pressEnter(page.getByRole('button', { name: 'Import a statement' }));
    await bringIn(page, bank.upload, 'bank', String(bank.lines));
  });

  await test.step('the books: what is there, what is missing, and why', async () => {
    await goTo(page, '/reconcile/books');
    await compare(page);
    // One line of the file stands for nothing: two are of the same sale, one of none, and one sale is two of them.
    const undone = await undoneIn(page, 'books');
    const closed = till.lines - 2 + undone;
    const due = closed - undone;
    await expect(answer(page)).toContainText(`${due - 4} of ${due} closed transactions are in the books.`);
    await expect(answer(page)).toContainText('8 exceptions need attention');
    await expect(countOf(page, 'exceptions')).toHaveText('8');
    // What cancels out in the file stands beside it.
    await expect(countOf(page, 'matches')).toHaveText(String(due - 4));
    for (const [type, count] of [
      ['Amount over', 1],
      ['Missing in the books', 2],
      ['Missing in our closes', 3],
      ['Other currency', 1],
      ['Duplicate', 1],
    ] as const)
      await expect(rows(page, type)).toHaveCount(count);
    await looksRightInEach(page, 'books');
  });

  await test.step('a row is opened: both sides, the difference, and the way to the line of the file', async () => {
    await openRow(page, 'Amount over', 'type');
    await expect(drawer(page)).toContainText('the books have more than was closed');
    await expect(drawer(page)).toContainText('+5.00');
    await expect(drawer(page).getByRole('region', { name: 'Closed' })).toContainText('Z 000001');
    await looksRightInEach(page, 'an exception of the books');
    await pressEnter(drawer(page).getByRole('link', { name: 'Open the import' }));
    await expect(page).toHaveURL(/reconcile\/imports\/.+/);
    await expect(page.locator('.ag-row').first()).toBeVisible();
    await goTo(page, '/reconcile/books');
  });

  await test.step('one sale that is two lines is matched by hand, with the difference running along', async () => {
    await openRow(page, till.split, 'reference');
    await expect(drawer(page)).toContainText('the imported sales of its day do not include it');
    await pressEnter(drawer(page).getByRole('button', { name: 'Match by hand' }));
    const theirs = page.getByRole('region', { name: 'In the books' });
    await theirs.getByLabel('Order, reference, amount').fill('TILL-A');
    await expect(theirs.getByRole('option')).toHaveCount(1);
    await theirs.getByRole('listbox').focus();
    await page.keyboard.press('Space');
    await expect(page.getByTestId('running-difference')).toHaveText(/−10\.25/);
    await theirs.getByLabel('Order, reference, amount').fill('TILL-B');
    // What was picked under the other search stays in sight, first.
    await expect(theirs.getByRole('option')).toHaveText([/TILL-A/, /TILL-B/]);
    await theirs.getByRole('listbox').focus();
    await page.keyboard.press('End');
    await page.keyboard.press('Space');
    await expect(page.getByTestId('running-difference')).toHaveText(/−0\.25/);
    await expect(page.getByRole('button', { name: /^Match(?! by)/ })).toBeDisabled();
    await looksRightInEach(page, 'match by hand');
    await page.getByLabel('Remark').fill('Rounded at the till');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText('3 items are matched.')).toBeVisible();
    await pressEnter(page.getByRole('link', { name: 'Back to the list' }));
    await expect(countOf(page, 'exceptions')).toHaveText('5', { timeout: 60_000 });
  });

  await test.step('the match is listed with its rule and its remark, and is taken back with a reason', async () => {
    await pressEnter(page.locator('[data-part="matches"]'));
    await openRow(page, 'By hand', 'rule');
    await expect(drawer(page)).toContainText('Rounded at the till');
    await expect(drawer(page)).toContainText('−0.25');
    await pressEnter(drawer(page).getByRole('button', { name: 'Take match back' }));
    await front(page).getByLabel('Reason').fill('They are two sales');
    await pressEnter(front(page).getByRole('button', { name: 'Take match back' }));
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(countOf(page, 'exceptions')).toHaveText('8', { timeout: 60_000 });
    await expect(rows(page, 'By hand')).toHaveCount(0);
  });

  await test.step('the bank: what is paid, those within the normal days, and what differs', async () => {
    await page.getByText('Settlement and bank', { exact: true }).click();
    const { expected, waiting } = bank;
    await expect(answer(page)).toContainText(`${expected - waiting - 3} of ${expected} payouts are matched.`);
    await expect(answer(page)).toContainText('6 exceptions need attention');
    await expect(page.locator('.reconcile-headline')).toContainText(/Besides settlement:.*Bank fees.*25\.00/);
    for (const [type, count] of [
      ['Amount under', 1],
      ['Missing at the bank', 2],
      ['Not expected', 3],
    ] as const)
      await expect(rows(page, type)).toHaveCount(count);
    await openRow(page, 'Amount under', 'type');
    await expect(drawer(page)).toContainText('−15.00');
    await expect(drawer(page).getByRole('link', { name: 'From sales to the bank' })).toBeVisible();
    await looksRightInEach(page, 'an exception of the bank');
    await page.keyboard.press('Escape');
    await looksRightInEach(page, 'bank');
    await expect(countOf(page, 'expected')).toHaveText(String(waiting));
    await pressEnter(page.locator('[data-part="expected"]'));
    await expect(rows(page, 'Within the normal days')).toHaveCount(waiting);
    await looksRightInEach(page, 'expected of the bank');
  });

  await test.step('an early payout that the statement names: its match, and its deposit in its bridge', async () => {
    await pressEnter(page.locator('[data-part="matches"]'));
    await openRow(page, bank.early, 'ours');
    await expect(drawer(page).getByRole('region', { name: 'Expected' })).toContainText('Early payout');
    await looksRightInEach(page, 'a match of an early payout');
    await pressEnter(drawer(page).getByRole('link', { name: 'From sales to the bank' }));
    await expect(page.locator('[data-statement-line]')).toContainText('From the statement');
    await expect(page.locator('[data-line="unexplained"]')).toContainText('0.00');
    await pressEnter(page.getByRole('button', { name: 'Show the line' }));
    await expect(drawer(page)).toContainText(bank.early);
    await looksRightInEach(page, 'the line of an early payout');
  });
});
