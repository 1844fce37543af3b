/** Rates: fees, methods and lists are read and searched, fees are calculated, and what was read stays without a connection. */
import { expect, inDeepIf, test } from './host.ts';
import { startGateway } from './gateway.ts';
import { connect, goTo, inLanguage } from './steps.ts';
import arabicApp from '../../resources/locales/ar/app.json' with { type: 'json' };
import arabicCheckouts from '../../resources/locales/ar/checkouts.json' with { type: 'json' };
import arabicErrors from '../../resources/locales/ar/errors.json' with { type: 'json' };
import arabicKept from '../../resources/locales/ar/kept.json' with { type: 'json' };
import arabic from '../../resources/locales/ar/rates.json' with { type: 'json' };
import englishApp from '../../resources/locales/en/app.json' with { type: 'json' };
import englishCheckouts from '../../resources/locales/en/checkouts.json' with { type: 'json' };
import englishErrors from '../../resources/locales/en/errors.json' with { type: 'json' };
import englishKept from '../../resources/locales/en/kept.json' with { type: 'json' };
import english from '../../resources/locales/en/rates.json' with { type: 'json' };

for (const [language, words, kept, app, checkouts, errors] of [
  ['en', english, englishKept, englishApp, englishCheckouts, englishErrors],
  ['ar', arabic, arabicKept, arabicApp, arabicCheckouts, arabicErrors],
] as const)
  test(
    `in ${language}: rates are read, searched and calculated, and stay without a connection`,
    inDeepIf(language),
    async ({ start }) => {
      const gateway = await startGateway({ terminals: 1, transactions: 5 });
      const { page } = await start();
      await connect(page, gateway);
      await inLanguage(page, language);
      const rows = page.locator('.ag-row');
      const tab = (text: string) =>
        page.getByRole('radiogroup', { name: app.nav.tabs }).getByRole('radio', { name: text });

      await goTo(page, '/rates');
      await expect(rows.filter({ hasText: checkouts.method.card })).toContainText('2.00%');
      await expect(rows.filter({ hasText: checkouts.method.wallet })).toContainText('1.50%');

      // 2 % of 1,000.00 is 20.00, 14 % of that is 2.80: 977.20 is left.
      const byMethod = page.locator('.calculator').first();
      await byMethod.getByRole('textbox', { name: words.amount }).fill('0');
      await byMethod.getByRole('button', { name: words.calculator.ask }).click();
      await expect(byMethod).toContainText(checkouts.new.wrong.amount);
      await byMethod.getByRole('textbox', { name: words.amount }).fill('١٠٠٠');
      await byMethod.getByRole('button', { name: words.calculator.ask }).click();
      const answer = byMethod.getByTestId('fee-answer');
      await expect(answer.getByRole('row', { name: words.part.fee }).first()).toContainText('20.00');
      await expect(answer.getByRole('row', { name: words.part.vat }).first()).toContainText('2.80');
      await expect(answer.getByRole('row', { name: words.part.net })).toContainText('977.20');

      const byCard = page.locator('.calculator').last();
      await byCard.getByRole('textbox', { name: words.amount }).fill('1000');
      await byCard.getByRole('textbox', { name: words.card.bin }).fill('512345');
      await byCard.getByRole('button', { name: words.card.ask }).click();
      await expect(byCard.getByTestId('card-fee-answer')).toContainText('2.00%');

      // What the fees are narrowed to is theirs: the ways to pay show all of them, and it is there again afterwards.
      const search = page.getByRole('textbox', { name: kept.search });
      await search.fill(checkouts.method.card);
      await expect(rows).toHaveCount(1);

      // By [ and ] to the other tabs, also after a tab was pressed.
      await page.locator('label', { hasText: kept.tab.methods }).first().click();
      await expect(tab(kept.tab.methods)).toBeChecked();
      await expect(rows).toHaveCount(3);
      await expect(rows.filter({ hasText: '1.50%' })).toHaveCount(1);
      await page.keyboard.press('BracketLeft');
      await expect(search).toHaveValue(checkouts.method.card);
      await search.fill('');
      await expect(rows).toHaveCount(3);
      await page.locator('label', { hasText: kept.tab.methods }).first().click();
      await expect(tab(kept.tab.methods)).toBeChecked();
      await page.keyboard.press('BracketRight');
      await expect(tab(kept.tab.lists)).toBeChecked();
      await expect(rows).toHaveCount(5);
      await search.fill('misr');
      await expect(rows).toHaveCount(1);
      await expect(rows).toContainText('بنك مصر');

      await gateway.stop();
      await page.getByRole('button', { name: app.list.readNow }).click();
      await expect(page.getByText(app.asOf.savedCopy.split('{{')[0] ?? '')).toBeVisible();
      await expect(rows).toContainText('بنك مصر');
      await goTo(page, '/rates');
      await expect(rows.filter({ hasText: checkouts.method.card })).toContainText('2.00%');
      await byMethod.getByRole('textbox', { name: words.amount }).fill('1000');
      await byMethod.getByRole('button', { name: words.calculator.ask }).click();
      await expect(byMethod).toContainText(errors.gateway.unreachable.title);
      await expect(answer).toHaveCount(0);
    },
  );
