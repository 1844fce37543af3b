/** A link and an invoice are made, a double is asked about, a row of a bulk bill is corrected and dropped, and a discount is tried. */
import { expect, inDeepIf, test } from './host.ts';
import { startGateway } from './gateway.ts';
import { connect, goTo, inLanguage } from './steps.ts';
import arabicApp from '../../resources/locales/ar/app.json' with { type: 'json' };
import arabic from '../../resources/locales/ar/bills.json' with { type: 'json' };
import arabicCheckouts from '../../resources/locales/ar/checkouts.json' with { type: 'json' };
import arabicKept from '../../resources/locales/ar/kept.json' with { type: 'json' };
import arabicMaking from '../../resources/locales/ar/making.json' with { type: 'json' };
import englishApp from '../../resources/locales/en/app.json' with { type: 'json' };
import english from '../../resources/locales/en/bills.json' with { type: 'json' };
import englishCheckouts from '../../resources/locales/en/checkouts.json' with { type: 'json' };
import englishKept from '../../resources/locales/en/kept.json' with { type: 'json' };
import englishMaking from '../../resources/locales/en/making.json' with { type: 'json' };

for (const [language, words, making, app, kept, checkouts] of [
  ['en', english, englishMaking, englishApp, englishKept, englishCheckouts],
  ['ar', arabic, arabicMaking, arabicApp, arabicKept, arabicCheckouts],
] as const)
  test(
    `in ${language}: bills are made once, a double is asked about, a row is corrected and dropped, a discount is tried`,
    inDeepIf(language),
    async ({ start }) => {
      const gateway = await startGateway({ terminals: 1, transactions: 5 });
      const { page } = await start();
      await connect(page, gateway);
      await inLanguage(page, language);
      const drawer = page.locator('.mantine-Drawer-content');
      const dialog = page.locator('.mantine-Modal-content');
      const field = (name: string) => dialog.getByRole('textbox', { name, exact: true });
      const close = async () => {
        await dialog.getByRole('button', { name: app.actions.close }).last().click();
        await expect(dialog).toHaveCount(0);
      };
      const fillLink = async () => {
        await page.getByRole('button', { name: words.new.link }).click();
        await field(words.field.customer).fill('Hany Adel');
        await field(words.field.amount).fill('٤٠٠');
        await dialog.getByText(words.addFee).click();
        await field(words.field.percent).fill('2.5');
        await field(words.field.description).fill('Two cakes');
        await expect(dialog).toContainText('410.00');
        await dialog.getByTestId('make').click();
      };

      await goTo(page, '/billing');
      await page.locator('.ag-row').first().waitFor();
      await page.getByRole('button', { name: words.new.link }).click();
      await expect(dialog.getByTestId('make')).toBeDisabled();
      await expect(dialog.getByTestId('still-missing')).toContainText(words.field.customer);
      await dialog.getByRole('button', { name: app.actions.cancel }).click();
      await fillLink();
      await expect(dialog).toContainText(words.noAddress.link);
      const first = (await dialog.getByTestId('made-bill').textContent())?.trim() ?? '-';
      expect(first).toContain('PL-');
      await close();
      await fillLink();
      await expect(dialog.getByRole('alert')).toContainText('PL-');
      await dialog.getByRole('button', { name: making.makeAnother }).click();
      await expect(dialog.getByTestId('made-bill')).toContainText('PL-');
      await close();
      await expect(page.locator('.ag-row', { hasText: 'Hany Adel' })).toHaveCount(2);

      await goTo(page, '/billing/invoices');
      await page.getByRole('button', { name: words.new.invoice }).click();
      await field(words.field.customer).fill('Mona Samir');
      await field(words.field.amount).fill('75.50');
      await dialog.getByTestId('make').click();
      const address = (await dialog.locator('.to-pay-address').textContent()) ?? '';
      expect(address).toContain('/invoice/PR-');
      await dialog.getByRole('link', { name: words.open.invoice }).click();
      await expect(drawer.getByTestId('where-to-pay')).toContainText(address);
      await expect(drawer.getByRole('button', { name: checkouts.pay.copy })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(drawer).toHaveCount(0);

      await goTo(page, '/billing/bulk');
      await page.locator('.ag-row', { hasText: kept.word.draft }).first().click();
      await drawer.getByRole('button', { name: words.correct.action }).click();
      await field(words.correct.amount).fill('123.45');
      await dialog.getByRole('button', { name: app.actions.save }).click();
      await expect(drawer).toContainText('123.45');
      await drawer.getByRole('button', { name: words.drop.action }).click();
      await dialog.getByRole('button', { name: words.drop.confirm }).click();
      await expect(drawer.getByRole('status')).toContainText(words.ending.done);
      await page.keyboard.press('Escape');

      await goTo(page, '/catalogue/discounts');
      await page.locator('.ag-row').first().click();
      await drawer.getByRole('textbox').fill('100');
      await drawer.getByRole('button', { name: words.try.ask }).click();
      await expect(drawer.getByRole('status')).toContainText(words.try.final);
      await page.keyboard.press('Escape');

      await gateway.stop();
      await goTo(page, '/billing');
      await expect(page.locator('.ag-row', { hasText: 'Hany Adel' })).toHaveCount(2);
      const newLink = page.getByRole('button', { name: words.new.link });
      await expect(newLink).toHaveAttribute('aria-disabled', 'true');
      await newLink.hover();
      await expect(page.getByRole('tooltip')).toContainText(app.money.offline);
    },
  );
