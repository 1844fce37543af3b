/** `npm run screens`: pictures of a transfer, of a schedule of transfers that is made, of the forecast, and of kept recipients. */
import type { Page } from '@playwright/test';
import { addPeople } from './closing-calls.ts';
import { read } from './closing.ts';
import { test } from './host.ts';
import { inEveryLook, open, shoot } from './screens.ts';
import { MONA, SARA, startPractice } from './steps.ts';

type People = { people: { personId: string; name: string }[] };

/** Two people keep each of them. */
async function keepRecipients(page: Page): Promise<void> {
  const { people } = await read<People>(page, 'people.state', {});
  const personId = people.find(({ name }) => name === SARA.name)?.personId;
  const authorization = { pin: MONA.pin, second: { personId, pin: SARA.pin }, requestId: null };
  for (const [recipient, number, bank] of [
    ['Nile Paper Supplies', 'EG850003000500000000026318000', 'National Bank of Egypt'],
    ['Rent Office', 'EG800002000156789012345180002', 'Banque Misr'],
    ['شركة النظافة الحديثة', '01001234567', ''],
  ] as const) {
    const method = bank === '' ? 'wallet' : 'bank';
    const kept = { method, recipient, number, bank };
    await read(page, 'transfers.saveRecipient', { key: null, recipient: kept, authorization });
  }
}

test('screens of schedules and transfers', async ({ start }) => {
  test.setTimeout(600_000);
  const { page } = await start();
  page.setDefaultTimeout(30_000);
  await startPractice(page);
  // A schedule and a transfer are confirmed by two.
  await addPeople(page);
  const dialog = page.locator('.mantine-Modal-content');
  await inEveryLook(page, async (look) => {
    await open(page, '/transfers/schedules');
    await page.locator('.ag-row, .empty').first().waitFor();
    await shoot(page, 'schedules', look);
    await page.keyboard.press('n');
    const fields = dialog.locator('form input:not([readonly], [type="hidden"])');
    await fields.nth(0).fill('Rent Office');
    await fields.nth(1).fill('EG800002000156789012345180002');
    await fields.nth(2).fill('Banque Misr');
    await fields.nth(3).fill('12000');
    await fields.nth(4).fill('31/01/2027');
    await fields.nth(5).fill('01/06/2027');
    await page.keyboard.press('Tab');
    await page.waitForTimeout(500);
    await shoot(page, 'schedule-new', look);
    await page.keyboard.press('Escape');
  });
  await inEveryLook(page, async (look) => {
    await open(page, '/transfers');
    await page.locator('.ag-row, .empty').first().waitFor();
    await shoot(page, 'sent', look);
    await page.keyboard.press('n');
    const fields = dialog.locator('input:not([readonly], [type="hidden"])');
    await fields.nth(0).fill('Nile Paper Supplies');
    await fields.nth(1).fill('EG850003000500000000026318000');
    await fields.nth(2).fill('National Bank of Egypt');
    await fields.nth(3).fill('1250');
    await page.getByTestId('take-transfer').click();
    await page.getByTestId('costs').waitFor();
    await page.waitForTimeout(500);
    await shoot(page, 'transfer-new', look);
    await page.keyboard.press('Escape');
  });
  await keepRecipients(page);
  await inEveryLook(page, async (look) => {
    await open(page, '/transfers/recipients');
    await page.locator('tbody tr').nth(2).waitFor();
    await shoot(page, 'recipients', look);
  });
});

const wages = Buffer.from(
  [
    'Recipient;Number;Amount;Bank;Sent to;Note',
    'Nile Paper Supplies;EG850003000500000000026318000;12,500.50;National Bank of Egypt;Bank;May',
    'هاني عادل;٠١٠٠ ٥٥٥ ٠٠٠١;٣٥٠;;محفظة;',
    'Sara Nabil;01001230000;975.25;;;',
    'Hany A.;+20 100 555 0001;10;;;',
    'Delta Packaging;12;5;Banque Misr;;',
    'Omar Said;01005550004;USD 40;;;',
  ].join('\n'),
);

test('screens of a bulk transfer', async ({ start }) => {
  test.setTimeout(900_000);
  const { page } = await start();
  page.setDefaultTimeout(30_000);
  await startPractice(page);
  await addPeople(page);
  const dialog = page.locator('.mantine-Modal-content');
  await inEveryLook(page, async (look) => {
    await open(page, '/transfers');
    await page.locator('.ag-row, .empty').first().waitFor();
    await page.getByRole('button', { name: /^(Bulk transfer|تحويل جماعي)$/ }).click();
    await page.waitForTimeout(500);
    await shoot(page, 'bulk-file', look);
    await dialog
      .locator('input[type="file"]')
      .setInputFiles({ name: 'wages.csv', mimeType: 'text/csv', buffer: wages });
    await dialog.locator('tbody tr').first().waitFor();
    await shoot(page, 'bulk-rows', look);
    await page.getByTestId('take-bulk').click();
    await page.getByTestId('costs').waitFor();
    await dialog.evaluate((content) => content.scrollTo(0, 0));
    await page.waitForTimeout(500);
    await shoot(page, 'bulk-confirm', look);
    await page.keyboard.press('Escape');
  });
});
