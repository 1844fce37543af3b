/** Pictures of a journal that was restored. */
import type { Page } from '@playwright/test';
import { freshFolder, test } from './host.ts';
import { damageJournal } from './journal.ts';
import { inEveryLook, open, shoot, shootAll } from './screens.ts';
import { confirmReverse, openReverse, signIn, startPractice } from './steps.ts';

/** The folder of a test says nothing to whoever looks at the picture. */
const nameFolder = (page: Page, dataDir: string) =>
  page.locator('.id', { hasText: dataDir }).evaluateAll((all, folder) => {
    for (const one of all)
      one.textContent = (one.textContent ?? '').replace(folder, '/home/mona/.local/share/closeout');
  }, dataDir);

test('screens of a restored journal', async ({ start }) => {
  test.setTimeout(600_000);
  const dataDir = freshFolder();
  const first = await start({ dataDir });
  await startPractice(first.page);
  await confirmReverse(first.page, await openReverse(first.page, 'Zamalek · Second till'));
  await first.page.getByText(/EGP\s.* reversed/).waitFor();
  await first.close();
  damageJournal(dataDir);
  const { page } = await start({ dataDir });
  page.setDefaultTimeout(30_000);
  await signIn(page);
  await inEveryLook(page, async (look) => {
    await open(page, '/check-by-hand');
    await page.getByRole('textbox').first().waitFor();
    await nameFolder(page, dataDir);
    await shoot(page, 'check-by-hand', look);
  });
  await page.getByLabel('What you found, and where you looked').fill('Portal and receipts, nothing missing');
  await page.getByRole('button', { name: 'I have checked these' }).click();
  await page.getByText('Checked. Money can move again').waitFor();
  await shootAll(page, 'checked');
});
