/** Finance without a mouse: what may belong together is read, accepted one by one and all alike, taken back, and what was learnt forgotten. */
import type { Page } from '@playwright/test';
import { looksRight } from './accessible.ts';
import { bringUnnamed, startWithStatement } from './bank-statement.ts';
import { expect, test } from './host.ts';
import { press, pressesNoPointer, tabTo } from './keyboard.ts';
import { goTo, inLanguage } from './steps.ts';

const countOf = (page: Page, part: 'proposals' | 'matches') =>
  page.locator(`[data-part="${part}"] .reconcile-part-count`);
const rows = (page: Page) => page.locator('.ag-row');

/** The first row of the list. */
async function openFirstRow(page: Page, header: RegExp): Promise<void> {
  await expect(rows(page).first()).toBeVisible();
  await tabTo(page, header);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
}

test('proposals are explained, accepted and taken back, and what was learnt is forgotten, without the mouse', async ({
  start,
}) => {
  const { page } = await start();
  await startWithStatement(page, bringUnnamed);
  await goTo(page, '/reconcile/bank');
  const noPointer = await pressesNoPointer(page);
  const answer = page.getByTestId('reconcile-headline');
  const drawer = page.getByRole('dialog');

  await test.step('nothing that names nothing is matched; it is proposed, and the list says why', async () => {
    await expect(answer).toContainText(/0 of \d+ payouts are matched/);
    await expect(countOf(page, 'proposals')).toHaveText('9');
    await press(page, /^Proposed/);
    await expect(rows(page)).toHaveCount(9);
    await expect(rows(page).first()).toContainText('Same amount, same day, new payer, nothing else fits');
    await expect(page.locator('.page-foot')).toContainText('2 exclude one another.');
    await expect(page.locator('.page-foot')).toContainText('1 differs in its amount.');
    await expect(page.locator('.ag-row', { hasText: 'choose 1 of 2' })).toHaveCount(2);
    await expect(page.locator('.ag-row', { hasText: 'less, the bank names it' })).toHaveCount(1);
    await looksRight(page, 'proposals');
  });

  await test.step('one is opened and accepted', async () => {
    await openFirstRow(page, /^Date$/);
    await expect(drawer).toContainText('new payer');
    await looksRight(page, 'a proposal');
    await press(page, /^Accept proposal$/);
    await expect(page.getByRole('status').filter({ hasText: '1 proposal is accepted.' })).toBeVisible();
    await expect(countOf(page, 'proposals')).toHaveText('8');
    await expect(countOf(page, 'matches')).toHaveText('1');
  });

  await test.step('all that are alike are accepted together', async () => {
    await press(page, /^Accept the 5 that are alike/);
    await expect(drawer).toContainText('Accept 5 proposals');
    await expect(drawer).toContainText('The other 3 proposals stay open for you to decide.');
    await looksRight(page, 'accepting');
    await press(page, /^Accept 5 proposals · EGP/);
    await expect(page.getByRole('status').filter({ hasText: '5 proposals are accepted.' })).toBeVisible();
    await expect(countOf(page, 'matches')).toHaveText('6');
  });

  await test.step('one is taken back, and proposed again', async () => {
    await press(page, /^Matched/);
    await expect(rows(page)).toHaveCount(6);
    await openFirstRow(page, /^Order or reference$/);
    await press(page, /^Take match back/);
    await tabTo(page, /^Reason/);
    await page.keyboard.type('It was of another shop');
    await press(page, /^Take match back/);
    await expect(drawer).toHaveCount(0);
    await expect(countOf(page, 'proposals')).toHaveText('4');
    await expect(countOf(page, 'matches')).toHaveText('5');
  });

  await test.step('what was learnt is listed, and a payer is forgotten and used again', async () => {
    await press(page, /^Proposed/);
    await press(page, /^Known payers/);
    const payer = page.locator('.learnt-row', { hasText: 'ACQUIRER OF PAYMENTS' });
    await expect(payer).toContainText(/in \d deposits, the last on/);
    await expect(page.locator('.learnt-row', { hasText: 'On the day it is due' })).toBeVisible();
    await looksRight(page, 'what was learnt');
    await press(page, /^Forget payer$/);
    await expect(payer).toContainText('Forgotten by Mona');
    await press(page, /^Use again$/);
    await expect(payer).not.toContainText('Forgotten by Mona');
    await press(page, /^Forget payer$/);
    await expect(payer).toContainText('Forgotten by Mona');
  });

  await noPointer();

  await test.step('all of it in Arabic', async () => {
    await inLanguage(page, 'ar');
    await expect(page.locator('.learnt-row', { hasText: 'ACQUIRER OF PAYMENTS' })).toContainText(
      /أُوقف استخدامه بواسطة.*Mona/,
    );
    await expect(page.getByRole('button', { name: 'استخدام من جديد' })).toBeVisible();
    await looksRight(page, 'what was learnt, in Arabic');
    await goTo(page, '/reconcile/bank/proposals');
    await expect(page.locator('.ag-row', { hasText: 'يذكره البنك بالاسم' })).toHaveCount(1);
    await looksRight(page, 'proposals, in Arabic');
  });
});
