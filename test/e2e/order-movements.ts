/** Moves the money of an order in the window, as a person without a mouse does. */
import type { Page } from '@playwright/test';
import { read } from './closing.ts';
import { expect } from './host.ts';
import { press, pressesNoPointer, tabTo } from './keyboard.ts';
import { goTo, MONA, OMAR } from './steps.ts';
import arabicApp from '../../resources/locales/ar/app.json' with { type: 'json' };
import arabicOperations from '../../resources/locales/ar/operations.json' with { type: 'json' };
import arabicPayments from '../../resources/locales/ar/payments.json' with { type: 'json' };
import arabicPeople from '../../resources/locales/ar/people.json' with { type: 'json' };
import englishApp from '../../resources/locales/en/app.json' with { type: 'json' };
import englishOperations from '../../resources/locales/en/operations.json' with { type: 'json' };
import englishPayments from '../../resources/locales/en/payments.json' with { type: 'json' };
import englishPeople from '../../resources/locales/en/people.json' with { type: 'json' };

export const wordsOf = {
  en: { ...englishPayments, app: englishApp, operations: englishOperations, people: englishPeople },
  ar: { ...arabicPayments, app: arabicApp, operations: arabicOperations, people: arabicPeople },
} as const;
export type Words = (typeof wordsOf)['en' | 'ar'];

type Detail = { detail: { payment: { state: string; left: { minor: string } | null } } | null };

/** The state of an order, and what is left of it, as the lists have it. */
export async function stateOf(page: Page, key: string) {
  const { detail } = await read<Detail>(page, 'payments.detail', { key });
  return [detail?.payment.state, detail?.payment.left?.minor];
}

/** A control whose name begins so, or is so. */
const begins = (name: string) => new RegExp(`^${name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}`);
export const named = (name: string) => new RegExp(`${begins(name).source}$`);

/** Locks, and signs somebody in. The window is begun anew for them. */
export async function signInAs(page: Page, words: Words, { name, pin }: typeof MONA): Promise<void> {
  const { lock } = words.people;
  await page.keyboard.press('Control+Shift+L');
  await page.getByRole('heading', { name: lock.title }).waitFor();
  await press(page, new RegExp(name));
  await tabTo(page, named(lock.enter.replace('{{name}}', name)));
  await page.keyboard.type(pin);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: lock.title }).waitFor({ state: 'hidden' });
}

/** Finds the order in the list and opens it. */
export async function openOrder(page: Page, words: Words, order: string): Promise<void> {
  await goTo(page, '/payments');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await tabTo(page, begins(words.search));
  await page.keyboard.press('Control+A');
  await page.keyboard.type(order);
  // While it is being typed, other rows may match it, too.
  await expect(page.locator('.ag-row')).toContainText([order]);
  await expect(page.locator('.ag-row')).toHaveCount(1);
  await tabTo(page, begins(words.column.time));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toContainText(words.timeline);
}

export const actOf = (page: Page, words: Words, act: keyof Words['act']) =>
  page.getByRole('dialog').first().getByRole('button', { name: words.act[act], exact: true });

type Filled = { amount?: string; pin?: string; hasReason?: boolean };

/** Fills the open dialog up to its last button. Without an amount: all that is left. */
export async function fillIn(page: Page, words: Words, filled: Filled = {}): Promise<void> {
  const { amount, pin = MONA.pin, hasReason = false } = filled;
  const dialog = page.getByRole('dialog').last();
  const shown = dialog.locator('.size-28');
  await expect(shown).toBeVisible();
  if (amount !== undefined) {
    const [all = ''] = words.move.all.split('{{');
    await tabTo(page, begins(all));
    await page.keyboard.press('ArrowDown');
    await tabTo(page, begins(words.move.other));
    await page.keyboard.type(amount);
    await press(page, named(words.move.take));
    await expect(shown).toContainText(amount);
  }
  if (!hasReason) {
    await tabTo(page, begins(words.move.reason));
    await page.keyboard.type('Returned goods');
  }
  const whole = (await shown.locator('.money-number').textContent()) ?? '';
  const [retype = ''] = words.operations.reversal.retype.split('{{');
  await tabTo(page, begins(retype));
  // What goes back has a minus; its size is retyped.
  await page.keyboard.type(whole.replaceAll(/[,−]/g, ''));
  await tabTo(page, begins(words.people.field.yourPin));
  await page.keyboard.type(pin);
}

/** Presses the button that moves the money, waits for the ending, and leaves the dialog. Answers what the ending said. */
export async function confirmIt(page: Page, words: Words, act: keyof Words['act']): Promise<string> {
  const dialog = page.getByRole('dialog').last();
  const [confirm = ''] = words.move[act].confirm.split('{{');
  await press(page, begins(confirm.trim()));
  await expect(dialog.locator('.size-28')).toHaveCount(0);
  const said = await dialog.innerText();
  await press(page, named(words.app.actions.close));
  return said;
}

/** Mona asks for the whole of EGP 15,000.00, as one person is not enough; Omar sees the request, and confirms it after a fresh read. */
export async function refundByTwo(page: Page, words: Words, order: string, key: string): Promise<void> {
  await openOrder(page, words, order);
  await press(page, named(words.more));
  const reverse = page.getByRole('menuitem', { name: words.act['order-reversal'] });
  await expect(reverse).toContainText(words.not.payLater);
  await tabTo(page, named(words.act.refund), 'ArrowDown');
  await page.keyboard.press('Enter');
  await fillIn(page, words);
  await press(page, named(words.people.confirm.send));
  await expect(page.getByRole('dialog').last()).toContainText(words.people.confirm.sent);
  await press(page, named(words.app.actions.close));
  await expect(page.getByTestId('request-about')).toBeVisible();
  expect(await stateOf(page, key)).toEqual(['paid', '1500000']);

  await signInAs(page, words, OMAR);
  const noPointer = await pressesNoPointer(page);
  await goTo(page, '/operations');
  await press(page, named(words.people.approvals.open));
  await expect(page.getByRole('dialog')).toContainText('Mona');
  await fillIn(page, words, { pin: OMAR.pin, hasReason: true });
  await confirmIt(page, words, 'refund');
  await read(page, 'payments.readOrder', { orderId: key });
  expect(await stateOf(page, key)).toEqual(['refunded', '0']);
  await noPointer();
  await signInAs(page, words, MONA);
}
