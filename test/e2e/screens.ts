/**
 * Pictures of screens into docs/screens/: every one in English and light, the places themselves in Arabic and dark, too. While
 * working on a page, CLOSEOUT_LOOKS="all" takes every look at 1280 and 1920, CLOSEOUT_LOOKS="en-dark-1920 ar-light-1024" takes
 * these, CLOSEOUT_FORCED="colors" takes them in forced colours, and CLOSEOUT_SCREENS is the folder they go to.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CDPSession, Page } from '@playwright/test';
import { read } from './closing.ts';
import { root, type Closeout, type StartCloseout } from './host.ts';
import { smallPng } from './small-png.ts';

const folder = process.env['CLOSEOUT_SCREENS'] ?? join(root, 'docs/screens');
const wanted = (process.env['CLOSEOUT_LOOKS'] ?? 'en-light-1280 ar-dark-1280').split(' ');

/** In forced colours the ring is judged, too, and a dark look has the system's dark colours. */
const isForced = process.env['CLOSEOUT_FORCED'] === 'colors';

/** What is kept in Arabic, too. */
const places: readonly string[] = [
  ...[
    'today',
    'terminals',
    'terminal',
    'payments',
    'payment',
    'checkouts',
    'operations',
    'close-branches',
    'close-4-count',
    'close-result',
  ],
  ...[
    'z-sheet',
    'history',
    'settlement-windows',
    'settlement-settled',
    'bridge-statement',
    'figures',
    'reconcile-exceptions',
  ],
  ...['import-4-check', 'instant', 'activity', 'settings', 'welcome', 'people-lock'],
];

const sizes = [
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
] as const;
/** The narrowest that has to work, and the smallest window at 200 % zoom: taken only where they are asked for. */
const narrow = { width: 1024, height: 700 } as const;
const zoomed = { width: 640, height: 400 } as const;
const languages = ['en', 'ar'] as const;
const themes = ['light', 'dark'] as const;
type Look = { language: string; theme: (typeof themes)[number] };

const sizesOf = ({ language, theme }: Look) =>
  wanted.includes('all')
    ? sizes
    : [...sizes, narrow, zoomed].filter(({ width }) => wanted.includes(`${language}-${theme}-${width}`));
const looks = languages
  .flatMap((language) => themes.map((theme) => ({ language, theme })))
  .filter((look) => sizesOf(look).length > 0);

const CAIRO = 'Africa/Cairo';
const sessions = new WeakMap<Page, CDPSession>();

/** The window is where the branches are: one clock in all pictures. A window that was loaded again can have lost it. */
async function placeInCairo(page: Page): Promise<void> {
  const zone = () => page.evaluate(() => new Intl.DateTimeFormat().resolvedOptions().timeZone);
  if (sessions.has(page) && (await zone()) === CAIRO) return;
  const session = sessions.get(page) ?? (await page.context().newCDPSession(page));
  sessions.set(page, session);
  for (const timezoneId of ['', CAIRO]) await session.send('Emulation.setTimezoneOverride', { timezoneId });
}

async function setLook(page: Page, { language, theme }: Look): Promise<void> {
  await placeInCairo(page);
  await read(page, 'app.settings.set', { language, theme });
  await page.locator(`html[lang="${language}"][data-mantine-color-scheme="${theme}"]`).waitFor();
}

/** `work` leads to the page wherever a change of language or theme leads away from it. */
export async function inEveryLook(page: Page, work: (look: Look) => Promise<void>): Promise<void> {
  for (const look of looks) {
    await setLook(page, look);
    await work(look);
  }
  await setLook(page, { language: 'en', theme: 'light' });
  await page.setViewportSize(sizes[0]);
}

/** Much like another picture: taken while somebody works on the page, and not kept. */
const alike: readonly string[] = [
  ...['write-off-waiting', 'write-off-refused', 'write-off-refused-exception', 'reverse'],
  ...['close-sent', 'close-provisional', 'close-not-known', 'print-or-save', 'verify-valid'],
  ...[
    'import-as-before',
    'import-discard',
    'import-remembered-format',
    'import-same-file',
    'import-statement',
    'practice-statement',
  ],
  ...['upkeep-settings', 'bank-taken-back', 'figures-below', 'rates-exchange'],
  ...['bulk', 'pages', 'categories', 'customers', 'invoices'],
  ...['payment-capture', 'payment-void', 'payment-order-reversal'],
  ...['schedules', 'sent', 'sheet-choose', 'bulk-row', 'invoice-send', 'invoice-sent'],
  ...['addresses', 'api-keys', 'keys-new', 'keys-delete'],
  ...['board-branch', 'board-z', 'board-first', 'board-coming', 'history-chain'],
  ...['people-chain-there', 'people-chain-edit', 'people-chain-code', 'people-chain-told'],
  ...['unread-2-step', 'answers-4-changed', 'import-bad-line', 'bulk-file'],
];

/**
 * Neither the ring nor a notice that comes at this hour. By a sheet that a script makes: a style that is put into the page has no nonce,
 * and the page takes none without.
 */
const hideChance = (page: Page) =>
  page.evaluate((keepsRing) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      `${keepsRing ? '' : ':focus-visible { outline: none !important; }'} .mantine-Notification-root { display: none !important; }`,
    );
    document.adoptedStyleSheets = [sheet];
  }, isForced);
/** A notice can be pressed again. */
const showChance = (page: Page) => page.evaluate(() => void (document.adoptedStyleSheets = []));

export async function shoot(page: Page, name: string, look: Look): Promise<void> {
  if (process.env['CLOSEOUT_LOOKS'] === undefined && alike.includes(name)) return;
  if (process.env['CLOSEOUT_LOOKS'] === undefined && look.language === 'ar' && !places.includes(name)) return;
  mkdirSync(folder, { recursive: true });
  if (isForced) await page.emulateMedia({ forcedColors: 'active', colorScheme: look.theme });
  // Nothing is under the pointer.
  await page.mouse.move(0, 0);
  for (const size of sizesOf(look)) {
    await page.setViewportSize(size);
    await page.waitForTimeout(250);
    const part = partsShown.get(page);
    if (part !== undefined) await toTop(page, part);
    await hideChance(page);
    const picture = await page.screenshot({ animations: 'disabled' });
    await showChance(page);
    const file = `${name}-${look.language}-${look.theme}-${size.width}.png`;
    writeFileSync(join(folder, file), smallPng(picture));
  }
}
export const shootAll = (page: Page, name: string) => inEveryLook(page, (look) => shoot(page, name, look));

/** The part that the picture is of, where it is one of several on its page. */
const partsShown = new WeakMap<Page, string>();

export async function open(page: Page, hash: string): Promise<void> {
  partsShown.delete(page);
  await page.evaluate((to) => (window.location.hash = to), hash);
  await page.waitForTimeout(700);
}

async function toTop(page: Page, part: string): Promise<void> {
  for (const one of await page.locator(`[data-part="${part}"]`).all())
    await one.evaluate((found) => found.scrollIntoView({ block: 'start' }));
}

/** A part of Settings from its title on, as its line of the index leads to it, once the parts above it have their contents. */
export async function openPart(page: Page, part: string): Promise<void> {
  // A page that scrolled in the larger size shows another place of it in the smaller.
  await page.setViewportSize(sizes[0]);
  await page.waitForTimeout(1_500);
  partsShown.set(page, part);
  const found = page.locator(`[data-part="${part}"]`);
  const top = () => found.evaluate((one) => one.getBoundingClientRect().top);
  // Parts above it may still grow, and push it away.
  for (let before = Infinity, now = 0; before !== now;) {
    await toTop(page, part);
    before = await top();
    await page.waitForTimeout(600);
    now = await top();
  }
}

export const DAY_MS = 86_400_000;
const clockFile = join(tmpdir(), `closeout-clock-${process.pid}`);
const startsAt = (days: number) => writeFileSync(clockFile, String(days * DAY_MS));
startsAt(0);
process.env['CLOSEOUT_TEST_CLOCK'] = clockFile;
process.env['NODE_OPTIONS'] = `--import=${pathToFileURL(join(root, 'test/e2e/shifted-clock.ts')).href}`;

/** Starts Closeout as many days away from now; the window's own clock stays. */
export async function startOn(start: StartCloseout, days: number, dataDir: string): Promise<Closeout> {
  startsAt(days);
  try {
    return await start({ dataDir });
  } finally {
    startsAt(0);
  }
}
