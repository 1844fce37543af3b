/** What an organisation sets is shown as set, and a policy that is refused keeps everybody out, with its reason. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { answerOf } from './closing.ts';
import { startGateway } from './gateway.ts';
import { expect, freshFolder, test } from './host.ts';
import { connect, go, signIn, startPractice } from './steps.ts';
import { authorityFile, countingProxy, privateFront } from './way.ts';

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
  await expect(page.getByLabel('Main address (dashboard)')).toHaveValue(set.dashboardHost);
  await expect(page.getByLabel('Address of the payment pages (checkout)')).toBeEnabled();
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

test('the organisation’s proxy and authority are the way to the gateway from the first call of each start', async ({
  start,
}) => {
  const gateway = await startGateway();
  const front = await privateFront(gateway.dashboardUrl);
  const checkout = await privateFront(gateway.checkoutUrl);
  const proxy = await countingProxy();
  const policy = join(freshFolder('policy'), 'policy.json');
  const caFile = authorityFile();
  const set = (settings: object) => writeFileSync(policy, JSON.stringify(settings));
  const open = (dataDir?: string) =>
    start({ args: ['--policy', policy], upkeep: 'on', ...(dataDir !== undefined && { dataDir }) });
  const beside = () => [...front.from, ...checkout.from].filter((port) => !proxy.to.includes(port));
  const requests = async () => (await gateway.control<unknown[]>('GET', '/log')).length;
  const end = () => [front, checkout, proxy].forEach((one) => one.close());

  set({ proxy: proxy.url, caFile });
  const first = await open();
  await connect(first.page, { ...gateway, dashboardUrl: front.url, checkoutUrl: checkout.url });
  await expect(first.page.locator('.ag-row').first()).toBeVisible();
  // Open all day: the next start reads at whatever hour this runs.
  const allDay = await answerOf(first.page, 'app.settings.setShared', { openFrom: '00:00', openTo: '00:00' });
  expect(allDay.error).toBeUndefined();
  await first.close();
  expect(proxy.asked.length).toBeGreaterThan(0);
  // Nothing reached the gateway beside the proxy.
  expect(beside()).toEqual([]);

  // What is read at the start, before anybody is there, takes the same way.
  const before = { asked: proxy.asked.length, requests: await requests() };
  const second = await open(first.dataDir);
  await signIn(second.page);
  await expect.poll(requests).toBeGreaterThan(before.requests);
  await second.close();
  expect(proxy.asked.length).toBeGreaterThan(before.asked);
  expect(beside()).toEqual([]);

  // Without the authority's certificate nothing is said to whoever answers there.
  set({ proxy: proxy.url });
  const refused = { requests: await requests(), asked: proxy.asked.length };
  const third = await open(first.dataDir);
  await signIn(third.page);
  const read = await answerOf(third.page, 'terminals.refreshList', {});
  expect(read.error).toMatchObject({ kind: 'gateway', code: 'tls' });
  await expect.poll(() => proxy.asked.length).toBeGreaterThan(refused.asked);
  expect(await requests()).toBe(refused.requests);
  end();
  await gateway.stop();
});
