/** `npm run screens`: pictures of Practice (its tour, people, past days, early payout and statement) and of the settings of automatic reading. */
import type { Page } from '@playwright/test';
import { test } from './host.ts';
import { inEveryLook, open, openPart, shoot } from './screens.ts';
import { signIn } from './steps.ts';
import { read } from './closing.ts';

test('screens of Practice', async ({ start }) => {
  test.setTimeout(1_800_000);
  const { page } = await start({ practice: 'story' });
  page.setDefaultTimeout(900_000);
  await signIn(page);
  await read(page, 'profiles.startPractice', {});
  await page.locator('.tour').waitFor();
  // What is told at the start would stand in the picture.
  await page.locator('.mantine-Notification-closeButton').click();
  await inEveryLook(page, async (look) => {
    await open(page, '/today');
    await page.locator('.tour').waitFor();
    await shoot(page, 'practice-tour', look);
  });
  await page.locator('.tour button').last().click();
  await inEveryLook(page, async (look) => {
    await open(page, '/operations');
    await page.locator('.page-actions label').first().click();
    await page.locator('.ag-row').nth(9).waitFor();
    await shoot(page, 'operations', look);
    await page.locator('.page-actions label').last().click();
    await page.locator('.ag-row').nth(1).waitFor({ state: 'detached' });
    await page.locator('.ag-row strong').first().click();
    await page.locator('.story').first().waitFor();
    await page.waitForTimeout(500);
    await shoot(page, 'operation', look);
    await open(page, '/activity');
    await page.locator('.page-actions button').first().click();
    await page.locator('.banner[role="status"]').first().waitFor();
    await shoot(page, 'activity', look);
    // The early payout that the record tells of: one merchant in all pictures of it.
    await open(page, '/instant');
    await page.locator('.request').first().waitFor();
    await page.waitForTimeout(800);
    await page.locator('.instant-form input').fill('5000');
    await page.locator('.instant-form button[type=submit]').click();
    await page.locator('.offer-wait').nth(1).waitFor();
    await shoot(page, 'instant', look);
    await page
      .locator('.instant-page h2')
      .last()
      .evaluate((heading) => heading.scrollIntoView());
    await shoot(page, 'instant-requests', look);
    const requestId = await page.locator('.request').first().getAttribute('data-request');
    await open(page, `/instant/request/${requestId}`);
    await page.locator('[data-line="expected"]').waitFor();
    await shoot(page, 'early-payout', look);
    await open(page, '/settings');
    await page.locator('.story-person').first().waitFor();
    await openPart(page, 'practice');
    await shoot(page, 'practice-settings', look);
    await openPart(page, 'upkeep');
    await shoot(page, 'upkeep-settings', look);
    await open(page, '/reconcile/import');
    await page.getByTestId('story-statement').waitFor();
    await shoot(page, 'practice-statement', look);
    await page.keyboard.press('Control+Shift+L');
    await page.locator('.sign-in').waitFor();
    await shoot(page, 'practice-lock', look);
    await page.keyboard.press('Tab');
    await signInAgain(page);
  });
});

async function signInAgain(page: Page): Promise<void> {
  const state = await read<{ people: { personId: string; name: string }[] }>(page, 'people.state', {});
  const mona = state.people.find(({ name }) => name === 'Mona');
  await read(page, 'people.unlock', { personId: mona?.personId, pin: '280519' });
  await page.locator('.sign-in').waitFor({ state: 'hidden' });
}
