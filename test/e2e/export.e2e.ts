/** Lists as files, as a person saves them: by the keyboard, in both languages, and what is in the file. */
import type { Page } from '@playwright/test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import readXlsx from 'read-excel-file/node';
import { parseCsv } from '../electron/services/reports/parse-csv.ts';
import { GRIDS, hasNoFinding } from './accessible.ts';
import { ask } from './closing.ts';
import { expect, freshFolder, test } from './host.ts';
import { go, inLanguage, startPractice, pressEnter } from './steps.ts';

const savedPath = async (page: Page, ending: string): Promise<string> => {
  const path = page
    .locator('.saved-path')
    .filter({ hasText: `.${ending}` })
    .last();
  await expect(path).toBeVisible();
  return (await path.textContent()) ?? '';
};
const closeNotices = async (page: Page) => {
  const buttons = page.locator('.mantine-Notification-closeButton');
  // Each one that is closed makes room for the next, and some leave by themselves.
  await expect(async () => {
    if ((await buttons.count()) > 0) await buttons.first().click({ timeout: 1_000 });
    await expect(page.locator('.saved-path')).toHaveCount(0, { timeout: 500 });
  }).toPass();
};

test('finance saves a list as it is on screen and with all fields, and reads it back', async ({ start }) => {
  const { page } = await start();
  await startPractice(page);
  const folder = join(freshFolder('closeout-files'), 'Lists');
  await ask(page, 'reports.setFolder', { folder });
  await go(page, 'Settlement');
  await page.getByText('Settled transactions', { exact: true }).click();
  await expect(page.getByTestId('headline')).toContainText('The gateway’s summary agrees');
  const { recount } = await ask<{ recount: { count: number } }>(page, 'settlement.settledSummary', {
    filter: {},
  });

  await test.step('Ctrl+E opens the menu; as on screen in CSV', async () => {
    await page.keyboard.press('Control+e');
    await expect(page.getByRole('menuitem', { name: 'Save as CSV' }).first()).toBeVisible();
    await hasNoFinding(page, 'menu', [GRIDS]);
    await pressEnter(page.getByRole('menuitem', { name: 'Save as CSV' }).first());
    const path = await savedPath(page, 'csv');
    expect(path.startsWith(folder)).toBe(true);
    const lines = parseCsv(readFileSync(path, 'utf8'));
    const end = lines.findIndex((line) => line.length === 1 && line[0] === '');
    const head = Object.fromEntries(lines.slice(2, end).map(([name = '', ...rest]) => [name, rest]));
    expect(head['Environment']?.[0]).toBe('PRACTICE');
    expect(head['Filter']?.[0]).toBe('None: all rows');
    expect(head['Rows']?.[2]).toBe(String(recount.count));
    expect(head['Made by']?.[0]).toBe('Mona');
    const [, columns, ...rows] = lines.slice(end + 1);
    expect(columns?.slice(0, 4)).toEqual(['Reference (RRN)', 'Settled at', 'Branch', 'Merchant order']);
    expect(columns).toContain('Currency');
    expect(columns).not.toContain('Entry mode');
    expect(rows).toHaveLength(recount.count);
    await closeNotices(page);
  });

  await test.step('narrowed, in Arabic, as a sheet with all fields', async () => {
    await page.getByRole('combobox', { name: 'Type', exact: true }).click();
    await page.getByRole('option', { name: 'Refund' }).click();
    await page.keyboard.press('Escape');
    await expect(page.getByText('Our recount of what the filter shows')).toBeVisible();
    const { recount: narrowed } = await ask<{ recount: { count: number } }>(
      page,
      'settlement.settledSummary',
      {
        filter: { paymentTypes: ['REFUND'] },
      },
    );
    await inLanguage(page, 'ar');
    await page.getByRole('button', { name: 'تصدير' }).click();
    await hasNoFinding(page, 'menu, Arabic', [GRIDS]);
    await page.getByRole('menuitem', { name: 'حفظ كورقة Excel' }).last().click();
    const path = await savedPath(page, 'xlsx');
    const [head, list] = await readXlsx(readFileSync(path));
    expect(head?.data.some(([name, value]) => name === 'التصفية' && value === 'النوع: استرداد')).toBe(true);
    expect(list?.data[0]).toContain('كما أرسلتها البوابة');
    expect(list?.data).toHaveLength(narrowed.count + 1);
    expect(list?.data[1]?.filter((cell) => cell === 'استرداد')).toHaveLength(1);
    await hasNoFinding(page, 'saved', [GRIDS]);
    await inLanguage(page, 'en');
    await closeNotices(page);
  });

  await test.step('as PDF, and the record says what was saved', async () => {
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'Save as PDF' }).click();
    const path = await savedPath(page, 'pdf');
    expect(readFileSync(path).subarray(0, 5).toString()).toBe('%PDF-');
    const { rows } = await ask<{ rows: { code: string; target: string }[] }>(page, 'activity.page', {});
    expect(rows.some(({ target }) => target === path)).toBe(true);
    await closeNotices(page);
  });

  await test.step('windows, a bridge, a terminal and eligible sales have the same menu', async () => {
    const save = async () => {
      await page.getByRole('button', { name: 'Export' }).click();
      await page.getByRole('menuitem', { name: 'Save as CSV' }).first().click();
      const path = await savedPath(page, 'csv');
      await closeNotices(page);
      return readFileSync(path, 'utf8');
    };
    await page.getByText('Windows', { exact: true }).click();
    await page.locator('.window-card').first().waitFor();
    expect(await save()).toContain('Settlement windows');
    await page.locator('.window-card').first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'From sales to the bank' }).click();
    await page.locator('[data-line="expected"]').waitFor();
    expect(await save()).toContain('Expected at the bank');
    await go(page, 'Terminals');
    await page.getByText('Zamalek · Front till').first().click();
    await page.locator('.ag-row').first().waitFor();
    expect(await save()).toContain('First seen on this PC');
    await go(page, 'Instant settlement');
    expect(await save()).toContain('Merchant order');
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
  });
});
