/** `npm run screens`: a picture of every screen, in both languages and themes, into docs/screens/. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { freshFolder, root, test } from './host.ts';
import { damageJournal } from './journal.ts';
import { confirmReverse, MONA, openReverse, signIn, startPractice } from './steps.ts';

const folder = join(root, 'docs/screens');
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
