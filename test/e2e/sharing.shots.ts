/** `npm run screens`: pictures of an invoice that is sent to customers. */
import { read } from './closing.ts';
import { test } from './host.ts';
import { inEveryLook, open, shoot } from './screens.ts';
import { startPractice } from './steps.ts';

test('screens of sending an invoice', async ({ start }) => {
  test.setTimeout(600_000);
  const { page } = await start();
  page.setDefaultTimeout(30_000);
  await startPractice(page);
  const amount = { minor: '40000', currency: 'EGP' };
  const bill = { type: 'simple', customer: 'Hany Adel', description: '', manualCapture: false, amount };
  const invoice = { ...bill, email: 'hany@example.com', phone: '' };
  const made = await read<{ key: string }>(page, 'bills.makeInvoice', { invoice, despiteDouble: false });
  const to = ['hany@example.com', '01001234567'];
  await read(page, 'sharing.share', { what: 'invoice', key: made.key, to });
  await inEveryLook(page, async (look) => {
    await open(page, `/billing/invoices/invoices/${made.key}`);
    const drawer = page.locator('.mantine-Drawer-content');
    await drawer.getByTestId('share-log').waitFor();
    await page.waitForTimeout(700);
    await shoot(page, 'invoice-sent', look);
    await drawer
      .locator('button', { hasText: /invoice|الفاتورة/ })
      .last()
      .click();
    await page.locator('.mantine-Modal-content textarea').first().waitFor();
    await page.waitForTimeout(500);
    await shoot(page, 'invoice-send', look);
    await page.keyboard.press('Escape');
  });
});
