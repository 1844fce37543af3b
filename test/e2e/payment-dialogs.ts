/** The dialogs that move the money of a payment, each of which can be opened in Practice. */
import type { Page } from '@playwright/test';
import { read } from './closing.ts';
import { expect } from './host.ts';
import { actOf, wordsOf, type Words } from './order-movements.ts';
import { keysOf, makeCheckouts, payAt } from './practice-gateway.ts';
import { goTo } from './steps.ts';
import arabicCards from '../../resources/locales/ar/savedCards.json' with { type: 'json' };
import englishCards from '../../resources/locales/en/savedCards.json' with { type: 'json' };

const cardsOf = { en: englishCards, ar: arabicCards } as const;
export const dialogs = ['capture', 'void', 'refund', 'order-reversal', 'charge'] as const;
type DialogName = (typeof dialogs)[number];

const ORDERS = {
  'WEB-2001': { minor: '310000', manualCapture: true },
  'WEB-2002': { minor: '84050', manualCapture: false },
  'WEB-2003': { minor: '129950', manualCapture: false },
  'WEB-2004': { minor: '62000', manualCapture: false, saveCard: true, customerReference: 'C-1042' },
} as const;
type Order = keyof typeof ORDERS;
const orderOf: Record<Exclude<DialogName, 'charge'>, Order> = {
  capture: 'WEB-2001',
  void: 'WEB-2002',
  refund: 'WEB-2002',
  'order-reversal': 'WEB-2003',
};

/** Their customers pay: a hold, two sales, one of them to be paid later, and one whose card may be charged again. */
export async function payOrders(page: Page): Promise<Record<Order, string>> {
  const addresses = await makeCheckouts(page, ORDERS);
  for (const [order, address] of addresses)
    await payAt(
      address,
      order === 'WEB-2003' ? 'bnpl' : 'card',
      order === 'WEB-2004' ? { card: 'mastercard-1118', save: 'yes' } : {},
    );
  await read(page, 'savedCards.refresh', {});
  return keysOf(page, Object.keys(ORDERS) as Order[]);
}

async function openPayment(page: Page, words: Words, name: Exclude<DialogName, 'charge'>, key: string) {
  await goTo(page, `/payments/${encodeURIComponent(key)}`);
  await expect(page.getByRole('dialog')).toContainText(words.timeline);
  if (name !== 'refund') return actOf(page, words, name).click();
  await page.getByRole('button', { name: words.more }).click();
  await page.getByRole('menuitem', { name: words.act.refund }).click();
}

/** Opens the dialog, and waits until the amount that it is about has been read. */
export async function openDialog(
  page: Page,
  language: 'en' | 'ar',
  name: DialogName,
  keys: Record<Order, string>,
): Promise<void> {
  if (name !== 'charge') await openPayment(page, wordsOf[language], name, keys[orderOf[name]]);
  else {
    const { charge } = cardsOf[language];
    await goTo(page, '/payments/cards');
    await page.locator('.ag-row', { hasText: 'C-1042' }).click();
    await page.getByRole('dialog').getByRole('button', { name: charge.open }).click();
    const dialog = page.getByRole('dialog').last();
    await dialog.getByRole('textbox', { name: charge.amount }).fill('250.00');
    await dialog.getByTestId('take-amount').click();
  }
  await expect(page.getByRole('dialog').last().locator('.size-28')).toBeVisible();
  await expect(page.getByTestId('confirm-movement')).toBeVisible();
}

export async function closeDialogs(page: Page): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0, { timeout: 1_000 });
  }).toPass();
}
