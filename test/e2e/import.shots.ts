/** `npm run screens`: pictures of importing a file, step by step. */
import type { Page } from '@playwright/test';
import { test } from './host.ts';
import { salesOf, statementOfMarch, tableOfApril, tableOfMarch, tableOfMay } from './import-files.ts';
import { inEveryLook, open, shoot, shootAll } from './screens.ts';
import { startPractice } from './steps.ts';

const file = (page: Page) => page.getByTestId('import-file');
const goOn = (page: Page) => page.locator('.import-frame > .close-actions button').first();
const standsAt = (page: Page, step: string) =>
  page.locator(`[data-step="${step}"][aria-current="step"]`).waitFor();

async function choose(page: Page, label: string | RegExp, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}
async function describe(page: Page, kind: string, source: string): Promise<void> {
  await page.getByRole('radio', { name: kind }).check();
  await page.getByRole('combobox', { name: /^Where it comes from/ }).fill(source);
  await page.keyboard.press('Escape');
}

test('screens of importing', async ({ start }) => {
  test.setTimeout(900_000);
  const { page } = await start();
  page.setDefaultTimeout(30_000);
  await startPractice(page);
  await open(page, '/reconcile/imports');
  await shootAll(page, 'imports-empty');
  await open(page, '/reconcile/import');
  await shootAll(page, 'import-1-file');

  await file(page).setInputFiles(tableOfMarch);
  await standsAt(page, 'format');
  await describe(page, 'Bank statement', 'Nile current account');
  await choose(page, 'Row with the column names', 'Row 2: Day | Story | Left | Entered | Number');
  await shootAll(page, 'import-2-format');
  await goOn(page).click();
  await choose(page, /^Date/, 'Day');
  await page.getByText('Out and in apart', { exact: true }).click();
  await choose(page, /^Money out/, 'Left');
  await choose(page, /^Money in/, 'Entered');
  await choose(page, /^Currency/, 'EGP');
  await choose(page, 'Reference', 'Number');
  await choose(page, 'Description', 'Story');
  await page.keyboard.press('Escape');
  await shootAll(page, 'import-3-columns');
  await goOn(page).click();
  await page.locator('[data-warning="date-order-ambiguous"]').waitFor();
  await shootAll(page, 'import-4-doubt');
  await page.getByRole('button', { name: 'Wednesday, 4 March 2026' }).click();
  await page.getByTestId('import-bad').waitFor();
  await page.locator('.ag-row').first().waitFor();
  await shootAll(page, 'import-4-check');
  await page.locator('.ag-cell[col-id="row"]').first().click();
  await page.getByRole('dialog').waitFor();
  await inEveryLook(page, (look) => shoot(page, 'import-bad-line', look));
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await goOn(page).click();
  await shootAll(page, 'import-5-confirm');
  await page.getByRole('checkbox').check();
  await goOn(page).click();
  await page.getByTestId('import-saved').waitFor();
  await shootAll(page, 'import-saved');

  await page.getByRole('button', { name: 'Import another file' }).click();
  await file(page).setInputFiles(tableOfMay);
  await page.locator('.ag-row').first().waitFor();
  await shootAll(page, 'import-as-before');
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await file(page).setInputFiles(tableOfApril);
  await page.getByTestId('import-remembered').waitFor();
  await page.locator('.ag-row').first().waitFor();
  await shootAll(page, 'import-remembered');
  await page.locator('[data-step="format"]').click();
  await shootAll(page, 'import-remembered-format');
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await file(page).setInputFiles(statementOfMarch);
  await standsAt(page, 'format');
  await shootAll(page, 'import-statement');
  await goOn(page).click();
  await page.locator('.ag-row').first().waitFor();
  await shootAll(page, 'import-statement-check');
  await goOn(page).click();
  await goOn(page).click();
  await page.getByTestId('import-saved').waitFor();
  await page.getByRole('button', { name: 'Import another file' }).click();
  await file(page).setInputFiles(statementOfMarch);
  await page.getByTestId('same-file').waitFor();
  await shootAll(page, 'import-same-file');
  await page.getByRole('button', { name: 'Discard' }).click();
  await shootAll(page, 'import-discard');
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();

  await file(page).setInputFiles(salesOf(1_200));
  await standsAt(page, 'format');
  await describe(page, 'Sales', 'Front shop POS');
  await page.locator('[data-step="check"]').click();
  await page.locator('.ag-row').first().waitFor();
  await goOn(page).click();
  await goOn(page).click();
  await page.getByTestId('import-saved').waitFor();
  await open(page, '/reconcile/imports');
  await page.locator('.ag-row').first().waitFor();
  await shootAll(page, 'imports');
  await page.locator('.ag-cell[col-id="source"]').first().click();
  await page.locator('.ag-cell[col-id="row"]').first().waitFor();
  await shootAll(page, 'import-lines');
  await page.getByRole('button', { name: 'Withdraw' }).click();
  await shootAll(page, 'import-withdraw');
});
