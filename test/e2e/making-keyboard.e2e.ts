/** In Practice and without a mouse: a link, an invoice, a product and a webhook are made, a product is deleted. */
import type { Page } from '@playwright/test';
import { hasNoFinding } from './accessible.ts';
import { expect, inDeepIf, test } from './host.ts';
import { called, press, pressesNoPointer, tabTo } from './keyboard.ts';
import { open } from './screens.ts';
import { inLanguage, MONA, startPractice } from './steps.ts';
import arabicBills from '../../resources/locales/ar/bills.json' with { type: 'json' };
import arabicCatalogue from '../../resources/locales/ar/catalogue.json' with { type: 'json' };
import arabicKept from '../../resources/locales/ar/kept.json' with { type: 'json' };
import arabicMaking from '../../resources/locales/ar/making.json' with { type: 'json' };
import arabicPeople from '../../resources/locales/ar/people.json' with { type: 'json' };
import arabicWebhooks from '../../resources/locales/ar/webhooks.json' with { type: 'json' };
import englishBills from '../../resources/locales/en/bills.json' with { type: 'json' };
import englishCatalogue from '../../resources/locales/en/catalogue.json' with { type: 'json' };
import englishKept from '../../resources/locales/en/kept.json' with { type: 'json' };
import englishMaking from '../../resources/locales/en/making.json' with { type: 'json' };
import englishPeople from '../../resources/locales/en/people.json' with { type: 'json' };
import englishWebhooks from '../../resources/locales/en/webhooks.json' with { type: 'json' };

const english = {
  bills: englishBills,
  catalogue: englishCatalogue,
  kept: englishKept,
  making: englishMaking,
  people: englishPeople,
  webhooks: englishWebhooks,
};
const arabic = {
  bills: arabicBills,
  catalogue: arabicCatalogue,
  kept: arabicKept,
  making: arabicMaking,
  people: arabicPeople,
  webhooks: arabicWebhooks,
};

async function type(page: Page, name: string, text: string): Promise<void> {
  await tabTo(page, called(name));
  await page.keyboard.press('Control+A');
  await page.keyboard.type(text);
}

for (const [language, words] of [
  ['en', english],
  ['ar', arabic],
] as const)
  test(
    `in ${language}: in Practice, a link, an invoice, a product and a webhook are made without the mouse`,
    inDeepIf(language),
    async ({ start }) => {
      const { page } = await start();
      await startPractice(page);
      await inLanguage(page, language);
      const { bills, catalogue, kept, making, people, webhooks } = words;
      const dialog = page.locator('.mantine-Modal-content');
      const drawer = page.locator('.mantine-Drawer-content');
      const row = (text: string) => page.locator('.ag-row', { hasText: text });
      const leave = async () => {
        await page.keyboard.press('Escape');
        await expect(dialog.or(drawer)).toHaveCount(0);
      };
      await open(page, '/billing');
      const noPointer = await pressesNoPointer(page);

      await press(page, called(bills.new.link));
      await type(page, bills.field.customer, 'Hany Adel');
      await type(page, bills.field.amount, '400');
      await type(page, bills.field.description, 'Two cakes');
      await press(page, called(making.makeLinkFor));
      await expect(dialog.getByTestId('made-bill')).toContainText('PL-');
      await hasNoFinding(page, 'a link that was made');
      await leave();
      await expect(row('Hany Adel')).toHaveCount(1);

      await open(page, '/billing/invoices');
      await press(page, called(bills.new.invoice));
      await type(page, bills.field.customer, 'Mona Samir');
      await type(page, bills.field.amount, '75.50');
      await press(page, called(making.make.invoice));
      await expect(dialog.locator('.to-pay-address')).toContainText('/invoice/PR-');
      await leave();

      await open(page, '/catalogue');
      await press(page, called(catalogue.new.product));
      await type(page, kept.column.product, 'Mint tea');
      await type(page, kept.column.price, '35.5');
      await press(page, called(making.make.product));
      await expect(drawer).toContainText('35.50');
      await press(page, called(catalogue.delete.product));
      await type(page, making.delete.type, 'Mint tea');
      await type(page, people.field.yourPin, MONA.pin);
      await press(page, called(catalogue.delete.product));
      await expect(dialog).toContainText(making.delete.ending.done);
      await leave();
      await expect(row('Mint tea')).toContainText(kept.gone);

      await open(page, '/integration');
      await press(page, called(webhooks.new));
      await type(page, webhooks.field.name, 'Our server');
      await type(page, webhooks.field.url, 'https://shop.example.com/hooks');
      await tabTo(page, called(`${kept.event.pay} pay`));
      await page.keyboard.press('Space');
      await press(page, called(making.make.webhook));
      await expect(drawer).toContainText('https://shop.example.com/hooks');
      await leave();
      await expect(row('Our server')).toHaveCount(1);
      await noPointer();
    },
  );
