/** Deliveries in the window: collected, opened, sent again one by one and those that failed, and there without a connection. */
import { expect, inDeepIf, test } from './host.ts';
import { goTo, inLanguage } from './steps.ts';
import { downloaded, payAndTell, sayFailed, startToldShop } from './told-shop.ts';
import arabicApp from '../../resources/locales/ar/app.json' with { type: 'json' };
import arabic from '../../resources/locales/ar/deliveries.json' with { type: 'json' };
import arabicKept from '../../resources/locales/ar/kept.json' with { type: 'json' };
import englishApp from '../../resources/locales/en/app.json' with { type: 'json' };
import english from '../../resources/locales/en/deliveries.json' with { type: 'json' };
import englishKept from '../../resources/locales/en/kept.json' with { type: 'json' };

for (const [language, words, kept, app] of [
  ['en', english, englishKept, englishApp],
  ['ar', arabic, arabicKept, arabicApp],
] as const)
  test(
    `in ${language}: deliveries are collected, opened, and sent again, one and all that failed`,
    inDeepIf(language),
    async ({ start }) => {
      const { page } = await start();
      const shop = await startToldShop(page);
      const { gateway, listener } = shop;
      const taken = await payAndTell(shop, 'ORDER-1');
      const failing = await payAndTell(shop, 'ORDER-2');
      await downloaded(page);
      await inLanguage(page, language);
      await goTo(page, '/integration/deliveries');
      const rows = page.locator('.ag-row');
      const drawer = page.locator('.mantine-Drawer-content');
      const dialog = page.locator('.mantine-Modal-content');
      const collect = page.getByRole('button', { name: words.collect, exact: true });
      await expect(page.getByRole('heading', { name: app.notRead.title })).toBeVisible();
      await expect(page.getByText(words.none)).toBeVisible();

      await sayFailed(shop, failing, 2);
      await collect.click();
      await expect(rows).toHaveCount(2);
      await expect(rows.filter({ hasText: kept.word.failed })).toHaveCount(1);
      await rows.filter({ hasText: kept.word.failed }).click();
      await expect(drawer).toContainText(kept.part.answers);
      await expect(drawer).toContainText('The till is closed.');
      await expect(drawer.locator('.wire-text')).toContainText('"merchantOrderId": "ORDER-2"');
      await page.keyboard.press('Escape');
      await expect(drawer).toHaveCount(0);

      const told = listener.received.length;
      await page.getByTestId('deliveries-failed').getByRole('button').click();
      await dialog
        .getByRole('button', { name: words.resendFailed_one.replace('{{number}}', '1'), exact: true })
        .click();
      await expect(page.getByTestId('delivery-work')).toContainText(
        words.counts.delivered.replace('{{number}}', '1'),
      );
      await expect(page.getByTestId('deliveries-failed')).toHaveCount(0);
      expect(listener.received.length).toBe(told + 1);
      expect(listener.received.at(-1)?.body.data['merchantOrderId']).toBe('ORDER-2');

      await page.getByRole('textbox', { name: kept.search }).fill(failing);
      await expect(rows).toHaveCount(2);
      await page.getByRole('textbox', { name: kept.search }).fill('');
      await expect(rows).toHaveCount(3);

      // One that was taken can be sent again, too; then the gateway wants half a minute.
      listener.answer(500);
      await rows.filter({ hasText: taken }).click();
      await drawer.getByRole('button', { name: words.resend, exact: true }).click();
      await expect(dialog).toContainText(words.resendOne);
      await dialog.getByRole('button', { name: words.resend, exact: true }).click();
      await expect(drawer).toContainText(words.ending['not-taken']);
      await expect(drawer.getByRole('button', { name: words.resend, exact: true })).toHaveAttribute(
        'aria-disabled',
        'true',
      );
      await page.keyboard.press('Escape');
      await expect(drawer).toHaveCount(0);

      await gateway.stop();
      await expect(rows).toHaveCount(4);
      await collect.click();
      await expect(page.getByTestId('delivery-work')).toContainText(words.ended.failed.split(':')[0] ?? '');
      await expect(rows).toHaveCount(4);
      await listener.stop();
    },
  );
