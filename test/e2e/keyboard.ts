/** Acts as a person without a mouse: Tab goes to a control by its name, and Enter presses it. */
import type { Page } from '@playwright/test';
import { expect } from './host.ts';

/** A number of Tab stops that no page has. */
const MOST_STOPS = 120;

/** The name of the control that has the focus; empty if it has none. */
const focusedName = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document;
    if (!(activeElement instanceof HTMLElement) || activeElement === document.body) return '';
    const isField = activeElement instanceof HTMLInputElement || activeElement instanceof HTMLTextAreaElement;
    const labels = isField ? [...(activeElement.labels ?? [])] : [];
    const label = labels.map(({ textContent }) => textContent).join(' ');
    return (activeElement.getAttribute('aria-label') ?? (label || activeElement.textContent)).trim();
  });

/** A control that is called so, whatever stands in place of `{{…}}`, and whether it is marked as needed or not. */
export const called = (text: string): RegExp =>
  new RegExp(`^${text.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{\{\w+\}\}/g, '.+')}\\s*\\*?$`);

/** Goes on with Tab, back with Shift+Tab, or down a menu with the arrow, until the focus is on a control that has this name. */
export async function tabTo(
  page: Page,
  name: RegExp,
  key: 'Tab' | 'Shift+Tab' | 'ArrowDown' = 'Tab',
): Promise<void> {
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    if (name.test(await focusedName(page))) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not lead to ${String(name)}`);
}

export async function press(page: Page, name: RegExp): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press('Enter');
}

/** Goes down the open list, or on in a group of radio buttons, until the option with this name is the one at hand. */
async function arrowTo(page: Page, option: string, atHand: () => Promise<string | null>): Promise<void> {
  for (let steps = 0; steps < MOST_STOPS; steps += 1) {
    if ((await atHand())?.trim() === option) return;
    await page.keyboard.press('ArrowDown');
  }
  throw new Error(`ArrowDown does not lead to ${option}`);
}

/** Opens a list of choices and takes one. */
export async function choose(page: Page, name: RegExp, option: string): Promise<void> {
  await tabTo(page, name);
  if ((await page.getByRole('option').count()) === 0) await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('option', { name: option, exact: true })).toBeVisible();
  await arrowTo(page, option, () =>
    page.evaluate(() => document.querySelector('[data-combobox-selected]')?.textContent ?? null),
  );
  await page.keyboard.press('Enter');
}

/** Goes to the chosen radio button of the group that has this option, and on to the option. */
export async function pick(page: Page, chosen: RegExp, option: string): Promise<void> {
  await tabTo(page, chosen);
  await arrowTo(page, option, () => focusedName(page));
}

/** Counts presses of the mouse and of a finger from here on. Answers a check that there was none. */
export async function pressesNoPointer(page: Page): Promise<() => Promise<void>> {
  const counted = () => page.evaluate(() => Number(document.documentElement.dataset['pointers']));
  await page.evaluate(() => {
    const { dataset } = document.documentElement;
    dataset['pointers'] = '0';
    addEventListener(
      'pointerdown',
      () => (dataset['pointers'] = String(Number(dataset['pointers']) + 1)),
      true,
    );
  });
  return async () => expect(await counted()).toBe(0);
}
