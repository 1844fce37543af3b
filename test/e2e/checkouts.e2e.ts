/** A checkout in Practice: made, paid by a customer on its page, and found as an order; another is abandoned. */
import { expect, inDeepIf, test } from './host.ts';
import { open } from './screens.ts';
import { inLanguage, startPractice } from './steps.ts';
import arabic from '../../resources/locales/ar/checkouts.json' with { type: 'json' };
import english from '../../resources/locales/en/checkouts.json' with { type: 'json' };
import arabicPayments from '../../resources/locales/ar/payments.json' with { type: 'json' };
import englishPayments from '../../resources/locales/en/payments.json' with { type: 'json' };

for (const [language, words, payments] of [
  ['en', english, englishPayments],
  ['ar', arabic, arabicPayments],
] as const)
  test(
    `in ${language}: a customer pays on the page of a checkout, and the order is found; another is abandoned`,
    inDeepIf(language),
    async ({ start }) => {
      const closeout = await start({ keepsReceived: true });
      const { page } = closeout;
      const received = () => closeout.received();
      await startPractice(page);
      await inLanguage(page, language);
      await open(page, '/payments/checkouts');
      await page.locator('.ag-row').first().waitFor();
      // The parts, with those that wait, add up to the count.
      const foot = page.getByTestId('checkout-sums');
      for (const part of ['waiting', 'paid', 'held', 'ended'] as const)
        await expect(foot).toContainText(words.group[part]);
      const dialog = page.getByRole('dialog');
      const make = async (amount: string, order: string) => {
        await page.getByRole('button', { name: words.new.action }).click();
        await dialog.getByRole('textbox', { name: words.new.amount }).fill(amount);
        await dialog.getByRole('textbox', { name: words.new.order }).fill(order);
        await dialog.getByTestId('make').click();
      };
      const closeDialog = async () => {
        await page.keyboard.press('Escape');
        await expect(dialog).toHaveCount(0);
      };

      await make('0', 'CAKE-1');
      await expect(dialog).toContainText(words.new.wrong.amount);
      await dialog.getByRole('textbox', { name: words.new.amount }).fill('١٢٠٫٥٠');
      await dialog.getByTestId('make').click();
      const address = (await dialog.locator('.to-pay-address').textContent()) ?? '';
      await expect(dialog.getByRole('img', { name: words.pay.qr })).toBeVisible();
      // The customer: one card is declined, the next one pays.
      const customer = await page.context().newPage();
      await customer.goto(address);
      await customer.getByRole('button', { name: 'Pay with a card that is declined' }).click();
      await expect(customer.getByText('Failed tries: 1')).toBeVisible();
      await customer.getByRole('button', { name: 'Pay', exact: true }).click();
      await expect(customer.getByText('has ended: PAID')).toBeVisible();
      await customer.close();
      await expect(dialog.getByTestId('checkout-state')).toContainText(words.status.PAID);
      await dialog.getByRole('button', { name: words.openOrder }).click();
      await expect(dialog).toContainText(payments.timeline);
      await expect(dialog).toContainText(payments.state.paid);
      await expect(dialog).toContainText('CAKE-1');
      await closeDialog();

      await open(page, '/payments/checkouts');
      await make('75', 'CAKE-2');
      const other = (await dialog.locator('.to-pay-address').textContent()) ?? '';
      await closeDialog();
      const id = other.split('/').at(-1) ?? '';
      const before = received().split(id).length;
      await page.locator('.ag-row', { hasText: 'CAKE-2' }).click();
      await dialog.getByRole('button', { name: words.abandon.action }).click();
      await dialog
        .last()
        .getByRole('button', { name: words.abandon.confirm.split(' ')[0] ?? '' })
        .last()
        .click();
      await expect(dialog).toHaveCount(1);
      await expect(dialog).toContainText(words.abandon.ending.done);
      await expect(dialog).not.toContainText(id);
      // After a checkout was made, the window never gets its id again.
      expect(received().split(id)).toHaveLength(before);
      await dialog.getByRole('button', { name: words.reveal.action }).click();
      await expect(dialog.last().locator('.to-pay-address')).toHaveText(other);
    },
  );
