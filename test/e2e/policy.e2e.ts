/** What an organisation sets is shown as set, and a policy that is refused keeps everybody out, with its reason. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { answerOf } from './closing.ts';
import { expect, freshFolder, test } from './host.ts';
import { go, signIn, startPractice } from './steps.ts';

const SET = 'Set by your organisation';

test('a set setting is shown as set and cannot be changed', async ({ start }) => {
  const policy = join(freshFolder('policy'), 'policy.json');
  const set = {
    language: 'en',
    lockAfterMinutes: 7,
    reversalLimit: ['EGP 500.00'],
    exportFolder: freshFolder('files'),
    merchantName: 'Nile Market',
    merchantId: 'NILE-MARKET',
    dashboardHost: 'https://dashboard.example.com',
  };
  writeFileSync(policy, JSON.stringify(set));
  const { page } = await start({ args: ['--policy', policy] });
  await page.getByRole('heading', { name: 'Who uses this PC' }).waitFor();
  await expect(page.getByRole('radio', { name: 'العربية' })).toHaveCount(0);
  await startPractice(page);
  await go(page, 'Settings');
  await expect(page.getByText(SET)).toHaveCount(6);
  await expect(page.getByText(policy)).toBeVisible();
  await expect(page.getByLabel('Lock after')).toBeDisabled();
  await expect(page.getByLabel('Lock after')).toHaveValue('7');
  await expect(page.getByLabel('Reversal', { exact: true })).toBeDisabled();
  await expect(page.getByLabel('Folder for PDF, CSV and Excel files')).toHaveValue(set.exportFolder);
  const asked = await answerOf(page, 'app.settings.set', { language: 'ar' });
  expect(asked.error).toMatchObject({ kind: 'policy', code: 'set' });

  await page.getByRole('button', { name: 'Connect a merchant' }).click();
  await expect(page.getByLabel('Merchant ID')).toHaveValue('NILE-MARKET');
  await expect(page.getByLabel('Merchant ID')).toBeDisabled();
  await expect(page.getByLabel('Dashboard host')).toHaveValue(set.dashboardHost);
  await expect(page.getByLabel('Checkout host')).toBeEnabled();
});

test('a policy that is refused is shown with its line, and lets in when it is mended', async ({ start }) => {
  const policy = join(freshFolder('policy'), 'policy.json');
  writeFileSync(policy, '{\n  "lockAfterMinuts": 3\n}');
  const { page } = await start({ args: ['--policy', policy] });
  await expect(page.getByRole('heading', { name: 'Closeout is locked' })).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('lockAfterMinuts');
  await expect(page.getByRole('alert')).toContainText('line 2');
  const refused = await answerOf(page, 'people.begin', { name: 'Mona', pin: '280519' });
  expect(refused.error).toMatchObject({ kind: 'policy', code: 'unknown-key' });
  writeFileSync(policy, '{ "lockAfterMinutes": 3 }');
  await page.getByRole('button', { name: 'Try again' }).click();
  // The page knows that it is a first start once it has asked.
  await page.getByRole('heading', { name: 'Who uses this PC' }).waitFor();
  await signIn(page);
});
