/** Saved cards in Practice: a customer lets a card be saved on the page of a checkout, and it is deleted. */
import type { Page } from '@playwright/test';
import { expect, inDeepIf, test } from './host.ts';
import { open } from './screens.ts';
import { inLanguage, MONA, startPractice } from './steps.ts';
import arabicCheckouts from '../../resources/locales/ar/checkouts.json' with { type: 'json' };
import englishCheckouts from '../../resources/locales/en/checkouts.json' with { type: 'json' };
import arabic from '../../resources/locales/ar/savedCards.json' with { type: 'json' };
import english from '../../resources/locales/en/savedCards.json' with { type: 'json' };

const languages = [
  ['en', english, englishCheckouts],
  ['ar', arabic, arabicCheckouts],
] as const;
type Words = (typeof languages)[number][1];
type CheckoutWords = (typeof languages)[number][2];

const dialogOf = (page: Page) => page.getByRole('dialog');

/** A checkout with save card; its customer pays on the page with this card and agrees. */
async function saveCard(
  page: Page,
  {
    words,
    checkouts,
    customer,
    card,
  }: { words: Words; checkouts: CheckoutWords; customer: string; card: string },
): Promise<void> {
  const dialog = dialogOf(page);
  await page.getByRole('button', { name: words.add }).first().click();
  await dialog.getByRole('textbox', { name: checkouts.new.amount }).fill('120.50');
  await expect(dialog.getByTestId('make')).toBeDisabled();
  await expect(dialog.getByTestId('still-missing')).toContainText(checkouts.new.whoseCard);
  await dialog.getByRole('textbox', { name: checkouts.new.whoseCard }).fill(customer);
  await dialog.getByTestId('make').click();
  const address = (await dialog.locator('.to-pay-address').textContent()) ?? '';
  const shopper = await page.context().newPage();
  await shopper.goto(address);
  await shopper.locator('select[name="card"]').selectOption(card);
  await shopper.getByLabel('Save this card for later payments').check();
  await shopper.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(shopper.getByText('has ended: PAID')).toBeVisible();
  await shopper.close();
  await expect(dialog.getByTestId('checkout-state')).toContainText(checkouts.status.PAID);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
}

for (const [language, words, checkouts] of languages)
  test(
    `in ${language}: a customer lets a card be saved, and it is deleted by its last four digits`,
    inDeepIf(language),
    async ({ start }) => {
      const closeout = await start({ keepsReceived: true });
      const { page } = closeout;
      page.setDefaultTimeout(30_000);
      await startPractice(page);
      await inLanguage(page, language);
      await open(page, '/payments/cards');
      await saveCard(page, { words, checkouts, customer: 'C-901', card: 'visa-4242' });
      const row = page.locator('.ag-row', { hasText: 'C-901' });
      await expect(row).toContainText('•••• 4242');
      // Nothing that the window was ever given has the first digits of a card.
      expect(closeout.received()).not.toContain('424242');

      const dialog = dialogOf(page);
      await row.click();
      await expect(dialog).toContainText(words.charges.none);
      await dialog.getByRole('button', { name: words.delete.action }).click();
      const deleting = dialog.last();
      const confirm = deleting.getByTestId('confirm-movement');
      await expect(confirm).toBeDisabled();
      await deleting.locator('input[type="password"]').first().fill(MONA.pin);
      await deleting.getByRole('textbox', { name: /4242/ }).fill('4243');
      await expect(deleting).toContainText(words.delete.differs);
      await expect(confirm).toBeDisabled();
      await deleting.getByRole('textbox', { name: /4242/ }).fill('٤٢٤٢');
      await confirm.click();
      await expect(deleting).toContainText(words.delete.ending.done);
      await page.keyboard.press('Escape');
      await expect(row).toContainText(words.gone);
    },
  );
