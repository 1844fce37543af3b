/** Finance: exceptions given out together by the keyboard, what a viewer sees of it, and reconciliation without a connection. */
import type { Page } from '@playwright/test';
import { hasNoFinding } from './accessible.ts';
import { addPeople, branchesOf, closeWhole } from './closing-calls.ts';
import { read } from './closing.ts';
import { startGateway } from './gateway.ts';
import { expect, test } from './host.ts';
import { compare, fromLongAgo } from './reconciliation-files.ts';
import { connect, go, goTo, MONA, settledIsDownloaded, switchTo, pressEnter } from './steps.ts';

const NOUR = { name: 'Nour', pin: '915273' };
const drawer = (page: Page) => page.getByRole('dialog').first();
const answer = (page: Page) => page.getByTestId('reconcile-headline');
const row = (page: Page, index: number) => page.locator(`.ag-row[row-index="${index}"]`);
const REASON = 'Your role (Viewer) does not allow this.';

async function tabTo(page: Page, name: string): Promise<void> {
  const wanted = page.getByRole('button', { name, exact: true });
  for (let presses = 0; presses < 5; presses += 1) {
    if (await wanted.evaluate((one) => one === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${name}`);
}

test(
  'exceptions are given out by the keyboard; a viewer sees them and why nothing can be done; offline they stay, and are compared',
  { tag: '@deep' },
  async ({ start }) => {
    const gateway = await startGateway();
    const { page } = await start();
    page.setDefaultTimeout(60_000);
    await connect(page, gateway);
    await expect(page.locator('.ag-row').first()).toBeVisible();
    await addPeople(page);
    await read(page, 'people.add', { pin: MONA.pin, newPin: NOUR.pin, name: NOUR.name, role: 'viewer' });
    const [branch] = await branchesOf(page);
    await closeWhole(page, branch?.branchKey ?? '', null);
    await settledIsDownloaded(page);
    await fromLongAgo(page);
    await compare(page);
    await goTo(page, '/reconcile/sales');
    await expect(answer(page)).toContainText(/[\d,]+ exceptions need attention/);

    await test.step('two are chosen and given to one person until a day, without the mouse', async () => {
      await page.locator('.ag-row[row-index="0"] .ag-cell[col-id="reference"]').focus();
      await page.keyboard.press('Space');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Space');
      await expect(page.getByTestId('chosen')).toContainText('2 chosen');
      await tabTo(page, 'Assign');
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog');
      await expect(dialog).toContainText('Assign 2 exceptions');
      await expect(dialog.getByRole('combobox', { name: 'Owner' })).toBeFocused();
      await page.keyboard.press('ArrowDown');
      const sara = page.getByRole('option', { name: 'Sara' });
      await expect(sara).toBeVisible();
      while ((await sara.getAttribute('data-combobox-selected')) === null)
        await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await expect(dialog.getByRole('combobox', { name: 'Owner' })).toHaveValue('Sara');
      await dialog.getByLabel('Due').fill('2031-01-15');
      await hasNoFinding(page, 'giving out');
      await pressEnter(dialog.getByRole('button', { name: 'Assign' }));
      await expect(dialog).toHaveCount(0);
      for (const index of [0, 1]) {
        await expect(row(page, index).locator('[col-id="owner"]')).toHaveText('Sara');
        await expect(row(page, index).locator('[col-id="due"]')).toContainText('15 Jan');
      }
      await expect(row(page, 2).locator('[col-id="owner"]')).toHaveText('');
    });

    await test.step('a viewer reads all of it, can act on nothing, and is told why', async () => {
      await switchTo(page, NOUR);
      await goTo(page, '/reconcile/sales');
      const again = page.getByRole('button', { name: 'Compare again' });
      await expect(again).toBeDisabled();
      await again.focus();
      await expect(page.getByRole('tooltip')).toHaveText(REASON);
      await expect(row(page, 0).locator('[col-id="owner"]')).toHaveText('Sara');
      await page.locator('.ag-row[row-index="0"] .ag-cell[col-id="reference"]').press('Enter');
      await expect(drawer(page)).toContainText(REASON);
      for (const act of ['Match by hand', 'Assign', 'Resolve', 'Accept surplus'])
        await expect(drawer(page).getByRole('button', { name: act })).toBeDisabled();
      await hasNoFinding(page, 'an exception, viewer');
      await page.keyboard.press('Escape');
      await page.locator('.ag-row[row-index="0"] .ag-cell[col-id="reference"]').focus();
      await page.keyboard.press('Space');
      await expect(page.getByTestId('chosen')).toContainText(REASON);
      await expect(page.getByTestId('chosen').getByRole('button', { name: 'Assign' })).toBeDisabled();
      await pressEnter(page.getByRole('link', { name: 'Match by hand' }));
      for (const side of ['Closed', 'Settled']) {
        const list = page.getByRole('listbox', { name: side });
        await list.focus();
        await page.keyboard.press('Space');
      }
      await expect(page.getByTestId('running-difference')).toContainText(/\d\.\d\d/);
      await page.getByLabel('Remark').fill('Not for me to say');
      await expect(page.getByRole('button', { name: /^Match(?! by)/ })).toBeDisabled();
      await page.keyboard.press('Control+Enter');
      await expect(page.locator('.match-bar')).toContainText(REASON);
      await expect(page.getByText(/items are matched/)).toHaveCount(0);
      await hasNoFinding(page, 'match by hand, viewer');
      await switchTo(page, MONA);
    });

    await test.step('without a connection the result stays with its age, and what is here is compared', async () => {
      await gateway.stop();
      await go(page, 'Terminals');
      await page.keyboard.press('F5');
      await expect(page.getByText('Offline').first()).toBeVisible();
      await goTo(page, '/reconcile/sales');
      await expect(page.locator('.banner', { hasText: 'Saved copy from' })).toBeVisible();
      await expect(answer(page)).toContainText(/[\d,]+ exceptions need attention/);
      await expect(page.locator('.reconcile-headline')).toContainText(/settled transactions as of \d\d:\d\d/);
      await hasNoFinding(page, 'offline');
      type Overview = { result: { endedAtMs: number } };
      const endedAt = async () =>
        (await read<Overview>(page, 'reconciliation.overview', {})).result.endedAtMs;
      const before = await endedAt();
      await pressEnter(page.getByRole('button', { name: 'Compare again' }));
      await expect.poll(endedAt).toBeGreaterThan(before);
      await expect(page.locator('.banner[data-tone="bad"]')).toHaveCount(0);
      await page.locator('.ag-row[row-index="0"] .ag-cell[col-id="reference"]').press('Enter');
      await pressEnter(drawer(page).getByRole('button', { name: 'Resolve' }));
      await page.getByRole('dialog').last().getByLabel('Remark').fill('Sold before this PC was there');
      await pressEnter(page.getByRole('dialog').last().getByRole('button', { name: 'Resolve' }));
      await expect(drawer(page).getByRole('button', { name: 'Reopen' })).toBeVisible();
    });
  },
);
