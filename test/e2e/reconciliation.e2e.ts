/** Finance: what does not match between closes and settlement, from the run to the last decision, by the keyboard. */
import type { Page } from '@playwright/test';
import { basename } from 'node:path';
import { readSheet } from 'read-excel-file/node';
import writeExcelFile from 'write-excel-file/node';
import { hasNoFinding } from './accessible.ts';
import { addPeople, branchesOf, closeWhole } from './closing-calls.ts';
import { ask, read } from './closing.ts';
import { expect, test } from './host.ts';
import { fromLongAgo } from './reconciliation-files.ts';
import {
  go,
  goTo,
  inLanguage,
  MONA,
  SARA,
  settledIsDownloaded,
  startPractice,
  sweepLanguages,
  switchTo,
  pressEnter,
} from './steps.ts';

async function inEachLanguage(page: Page, where: string): Promise<void> {
  for (const language of sweepLanguages) {
    await inLanguage(page, language);
    await hasNoFinding(page, `${where}, ${language}`);
  }
}

const answer = (page: Page) => page.getByTestId('reconcile-headline');
const drawer = (page: Page) => page.getByRole('dialog').first();
const front = (page: Page) => page.getByRole('dialog').last();
/** One branch is closed; the page of settled transactions downloads them by itself. */
async function closeAndDownload(page: Page): Promise<void> {
  const branches = await branchesOf(page);
  const maadi = branches.find(({ branchName }) => branchName === 'Maadi') ?? branches[0];
  await closeWhole(page, maadi?.branchKey ?? '', null);
  await settledIsDownloaded(page);
}

/** The first row gets the focus as with the keyboard: from the head of the grid down. */
async function openFirst(page: Page): Promise<void> {
  await page.locator('.ag-row[row-index="0"] .ag-cell[col-id="reference"]').focus();
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await page.keyboard.press('Enter');
  await expect(drawer(page).getByRole('button', { name: 'Resolve' })).toBeVisible();
}

test('reconciliation: a run, an exception decided, a write-off of two people, and a match by hand', async ({
  start,
}) => {
  const { page } = await start();
  await startPractice(page);
  await addPeople(page);

  await test.step('before anything is closed it says what to do', async () => {
    await go(page, 'Reconcile');
    await expect(
      page.getByRole('button', { name: /^(Close a day|Compare now|Open settled transactions)$/ }),
    ).toBeVisible();
    await inEachLanguage(page, 'nothing yet');
    await page.getByText('Settlement and bank', { exact: true }).click();
    await expect(page).toHaveURL(/reconcile\/bank$/);
  });

  await test.step('a day is closed, settled transactions are downloaded, and the run answers', async () => {
    await closeAndDownload(page);
    await goTo(page, '/reconcile/sales');
    await pressEnter(page.getByRole('button', { name: /^Compare (now|again)$/ }));
    await expect(answer(page)).toContainText(/of [\d,]+ closed transactions matched/);
    await expect(page.locator('.reconcile-headline')).toContainText(/[\d,]+ are expected by/);
  });

  await test.step('what was settled before the first close is apart, with its sum and a list', async () => {
    const before = page.getByTestId('reconcile-before');
    await expect(before).toContainText(/Left out, from before your start date/);
    await expect(before).toContainText(/[\d,]+ settled · EGP [\d,]+\.\d\d/);
    const { comparisons } = await ask<{ comparisons: { before: { theirs: { count: number }[] } }[] }>(
      page,
      'reconciliation.overview',
      {},
    );
    expect(comparisons[0]?.before.theirs[0]?.count).toBeGreaterThan(500);
    await inEachLanguage(page, 'before we began');
    await pressEnter(before.getByRole('link', { name: 'Show the list' }));
    await expect(page).toHaveURL(/sales\/expected$/);
    await expect(page.locator('.ag-row').first()).toContainText('Before your start date');
  });

  await test.step('from an earlier day on it is compared', async () => {
    await fromLongAgo(page);
    await goTo(page, '/reconcile/sales');
    await expect(page.getByTestId('reconcile-before')).toHaveCount(0, { timeout: 60_000 });
    await expect(answer(page)).toContainText(/[\d,]+ exceptions need attention/);
    await expect(page.locator('.ag-row').first()).toBeVisible();
    await inEachLanguage(page, 'exceptions');
  });

  await test.step('an exception is opened, assigned and resolved by the keyboard', async () => {
    await page.getByRole('combobox', { name: 'Order of the list' }).click();
    await page.getByRole('option', { name: 'Largest first' }).click();
    await openFirst(page);
    // No close will ever have it: the start date leads, here and above the list.
    await expect(drawer(page).locator('[data-variant="filled"]')).toHaveText('Change the start date');
    await expect(page.locator('.type-cause [data-variant="filled"]')).toHaveText('Change the start date');
    await expect(page.locator('.type-cause')).toContainText(/^All [\d,]+: Missing in our closes\./);
    await inEachLanguage(page, 'drawer');
    await pressEnter(drawer(page).getByRole('button', { name: 'Assign' }));
    await front(page).getByRole('combobox', { name: 'Owner' }).click();
    await page.getByRole('option', { name: 'Sara' }).click();
    await front(page).getByLabel('Due').fill('2031-01-15');
    await front(page).getByLabel('Remark').fill('Ask for the batch');
    await pressEnter(front(page).getByRole('button', { name: 'Assign' }));
    await expect(drawer(page).getByText('Ask for the batch')).toBeVisible();
    await expect(drawer(page).locator('.story li').first()).toContainText('Sara');
    await pressEnter(drawer(page).getByRole('button', { name: 'Resolve' }));
    await expect(front(page).getByRole('button', { name: 'Resolve' })).toBeDisabled();
    await front(page).getByLabel('Remark').fill('Sold before this PC was there');
    await pressEnter(front(page).getByRole('button', { name: 'Resolve' }));
    await expect(drawer(page).getByText('Resolved', { exact: true }).first()).toBeVisible();
    await expect(drawer(page).getByRole('button', { name: 'Reopen' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('a write-off above the limit needs a second person', async () => {
    await openFirst(page);
    await pressEnter(drawer(page).getByRole('button', { name: 'Accept surplus' }));
    const dialog = front(page);
    await expect(dialog.getByText(/over the limit of/)).toBeVisible();
    await hasNoFinding(page, 'write-off');
    await dialog.getByLabel('Remark').fill('The gateway will not answer for it');
    await dialog.getByLabel('Your PIN').fill(MONA.pin);
    await expect(page.getByTestId('confirm-movement')).toBeDisabled();
    await dialog.getByRole('combobox', { name: 'Second person' }).click();
    await page.getByRole('option', { name: /Sara/ }).click();
    await dialog.getByLabel('PIN of Sara').fill(SARA.pin);
    await pressEnter(page.getByTestId('confirm-movement'));
    await expect(drawer(page).getByText('Surplus accepted', { exact: true }).first()).toBeVisible();
    await expect(drawer(page).getByText('approved by Sara')).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('or it is sent for approval: refused, who asked is told; asked again, it is approved', async () => {
    const waiting = page.getByRole('region', { name: 'Waiting for approval' });
    const send = async (remark: string) => {
      await pressEnter(drawer(page).getByRole('button', { name: 'Accept surplus' }));
      await front(page).getByLabel('Remark').fill(remark);
      await front(page).getByLabel('Your PIN').fill(MONA.pin);
      await pressEnter(front(page).getByRole('button', { name: 'Send for approval' }));
      await expect(front(page).getByText('Nothing is decided yet.')).toBeVisible();
      await pressEnter(front(page).getByRole('button', { name: 'Done' }).last());
      await expect(page.getByTestId('request-about')).toContainText('Mona asked to accept');
    };
    await openFirst(page);
    const exception = new URL(page.url()).hash.slice(1);
    expect(exception).toContain('/exceptions/');
    await send('Nobody answers');
    await hasNoFinding(page, 'waiting');
    await switchTo(page, SARA);
    await goTo(page, '/operations');
    await expect(waiting).toContainText('Nobody answers');
    await pressEnter(waiting.getByRole('button', { name: 'Review' }));
    await expect(front(page)).toContainText(/Approve surplus of \u2068EGP/);
    await inEachLanguage(page, 'approve a write-off');
    await pressEnter(front(page).getByRole('button', { name: 'Refuse…' }));
    await front(page).getByLabel('Why not').fill('Ask the gateway once more');
    await pressEnter(front(page).getByRole('button', { name: 'Refuse' }));
    await expect(waiting).toHaveCount(0);
    await switchTo(page, MONA);
    await goTo(page, '/operations');
    const refused = page.getByRole('region', { name: 'Refused recently' });
    await expect(refused).toContainText('Refused by Sara');
    await expect(refused).toContainText('Ask the gateway once more');
    await inEachLanguage(page, 'refused');
    await goTo(page, exception);
    await expect(page.getByTestId('request-about')).toContainText('Ask the gateway once more');
    await send('They do not know');
    await switchTo(page, SARA);
    await goTo(page, '/operations');
    await pressEnter(waiting.getByRole('button', { name: 'Review' }));
    await front(page).getByLabel('Your PIN').fill(SARA.pin);
    await pressEnter(page.getByTestId('confirm-movement'));
    await expect(front(page).getByText('Approved and done')).toBeVisible();
    await pressEnter(front(page).getByRole('link', { name: 'Open the exception' }));
    await expect(drawer(page).getByText('approved by Sara')).toBeVisible();
    await page.keyboard.press('Escape');
    await switchTo(page, MONA);
    await goTo(page, '/reconcile/sales');
    await expect(page.locator('.ag-row').first()).toBeVisible();
  });

  await test.step('several are matched by hand with a difference, and the match is taken back', async () => {
    await pressEnter(page.getByRole('link', { name: 'Match by hand' }));
    const ours = page.getByRole('listbox', { name: 'Closed' });
    const theirs = page.getByRole('listbox', { name: 'Settled' });
    await expect(ours.getByRole('option').first()).toBeVisible();
    await ours.focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('j');
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowRight');
    await expect(theirs).toBeFocused();
    await page.keyboard.press('Space');
    await expect(page.getByText('2 picked')).toBeVisible();
    await expect(page.getByTestId('running-difference')).toContainText(/[+−][\d,]+\.\d\d/);
    const action = page.getByRole('button', { name: /^Match(?! by)/ });
    await expect(action).toBeDisabled();
    await page.getByLabel('Remark').fill('Two tills, one settlement');
    await inEachLanguage(page, 'match by hand');
    await page.getByLabel('Remark').press('Control+Enter');
    await expect(page.getByText('3 items are matched.')).toBeVisible();
    await pressEnter(page.getByRole('button', { name: 'Undo' }));
    await front(page).getByLabel('Reason').fill('The wrong settlement');
    await pressEnter(front(page).getByRole('button', { name: 'Take match back' }));
    await expect(page.getByText('3 items are matched.')).toHaveCount(0);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});

test(
  'reconciliation: exceptions go out as a sheet and come back; what was decided is found again',
  { tag: '@deep' },
  async ({ start }) => {
    const { page } = await start();
    await startPractice(page);
    await closeAndDownload(page);
    await fromLongAgo(page);
    await read(page, 'reconciliation.run', {});

    await test.step('exceptions go out as a sheet and come back with a report by row', async () => {
      await goTo(page, '/reconcile/sales');
      await expect(answer(page)).toContainText(/[\d,]+ exceptions need attention/);
      await pressEnter(page.getByRole('button', { name: 'Export' }));
      await pressEnter(page.getByRole('menuitem', { name: /Save as a sheet/ }));
      const path = await page.locator('.saved-path').textContent();
      const rows = await readSheet(path ?? '');
      const head = (rows[0] ?? []).map(String);
      const at = (name: string) => head.indexOf(name);
      const filled = rows.map((row, index) => {
        const cells = row.map((cell) => (cell === null ? null : String(cell)));
        if (index >= 1 && index <= 3) cells[at('Action (resolve or write off)')] = 'resolve';
        if (index === 1 || index === 3) cells[at('Remark')] = 'Before this PC';
        if (index === 3) cells[at('Key')] = 'nobody:knows:it';
        return cells.map((value) => (value === null ? null : { value }));
      });
      const buffer = await writeExcelFile(filled).toBuffer();
      await page.getByRole('button', { name: 'Export' }).click();
      await page.getByRole('menuitem', { name: 'Upload a completed sheet' }).click();
      await page.locator('input[type=file]').setInputFiles({
        name: basename(path ?? ''),
        mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        buffer,
      });
      await expect(page.getByTestId('sheet-verdict')).toContainText('1 will be resolved');
      await expect(page.getByTestId('sheet-verdict')).toContainText('2 rows with a problem');
      await expect(page.getByText('The remark is missing')).toBeVisible();
      await expect(page.getByText('No exception has this key')).toBeVisible();
      await inEachLanguage(page, 'sheet');
      await page.getByTestId('confirm-movement').click();
      await expect(page.getByText('1 exception is resolved.')).toBeVisible();
      await front(page).getByRole('button', { name: 'Done' }).last().click();
    });

    await test.step('what was decided is found again; lists and rules have no finding of axe', async () => {
      await pressEnter(page.getByRole('button', { name: 'Filters' }));
      await page.getByRole('checkbox', { name: 'Resolved', exact: true }).press('Space');
      await page.getByRole('checkbox', { name: 'Open', exact: true }).press('Space');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('button', { name: 'Filters: 1 set' })).toBeFocused();
      await expect(page.getByText('1 exception', { exact: true })).toBeVisible();
      for (const part of ['expected', 'matches']) {
        await goTo(page, `/reconcile/sales/${part}`);
        await expect(page.locator('.toolbar')).toBeVisible();
        await inEachLanguage(page, part);
      }
      await goTo(page, '/settings');
      await expect(page.getByLabel('Reconcile from')).toHaveValue('01/01/2020');
      await page.getByLabel('Reconcile from').fill('');
      await page.getByLabel('Days until paid').fill('3');
      await pressEnter(page.getByRole('button', { name: 'Save rules' }));
      await expect(page.locator('#root').getByText('Saved', { exact: true })).toBeFocused();
      await inEachLanguage(page, 'rules');
    });
  },
);
