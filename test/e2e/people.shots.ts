/** Pictures of people: first start, lock, a second person's PIN, and the settings. */
import { test } from './host.ts';
import { read } from './closing.ts';
import { inEveryLook, open, openPart, shoot, shootAll } from './screens.ts';
import { MONA, OMAR, startPractice } from './steps.ts';

/** Below the sale that is reversed in the picture. */
const LIMIT = { minor: '10000', currency: 'EGP' };

test('screens of people', async ({ start }) => {
  test.setTimeout(600_000);
  const { page } = await start();
  page.setDefaultTimeout(30_000);
  await page.getByRole('heading', { name: 'Who uses this PC' }).waitFor();
  await shootAll(page, 'people-begin');
  await startPractice(page);
  const add = { pin: MONA.pin, newPin: OMAR.pin };
  await read(page, 'people.add', { ...add, name: 'Omar Farouk', role: 'cashier' });
  await read(page, 'people.add', { ...add, newPin: '604821', name: 'سارة حسن', role: 'finance' });
  const { rules, me } = await read<{ rules: { limits: object }; me: { personId: string } }>(
    page,
    'people.state',
    {},
  );
  await page.keyboard.press('Control+l');
  await page.locator('.face').first().waitFor();
  await page.getByRole('button', { name: /^Mona/ }).click();
  await shootAll(page, 'people-lock');
  await page.getByLabel('PIN of Mona').fill('000000');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.locator('.sign-in [role="alert"], .sign-in .bad-text').first().waitFor();
  await shootAll(page, 'people-lock-wrong-pin');
  await read(page, 'people.unlock', { personId: me.personId, pin: MONA.pin });
  await page.locator('.face').first().waitFor({ state: 'hidden' });

  await read(page, 'people.setRules', {
    ...rules,
    limits: { ...rules.limits, reversal: [LIMIT] },
    pin: MONA.pin,
  });
  await open(page, '/terminals/30410002');
  await inEveryLook(page, async (look) => {
    await page.locator('.ag-row').nth(2).locator('button').click();
    await page.getByRole('menuitem').last().click();
    await page.locator('.over-limit').waitFor();
    await page.waitForTimeout(700);
    await shoot(page, 'reverse-over-limit', look);
    await page.keyboard.press('Escape');
    await page.waitForTimeout(300);
  });
  await read(page, 'people.setRules', { ...rules, pin: MONA.pin });
  await open(page, '/settings');
  await page.locator('.person-row').first().waitFor();
  await shootAll(page, 'settings');
  await inEveryLook(page, async (look) => {
    await openPart(page, 'people');
    await shoot(page, 'settings-people', look);
  });
});
