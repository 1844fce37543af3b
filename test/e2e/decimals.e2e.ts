/** Amounts of a column can be compared at a glance: their decimals stand below each other, in both languages and on paper. */
import type { Page } from '@playwright/test';
import arabic from '../../resources/locales/ar/reports.json' with { type: 'json' };
import english from '../../resources/locales/en/reports.json' with { type: 'json' };
import { branchesOf, closeWhole } from './closing-calls.ts';
import { ask } from './closing.ts';
import { amountsEndAtTheRight, decimalsStandBelowEachOther, moneyColumns } from './decimals.ts';
import type { Wire } from '#renderer/api/transport.ts';
import { expect, test, type Closeout } from './host.ts';
import { holdCalls } from './held-calls.ts';
import { goTo, inLanguage, settledIsDownloaded, startPractice } from './steps.ts';

const LOOKS: readonly ['en' | 'ar', 'latin' | 'arabic'][] = [
  ['en', 'latin'],
  ['ar', 'arabic'],
  // Arabic with Latin digits in `npm run deep` only.
  ...(process.env['CLOSEOUT_FULL'] === '1' ? [['ar', 'latin'] as ['ar', 'latin']] : []),
];

async function inEachLook(page: Page, where: string): Promise<void> {
  for (const [language, digits] of LOOKS) {
    await ask(page, 'app.settings.set', { language, digits });
    await inLanguage(page, language);
    await page.evaluate(() => document.fonts.ready);
    await expect(page.locator('.money-number, .sheet-amount').first()).toBeVisible();
    await decimalsStandBelowEachOther(page, `${where}, ${language} ${digits}`);
    await amountsEndAtTheRight(page, `${where}, ${language} ${digits}`);
    if (process.env['CLOSEOUT_SHOTS'])
      await page.screenshot({
        path: `${process.env['CLOSEOUT_SHOTS']}/${where.replaceAll('/', '-')}-${language}-${digits}.png`,
      });
  }
  await ask(page, 'app.settings.set', { digits: 'latin' });
  await inLanguage(page, 'en');
}

async function openDay(page: Page): Promise<void> {
  await page.reload();
  await goTo(page, '/close/history');
  await page.locator('.ag-row .money-number').first().waitFor();
  await amountsEndAtTheRight(page, 'history');
  await page.locator('.ag-row strong').first().click();
  await page.locator('.z-card').waitFor();
}

/** On A4 and on the roll, as it is laid out for the printer. */
async function printed(page: Page, language: 'en' | 'ar'): Promise<void> {
  await inLanguage(page, language);
  await openDay(page);
  const { action } = language === 'ar' ? arabic : english;
  for (const paper of [action.printA4, action.printRoll]) {
    const menu = page.getByRole('button', { name: action.menu });
    await page.evaluate(() => document.getElementById('closeout-paper')?.remove());
    await menu.click();
    await page.getByRole('menuitem', { name: paper }).click();
    await expect.poll(async () => (await moneyColumns(page, true)).length).toBeGreaterThan(0);
    // The print must have ended: a frame that is removed before that never finishes.
    await expect(menu).toBeEnabled();
    await decimalsStandBelowEachOther(page, `${paper}, ${language}`, true);
  }
}

/** One row in three is in a currency of three decimals. */
const withDinars = (closeout: Closeout) =>
  holdCalls(closeout, /transactions\.page/, async ({ ask: askCore, tell }) => {
    let at = 0;
    const text = JSON.stringify(await askCore()).replaceAll(/"currency":"EGP"/g, (one) =>
      (at += 1) % 3 === 0 ? '"currency":"KWD"' : one,
    );
    await tell(JSON.parse(text) as Wire);
  });

test('decimals stand below each other in every column of money', async ({ start }) => {
  const closeout = await start();
  const { page } = closeout;
  await startPractice(page);
  const branches = await branchesOf(page);
  const maadi = branches.find(({ branchName }) => branchName === 'Maadi');
  await closeWhole(page, maadi?.branchKey ?? '', null, 4_550n);
  await settledIsDownloaded(page);
  const { settings } = await ask<{ settings: object }>(page, 'reconciliation.settings.get', {});
  await ask(page, 'reconciliation.settings.set', { ...settings, from: '2020-01-01' });
  await ask(page, 'reconciliation.run', {});

  await goTo(page, '/settlement');
  await page.locator('.window-card').first().waitFor();
  const { windows } = await ask<{ windows: { windowId: string; status: { value: string } }[] }>(
    page,
    'settlement.windows',
    {},
  );
  const paid = windows.find(({ status }) => status.value === 'SETTLED');
  for (const [hash, shown] of [
    ['/terminals', '.ag-row'],
    ['/terminals/30410002', '.ag-row'],
    ['/settlement/settled', '.ag-row'],
    ['/reconcile/sales', '.ag-row'],
    ['/settlement', '.ag-row'],
    [`/settlement/bridge/${paid?.windowId ?? ''}`, '[data-line]'],
  ] as const) {
    await goTo(page, hash);
    await page.locator(shown).first().waitFor();
    await inEachLook(page, hash);
  }
  await goTo(page, '/settlement/figures');
  await page.locator('.chart-bar').first().waitFor();
  await page.keyboard.press('t');
  await page.locator('.figure-card table').first().waitFor();
  await inEachLook(page, 'figures');
  await openDay(page);
  await page.getByRole('button', { name: 'Print or save' }).click();
  await page.getByRole('menuitem', { name: 'Show on screen' }).click();
  await page.locator('.sheet-amount').first().waitFor();
  await inEachLook(page, 'Z on the screen');
  await printed(page, 'en');
  await printed(page, 'ar');
  await inLanguage(page, 'en');
  await withDinars(closeout);
  await page.reload();
  await goTo(page, '/terminals/30410002');
  await page.locator('.money[data-scale="3"]').first().waitFor();
  await inEachLook(page, 'dinars beside pounds');
});
