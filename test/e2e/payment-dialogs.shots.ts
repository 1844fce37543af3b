/** `npm run screens`: pictures of the dialogs that move the money of a payment. */
import { test } from './host.ts';
import { closeDialogs, dialogs, openDialog, payOrders } from './payment-dialogs.ts';
import { inEveryLook, shoot } from './screens.ts';
import { startPractice } from './steps.ts';

test('screens of payment dialogs', async ({ start }) => {
  test.setTimeout(600_000);
  const { page } = await start();
  page.setDefaultTimeout(30_000);
  await startPractice(page);
  const keys = await payOrders(page);
  await inEveryLook(page, async (look) => {
    for (const name of dialogs) {
      await openDialog(page, look.language === 'ar' ? 'ar' : 'en', name, keys);
      await page.waitForTimeout(500);
      await shoot(page, `payment-${name}`, look);
      await closeDialogs(page);
    }
  });
});
