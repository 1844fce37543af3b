/** The wizard that brings a file in, step by step. */
import type { Page } from '@playwright/test';
import { expect } from './host.ts';
import { pressEnter } from './steps.ts';

export type Upload = { name: string; mimeType: string; buffer: Buffer };
export type ImportStep = 'file' | 'format' | 'columns' | 'check' | 'confirm';

export const step = (page: Page, name: ImportStep) => page.locator(`[data-step="${name}"]`);
export const standsAt = (page: Page, name: ImportStep) =>
  expect(step(page, name)).toHaveAttribute('aria-current', 'step');
export const file = (page: Page) => page.getByTestId('import-file');
/** The step's way on: its one button below. */
export const goOn = (page: Page) => page.locator('.import-frame > .close-actions button').first();

export async function choose(page: Page, label: string | RegExp, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}
export async function describe(page: Page, kind: string, source: string): Promise<void> {
  await page.getByRole('radio', { name: kind }).check();
  await page.getByRole('combobox', { name: /^Where it comes from/ }).fill(source);
  await page.keyboard.press('Escape');
}

/** From the page of choosing a file to what is saved, by the keyboard; `sales` come from the source that is named. */
export async function bringIn(page: Page, upload: Upload, kind: 'sales' | 'bank', lines: string) {
  const chooser = page.waitForEvent('filechooser');
  await pressEnter(page.getByRole('button', { name: 'Choose a file' }));
  await (await chooser).setFiles(upload);
  await standsAt(page, 'format');
  // A statement says by itself what it is and where it comes from.
  if (kind === 'sales') await describe(page, 'Sales', 'Front shop');
  await pressEnter(step(page, 'check'));
  await expect(page.getByTestId('import-answer')).toContainText(`${lines} lines`);
  await pressEnter(goOn(page));
  await pressEnter(page.getByRole('button', { name: `Import ${lines} lines` }));
  await expect(page.getByTestId('import-saved')).toContainText(`${lines} lines imported`);
}
