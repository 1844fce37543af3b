/** Finance without a mouse: a rule for lines of the bank that settle nothing is seen on the past, kept, used, and switched off. */
import { looksRight } from './accessible.ts';
import { bringOtherLines, startWithStatement } from './bank-statement.ts';
import { expect, test } from './host.ts';
import { press, pressesNoPointer, tabTo } from './keyboard.ts';
import { goTo, inLanguage } from './steps.ts';

test('a rule for other lines is seen on the past, kept, used and switched off, without the mouse', async ({
  start,
}) => {
  const { page } = await start();
  await startWithStatement(page, bringOtherLines);
  await goTo(page, '/reconcile/bank/proposals');
  const noPointer = await pressesNoPointer(page);
  const booked = page.getByTestId('reconcile-booked');
  const dialog = page.getByRole('dialog');

  await test.step('without a rule only the fee is told apart, by its code', async () => {
    await expect(booked).toContainText('Bank fees 1');
    await expect(booked).not.toContainText('Other income');
    await press(page, /^Rules for bank lines/);
    await expect(page.getByText('No rules yet')).toBeVisible();
  });

  await test.step('a rule is written: what it would take is there before it is kept', async () => {
    await press(page, /^New rule/);
    await tabTo(page, /^Text contains/);
    await page.keyboard.type('rent');
    await tabTo(page, /^Bank fee/);
    await page.keyboard.press('ArrowDown');
    const preview = page.getByTestId('rule-preview');
    await expect(preview).toContainText('2 past lines fit: EGP 900.00');
    await expect(preview.getByRole('listitem')).toHaveCount(2);
    await looksRight(page, 'a new rule');
    await press(page, /^Add the rule/);
    await expect(dialog).toHaveCount(0);
    await expect(page.locator('.learnt-row')).toContainText('Text contains “rent”');
    await expect(page.locator('.learnt-row')).toContainText('Money in only');
    await looksRight(page, 'rules');
  });

  await test.step('from the next comparison on its lines are told apart, and lead to their list', async () => {
    await press(page, /^Back to the list/);
    await expect(booked).toContainText('Other income 2');
    await press(page, /^Other income/);
    await expect(page.locator('.ag-row')).toHaveCount(2);
    await looksRight(page, 'lines that a rule took');
  });

  await test.step('it is changed: its dialog says what it asks for, and what it takes from now on', async () => {
    await press(page, /^Proposed/);
    await press(page, /^Rules for bank lines/);
    await press(page, /^Change this rule: rent/);
    await expect(page.getByTestId('rule-preview')).toContainText('2 past lines fit: EGP 900.00');
    await tabTo(page, /^Amount to/);
    await page.keyboard.type('5000');
    await press(page, /^Save the rule/);
    await expect(dialog).toHaveCount(0);
    await expect(page.locator('.learnt-row')).toContainText('5,000.00');
  });

  await test.step('switched off, it takes nothing', async () => {
    await tabTo(page, /^This rule is used: rent/);
    await page.keyboard.press('Space');
    await expect(page.locator('.learnt-row')).toHaveAttribute('data-forgotten', 'true');
    await press(page, /^Back to the list/);
    await expect(booked).toContainText('Bank fees 1');
    await expect(booked).not.toContainText('Other income');
  });

  await noPointer();

  await test.step('all of it in Arabic', async () => {
    await inLanguage(page, 'ar');
    await expect(booked).toContainText('رسوم البنك');
    await goTo(page, '/reconcile/bank/rules');
    await expect(page.locator('.learnt-row')).toContainText('البيان يحتوي على');
    await looksRight(page, 'rules, in Arabic');
  });
});
