/** Payments in Practice: an order is found, a part of it is refunded, then the rest; another is voided; of a hold a part is captured. */
import type { Page } from '@playwright/test';
import { read } from './closing.ts';
import { expect, inDeepIf, test } from './host.ts';
import { stateOf } from './order-movements.ts';
import { open } from './screens.ts';
import { inLanguage, MONA, startPractice } from './steps.ts';
import arabic from '../../resources/locales/ar/payments.json' with { type: 'json' };
import english from '../../resources/locales/en/payments.json' with { type: 'json' };

type Words = typeof english;
type Rows = {
  rows: { key: string; merchantOrderId: string | null; state: string; channel: string | null }[];
};

async function ordersIn(page: Page, state: string): Promise<string[]> {
  const { rows } = await read<Rows>(page, 'payments.page', {
    filter: { text: 'WEB', state, channel: null },
    cursor: null,
    limit: 50,
  });
  return rows.map(({ key }) => key);
}

/** Fills the dialog that is open, confirms, and closes it after its ending. */
async function carryOut(page: Page, words: Words, amount: string | null): Promise<void> {
  const dialog = page.getByRole('dialog').last();
  if (amount !== null) {
    await dialog.getByLabel(words.move.other).fill(amount);
    await dialog.getByRole('button', { name: words.move.take }).click();
  }
  await expect(dialog.locator('.size-28')).toBeVisible();
  if (amount !== null) await expect(dialog.locator('.size-28')).toContainText(amount);
  const shown = (await dialog.locator('.size-28 .money-number').textContent()) ?? '';
  await dialog.getByLabel(words.move.reason).fill('Returned goods');
  await dialog.locator('input[inputmode="decimal"]').last().fill(shown.replaceAll(',', ''));
  await dialog.locator('input[type="password"]').first().fill(MONA.pin);
  await dialog.getByTestId('confirm-movement').click();
  await expect(dialog.locator('.size-28')).toHaveCount(0);
  await dialog.locator('button').last().click();
  await expect(page.getByRole('dialog')).toHaveCount(1);
}

const languages = [
  ['en', english],
  ['ar', arabic],
] as const;

for (const [language, words] of languages)
  test(
    `in ${language}: a paid order is found; a part goes back, then the rest; another is voided; of a hold a part is captured`,
    inDeepIf(language),
    async ({ start }) => {
      const { page } = await start();
      await startPractice(page);
      await inLanguage(page, language);
      await open(page, '/payments');
      await page.locator('.ag-row').first().waitFor();
      await expect(page.getByTestId('payment-sums')).toContainText(words.net);
      const [first = '', second = ''] = await ordersIn(page, 'paid');
      const openOrder = async (key: string) => {
        await open(page, `/payments/${encodeURIComponent(key)}`);
        await expect(page.getByRole('dialog')).toContainText(words.timeline);
      };
      const more = async (act: string) => {
        await page.getByRole('button', { name: words.more }).click();
        await page.getByRole('menuitem', { name: act }).click();
      };

      await openOrder(first);
      await more(words.act.refund);
      await carryOut(page, words, '10.00');
      await expect.poll(() => stateOf(page, first)).toContain('part-refunded');
      await page.getByRole('button', { name: words.act.refund, exact: true }).click();
      await carryOut(page, words, null);
      await expect.poll(() => stateOf(page, first)).toEqual(['refunded', '0']);

      await openOrder(second);
      await page.getByRole('button', { name: words.act.void, exact: true }).click();
      await carryOut(page, words, null);
      await expect.poll(() => stateOf(page, second)).toEqual(['voided', '0']);
      await expect(page.getByTestId('payment-answer')).toHaveText(words.answer.voided);

      const [hold = ''] = await ordersIn(page, 'authorised');
      await openOrder(hold);
      await page.getByRole('button', { name: words.act.capture, exact: true }).click();
      await carryOut(page, words, '10.00');
      await expect.poll(() => stateOf(page, hold)).toContain('part-captured');
    },
  );
