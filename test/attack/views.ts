/** Every place of the window, in both languages, with hostile strings in all labels of the gateway. */
import { chromium } from '@playwright/test';
import { findBrowser } from '../tooling/machine.ts';
import type { Attacked } from './closeout.ts';

/** So many that every string has been in some label. */
const ROUNDS = 6;
const VIEW_MS = 20_000;
/** Stands in every planted label, before an override and a bell. */
export const PLANTED = 'planted';
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
  /** Views with a planted label in them. */
  shown: number;
};

export async function lookAtEveryPlace(attacked: Attacked): Promise<ViewCounts> {
  const executablePath = findBrowser();
  if (executablePath === null) throw new Error('no Chromium, Chrome or Edge is installed');
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const browser = await chromium.launch({ executablePath, args });
  const counts: ViewCounts = {
    views: 0,
    executed: [],
    loaded: [],
    refused: [],
    empty: [],
    turned: [],
    shown: 0,
  };
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(attacked.origin) && !url.startsWith('data:')) counts.loaded.push(url);
    });
    // The policy must not refuse what Closeout itself does.
    page.on('console', (message) => {
      if (/Content Security Policy/i.test(message.text())) counts.refused.push(message.text());
    });
    page.on('dialog', (dialog) => void dialog.dismiss());
    await page.addInitScript((key) => sessionStorage.setItem('closeout-session', key), attacked.key);
    for (let round = 0; round < ROUNDS; round += 1) {
      // The gateway's labels are others after each read.
      await attacked.call('terminals.refreshList', {});
      await attacked.call('app.settings.set', { language: round % 2 === 0 ? 'en' : 'ar' });
      await page.goto(attacked.origin);
      await page.reload();
      const places = page.locator('nav a.nav-link');
      await places.first().waitFor();
      const paths = await places.evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''));
      for (const path of paths) {
        await page.goto(`${attacked.origin}/${path}`);
        const shown = page.locator('main', { hasText: /\S/ }).first();
        const isShown = await shown.waitFor({ timeout: VIEW_MS }).then(
          () => true,
          () => false,
        );
        if (!isShown) counts.empty.push(`${path} in round ${round}`);
        // A list that is still being read shows nothing of the gateway yet.
        await page
          .locator('[aria-busy="true"]')
          .first()
          .waitFor({ state: 'detached', timeout: VIEW_MS })
          .catch(() => {});
        // Nobody touches the window: without this it locks on a slow machine.
        await attacked.call('people.active', {});
        counts.views += 1;
        const state = await page.evaluate(() => ({
          evil: (globalThis as { evil?: number }).evil === 1,
          hidden: getComputedStyle(document.body).display === 'none',
          text: document.body.innerText,
        }));
        if (state.evil || state.hidden) counts.executed.push(path);
        const trick = TRICK.exec(state.text);
        if (trick) counts.turned.push(`${path}: ${JSON.stringify(trick[0])}`);
        if (state.text.includes(PLANTED)) counts.shown += 1;
      }
    }
    return counts;
  } finally {
    await browser.close();
    await attacked.call('app.settings.set', { language: 'en' });
  }
}
