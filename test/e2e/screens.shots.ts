/** `npm run screens`: a picture of every screen, in both languages and themes, into docs/screens/. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { freshFolder, root, test } from './host.ts';
import { damageJournal } from './journal.ts';
import { startGateway } from './gateway.ts';
import { confirmReverse, connect, MONA, openReverse, signIn, startPractice } from './steps.ts';

const folder = join(root, 'docs/screens');

/** How far from now the next start of Closeout is. */
const clockFile = join(tmpdir(), `closeout-clock-${process.pid}`);
const DAY_MS = 86_400_000;
const startsAt = (days: number) => writeFileSync(clockFile, String(days * DAY_MS));
startsAt(0);
process.env['CLOSEOUT_TEST_CLOCK'] = clockFile;
process.env['NODE_OPTIONS'] = `--import=${pathToFileURL(join(root, 'test/e2e/shifted-clock.ts')).href}`;

const sizes = [
  { name: '1280', width: 1280, height: 800 },
  { name: '1920', width: 1920, height: 1080 },
] as const;
const languages = ['en', 'ar'] as const;
const themes = ['light', 'dark'] as const;

/** The window's own call, as its pages make it. */
const ask = (page: Page, channel: string, input: unknown): Promise<string> =>
  page.evaluate(
    ([name, body]) =>
      fetch(`/api/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }).then((answer) => answer.text()),
    [channel, input] as const,
  );

async function setLook(page: Page, language: string, theme: string): Promise<void> {
  await ask(page, 'app.settings.set', { language, theme });
  await page.locator(`html[lang="${language}"]`).waitFor();
}

async function shoot(page: Page, name: string, language: string, theme: string): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size);
    await page.waitForTimeout(250);
    await page.screenshot({ path: join(folder, `${name}-${language}-${theme}-${size.name}.png`) });
  }
}

const open = async (page: Page, hash: string) => {
  await page.evaluate((to) => (window.location.hash = to), hash);
  await page.waitForTimeout(700);
};

async function shootBegin(page: Page): Promise<void> {
  const begin = page.getByRole('heading', { name: 'Who uses this PC' });
  await begin.or(page.getByRole('heading', { name: 'Closeout is locked' })).waitFor();
  for (const language of languages) {
    for (const theme of themes) {
      await setLook(page, language, theme);
      if (await page.locator('#lock-root input').nth(2).isVisible())
        await shoot(page, 'people-begin', language, theme);
    }
  }
  await setLook(page, 'en', 'light');
  await signIn(page);
  const add = { pin: MONA.pin, newPin: '604821' };
  await ask(page, 'people.add', { ...add, name: 'Omar Farouk', role: 'cashier' });
  await ask(page, 'people.add', { ...add, name: 'سارة حسن', role: 'finance' });
}

/** The lock over a page, and the dialog above the limit. */
async function shootPeople(page: Page, language: string, theme: string): Promise<void> {
  const { value } = JSON.parse(await ask(page, 'people.state', {})) as {
    value: { rules: { limits: object }; me: { personId: string } };
  };
  const { rules, me } = value;
  const always = { ...rules, limits: { ...rules.limits, reversal: [] }, pin: MONA.pin };
  await ask(page, 'people.setRules', always);
  await page.locator('.ag-row').nth(2).locator('button').click();
  await page.getByRole('menuitem').last().click();
  await page.locator('.over-limit').waitFor();
  await page.waitForTimeout(700);
  await shoot(page, 'reverse-over-limit', language, theme);
  await page.keyboard.press('Escape');
  await ask(page, 'people.setRules', { ...rules, pin: MONA.pin });
  await ask(page, 'people.lock', {});
  await page.locator('.face').first().waitFor();
  await shoot(page, 'people-lock', language, theme);
  await ask(page, 'people.unlock', { personId: me.personId, pin: MONA.pin });
  await page.locator('.face').first().waitFor({ state: 'hidden' });
}

test('screens', async ({ start }) => {
  test.setTimeout(600_000);
  mkdirSync(folder, { recursive: true });
  const { page } = await start();
  page.setDefaultTimeout(8_000);
  await shootBegin(page);
  await page.getByRole('button', { name: 'Start practising' }).waitFor();
  for (const language of languages) {
    for (const theme of themes) {
      await setLook(page, language, theme);
      await shoot(page, 'welcome', language, theme);
      await open(page, '/connect');
      await shoot(page, 'connect', language, theme);
      await open(page, '/');
    }
  }
  await setLook(page, 'en', 'light');
  await page.getByRole('button', { name: 'Start practising' }).click();
  await page.getByText('Zamalek · Front till').first().waitFor();
  await page.waitForTimeout(1_500);
  await open(page, '/terminals/30410002');
  for (const language of languages) {
    for (const theme of themes) {
      await setLook(page, language, theme);
      await open(page, '/terminals');
      await shoot(page, 'terminals', language, theme);
      await open(page, '/terminals/30410002');
      await shoot(page, 'terminal', language, theme);
      await page.locator('.ag-cell[col-id="reference"] .id').first().click();
      await page.waitForTimeout(500);
      await shoot(page, 'transaction', language, theme);
      await page.keyboard.press('Escape');
      await page.waitForTimeout(300);
      await page.locator('.ag-row').nth(2).locator('button').click();
      await page.getByRole('menuitem').last().click();
      await page.getByTestId('confirm-movement').waitFor();
      await page.waitForTimeout(700);
      await shoot(page, 'reverse', language, theme);
      await page.keyboard.press('Escape');
      await page.locator('.page-actions button').last().click();
      await page.getByTestId('confirm-movement').waitFor();
      await page.waitForTimeout(700);
      await shoot(page, 'acknowledge', language, theme);
      await page.keyboard.press('Escape');
      await shootPeople(page, language, theme);
      await open(page, '/settlement');
      await page.waitForTimeout(800);
      await shoot(page, 'settlement-windows', language, theme);
      await open(page, '/settlement/settled');
      await page.waitForTimeout(800);
      await shoot(page, 'settlement-settled', language, theme);
      await open(page, '/instant');
      await page.waitForTimeout(800);
      await page.locator('form input').fill('5000');
      await page.locator('form button[type=submit]').click();
      await page.locator('.offers').waitFor();
      await shoot(page, 'instant', language, theme);
      await open(page, '/settings');
      await shoot(page, 'settings', language, theme);
    }
  }
});

test('screens of a restored journal, and of what was done', async ({ start }) => {
  test.setTimeout(600_000);
  const dataDir = freshFolder();
  const first = await start({ dataDir });
  await startPractice(first.page);
  await confirmReverse(first.page, await openReverse(first.page, 'Zamalek · Second till'));
  await first.page.getByText(/EGP .* reversed/).waitFor();
  await first.close();
  damageJournal(dataDir);
  const { page } = await start({ dataDir });
  page.setDefaultTimeout(8_000);
  await page.getByText('Zamalek · Front till').first().waitFor();
  const inEveryLook = async (work: (language: string, theme: string) => Promise<void>) => {
    for (const language of languages) {
      for (const theme of themes) {
        await setLook(page, language, theme);
        await work(language, theme);
      }
    }
  };
  await inEveryLook(async (language, theme) => {
    await open(page, '/check-by-hand');
    await shoot(page, 'check-by-hand', language, theme);
  });
  await setLook(page, 'en', 'light');
  await page.getByLabel('What you found, and where you looked').fill('Portal and receipts, nothing missing');
  await page.getByRole('button', { name: 'I have checked these' }).click();
  await page.getByText('Checked. Money can move again').waitFor();
  await inEveryLook((language, theme) => shoot(page, 'checked', language, theme));
  await inEveryLook(async (language, theme) => {
    await open(page, '/activity');
    await page.locator('.page-actions button').first().click();
    await page.locator('.banner[role="status"]').first().waitFor();
    await shoot(page, 'activity', language, theme);
    await open(page, '/operations');
    await page.locator('.page-actions label').first().click();
    await shoot(page, 'operations', language, theme);
    await page.locator('.ag-row').last().locator('strong').click();
    await page.waitForTimeout(500);
    await shoot(page, 'operation', language, theme);
    await page.keyboard.press('Escape');
  });
});

const SARA = { name: 'Sara', pin: '604821' };
const OMAR = { name: 'Omar', pin: '700813' };

type Line = {
  currency: string;
  paymentType: string | null;
  expected: { minor: string };
};
type Detail = {
  closingId: string;
  state: string;
  terminals: { terminalId: string; outstandingCount: number }[];
  lines: Line[];
};
async function read<T>(page: Page, channel: string, input: unknown): Promise<T> {
  const answer = JSON.parse(await ask(page, channel, input)) as { ok: boolean; value: T };
  if (!answer.ok) throw new Error(`${channel}: ${JSON.stringify(answer)}`);
  return answer.value;
}
const branchesOf = async (page: Page) =>
  (await read<{ branches: { branchKey: string; branchName: string }[] }>(page, 'closing.branches', {}))
    .branches;
const decimal = (minor: bigint) => `${minor / 100n}.${String(minor % 100n).padStart(2, '0')}`;
const typedOf = (lines: Line[], short: bigint) =>
  lines.map(({ currency, paymentType, expected }) => ({
    currency,
    paymentType,
    typed: decimal(BigInt(expected.minor) - (paymentType === 'SALE' && currency === 'EGP' ? short : 0n)),
  }));

async function beginAndRead(page: Page, branchKey: string, days = 0): Promise<string> {
  const businessDate = days === 0 ? null : new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
  const { closing } = await read<{ closing: Detail }>(page, 'closing.begin', { branchKey, businessDate });
  await read(page, 'closing.read', { closingId: closing.closingId });
  return closing.closingId;
}

async function leaveAll(page: Page, closingId: string): Promise<void> {
  const { terminals } = await read<Detail>(page, 'closing.detail', { closingId });
  for (const { terminalId, outstandingCount } of terminals)
    if (outstandingCount > 0)
      await read(page, 'closing.leaveOutstanding', {
        closingId,
        terminalId,
        leave: { reason: 'disputed', note: '' },
      });
}

async function closeWhole(page: Page, branchKey: string): Promise<void> {
  const closingId = await beginAndRead(page, branchKey);
  await leaveAll(page, closingId);
  const { lines } = await read<Detail>(page, 'closing.freeze', { closingId });
  await read(page, 'closing.count', { closingId, lines: typedOf(lines, 0n) });
  await read(page, 'closing.confirm', { closingId });
}

async function addPeople(page: Page): Promise<void> {
  await read(page, 'people.add', { pin: MONA.pin, newPin: SARA.pin, name: SARA.name, role: 'finance' });
  await read(page, 'people.add', { pin: MONA.pin, newPin: OMAR.pin, name: OMAR.name, role: 'cashier' });
}

async function inEveryLook(
  page: Page,
  work: (language: string, theme: string) => Promise<void>,
): Promise<void> {
  for (const language of languages)
    for (const theme of themes) {
      await setLook(page, language, theme);
      await work(language, theme);
    }
  await setLook(page, 'en', 'light');
}
const shootAll = (page: Page, name: string) =>
  inEveryLook(page, (language, theme) => shoot(page, name, language, theme));

async function switchTo(page: Page, person: typeof OMAR): Promise<void> {
  await page.keyboard.press('Control+Shift+L');
  await signIn(page, person);
  await page.locator('.band-name').waitFor();
}
const step = (page: Page, name: string) => page.locator(`[data-step="${name}"]`).click();
const dialogOf = (page: Page) => page.getByRole('dialog');

test('screens of closing the day', async ({ start }) => {
  test.setTimeout(900_000);
  const dataDir = freshFolder();
  startsAt(-9);
  const before = await start({ dataDir });
  await startPractice(before.page);
  await addPeople(before.page);
  const [first, second, third] = await branchesOf(before.page);
  if (!first || !second || !third) throw new Error('practice has three branches');
  await closeWhole(before.page, first.branchKey);
  await before.close();
  startsAt(-2);
  const later = await start({ dataDir });
  await signIn(later.page);
  await closeWhole(later.page, first.branchKey);
  await later.close();
  startsAt(0);
  const { page } = await start({ dataDir });
  page.setDefaultTimeout(10_000);
  await signIn(page);

  await open(page, '/today');
  await page.locator('.tiles').waitFor();
  await page.keyboard.press('Escape');
  await shootAll(page, 'today');
  await page.locator('.band-button:has(.tabler-icon-bell-ringing)').click();
  await page.locator('.notices').waitFor();
  await shootAll(page, 'notices');
  await page.keyboard.press('Escape');
  await open(page, '/close/branches');
  await shootAll(page, 'close-branches');
  await page.locator('.close-work .page-actions, .close-work header button').first().click();
  await dialogOf(page).waitFor();
  await shootAll(page, 'close-settings');
  await page.keyboard.press('Escape');

  const { closing } = await read<{ closing: Detail }>(page, 'closing.begin', {
    branchKey: second.branchKey,
    businessDate: null,
  });
  const { closingId } = closing;
  const [one, two] = closing.terminals;
  await open(page, `/close/day/${closingId}`);
  await read(page, 'closing.read', { closingId, terminalIds: [one?.terminalId] });
  await read(page, 'closing.leaveOut', {
    closingId,
    terminalId: two?.terminalId,
    leave: { reason: 'not-in-use', note: '' },
  });
  await page.waitForTimeout(600);
  await shootAll(page, 'close-1-reads');
  await read(page, 'closing.leaveOut', { closingId, terminalId: two?.terminalId, leave: null });
  await read(page, 'closing.read', { closingId });
  await step(page, 'acknowledge');
  await shootAll(page, 'close-2-acknowledge');
  await leaveAll(page, closingId);
  await step(page, 'operations');
  await shootAll(page, 'close-3-operations');
  const { lines } = await read<Detail>(page, 'closing.freeze', { closingId });
  await step(page, 'count');
  await page.locator('.count-input input').first().fill('12,430.50');
  await shootAll(page, 'close-4-count');
  await page.locator('.count-input input').first().fill('');
  await read(page, 'closing.count', { closingId, lines: typedOf(lines, 60_000n) });
  await open(page, '/today');
  await open(page, `/close/day/${closingId}`);
  await step(page, 'differences');
  await shootAll(page, 'close-5-differences');
  await read(page, 'closing.explain', {
    closingId,
    currency: 'EGP',
    paymentType: 'SALE',
    reason: 'slip-missing',
    note: 'The slip of the second till is not in the drawer',
  });
  await step(page, 'confirm');
  await page.locator('.review').waitFor();
  await shootAll(page, 'close-6-confirm');
  await page.locator('.close-work .close-actions button').first().click();
  await dialogOf(page).locator('.over-limit').waitFor();
  await shootAll(page, 'close-large-difference');
  await dialogOf(page).getByLabel('Your PIN').fill(MONA.pin);
  await dialogOf(page).getByRole('button', { name: 'Send for approval' }).click();
  await dialogOf(page).getByText('Sent for approval').waitFor();
  await shootAll(page, 'close-sent');
  await dialogOf(page).getByRole('button', { name: 'Close' }).last().click();
  await page.getByTestId('close-waiting').waitFor();
  await shootAll(page, 'close-waiting');
  await switchTo(page, SARA);
  await open(page, '/operations');
  await page.locator('.waiting').waitFor();
  await shootAll(page, 'waiting-for-approval');
  await page.locator('.waiting').getByRole('button', { name: 'Open' }).click();
  await dialogOf(page).waitFor();
  await shootAll(page, 'approve-close');
  await dialogOf(page).getByLabel('Your PIN').fill(SARA.pin);
  await page.getByTestId('confirm-movement').click();
  await dialogOf(page).getByText('Approved and done').waitFor();
  await dialogOf(page).getByRole('link').click();
  await page.getByTestId('z-number').waitFor();
  await switchTo(page, MONA);
  await open(page, `/close/day/${closingId}`);
  await page.getByTestId('z-number').waitFor();
  await shootAll(page, 'close-result');
  await page.getByRole('button', { name: 'Print or save' }).click();
  await page.getByRole('menuitem', { name: 'Show on screen' }).click();
  await page.locator('.sheet').waitFor();
  await shootAll(page, 'z-sheet');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Reopen the day' }).click();
  await dialogOf(page).locator('.over-limit').waitFor();
  await shootAll(page, 'close-reopen');
  await page.keyboard.press('Escape');

  await open(page, '/close/history');
  await page.locator('.ag-row').first().waitFor();
  await shootAll(page, 'history');
  await page.locator('.ag-row').first().locator('strong').click();
  await page.locator('.z-card').waitFor();
  await shootAll(page, 'history-day');
  await page.keyboard.press('Escape');
  await page.waitForTimeout(400);
  const { text } = await read<{ text: string }>(page, 'closing.zFile', {
    branchKey: first.branchKey,
    number: 1,
  });
  await page.getByRole('button', { name: 'Verify a Z file' }).click();
  const file = (body: string) => ({
    name: 'z.json',
    mimeType: 'application/json',
    buffer: Buffer.from(body),
  });
  await page.locator('input[type=file]').setInputFiles(file(text));
  await dialogOf(page).getByRole('status').waitFor();
  await shootAll(page, 'verify-valid');
  await page.locator('input[type=file]').setInputFiles(file(text.replace(/"minor":"(\d)/, '"minor":"7$1')));
  await dialogOf(page).getByRole('alert').waitFor();
  await shootAll(page, 'verify-changed');
  await page.keyboard.press('Escape');
  await open(page, '/close/calendar');
  await page.locator('.day[data-state="closed"]').first().waitFor();
  await shootAll(page, 'month');
  await open(page, '/activity');
  await page.locator('.ag-row').first().waitFor();
  await page.locator('.ag-row', { hasText: 'Z report issued' }).first().locator('.activity-what').click();
  await page.getByText('Open the day').waitFor();
  await page.waitForTimeout(500);
  await shootAll(page, 'activity-entry');
  await page.keyboard.press('Escape');

  const thirdId = await beginAndRead(page, third.branchKey);
  await leaveAll(page, thirdId);
  await read(page, 'closing.freeze', { closingId: thirdId });
  await switchTo(page, OMAR);
  await open(page, `/close/day/${thirdId}`);
  await step(page, 'count');
  await page.locator('.close-form').waitFor();
  await shootAll(page, 'close-blind');
  await step(page, 'confirm');
  await shootAll(page, 'close-not-allowed');
});

test('screens of a close without a connection, and over a result that is not known', async ({ start }) => {
  test.setTimeout(600_000);
  startsAt(0);
  const gateway = await startGateway({ terminals: 21, transactions: 260 });
  const { page } = await start();
  page.setDefaultTimeout(15_000);
  await connect(page, gateway);
  await addPeople(page);
  await page.getByText('Maadi · Butcher').first().waitFor();
  const amount = await openReverse(page, 'Maadi · Butcher');
  await gateway.control('POST', '/faults', {
    match: { method: 'PUT' },
    fault: { kind: 'drop-after' },
    times: 1,
  });
  await gateway.control('POST', '/faults', { match: { method: 'GET' }, fault: { kind: 'drop-before' } });
  await confirmReverse(page, amount);
  await page.getByText('Result not known').first().waitFor();
  await page.keyboard.press('Escape');
  const branch = (await branchesOf(page)).find(({ branchName }) => branchName === 'Maadi');
  const closingId = await beginAndRead(page, branch?.branchKey ?? '');
  await open(page, `/close/day/${closingId}`);
  await step(page, 'reads');
  await shootAll(page, 'close-offline');
  const { lines } = await read<Detail>(page, 'closing.freeze', { closingId, provisional: true });
  await read(page, 'closing.count', { closingId, lines: typedOf(lines, 0n) });
  await step(page, 'operations');
  await page.locator('tr[data-operation]').waitFor();
  await shootAll(page, 'close-not-known');
  await page.getByRole('button', { name: 'Carry over' }).click();
  await dialogOf(page).locator('.over-limit').waitFor();
  await shootAll(page, 'close-carry');
  await page.keyboard.press('Escape');
  await step(page, 'confirm');
  await shootAll(page, 'close-6-provisional');
  await page.getByRole('button', { name: 'Close provisionally', exact: true }).click();
  await dialogOf(page).getByLabel('Reason').fill('The line is down since noon');
  await shootAll(page, 'close-provisional-dialog');
  await page.getByTestId('confirm-movement').click();
  await page.locator('.banner', { hasText: 'Provisional' }).waitFor();
  await shootAll(page, 'close-provisional');
  await gateway.stop();
});
