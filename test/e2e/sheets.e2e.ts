/**
 * A sheet of customers and one of links are imported by keyboard alone. An error stands beside its cell, each good row is saved once,
 * and a file that is opened again says what was sent of it before.
 */
import type { Page } from '@playwright/test';
import { hasNoFinding } from './accessible.ts';
import { startGateway, type LogEntry, type TestGateway } from './gateway.ts';
import { expect, inDeepIf, test } from './host.ts';
import { called, press, pressesNoPointer, tabTo } from './keyboard.ts';
import { open } from './screens.ts';
import { connect, inLanguage } from './steps.ts';
import arabic from '../../resources/locales/ar/sheets.json' with { type: 'json' };
import english from '../../resources/locales/en/sheets.json' with { type: 'json' };

const file = (name: string, ...lines: string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\n')),
});
const people = file(
  'people.csv',
  'Name;Phone;Email',
  'Hany Adel;٠١٠٠ ٥٥٥ ٠٠٠١;hany@example.com',
  'Omar Said;01005550002;',
  'Sara Nabil;01005550003;',
  'Sara N.;+20 100 555 0003;',
  'Nobody;12;nobody@',
);
const links = file(
  'links.csv',
  'Customer;Amount;Currency;Description',
  'Hany Adel;1,200.50;EGP;Cakes',
  'Omar Said;٣٥٠;EGP;Coffee',
  'Sara Nabil;75.25;EGP;Tea',
);

/** Of three rows, in the plural that the language has for it. */
const three = {
  en: {
    checkCustomers: english.check.customers_other,
    saveCustomers: english.send.customers_other,
    checkLinks: english.check.links_other,
    makeLinks: english.send.links_other,
    madeBefore: english.before.made_other,
  },
  ar: {
    checkCustomers: arabic.check.customers_few,
    saveCustomers: arabic.send.customers_few,
    checkLinks: arabic.check.links_few,
    makeLinks: arabic.send.links_few,
    madeBefore: arabic.before.made_few,
  },
} as const;

/** Takes a file by the keyboard. */
async function take(page: Page, button: string, upload: typeof people): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await tabTo(page, called(button));
  await page.keyboard.press('Enter');
  await (await chooser).setFiles(upload);
}
const acted = async (gateway: TestGateway, start: string) =>
  (await gateway.control<LogEntry[]>('GET', '/log')).filter(
    (entry) => entry.acted && entry.path.startsWith(start),
  ).length;
/** A count beside its words, on whichever side the language has it. */
const threeOf = (text: string) => new RegExp(text.replace('{{number}}', '[3٣]'));

for (const [language, words] of [
  ['en', english],
  ['ar', arabic],
] as const)
  test(
    `in ${language}: a sheet of customers and one of links are brought in without the mouse, each row once`,
    inDeepIf(language),
    async ({ start }) => {
      const gateway = await startGateway({ terminals: 1, transactions: 5 });
      const { page } = await start();
      await connect(page, gateway);
      await inLanguage(page, language);
      await open(page, '/customers');
      const noPointer = await pressesNoPointer(page);
      const dialog = page.locator('.mantine-Modal-content');
      const counts = dialog.getByTestId('sheet-counts');
      const rows = page.locator('.ag-row');
      const leave = async () => {
        await page.keyboard.press('Escape');
        await expect(dialog).toHaveCount(0);
      };
      const texts = three[language];

      await press(page, called(words.title.customers));
      await expect(dialog).toContainText(words.about.customers);
      await hasNoFinding(page, 'importing customers, before a file is chosen');
      await take(page, words.choose, people);
      await expect(dialog.locator('tbody tr').filter({ hasText: 'Nobody' })).toContainText(
        words.problem.phone,
      );
      await expect(dialog.locator('tbody tr').filter({ hasText: 'Sara N.' })).toContainText(
        words.state['left-out'],
      );
      await hasNoFinding(page, 'a sheet of customers with errors and a double');
      await press(page, called(texts.checkCustomers));
      await expect(counts).toContainText(threeOf(words.count.ready));
      await expect(dialog).toContainText(words.nothingYet.customers);
      expect(await acted(gateway, '/v2/customers')).toBe(0);
      await press(page, called(texts.saveCustomers));
      await expect(counts).toContainText(threeOf(words.count.done));
      await hasNoFinding(page, 'a sheet of customers that was saved');
      await leave();
      await expect(rows.filter({ hasText: 'Hany Adel' })).toHaveCount(1);
      await expect(rows.filter({ hasText: 'Sara N.' })).toHaveCount(0);
      expect(await acted(gateway, '/v2/customers/savecustomers')).toBe(1);

      await open(page, '/billing');
      await press(page, called(words.title.links));
      await take(page, words.choose, links);
      await press(page, called(texts.checkLinks));
      await expect(counts).toContainText(threeOf(words.count.ready));
      await press(page, called(texts.makeLinks));
      await expect(counts).toContainText(threeOf(words.count.done));
      await take(page, words.chooseOther, links);
      await expect(dialog).toContainText(threeOf(texts.madeBefore));
      await expect(dialog.getByRole('button', { name: called(texts.checkLinks) })).toHaveCount(0);
      await expect(dialog.getByRole('button', { name: called(texts.makeLinks) })).toHaveCount(0);
      await hasNoFinding(page, 'a sheet of links that was made before');
      await leave();
      await expect(rows.filter({ hasText: 'Sara Nabil' })).toHaveCount(1);
      expect(await acted(gateway, '/v2/payment-link')).toBe(3);
      await noPointer();
      await gateway.stop();
    },
  );
