/** A product is made, changed and deleted; one whose answer was lost is not made twice. */
import { expect, inDeepIf, test } from './host.ts';
import { startGateway } from './gateway.ts';
import { connect, goTo, inLanguage, MONA } from './steps.ts';
import arabicApp from '../../resources/locales/ar/app.json' with { type: 'json' };
import arabic from '../../resources/locales/ar/catalogue.json' with { type: 'json' };
import arabicMaking from '../../resources/locales/ar/making.json' with { type: 'json' };
import arabicKept from '../../resources/locales/ar/kept.json' with { type: 'json' };
import englishApp from '../../resources/locales/en/app.json' with { type: 'json' };
import english from '../../resources/locales/en/catalogue.json' with { type: 'json' };
import englishMaking from '../../resources/locales/en/making.json' with { type: 'json' };
import englishKept from '../../resources/locales/en/kept.json' with { type: 'json' };

for (const [language, words, kept, app, making] of [
  ['en', english, englishKept, englishApp, englishMaking],
  ['ar', arabic, arabicKept, arabicApp, arabicMaking],
] as const)
  test(
    `in ${language}: a product is made, changed and deleted, and one without an answer is made once`,
    inDeepIf(language),
    async ({ start }) => {
      const gateway = await startGateway({ terminals: 1, transactions: 5 });
      const { page } = await start();
      await connect(page, gateway);
      await inLanguage(page, language);
      await goTo(page, '/catalogue');
      const rows = page.locator('.ag-row');
      const drawer = page.locator('.mantine-Drawer-content');
      const dialog = page.locator('.mantine-Modal-content');
      const field = (name: string) => dialog.getByRole('textbox', { name });
      await expect(rows).toHaveCount(3);
      const fill = async (name: string, price: string) => {
        await page.getByRole('button', { name: words.new.product }).click();
        await field(kept.column.product).fill(name);
        await field(kept.column.price).fill(price);
        await dialog.getByRole('button', { name: making.make.product, exact: true }).click();
      };

      await fill('Mint tea', '٣٥٫٥');
      await expect(drawer).toContainText('35.50');
      await drawer.getByRole('button', { name: words.change.product }).click();
      await field(kept.column.price).fill('40');
      await dialog.getByRole('button', { name: app.actions.save }).click();
      await expect(dialog).toHaveCount(0);
      await expect(drawer).toContainText('40.00');

      await drawer.getByRole('button', { name: words.delete.product }).click();
      await field(making.delete.type.split('{{')[0]?.trim() ?? '').fill('Mint tea');
      await dialog.locator('input[type="password"]').fill(MONA.pin);
      await dialog.getByRole('button', { name: words.delete.product }).click();
      await expect(dialog).toContainText(making.delete.ending.done);
      await dialog.getByRole('button', { name: app.actions.close }).last().click();
      await page.keyboard.press('Escape');
      await expect(drawer).toHaveCount(0);

      await gateway.control('POST', '/faults', {
        match: { method: 'POST', path: '/v2/products' },
        fault: { kind: 'drop-before' },
        times: 1,
      });
      await fill('Sage tea', '30');
      await dialog.getByRole('button', { name: app.actions.close }).last().click();
      const look = page.getByRole('button', { name: making.attempt.look });
      await expect(look).toBeVisible();
      await look.click();
      await page.getByRole('button', { name: making.attempt.makeAgain }).click();
      await expect(rows.filter({ hasText: 'Sage tea' })).toHaveCount(1);
      await expect(page.getByRole('button', { name: making.attempt.drop })).toHaveCount(0);
      await gateway.stop();
    },
  );
