/** Who may do what in a close; and what becomes of its Z: files, whether they were changed, and opening the day again. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { act, answerOf, ask, beginCounting, count, detailOf, explain, step, zsOf } from './closing.ts';
import { startGateway } from './gateway.ts';
import { expect, freshFolder, test } from './host.ts';
import { connect, go, MONA, OMAR, SARA, signIn, switchTo } from './steps.ts';

/** The own PIN and a second person's; nothing can be confirmed before both are typed. */
async function confirmWithSara(page: Page): Promise<void> {
  const confirm = page.getByTestId('confirm-movement');
  await page.getByLabel('Your PIN').fill(MONA.pin);
  await expect(confirm).toBeDisabled();
  await page.getByRole('combobox', { name: 'Second person' }).click();
  await expect(page.getByRole('option')).toHaveText(['Sara · Manager']);
  await page.getByRole('option').click();
  await expect(confirm).toBeDisabled();
  await page.getByLabel('PIN of Sara').fill(SARA.pin);
  await confirm.click();
}

async function saveAs(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+e');
  await page.getByRole('menuitem', { name }).click();
  await expect(page.getByRole('button', { name: 'Print or save' })).not.toHaveAttribute(
    'data-loading',
    'true',
  );
}

/** The sizes of a PDF's pages in millimetres. */
const pageSizes = (pdf: string): number[][] =>
  [...pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, width, height]) =>
    [width, height].map((points) => Math.round((Number(points) * 25.4) / 72)),
  );

test('a cashier counts blind and cannot close; two people close over a large difference, and open the day again', async ({
  start,
}) => {
  const gateway = await startGateway({ terminals: 8, transactions: 900 });
  const { page } = await start();
  const folder = join(freshFolder('closeout-files'), 'Z');
  await connect(page, gateway);
  await expect(page.getByText('Maadi · Front till').first()).toBeVisible();
  await ask(page, 'people.add', { name: OMAR.name, role: 'cashier', newPin: OMAR.pin, pin: MONA.pin });
  await ask(page, 'people.add', { name: SARA.name, role: 'manager', newPin: SARA.pin, pin: MONA.pin });
  await ask(page, 'reports.setFolder', { folder });

  await test.step('a cashier sees nothing of what is expected', async () => {
    await switchTo(page, OMAR);
    await beginCounting(page, 'Maadi');
    await expect(page.getByText('A blind count')).toBeVisible();
    await expect(page.getByRole('columnheader', { name: 'Expected' })).toHaveCount(0);
    const detail = await detailOf(page);
    expect(detail.blind).toBe(true);
    expect(detail.lines.map(({ expected, count: rows }) => [expected, rows])).toEqual(
      detail.lines.map(() => [null, null]),
    );
    const x = await answerOf(page, 'closing.x', { branchKey: detail.branchKey });
    expect(x).toMatchObject({ ok: false, error: { kind: 'closing', code: 'blind-count' } });
  });

  await test.step('a lock in the middle of a number keeps it for the same person', async () => {
    const field = page.locator('.count-input input').first();
    await field.focus();
    await page.keyboard.type('12');
    await page.keyboard.press('Control+l');
    await expect(page.getByRole('heading', { name: 'Closeout is locked' })).toBeVisible();
    await expect(field).toBeHidden();
    await signIn(page, OMAR);
    await expect(field).toHaveValue('12');
  });

  await test.step('once it is counted the difference shows; closing is for another role', async () => {
    const lines = await page.locator('.count-input').count();
    await count(
      page,
      Array.from({ length: lines }, () => ({ text: '1.00' })),
    );
    await expect(page.getByRole('columnheader', { name: 'Expected' })).toBeVisible();
    await explain(page, 'Counted in a hurry');
    await step(page, 'confirm').click();
    await expect(page.locator('.close-work .close-actions button')).toBeDisabled();
    const { closingId } = await detailOf(page);
    const closed = await answerOf(page, 'closing.confirm', { closingId, authorization: null });
    expect(closed).toMatchObject({ ok: false, error: { kind: 'people', code: 'not-allowed' } });
  });

  await test.step('a large difference is closed by two', async () => {
    await switchTo(page, MONA);
    await go(page, 'Close day');
    await step(page, 'confirm').click();
    await act(page);
    await confirmWithSara(page);
    await expect(page.getByTestId('z-number')).toContainText('1');
    expect(await zsOf(page)).toMatchObject([
      { content: { kind: 'final', approvedBy: 'Sara' }, reopened: null },
    ]);
  });

  await test.step('the Z is saved as PDF, CSV, sheet and Z file', async () => {
    const kinds = [
      ['Save as PDF', 'pdf'],
      ['Save as CSV', 'csv'],
      ['Save as Excel sheet', 'xlsx'],
      ['Save Z file', 'json'],
    ] as const;
    for (const [name, ending] of kinds) {
      await saveAs(page, name);
      const told = page.locator('.saved-path');
      await expect(told).toHaveCount(1);
      await expect(told).toHaveText(new RegExp(`^${folder}/.*\\.${ending}$`));
    }
    const files = readdirSync(folder).sort();
    expect(files.map((name) => name.split('.').at(-1)).sort()).toEqual(['csv', 'json', 'pdf', 'xlsx']);
    const read = (ending: string) =>
      readFileSync(join(folder, files.find((name) => name.endsWith(ending)) ?? ''), 'latin1');
    const pdf = read('.pdf');
    expect(pdf.startsWith('%PDF-')).toBe(true);
    expect(new Set(pageSizes(pdf).map(String))).toEqual(new Set(['210,297']));
    expect(read('.csv')).toContain('Environment,TEST');
    expect(read('.xlsx').startsWith('PK')).toBe(true);
    await expect.poll(() => zsOf(page)).toMatchObject([{ prints: 1 }]);
  });

  await test.step('the file is verified, and refused with one digit changed', async () => {
    const name = readdirSync(folder).find((file) => file.endsWith('.json')) ?? '';
    const text = readFileSync(join(folder, name), 'utf8');
    const changed = join(folder, 'changed.json');
    writeFileSync(
      changed,
      text.replace(
        /"minor":"(-?)(\d)/,
        (_, sign: string, digit: string) => `"minor":"${sign}${digit === '9' ? 8 : Number(digit) + 1}`,
      ),
    );
    await go(page, 'Close day');
    await page.getByRole('link', { name: 'Day history' }).click();
    await page.getByRole('button', { name: 'Verify a Z file' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('input[type=file]').setInputFiles(join(folder, name));
    await expect(dialog.getByRole('status')).toContainText('is as it was issued');
    await dialog.locator('input[type=file]').setInputFiles(changed);
    await expect(dialog.getByRole('alert')).toContainText('is not the original Z 000001');
    await expect(dialog.getByRole('alert')).toContainText(
      'Its text was changed after the Z was issued. Do not rely on it.',
    );
    await expect(dialog.getByRole('status')).toHaveCount(0);
    await page.keyboard.press('Escape');
  });

  await test.step('the day is opened again by two; its Z stays, marked', async () => {
    await page.locator('.ag-row', { hasText: 'Maadi' }).locator('.ag-cell').first().click();
    await page.getByRole('button', { name: 'Reopen the day' }).click();
    const dialog = page.getByRole('dialog').filter({ has: page.getByTestId('confirm-movement') });
    await dialog.getByLabel('Reason').fill('A slip was found');
    await confirmWithSara(page);
    await expect(page.getByRole('link', { name: 'Close the day again' })).toBeVisible();
    const { rows } = await ask<{ rows: { closingId: string; state: string }[] }>(page, 'closing.history', {});
    expect(rows).toMatchObject([{ state: 'reopened' }]);
    expect(await zsOf(page, rows[0]?.closingId)).toMatchObject([
      { content: { number: 1 }, reopened: { approvedBy: 'Sara', reason: 'A slip was found' } },
    ]);
  });
  await gateway.stop();
});
