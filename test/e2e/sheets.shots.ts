/** `npm run screens`: pictures of importing customers and links. */
import { read } from './closing.ts';
import { test } from './host.ts';
import { inEveryLook, open, shoot } from './screens.ts';
import { startPractice } from './steps.ts';

const base64 = (...lines: string[]) => Buffer.from(lines.join('\n')).toString('base64');
const people = base64(
  'Name;Phone;Email;Notes',
  'هاني عادل;٠١٠٠ ١٢٣ ٤٥٦٧;hany@example.com;',
  'Mona Adel;01001234568;mona@;',
  'Omar Said;01001234569;omar@example.com;',
  'Omar S.;+20 100 123 4569;;',
  ';12;;',
);
const links = base64(
  'Customer;Amount;Currency;Description;Due date',
  'Hany Adel;1,200.50;EGP;Cakes for Friday;2099-01-31',
  'Mona Adel;0;EGP;Coffee;',
  'منى عادل;350;EGP;قهوة وحلويات;',
);

test('screens of importing sheets', async ({ start }) => {
  test.setTimeout(600_000);
  const { page } = await start();
  page.setDefaultTimeout(20_000);
  await startPractice(page);
  const dialog = page.locator('.mantine-Modal-content');
  const importIn = async (path: string) => {
    await open(page, path);
    await page.getByRole('button', { name: /^(Import|استيراد)/ }).click();
    await dialog.locator('.sheet-steps').waitFor();
    await page.waitForTimeout(500);
  };
  await inEveryLook(page, async (look) => {
    await importIn('/customers');
    await shoot(page, 'sheet-choose', look);
    await read(page, 'sheets.open', { kind: 'customers', fileName: 'customers.csv', base64: people });
    await dialog.locator('tbody tr').first().waitFor();
    await shoot(page, 'sheet-customers', look);
    await read(page, 'sheets.discard', { kind: 'customers' });
    await page.keyboard.press('Escape');
    await read(page, 'sheets.open', { kind: 'links', fileName: 'links.csv', base64: links });
    await importIn('/billing');
    await shoot(page, 'sheet-links', look);
    await read(page, 'sheets.discard', { kind: 'links' });
    await page.keyboard.press('Escape');
  });
});
