/** `npm run screens`: pictures of deliveries. */
import { test } from './host.ts';
import { inEveryLook, open, shoot } from './screens.ts';
import { downloaded, payAndTell, sayFailed, startToldShop } from './told-shop.ts';
import { read } from './closing.ts';

test('screens of deliveries', async ({ start }) => {
  test.setTimeout(600_000);
  const { page } = await start();
  page.setDefaultTimeout(30_000);
  const shop = await startToldShop(page);
  await open(page, '/integration/deliveries');
  await page.locator('.empty').waitFor();
  for (const order of ['ORDER-1', 'ORDER-2', 'ORDER-3']) await payAndTell(shop, order);
  const failing = await Promise.all([payAndTell(shop, 'ORDER-4')]);
  for (const one of failing) await sayFailed(shop, one, 50);
  await downloaded(page);
  await read(page, 'deliveries.collect', { days: 7 });
  await page.locator('.ag-row').first().waitFor();
  await inEveryLook(page, async (look) => {
    await open(page, '/integration/deliveries');
    await page.getByTestId('deliveries-failed').waitFor();
    await page.waitForTimeout(500);
    await shoot(page, 'deliveries', look);
    await page.locator('.ag-row').first().click();
    await page.locator('.mantine-Drawer-content dl').first().waitFor();
    await page.waitForTimeout(700);
    await shoot(page, 'deliveries-open', look);
    await page.keyboard.press('Escape');
    await page.waitForTimeout(400);
  });
  await shop.listener.stop();
  await shop.gateway.stop();
});
