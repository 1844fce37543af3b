/**
 * Transfers of a sheet are one movement, by keyboard alone: errors beside their cells, doubles left out, two people, one request.
 * What failed of them is paid again once, in a batch that names the first. A lost answer is found by reading.
 */
import type { Page } from '@playwright/test';
import { hasNoFinding } from './accessible.ts';
import { ask } from './closing.ts';
import { startGateway, type LogEntry, type TestGateway } from './gateway.ts';
import { expect, inDeepIf, test } from './host.ts';
import { called, choose, press, pressesNoPointer, tabTo } from './keyboard.ts';
import { wordsOf } from './order-movements.ts';
import { open } from './screens.ts';
import { connect, inLanguage, MONA, OMAR } from './steps.ts';
import arabicErrors from '../../resources/locales/ar/errors.json' with { type: 'json' };
import arabicSheets from '../../resources/locales/ar/sheets.json' with { type: 'json' };
import arabic from '../../resources/locales/ar/transfers.json' with { type: 'json' };
import englishErrors from '../../resources/locales/en/errors.json' with { type: 'json' };
import englishSheets from '../../resources/locales/en/sheets.json' with { type: 'json' };
import english from '../../resources/locales/en/transfers.json' with { type: 'json' };

const languages = [
  ['en', { ...wordsOf.en, errors: englishErrors, sheets: englishSheets, transfers: english }],
  ['ar', { ...wordsOf.ar, errors: arabicErrors, sheets: arabicSheets, transfers: arabic }],
] as const;
type Words = (typeof languages)[number][1];

const IBAN = 'EG380019000500000000263180002';
/** Fails at the bank. */
const FAILS = '01001230000';
const file = (name: string, ...lines: string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(['Recipient;Number;Amount;Bank', ...lines].join('\n')),
});
const wages = file(
  'wages.csv',
  `Nile Paper;${IBAN};1,250.50;National Bank`,
  'Hany Adel;٠١٠٠ ٥٥٥ ٠٠٠١;٣٥٠;',
  `Sara Nabil;${FAILS};75.25;`,
  'Hany A.;+20 100 555 0001;10;',
  'Nobody;12;5;National Bank',
);
/** Of the three rows that are sent: in their language’s words for so many. */
const confirmed = { en: english.bulk.confirm_other, ar: arabic.bulk.confirm_few } as const;
const again = { en: english.bulk.again_one, ar: arabic.bulk.again_one } as const;

const dialogOf = (page: Page) => page.getByRole('dialog').last();
const type = async (page: Page, name: string, text: string) => {
  await tabTo(page, called(name));
  await page.keyboard.press('Control+A');
  await page.keyboard.type(text);
};
async function take(page: Page, button: string, upload: typeof wages): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await tabTo(page, called(button));
  await page.keyboard.press('Enter');
  await (await chooser).setFiles(upload);
}
async function writeAndSign(page: Page, words: Words, amount: string): Promise<void> {
  await type(page, words.move.reason, 'Wages of May');
  await type(page, words.transfers.retype.many, amount);
  await type(page, words.people.field.yourPin, MONA.pin);
  await expect(dialogOf(page).getByTestId('confirm-movement')).toBeDisabled();
  await choose(page, called(words.people.field.second), `${OMAR.name} · ${words.people.role.manager}`);
  await type(page, words.people.field.secondPin, OMAR.pin);
}
const batches = async (gateway: TestGateway) =>
  (await gateway.control<(LogEntry & { host: string })[]>('GET', '/log')).filter(
    ({ host, path }) => host === 'dashboard' && path === '/v3/transfers/batch',
  ).length;

for (const [language, words] of languages)
  test(
    `in ${language}: transfers of a sheet are one movement, and what failed of them is paid again once, without the mouse`,
    inDeepIf(language),
    async ({ start }) => {
      test.slow();
      const gateway = await startGateway({ terminals: 1, transactions: 5 });
      const { page } = await start();
      await connect(page, gateway);
      await ask(page, 'people.add', { name: OMAR.name, role: 'manager', newPin: OMAR.pin, pin: MONA.pin });
      await inLanguage(page, language);
      await open(page, '/transfers');
      const noPointer = await pressesNoPointer(page);
      const dialog = dialogOf(page);
      const { bulk } = words.transfers;
      const { sheets } = words;

      await press(page, called(bulk.action));
      await expect(dialog).toContainText(bulk.consequence);
      await expect(dialog).toContainText(sheets.about.transfers);
      await hasNoFinding(page, 'a bulk transfer, before a file is chosen');
      await take(page, sheets.choose, wages);
      const line = (who: string) => dialog.locator('tbody tr').filter({ hasText: who });
      await expect(line('Nobody')).toContainText(sheets.problem.number);
      await expect(line('Hany A.')).toContainText(sheets.state['left-out']);
      await expect(line('Hany Adel')).toContainText('01005550001');
      await hasNoFinding(page, 'a sheet of transfers with an error and a double');
      await press(page, called(bulk.take));
      await expect(dialog.getByTestId('costs')).toBeVisible();
      await expect(dialog.locator('tbody').first()).not.toContainText('Hany A.');
      // Two people compare whole numbers.
      await expect(dialog.locator('tbody').first()).toContainText(IBAN);

      await writeAndSign(page, words, '1675.75');
      await hasNoFinding(page, 'a bulk transfer that two people confirm');
      expect(await batches(gateway)).toBe(0);
      await press(page, called(confirmed[language]));
      await expect(dialog.getByRole('status')).toContainText('TB-');
      await hasNoFinding(page, 'a bulk transfer that was accepted');
      expect(await batches(gateway)).toBe(1);
      await press(page, called(bulk.follow));

      const first = page.getByTestId('batch');
      await expect(first).toContainText('Nile Paper');
      // The bank takes its time.
      await page.waitForTimeout(21_000);
      const path = new URL(page.url()).hash.slice(1);
      await open(page, '/operations');
      await open(page, path);
      await expect(first).toContainText('Sara Nabil');
      await press(page, called(again[language]));
      await expect(dialog).toContainText(bulk.againConsequence);
      await expect(dialog.getByTestId('costs')).toBeVisible();
      await expect(dialog.locator('tbody').first()).toContainText('•••• 0000');
      await expect(dialog.locator('tbody').first().locator('tr')).toHaveCount(1);
      await writeAndSign(page, words, '75.25');
      await hasNoFinding(page, 'failed transfers that are paid again');
      await dialog.getByTestId('confirm-movement').focus();
      await page.keyboard.press('Enter');
      await expect(dialog.getByRole('status')).toContainText('TB-');
      expect(await batches(gateway)).toBe(2);
      await press(page, called(bulk.follow));
      await expect(page.getByText(words.operations.firstBatch)).toBeVisible();
      await press(page, called(words.operations.firstBatch));
      await expect(first).toContainText('Nile Paper');
      await press(page, called(again[language]));
      await expect(dialog.getByRole('alert')).toContainText(words.errors.movement['none-failed'].title);
      await hasNoFinding(page, 'nothing is left to be paid again');
      await noPointer();
      await gateway.stop();
    },
  );

for (const [language, words] of languages)
  test(
    `in ${language}: a bulk transfer whose answer is lost is not known, and a reading finds all of it`,
    { tag: '@deep', ...inDeepIf(language) },
    async ({ start }) => {
      const gateway = await startGateway({ terminals: 1, transactions: 5 });
      const { page } = await start();
      await connect(page, gateway);
      await ask(page, 'people.add', { name: OMAR.name, role: 'manager', newPin: OMAR.pin, pin: MONA.pin });
      await inLanguage(page, language);
      await open(page, '/transfers');
      await gateway.control('POST', '/faults', {
        match: { method: 'POST', path: '/v3/transfers/batch' },
        fault: { kind: 'drop-after' },
        times: 1,
      });
      const dialog = dialogOf(page);
      await press(page, called(words.transfers.bulk.action));
      await take(page, words.sheets.choose, wages);
      await press(page, called(words.transfers.bulk.take));
      await expect(dialog.getByTestId('costs')).toBeVisible();
      await writeAndSign(page, words, '1675.75');
      await dialog.getByTestId('confirm-movement').press('Enter');
      await expect(dialog).toContainText(words.operations.ending.unknown);
      await hasNoFinding(page, 'a bulk transfer without an answer');
      await dialog.getByRole('link', { name: words.operations.open }).click();
      const { state, event } = words.operations;
      await expect(dialog).toContainText(event['settled-by-read_payout-batch']);
      await expect(dialog.getByText(state.accepted, { exact: true })).toBeVisible();
      await expect(page.getByTestId('batch')).toContainText('Nile Paper');
      expect(await batches(gateway)).toBe(1);
      await gateway.stop();
    },
  );
