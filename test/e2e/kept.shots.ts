/** `npm run screens`: pictures of kept lists, some with a row that is open. */
import { keptTabs, type KeptTab } from '#shared/domain/kept-tabs.ts';
import { test } from './host.ts';
import { inEveryLook, open, shoot } from './screens.ts';
import { startPractice } from './steps.ts';

/** Those that have rows in Practice. */
const tabs: readonly KeptTab[] = [
  'customers',
  'products',
  'categories',
  'discounts',
  'links',
  'invoices',
  'bulk',
  'pages',
];
/** All drawers of kept lists are one component. */
const OPENED: readonly KeptTab[] = ['products', 'bulk'];

for (const name of tabs)
  test(`screens of ${name}`, async ({ start }) => {
    test.setTimeout(600_000);
    const { page } = await start();
    page.setDefaultTimeout(30_000);
    await startPractice(page);
    await inEveryLook(page, async (look) => {
      await open(page, keptTabs[name]);
      await page.locator('.ag-row').first().waitFor();
      await page.waitForTimeout(500);
      await shoot(page, name, look);
      if (!OPENED.includes(name)) return;
      await page.locator('.ag-row').first().click();
      await page.locator('.mantine-Drawer-content dl').first().waitFor();
      await page.waitForTimeout(700);
      await shoot(page, `${name}-open`, look);
      await page.keyboard.press('Escape');
      await page.waitForTimeout(400);
    });
  });
