/** `npm run screens`: pictures of settlement windows, settled transactions, early money and what arrived of it. */
import { bringStatement, decimal, paidWindows } from './bank-statement.ts';
import { ask } from './closing.ts';
import { expect, test } from './host.ts';
import { inEveryLook, open, shoot } from './screens.ts';
import { startPractice } from './steps.ts';

test('screens of settlement and early money', async ({ start }) => {
  test.setTimeout(900_000);
  const { page } = await start();
  page.setDefaultTimeout(30_000);
  await startPractice(page);
  await open(page, '/settlement');
  await page.locator('.window-card').first().waitFor();
  await open(page, '/settlement/settled');
  await page.locator('.ag-row').first().waitFor();
  await expect(page.getByTestId('download-count')).toHaveCount(0);
  // One deposit that explains its window to the piastre, one that does not.
  const paid = await paidWindows(page);
  const enter = (at: number, typed: string, receivedOn = '2026-11-19') =>
    ask(page, 'bridge.enterDeposit', {
      subject: paid[at]?.windowId ?? '',
      typed,
      receivedOn,
      reference: 'CIB 4471',
    });
  const minor = BigInt(paid[1]?.bridge.expected?.minor ?? '0');
  await enter(1, decimal(minor));
  await enter(2, '41000');
  // Of the next one the statement has what was entered; the one after it has its line alone.
  const lines = paid.slice(3, 5).map((one) => ({
    on: one.expectedPayoutDate,
    reference: one.bankReference ?? '',
    minor: BigInt(one.net.minor),
  }));
  await bringStatement(page, lines);
  await enter(3, decimal(lines[0]?.minor ?? 0n), lines[0]?.on);
  await enter(3, '150', lines[0]?.on);
  await inEveryLook(page, async (look) => {
    await open(page, '/settlement');
    await page.waitForTimeout(600);
    await shoot(page, 'settlement-windows', look);
    // A narrow window has no room for the bars: the list stands for them.
    await page.locator('.window-card').nth(5).dispatchEvent('click');
    await page.waitForTimeout(600);
    await shoot(page, 'settlement-window', look);
    await page.keyboard.press('Escape');
    await open(page, `/settlement/bridge/${paid[3]?.windowId ?? ''}`);
    await page.locator('[data-statement-line]').waitFor();
    await page.locator('.bridge-deposits').scrollIntoViewIfNeeded();
    await shoot(page, 'bridge-statement', look);
    await page.locator('[data-statement-line] button').click();
    await page.getByRole('dialog').waitFor();
    await page.waitForTimeout(600);
    await shoot(page, 'bridge-statement-line', look);
    await page.keyboard.press('Escape');
    await open(page, '/settlement/settled');
    await page.waitForTimeout(600);
    await shoot(page, 'settlement-settled', look);
  });
});
