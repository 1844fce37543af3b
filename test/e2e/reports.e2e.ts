import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, freshFolder, test } from './host.ts';
import { go, startPractice } from './steps.ts';

async function expectNoFault(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa']).analyze();
  expect(
    violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => [id, nodes[0]?.html]),
  ).toEqual([]);
}

/** The paper that is printed: the frame nobody sees, and that the window asked the system to print it. */
const printed = (page: Page) =>
  page.evaluate(() => {
    const frame = document.getElementById('closeout-paper') as HTMLIFrameElement | null;
    return frame?.contentDocument?.body.textContent ?? '';
  });

test('reports: X on paper, as PDF, CSV and sheet, in the folder that was chosen; notices', async ({
  start,
}) => {
  const { page } = await start();
  const folder = join(freshFolder('closeout-files'), 'Reports');
  await startPractice(page);

  await test.step('a folder that cannot be used is refused in words, another is taken', async () => {
    await go(page, 'Settings');
    const field = page.getByLabel('Folder for PDF, CSV and Excel files');
    const save = page.getByRole('button', { name: 'Save', exact: true });
    await expect(field).not.toHaveValue('');
    await field.fill('not/whole');
    await save.click();
    await expect(page.getByText('not/whole cannot be used as a folder.')).toBeVisible();
    await field.fill(folder);
    await save.click();
    await expect(page.getByText('cannot be used as a folder')).toBeHidden();
    await expect(page.getByRole('button', { name: 'Use the usual folder' })).toBeVisible();
    await expectNoFault(page);
  });

  await test.step('the bell opens by keyboard and closes with Escape', async () => {
    const bell = page.getByRole('button', { name: /^Notices:/ });
    await bell.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Notices' }).first()).toBeVisible();
    await expectNoFault(page);
    await page.keyboard.press('Escape');
    await expect(bell).toBeFocused();
  });

  await test.step('an X is printed with Ctrl+P', async () => {
    await go(page, 'Close day');
    await page.getByRole('button', { name: /^Begin / }).click();
    await expect(page.getByRole('button', { name: 'Print or save' })).toBeVisible();
    await page.keyboard.press('Control+p');
    await expect.poll(() => printed(page)).toContain('Totals as of now. It changes nothing');
    expect(await printed(page)).toContain('PRACTICE · no real money');
    // The system's dialog is gone, and the page hears its keys again.
    await expect(page.getByRole('button', { name: 'Print or save' })).toBeEnabled();
    expect(await page.evaluate(() => document.activeElement?.id)).not.toBe('closeout-paper');
  });

  await test.step('and saved: the window says where', async () => {
    const kinds = [
      ['Save as PDF', 'pdf'],
      ['Save as CSV', 'csv'],
      ['Save as Excel sheet', 'xlsx'],
    ] as const;
    for (const [name, ending] of kinds) {
      await page.keyboard.press('Control+e');
      await page.getByRole('menuitem', { name }).click();
      await expect(page.locator('.saved-path')).toHaveText(new RegExp(`^${folder}/X-.*\\.${ending}$`));
    }
    await expectNoFault(page);
    const files = readdirSync(folder).sort();
    expect(files.map((file) => /^X-.*\.(csv|pdf|xlsx)$/.exec(file)?.[1])).toEqual(['csv', 'pdf', 'xlsx']);
    const [csv = '', pdf = ''] = files.map((file) => readFileSync(join(folder, file), 'utf8'));
    expect(csv).toContain('Environment,PRACTICE');
    expect(pdf.startsWith('%PDF-')).toBe(true);
  });
});
