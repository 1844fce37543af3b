/** `npm run screens`: pictures of Payment API keys and of allowed addresses. */
import { read } from './closing.ts';
import { test } from './host.ts';
import { inEveryLook, open, shoot } from './screens.ts';
import { MONA, startPractice } from './steps.ts';

test('screens of keys and allowed addresses', async ({ start }) => {
  test.setTimeout(600_000);
  const { page } = await start();
  page.setDefaultTimeout(30_000);
  await startPractice(page);
  const dialog = page.locator('.mantine-Modal-content');
  const authorization = { pin: MONA.pin, second: null, requestId: null };
  for (const name of ['Till', 'Web shop'])
    await read(page, 'credentials.makeKey', { name, despiteDouble: false, authorization });
  await inEveryLook(page, async (look) => {
    await open(page, '/integration/keys');
    await page.locator('table tbody tr').first().waitFor();
    await shoot(page, 'api-keys', look);
    await page.keyboard.press('n');
    await dialog.locator('form').waitFor();
    await page.waitForTimeout(500);
    await shoot(page, 'keys-new', look);
    await page.keyboard.press('Escape');
    await page.locator('table tbody tr').first().getByRole('button').last().click();
    await dialog.locator('input').first().waitFor();
    await page.waitForTimeout(500);
    await shoot(page, 'keys-delete', look);
    await page.keyboard.press('Escape');
    await open(page, '/integration/addresses');
    await page.locator('textarea').first().fill('203.0.113.7\n198.51.100.0/24');
    await page.getByTestId('addresses-difference').waitFor();
    await shoot(page, 'addresses', look);
    await page.locator('.page-scroll .mantine-Group-root button').first().click();
    await dialog.getByTestId('addresses-difference').waitFor();
    await page.waitForTimeout(500);
    await shoot(page, 'addresses-save', look);
    await page.keyboard.press('Escape');
  });
});
