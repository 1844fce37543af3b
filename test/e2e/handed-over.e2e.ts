/** What a shop is handed: keys in a file that works once, backups, and a text for whoever helps. By the page, as a person does it. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { startGateway } from './gateway.ts';
import { expect, freshFolder, inDeepIf, test } from './host.ts';
import { connect, go, goTo, inLanguage, signIn } from './steps.ts';

const PASSPHRASE = 'nine slow herons at noon';

test('an enrolment file is made of what is typed, connects one computer, and is gone then', async ({
  start,
}) => {
  const gateway = await startGateway({ terminals: 2, transactions: 20 });
  const file = join(freshFolder('handed'), 'zamalek.enrolment');
  const [secretKey = ''] = gateway.keys;
  const office = await start();
  await signIn(office.page);
  await goTo(office.page, '/connect');
  await office.page.getByLabel('Name on this PC').fill('Nile Market');
  await office.page.getByLabel('Merchant ID').fill(gateway.merchantId);
  await office.page.getByLabel('Main address (dashboard)').fill(gateway.dashboardUrl);
  await office.page.getByLabel('Address of the payment pages (checkout)').fill(gateway.checkoutUrl);
  await office.page.getByLabel('Secret key').first().fill(secretKey);
  await office.page.getByRole('button', { name: 'Make an enrolment file' }).click();
  const making = office.page.getByRole('dialog');
  await making.getByLabel('Path of the file').fill(file);
  await making.getByRole('button', { name: 'Make file' }).click();
  const passphrase = (await making.getByRole('status').locator('.id').last().textContent()) ?? '';
  expect(readFileSync(file, 'latin1')).not.toContain(secretKey);
  expect(statSync(file).mode & 0o077).toBe(0);
  await office.close();

  const { page } = await start();
  await signIn(page);
  const use = async (typed: string) => {
    await goTo(page, '/connect');
    await page.getByRole('button', { name: 'Use an enrolment file' }).click();
    await page.getByRole('dialog').getByLabel('Path of the file').fill(file);
    await page.getByRole('dialog').getByRole('textbox', { name: 'Passphrase' }).fill(typed);
    await page.getByRole('button', { name: 'Connect merchant' }).click();
  };
  await use('wrong-wrong-wrong');
  await expect(page.getByText('This is not the passphrase of this enrolment file.')).toBeVisible();
  expect(existsSync(file)).toBe(true);
  await page.keyboard.press('Escape');
  await use(passphrase);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await go(page, 'Terminals');
  await expect(page.getByText('Zamalek · Front till').first()).toBeVisible();
  expect(existsSync(file)).toBe(false);
  await use(passphrase);
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText(file);
  await gateway.stop();
});

test('a backup that a person made is restored by a person into an empty folder, in Arabic', async ({
  start,
}) => {
  const gateway = await startGateway({ terminals: 2, transactions: 20 });
  const folder = freshFolder('backups');
  const first = await start();
  await connect(first.page, gateway);
  await go(first.page, 'Settings');
  const card = first.page.locator('[data-part="backup"]');
  await expect(card.getByText('No backup has been made yet.')).toBeVisible();
  await card.getByLabel('Folder for backups').fill(folder);
  await card.getByRole('button', { name: 'Save schedule' }).click();
  await expect(card.getByRole('button', { name: 'Save schedule' })).toBeDisabled();
  await card.getByRole('textbox', { name: 'Passphrase' }).fill('short');
  await card.getByRole('button', { name: 'Make a backup now' }).click();
  await expect(card.getByRole('alert')).toContainText('The passphrase is too short.');
  await card.getByRole('textbox', { name: 'Passphrase' }).fill(PASSPHRASE);
  await card.getByRole('button', { name: 'Make a backup now' }).click();
  await expect(card.getByText('Last backup:')).toBeVisible();
  const [name = ''] = readdirSync(folder);
  const file = join(folder, name);
  await expect(card.getByText(file)).toBeVisible();
  for (const key of gateway.keys) expect(readFileSync(file, 'latin1')).not.toContain(key);
  await first.close();

  const { page } = await start();
  await signIn(page);
  await inLanguage(page, 'ar');
  await page.getByRole('button', { name: 'استعادة نسخة احتياطية' }).click();
  const dialog = page.getByRole('dialog');
  const restore = dialog.getByRole('button', { name: 'استعادة النسخة' });
  await expect(restore).toBeDisabled();
  await dialog.getByLabel('مسار النسخة').fill(file);
  await dialog.getByRole('textbox', { name: 'عبارة المرور' }).fill('not the passphrase');
  await restore.click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'عبارة المرور' }).fill(PASSPHRASE);
  await restore.click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: /Nile Market test/ }).click();
  // The backup restores the settings too, so the language changes. Later movements may be missing, so no money moves.
  const notice = page.getByRole('alert').filter({ hasText: 'Money actions are stopped' });
  await expect(notice.getByRole('link', { name: 'Check by hand' })).toBeVisible();
  await gateway.stop();
});

for (const { language, show, save, title, label } of [
  {
    language: 'en' as const,
    show: 'Show diagnostics',
    save: 'Save diagnostics',
    title: 'Diagnostics',
    label: 'Saved as',
  },
  {
    language: 'ar' as const,
    show: 'عرض معلومات التشخيص',
    save: 'حفظ معلومات التشخيص',
    title: 'معلومات التشخيص',
    label: 'حُفظت في',
  },
])
  test(
    `in ${language}: what is in the file for support is shown before it is saved`,
    inDeepIf(language),
    async ({ start }) => {
      const gateway = await startGateway({ terminals: 2, transactions: 20 });
      const { page, dataDir } = await start();
      await connect(page, gateway);
      await inLanguage(page, language);
      await goTo(page, '/settings');
      await page.getByRole('button', { name: show }).click();
      const dialog = page.getByRole('dialog');
      const shown = await dialog.getByRole('textbox', { name: title }).inputValue();
      expect(shown).toMatch(/^version \d/m);
      for (const secret of [...gateway.keys, gateway.merchantId, 'Nile Market', 'Mona', '127.0.0.1', dataDir])
        expect(shown).not.toContain(secret);
      await dialog.getByRole('button', { name: save }).click();
      await expect(dialog.getByRole('status')).toContainText(label);
      const path = (await dialog.getByRole('status').locator('.id').textContent()) ?? '';
      expect(readFileSync(path, 'utf8').trim()).toBe(shown.trim());
      await gateway.stop();
    },
  );
