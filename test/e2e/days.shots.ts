/** Pictures of days: Today, notices, the branches, the history, the month, and the record. */
import { addPeople, branchesOf, closeWhole } from './closing-calls.ts';
import { freshFolder, test } from './host.ts';
import { read } from './closing.ts';
import { inEveryLook, open, shoot, shootAll, startOn } from './screens.ts';
import { signIn, startPractice } from './steps.ts';

const file = (body: string) => ({
  name: 'z.json',
  mimeType: 'application/json',
  buffer: Buffer.from(body),
});

test('screens of days', async ({ start }) => {
  test.setTimeout(900_000);
  const dataDir = freshFolder();
  for (const [index, days] of [-9, -8, -7, -2].entries()) {
    const before = await startOn(start, days, dataDir);
    const { page } = before;
    if (index === 0) {
      await startPractice(page);
      await addPeople(page);
    } else await signIn(page);
    const [first, second] = await branchesOf(page);
    await closeWhole(page, first?.branchKey ?? '', index, days === -8 ? 4_550n : 0n);
    if (days === -7) await closeWhole(page, second?.branchKey ?? '', 0);
    await before.close();
  }
  const { page } = await startOn(start, 0, dataDir);
  page.setDefaultTimeout(30_000);
  await signIn(page);
  const [first] = await branchesOf(page);
  await closeWhole(page, first?.branchKey ?? '', null);

  await open(page, '/today');
  await page.locator('.tiles').waitFor();
  const bell = page.locator('.band-button:has(.tabler-icon-bell-ringing)');
  await bell.click();
  await page.locator('.notices').waitFor();
  await shootAll(page, 'notices');
  await page.keyboard.press('Escape');
  const told = page.locator('.mantine-Notification-root').getByRole('button', { name: 'Close' });
  while ((await told.count()) > 0) {
    await told.first().click();
    await page.waitForTimeout(400);
  }
  await shootAll(page, 'today');
  await open(page, '/close/branches');
  await shootAll(page, 'close-branches');
  await page.locator('.close-frame header button').first().click();
  await page.getByRole('dialog').waitFor();
  await page.waitForTimeout(400);
  await shootAll(page, 'branch-settings');
  await page.keyboard.press('Escape');

  await open(page, '/close/history');
  await page.locator('.ag-row').first().waitFor();
  await shootAll(page, 'history');
  await page.locator('.ag-row', { hasText: '000005' }).locator('strong').click();
  await page.locator('.z-card').waitFor();
  await page.waitForTimeout(400);
  await shootAll(page, 'history-day');
  await page.keyboard.press('Escape');
  await page.waitForTimeout(400);
  const { text } = await read<{ text: string }>(page, 'closing.zFile', {
    branchKey: first?.branchKey,
    number: 1,
  });
  await page.getByRole('button', { name: 'Verify a Z file' }).click();
  const dialog = page.getByRole('dialog');
  await page.locator('input[type=file]').setInputFiles(file(text));
  await dialog.getByRole('status').waitFor();
  await shootAll(page, 'verify-valid');
  await page.locator('input[type=file]').setInputFiles(file(text.replace(/"minor":"(\d)/, '"minor":"7$1')));
  await dialog.getByRole('alert').waitFor();
  await shootAll(page, 'verify-changed');
  await page.keyboard.press('Escape');
  await open(page, '/close/calendar');
  await page.locator('.day[data-state="closed"]').first().waitFor();
  await shootAll(page, 'month');
  await open(page, '/activity');
  await page.locator('.ag-row').first().waitFor();
  await page.getByRole('combobox', { name: 'What was done' }).click();
  await page.getByRole('option', { name: 'Z report issued' }).click();
  await page.getByText(/\d+ Z reports? (was|were) issued/).waitFor();
  await page.locator('.ag-row', { hasText: 'Z 0' }).first().waitFor();
  await shootAll(page, 'activity-days');
  await page.locator('.ag-row', { hasText: 'Z 0' }).first().click();
  await page.getByText('Show the day').waitFor();
  await page.waitForTimeout(500);
  await shootAll(page, 'activity-entry');
  await inEveryLook(page, async (look) => {
    await open(page, '/today');
    await page.keyboard.press('Shift+?');
    await page.waitForTimeout(400);
    await shoot(page, 'keys', look);
    await page.keyboard.press('Escape');
  });
});
