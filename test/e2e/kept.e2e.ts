/** Kept lists, place by place: read, searched, opened, found by Ctrl+K, and readable without a connection. */
import { expect, inDeepIf, test } from './host.ts';
import { payOut } from '../fixtures/payouts.ts';
import { startGateway } from './gateway.ts';
import { connect, goTo, inLanguage } from './steps.ts';
import arabicApp from '../../resources/locales/ar/app.json' with { type: 'json' };
import arabic from '../../resources/locales/ar/kept.json' with { type: 'json' };
import englishApp from '../../resources/locales/en/app.json' with { type: 'json' };
import english from '../../resources/locales/en/kept.json' with { type: 'json' };

/** Of each list a row of the built-in gateway: a word in it, and what its drawer says. */
const places = {
  customers: [{ path: '/customers', list: 'customers', word: 'Mona Adel', drawer: '@example.com' }],
  catalogue: [
    { path: '/catalogue', list: 'products', word: 'Almond croissant', drawer: 'Bakery' },
    { path: '/catalogue/categories', list: 'categories', word: 'Bakery', drawer: 'Almond croissant' },
    { path: '/catalogue/discounts', list: 'discounts', word: 'Ten percent on Meeza', drawer: 'DSC' },
  ],
  billing: [
    { path: '/billing', list: 'links', word: 'ORDER-77', drawer: 'Mona Adel' },
    { path: '/billing/invoices', list: 'invoices', word: 'Karim Hassan', drawer: 'Office lunch' },
    { path: '/billing/bulk', list: 'bulk', word: 'Salma Farouk', drawer: 'BATCH-0001' },
    { path: '/billing/pages', list: 'pages', word: 'Morning box', drawer: 'Almond croissant' },
  ],
  transfers: [
    { path: '/transfers', list: 'sent', word: 'Nour Samir', drawer: 'PAY-1' },
    { path: '/transfers/schedules', list: 'schedules', word: 'Nour Samir', drawer: '5678' },
  ],
} as const;

for (const [language, words, app] of [
  ['en', english, englishApp],
  ['ar', arabic, arabicApp],
] as const)
  for (const [place, lists] of Object.entries(places))
    test(
      `in ${language}: the lists of ${place} are read, searched and opened, and stay without a connection`,
      inDeepIf(language),
      async ({ start }) => {
        const gateway = await startGateway({ terminals: 1, transactions: 5 });
        await payOut(gateway, Date.now());
        const { page } = await start();
        await connect(page, gateway);
        await inLanguage(page, language);
        const rows = page.locator('.ag-row');
        const drawer = page.locator('.mantine-Drawer-content');
        const search = page.getByRole('textbox', { name: words.search });

        for (const { path, list, word, drawer: said } of lists) {
          await goTo(page, path);
          await expect(rows.filter({ hasText: word }).first()).toBeVisible();
          // The grid stays under the sentence: its head is seen, and what fits next takes no new grid.
          const grid = await page.locator('.ag-root-wrapper').elementHandle();
          await search.fill('zzzz');
          await expect(page.getByText(app.list.noneFits)).toBeVisible();
          await expect(page.getByRole('columnheader').first()).toBeVisible();
          await page.getByRole('button', { name: app.list.clear }).click();
          await expect(search).toHaveValue('');
          await expect(rows.filter({ hasText: word }).first()).toBeVisible();
          await search.fill('zzzz');
          await expect(page.getByText(app.list.noneFits)).toBeVisible();
          await search.fill(word);
          await expect(rows.filter({ hasText: word }).first()).toBeVisible();
          expect(await grid?.evaluate((node) => node.isConnected)).toBe(true);
          await rows.filter({ hasText: word }).first().click();
          await expect(drawer).toContainText(words.one[list]);
          await expect(drawer).toContainText(said);
          await page.keyboard.press('Escape');
          await expect(drawer).toHaveCount(0);
        }

        await gateway.stop();
        await page.getByRole('button', { name: app.list.readNow }).click();
        await expect(page.getByText(app.asOf.savedCopy.split('{{')[0] ?? '')).toBeVisible();
        for (const { path, word, drawer: said } of lists) {
          await goTo(page, path);
          await rows.filter({ hasText: word }).first().click();
          await expect(drawer).toContainText(said);
          await page.keyboard.press('Escape');
          await expect(drawer).toHaveCount(0);
        }

        const [{ path, word }] = lists;
        await goTo(page, '/today');
        await page.keyboard.press('Control+K');
        await expect(page.getByRole('combobox', { name: app.palette.placeholder })).toBeFocused();
        await page.keyboard.type(word);
        const hits = page
          .getByRole('listbox')
          .getByRole('group', { name: app.palette.found.kept, exact: true });
        await hits.getByRole('option').first().click();
        await expect(page).toHaveURL(new RegExp(`#${path}/`));
        await expect(drawer).toContainText(word);
      },
    );
