/** Every menu as the keyboard meets it: the focus goes in, the arrows go on, Escape comes back; axe looks while it is open. */
import type { Locator, Page } from '@playwright/test';
import { hasNoFinding } from './accessible.ts';
import { addPeople, branchesOf, closeWhole } from './closing-calls.ts';
import { begin, read } from './closing.ts';
import { expect, test } from './host.ts';
import { goTo, MONA, settledIsDownloaded, startPractice, switchTo, pressEnter } from './steps.ts';

const entries = (page: Page) => page.getByRole('menuitem');

async function goesThrough(page: Page, button: Locator, where: string): Promise<void> {
  // What lies under a mouse that rests has a tooltip, which is outside of every region.
  await page.mouse.move(0, 0);
  await test.step(where, async () => {
    await pressEnter(button);
    await expect(page.getByRole('menu')).toBeVisible();
    await expect(entries(page).first()).toBeFocused();
    await hasNoFinding(page, where);
    const last = (await entries(page).count()) - 1;
    if (last > 0) {
      await page.keyboard.press('ArrowDown');
      await expect(entries(page).nth(1)).toBeFocused();
      await page.keyboard.press('ArrowUp');
      await expect(entries(page).first()).toBeFocused();
      await page.keyboard.press('End');
      await expect(entries(page).nth(last)).toBeFocused();
    }
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
    await expect(button).toBeFocused();
  });
}

test('every menu is gone through by the keyboard and has no finding of axe while it is open', async ({
  start,
}) => {
  const { page } = await start();
  await startPractice(page);
  await addPeople(page);
  await read(page, 'people.add', { pin: MONA.pin, newPin: '915273', name: 'Nour', role: 'viewer' });
  await goesThrough(page, page.getByRole('button', { name: /^Mona, / }), 'the person');
  await goesThrough(page, page.locator('.band').getByRole('button').first(), 'the profile');

  await page.locator('.ag-row').first().waitFor();
  await page.locator('.ag-row[row-index="1"] .ag-cell').last().press('Enter');
  await expect(entries(page).first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await goesThrough(page, page.locator('.ag-row[row-index="0"] button').first(), 'a terminal');
  await page.getByText('Zamalek · Front till').first().click();
  await page.locator('.ag-row').first().waitFor();
  await goesThrough(page, page.locator('.ag-row[row-index="0"] button').first(), 'a transaction');
  await goesThrough(page, page.getByRole('button', { name: 'Export' }), 'a list as a file');

  const [first, second] = await branchesOf(page);
  await closeWhole(page, first?.branchKey ?? '', null);
  await begin(page, second?.branchName ?? '');
  await goesThrough(page, page.getByRole('button', { name: 'More about this close' }), 'the close');
  await goTo(page, '/close/history');
  await page.locator('.ag-row', { hasText: '000001' }).locator('.ag-cell').first().press('Enter');
  await goesThrough(page, page.getByRole('button', { name: 'Print or save' }), 'a Z');
  await page.keyboard.press('Escape');

  await settledIsDownloaded(page);
  await goesThrough(page, page.getByRole('button', { name: 'More about downloading' }), 'the download');

  await read(page, 'reconciliation.run', {});
  await goTo(page, '/reconcile/sales');
  const sheet = page.getByRole('button', { name: 'Export' });
  await goesThrough(page, sheet, 'the sheet of exceptions');

  await test.step('where a role may do nothing of a menu, it opens, says why and closes', async () => {
    await switchTo(page, { name: 'Nour', pin: '915273' });
    await goTo(page, '/reconcile/sales');
    await pressEnter(sheet);
    await expect(page.getByRole('menu')).toContainText('Your role (Viewer) does not allow this.');
    for (const entry of await entries(page).all()) await expect(entry).toBeDisabled();
    await expect(entries(page).first()).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menu')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
    await goesThrough(page, sheet, 'nothing allowed');
  });
});
