/** P1, P5, P8 and P10 in a window: what a person waits for, on a folder of many settled transactions. */
import { appendFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserType, Locator, Page } from '@playwright/test';
import { expect, launchBrowser, test } from '../e2e/host.ts';
import { goTo, signIn, startPractice } from '../e2e/steps.ts';
import { SESSION_ITEM } from '../../shared/contract/http.ts';
import { chosenSize, giveRows } from './folders.ts';
import { figure, isMeasured, measureOnly, ratiosOf, results, type Pair } from './measure.ts';
import { TEXTS } from './settled-page.ts';
import { heldFrames, installClock, paintedAfter } from './window-clock.ts';

const TIMES = 20;
const LAUNCHES = 10;
const SCROLL_MS = 20_000;
const size = chosenSize();
type Playwright = { readonly chromium: BrowserType };
const search = (page: Page) => page.getByRole('textbox', { name: 'Reference, order or terminal' });
const p95 = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? 0;

async function openList(page: Page): Promise<void> {
  await goTo(page, '/settlement/settled');
  await page.locator('.ag-row[row-index="0"]').waitFor();
}

async function searches(page: Page): Promise<void> {
  for (const [name, text] of Object.entries(TEXTS)) {
    const times: number[] = [];
    for (let time = 0; time < TIMES; time += 1) {
      times.push(await paintedAfter(page, () => search(page).fill(text)));
      await search(page).fill('');
      await page.locator('.ag-row[row-index="0"]').waitFor();
      await page.waitForTimeout(300);
    }
    figure({ id: 'P5', name: `text to paint (p95), a ${name} text, ${size} rows`, atMost: 50 }, 'ms', [
      p95(times),
    ]);
  }
}

async function orders(page: Page): Promise<void> {
  const times: number[] = [];
  const head = page.locator('.ag-header-cell[col-id="amount"] .ag-header-cell-label');
  for (let time = 0; time < TIMES; time += 1) {
    times.push(await paintedAfter(page, () => head.click()));
    await page.waitForTimeout(300);
  }
  figure({ id: 'P10', name: `another order to paint (p95), ${size} rows`, atMost: 100 }, 'ms', [p95(times)]);
}

async function scrolls(page: Page): Promise<void> {
  const ours = await heldFrames(page, '.ag-row', SCROLL_MS);
  await page.evaluate(() => {
    // The policy of the page allows no style in HTML.
    const still = document.createElement('div');
    still.id = 'still';
    still.style.cssText = 'position:fixed;inset:60px 0 0;overflow:auto;background:Canvas;z-index:9999';
    const rows = document.createElement('div');
    rows.style.blockSize = '120000px';
    const row = document.querySelector('.ag-row[row-index]');
    for (let at = 0; row && at < 60; at += 1) rows.append(row.cloneNode(true));
    still.append(rows);
    document.body.append(still);
  });
  const still = await heldFrames(page, '#still', SCROLL_MS);
  await page.evaluate(() => document.getElementById('still')?.remove());
  const share = ({ long, all }: { long: number; all: number }) => (100 * long) / Math.max(1, all);
  figure({ id: 'P8', name: `frames longer than 17.5 ms while ${size} rows are scrolled` }, '%', [
    share(ours),
  ]);
  figure({ id: 'P8', name: 'the same of a list that stands still' }, '%', [share(still)]);
  figure({ id: 'P8', name: 'frames longer than 50 ms', atMost: 0 }, '', [ours.held]);
}

async function lastRow(page: Page): Promise<void> {
  await openList(page);
  // The focus goes into the rows without opening one.
  await page.locator('.ag-header-cell').first().focus();
  await page.keyboard.press('ArrowDown');
  const time = await paintedAfter(page, () => page.keyboard.press('Control+End'));
  const last = Number(await page.locator('.ag-row:not([aria-hidden])').last().getAttribute('row-index')) + 1;
  figure({ id: 'P8', name: `the last of ${size} rows (place ${last}) after one press` }, 'ms', [time]);
}

/** A browser that starts and shows one page; `session`: what the open window has, so that it need not be signed in anew. */
async function launched(
  playwright: Playwright,
  url: string,
  session: string | null,
  shown: (page: Page) => Locator,
): Promise<number> {
  const begun = performance.now();
  const browser = await launchBrowser(playwright.chromium);
  const page = await browser.newPage();
  if (session !== null)
    await page.addInitScript(([item, key]) => sessionStorage.setItem(item, key), [
      SESSION_ITEM,
      session,
    ] as const);
  await page.goto(url);
  if (session !== null) await shown(page).first().waitFor();
  const took = performance.now() - begun;
  await browser.close();
  return took;
}

/** What is on screen once it has started, before somebody signs in and after. */
const FIRST = {
  'the sign-in': (page: Page) => page.getByRole('heading', { name: 'Closeout is locked' }),
  'the list': (page: Page) => page.locator('.ag-row'),
};
async function opens(page: Page, playwright: Playwright, first: keyof typeof FIRST): Promise<void> {
  const session = await page.evaluate((item) => sessionStorage.getItem(item), SESSION_ITEM);
  const url = page.url();
  const pairs: Pair[] = [];
  const blank = () => launched(playwright, 'about:blank', null, FIRST[first]);
  for (let time = 0; time < LAUNCHES; time += 1)
    pairs.push({
      baseline: await blank(),
      product: await launched(playwright, url, session, FIRST[first]),
      again: await blank(),
    });
  ratiosOf(
    { id: 'P1', name: `a browser up to ${first} of Closeout ÷ with an empty page`, atMost: 1.5 },
    pairs,
  );
}

test('a window on many rows', async ({ start, playwright }) => {
  measureOnly((process.env['CLOSEOUT_BENCH_GOALS'] ?? '').split(' ').filter((goal) => goal !== ''));
  const first = await start();
  await startPractice(first.page);
  await first.close();
  const profiles = join(first.dataDir, 'profiles');
  const [profile = ''] = readdirSync(profiles);
  giveRows(size, join(profiles, profile));
  const { page } = await start({ dataDir: first.dataDir });
  if (isMeasured('P1')) await opens(page, playwright, 'the sign-in');
  await page.reload();
  await signIn(page);
  await installClock(page);
  await openList(page);
  await expect(page.locator('.ag-row').nth(5)).toBeVisible();
  if (isMeasured('P5')) await searches(page);
  if (isMeasured('P10')) await orders(page);
  if (isMeasured('P8')) {
    await lastRow(page);
    await scrolls(page);
  }
  if (isMeasured('P1')) await opens(page, playwright, 'the list');
  const file = process.env['CLOSEOUT_BENCH_RESULTS'];
  if (file) appendFileSync(file, JSON.stringify(results));
});
