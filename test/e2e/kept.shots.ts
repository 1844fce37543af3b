/** `npm run screens`: pictures of kept lists, some with a row that is open. */
import { test } from './host.ts';
import { inEveryLook, open, shoot } from './screens.ts';
import { startPractice } from './steps.ts';

const pages = {
  customers: '/customers',
  products: '/catalogue',
  categories: '/catalogue/categories',
  discounts: '/catalogue/discounts',
  links: '/billing',
  invoices: '/billing/invoices',
  bulk: '/billing/bulk',
  pages: '/billing/pages',
};
/** All drawers of kept lists are one component. */
const OPENED = ['products', 'invoices', 'bulk'];

for (const [name, path] of Object.entries(pages))
  test(`screens of ${name}`, async ({ start }) => {
    test.setTimeout(600_000);
    const { page } = await start();
    page.setDefaultTimeout(30_000);
    await startPractice(page);
    await inEveryLook(page, async (look) => {
      await open(page, path);
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
