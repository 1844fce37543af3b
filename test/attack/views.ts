/** Every place of the window, in both languages, with hostile strings in all texts of the gateway, of people and of files. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { keptTabs } from '#shared/domain/kept-tabs.ts';
import arabicSheets from '../../resources/locales/ar/sheets.json' with { type: 'json' };
import arabic from '../../resources/locales/ar/transfers.json' with { type: 'json' };
import englishSheets from '../../resources/locales/en/sheets.json' with { type: 'json' };
import english from '../../resources/locales/en/transfers.json' with { type: 'json' };
import { findBrowser } from '../tooling/machine.ts';
import type { Attacked } from './closeout.ts';
import type { Ledger } from './ledger.ts';

const VIEW_MS = 20_000;
/** A machine that does much beside. */
const LOAD_MS = 180_000;
/** Beside the places of the navigation and what was filled: their tabs, and pages that are reached from them. */
const PAGES = [
  ...[
    '/settlement/settled',
    '/settlement/figures',
    '/payments/checkouts',
    '/payments/cards',
    '/reconcile/bank',
    '/reconcile/bank/rules',
  ],
  ...['/reconcile/sales', '/reconcile/books', '/reconcile/import', '/reconcile/imports', '/close/branches'],
  ...['/close/history', '/close/calendar', '/activity', '/check-by-hand', '/settings', '/settings/words'],
  ...['/integration/check', '/integration/keys', '/integration/addresses', '/transfers/recipients'],
  ...['/settings/answers', '/connect', '/instant', '/operations', ...Object.values(keptTabs)],
].map((path) => `#${path}`);
/** Each route of the window, and whether one of its addresses was opened. */
export const routesOf = (text: string): string[] =>
  [...text.matchAll(/<Route (?:key=\S+ )?path="([^"]+)"/g)].map(([, path]) => path ?? '');
const routes = routesOf(readFileSync(join(import.meta.dirname, '../../renderer/signed-in.tsx'), 'utf8'));
const patternOf = (route: string) =>
  new RegExp(`^#${route.replaceAll(/\/:\w+\?/g, '(?:/[^/]+)?').replaceAll(/:\w+/g, '[^/]+')}$`);
/** What a hostile label must not bring into a view, with what is around it. Isolates are Closeout's own. */
const TRICK = /.{0,20}(?:[\u202A-\u202E\u2028\u2029]|(?![\t\n\r])\p{Cc}).{0,20}/u;

export type ViewCounts = {
  views: number;
  executed: string[];
  loaded: string[];
  refused: string[];
  empty: string[];
  /** Views with characters that turn text about or are not seen. */
  turned: string[];
  /** Views with a planted text in them. */
  shown: number;
  /** Routes of which no address was opened. */
  unopened: string[];
};

/** Waits until the page's text is the same twice, 400 ms apart (8 s at most): a page asks for several things in turn. */
async function stopsChanging(page: Page): Promise<void> {
  let before = '';
  for (let times = 0; times < 20; times += 1) {
    const now = await page.evaluate(() => document.body.innerText);
    if (now === before) return;
    before = now;
    await page.waitForTimeout(400);
  }
}

/** A place, and what is opened on it: a drawer, a dialog. */
export type Opened = {
  readonly name: string;
  readonly path: string;
  readonly show: (page: Page, language: Language) => Promise<unknown>;
};
type Language = 'en' | 'ar';
type ToSee = { readonly paths: readonly string[]; readonly opened: readonly Opened[] };

/** The dialog that takes a sheet of transfers, with the rows of this one. */
export const bulkTransfer = (sheet: Buffer): Opened => ({
  name: 'a sheet of transfers',
  path: '#/transfers',
  async show(page, language) {
    const { bulk } = { en: english, ar: arabic }[language];
    await page.getByRole('button', { name: bulk.action }).click();
    const chooser = page.waitForEvent('filechooser');
    const { choose } = { en: englishSheets, ar: arabicSheets }[language];
    await page.getByRole('dialog').getByRole('button', { name: choose }).click();
    await (await chooser).setFiles({ name: 'wages.csv', mimeType: 'text/csv', buffer: sheet });
    await page.getByRole('dialog').locator('tbody tr').first().waitFor();
  },
});

const noCounts = (): ViewCounts => ({
  views: 0,
  executed: [],
  loaded: [],
  refused: [],
  empty: [],
  turned: [],
  shown: 0,
  unopened: [],
});

function listen(page: Page, attacked: Attacked, ledger: Ledger, counts: ViewCounts): void {
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(attacked.origin) && !url.startsWith('data:')) counts.loaded.push(url);
  });
  page.on('response', (response) => {
    // An answer to a page that was left is gone with it.
    if (response.headers()['content-type']?.includes('json') === true)
      response.text().then(
        (text) => ledger.note('reached', text),
        () => null,
      );
  });
  // The policy must not refuse what Closeout itself does.
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) counts.refused.push(message.text());
  });
  page.on('dialog', (dialog) => void dialog.dismiss());
}

/** Nobody touches the window: without this it locks on a slow machine. */
async function stayAwake(attacked: Attacked, where: string): Promise<void> {
  await attacked.call('people.active', {});
  const { value: people } = await attacked.call('people.state', {});
  if (people['kind'] !== 'signed-in') throw new Error(`Closeout locked itself before ${where}`);
}

/** What is on the page now, once it has stopped changing. */
async function lookAt(page: Page, name: string, ledger: Ledger, counts: ViewCounts): Promise<void> {
  // A list that is still being read shows nothing of the gateway yet.
  await page
    .locator('[aria-busy="true"]')
    .first()
    .waitFor({ state: 'detached', timeout: VIEW_MS })
    .catch(() => {});
  await stopsChanging(page);
  counts.views += 1;
  const state = await page.evaluate(() => ({
    evil: (globalThis as { evil?: number }).evil === 1,
    hidden: getComputedStyle(document.body).display === 'none',
    text: document.body.innerText,
    // What stands in fields, and what is said of something.
    beside: [...document.querySelectorAll('input, textarea, [title], [aria-label]')]
      .map((one) => `${(one as HTMLInputElement).value ?? ''} ${one.getAttribute('title')} ${one.ariaLabel}`)
      .join(' '),
  }));
  if (state.evil || state.hidden) counts.executed.push(name);
  const trick = TRICK.exec(state.text);
  if (trick) counts.turned.push(`${name}: ${JSON.stringify(trick[0])}`);
  if (ledger.note('seen', `${state.text} ${state.beside}`)) counts.shown += 1;
}

export async function lookAtEveryPlace(
  attacked: Attacked,
  { paths: filled, opened }: ToSee,
  ledger: Ledger,
): Promise<ViewCounts> {
  const executablePath = findBrowser();
  if (executablePath === null) throw new Error('no Chromium, Chrome or Edge is installed');
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const browser = await chromium.launch({ executablePath, args });
  const counts = noCounts();
  try {
    // So large that no list leaves out a column.
    const page = await browser.newPage({ viewport: { width: 3_840, height: 2_160 } });
    page.setDefaultTimeout(LOAD_MS);
    listen(page, attacked, ledger, counts);
    await page.addInitScript((key) => sessionStorage.setItem('closeout-session', key), attacked.key);
    for (const language of ['en', 'ar'] as const) {
      await attacked.call('app.settings.set', { language });
      await page.goto(attacked.origin);
      await page.reload();
      const places = page.locator('nav a.nav-link');
      await places.first().waitFor();
      const named = await places.evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''));
      const paths = [...new Set([...named, ...PAGES, ...filled])];
      counts.unopened = routes.filter((route) => !paths.some((path) => patternOf(route).test(path)));
      const plain = paths.map((path): Opened => ({ name: path, path, show: async () => {} }));
      for (const { name, path, show } of [...plain, ...opened]) {
        await stayAwake(attacked, `${name} in ${language}`);
        await page.goto(`${attacked.origin}/${path}`);
        const main = page.locator('main', { hasText: /\S/ }).first();
        const isShown = await main.waitFor({ timeout: VIEW_MS }).then(
          () => true,
          () => false,
        );
        if (!isShown) counts.empty.push(`${name} in ${language}`);
        await show(page, language);
        await lookAt(page, name, ledger, counts);
        // A drawer or a dialog does not stand before the next place.
        if (opened.some((one) => one.name === name)) await page.reload();
      }
    }
    return counts;
  } finally {
    await browser.close();
    await attacked.call('app.settings.set', { language: 'en' });
  }
}
