/** Pictures of closing the day: six steps, what two people decide, the Z, and a cashier who counts blind. */
import type { Page } from '@playwright/test';
import {
  addPeople,
  beginAndRead,
  branchesOf,
  countAll,
  explainSales,
  leaveAll,
  type Closing,
} from './closing-calls.ts';
import { step, type CloseStep, read } from './closing.ts';
import { test } from './host.ts';
import { open, shootAll } from './screens.ts';
import { MONA, OMAR, SARA, startPractice, switchTo } from './steps.ts';

const dialogOf = (page: Page) => page.getByRole('dialog');
async function shootStep(page: Page, name: CloseStep, picture: string): Promise<void> {
  await step(page, name).click();
  await page.waitForTimeout(300);
  await shootAll(page, picture);
}

test('screens of closing the day', async ({ start }) => {
  test.setTimeout(900_000);
  const { page } = await start();
  page.setDefaultTimeout(30_000);
  await startPractice(page);
  await addPeople(page);
  const [first, second] = await branchesOf(page);
  const { closing } = await read<{ closing: Closing }>(page, 'closing.begin', {
    branchKey: first?.branchKey,
    businessDate: null,
  });
  const { closingId } = closing;
  const [one, two] = closing.terminals;
  await open(page, `/close/day/${closingId}`);
  await read(page, 'closing.read', { closingId, terminalIds: [one?.terminalId] });
  const leftOut = { closingId, terminalId: two?.terminalId };
  await read(page, 'closing.leaveOut', { ...leftOut, leave: { reason: 'not-in-use', note: '' } });
  await shootStep(page, 'reads', 'close-1-reads');
  await read(page, 'closing.leaveOut', { ...leftOut, leave: null });
  await read(page, 'closing.read', { closingId });
  await shootStep(page, 'acknowledge', 'close-2-acknowledge');
  await leaveAll(page, closingId);
  await shootStep(page, 'operations', 'close-3-operations');
  await read(page, 'closing.freeze', { closingId });
  await step(page, 'count').click();
  await page.locator('.count-input input').first().fill('12,430.50');
  await shootAll(page, 'close-4-count');
  await page.locator('.count-input input').first().fill('');
  await countAll(page, closingId, 60_000n);
  await open(page, '/today');
  await open(page, `/close/day/${closingId}`);
  await shootStep(page, 'differences', 'close-5-differences');
  await explainSales(page, closingId, 'One slip of the front till is not in the drawer');
  await step(page, 'confirm').click();
  await page.locator('.review').waitFor();
  await shootAll(page, 'close-6-confirm');

  await page.locator('.close-work .close-actions button').first().click();
  await dialogOf(page).locator('.over-limit').waitFor();
  await page.waitForTimeout(400);
  await shootAll(page, 'close-large-difference');
  await dialogOf(page).getByLabel('Your PIN').fill(MONA.pin);
  await dialogOf(page).getByRole('button', { name: 'Send for approval' }).click();
  await dialogOf(page).getByText('Sent for approval').waitFor();
  await shootAll(page, 'close-sent');
  await dialogOf(page).getByRole('button', { name: 'Done' }).last().click();
  await page.getByTestId('close-waiting').waitFor();
  await shootAll(page, 'close-waiting');
  await switchTo(page, SARA);
  await open(page, '/operations');
  await page.locator('.waiting').waitFor();
  await shootAll(page, 'waiting-for-approval');
  await page.locator('.waiting').getByRole('button', { name: 'Review' }).click();
  await page.getByTestId('confirm-movement').waitFor();
  await page.waitForTimeout(400);
  await shootAll(page, 'approve-close');
  await dialogOf(page).getByLabel('Your PIN').fill(SARA.pin);
  await page.getByTestId('confirm-movement').click();
  await dialogOf(page).getByText('Both names are in the activity record').waitFor();
  await shootAll(page, 'approved-close');
  await page.keyboard.press('Escape');

  await switchTo(page, MONA);
  await open(page, `/close/day/${closingId}`);
  await page.getByTestId('z-number').waitFor();
  await shootAll(page, 'close-result');
  await page.getByRole('button', { name: 'Print or save' }).click();
  await page.waitForTimeout(300);
  await shootAll(page, 'print-or-save');
  await page.getByRole('menuitem', { name: 'Show on screen' }).click();
  await page.locator('.sheet').waitFor();
  await page.waitForTimeout(400);
  await shootAll(page, 'z-sheet');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Reopen the day' }).click();
  await dialogOf(page).locator('.over-limit').waitFor();
  await page.waitForTimeout(400);
  await shootAll(page, 'close-reopen');
  await page.keyboard.press('Escape');

  const blindId = await beginAndRead(page, second?.branchKey ?? '');
  await leaveAll(page, blindId);
  await read(page, 'closing.freeze', { closingId: blindId });
  await switchTo(page, OMAR);
  await open(page, `/close/day/${blindId}`);
  await shootStep(page, 'count', 'close-blind');
  await shootStep(page, 'confirm', 'close-not-allowed');
});
