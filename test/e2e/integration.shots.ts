/** `npm run screens`: pictures of webhooks and of the check of a signature. */
import { read } from './closing.ts';
import { test } from './host.ts';
import { inEveryLook, open, shoot } from './screens.ts';
import { startPractice } from './steps.ts';

test('screens of integration', async ({ start }) => {
  test.setTimeout(600_000);
  const { page } = await start();
  page.setDefaultTimeout(30_000);
  await startPractice(page);
  const hook = { name: 'Our server', url: 'https://shop.example.com/hooks', mode: 'live', isActive: true };
  const webhook = { ...hook, events: ['pay', 'refund', 'TRANSFERRED'], headers: { 'X-Token': 'a-token' } };
  await read(page, 'webhooks.make', { webhook, despiteDouble: false });
  await inEveryLook(page, async (look) => {
    await open(page, '/integration');
    await page.locator('.ag-row').first().waitFor();
    await page.waitForTimeout(500);
    await shoot(page, 'webhooks', look);
    await page.locator('.ag-row').first().click();
    await page.locator('.mantine-Drawer-content dl').first().waitFor();
    await page.waitForTimeout(700);
    await shoot(page, 'webhooks-open', look);
    await page.keyboard.press('Escape');
    await page.waitForTimeout(400);
    await page.keyboard.press('n');
    await page.locator('.mantine-Modal-content form').waitFor();
    await page.waitForTimeout(500);
    await shoot(page, 'webhooks-new', look);
    await page.keyboard.press('Escape');
    await open(page, '/integration/check');
    await page
      .locator('textarea')
      .first()
      .fill('{"event":"pay","data":{"amount":1,"signatureKeys":["amount"]}}');
    await page
      .locator('form input')
      .first()
      .fill('9610477b2255b2a8ef84fd89adfaa5f1305ff9c20324205851890f1ea03109f4');
    await page.locator('form button[type="submit"]').click();
    await page.getByTestId('signature-answer').waitFor();
    await shoot(page, 'signature-checked', look);
  });
});
