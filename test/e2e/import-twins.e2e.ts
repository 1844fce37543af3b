/** Finance: the same month as CAMT and as a table. What both have is noticed before anything is saved, and left out by a word. */
import { hasNoFinding } from './accessible.ts';
import { bringStatement, decimal, startWithStatement } from './bank-statement.ts';
import { expect, test } from './host.ts';
import { describe, goOn, standsAt, step } from './importing.ts';
import { press } from './keyboard.ts';
import { goTo, inLanguage, pressEnter } from './steps.ts';

const DAYS = ['2026-11-02', '2026-11-03', '2026-11-04', '2026-11-05'];
const linesOf = (days: readonly string[]) =>
  days.map((on, at) => ({ on, reference: 'NOTPROVIDED', minor: BigInt(10_000 + at), text: `Card ${at}` }));

test('the same month in two formats is noticed, and its lines are joined by the word of a person', async ({
  start,
}) => {
  const { page } = await start();
  await startWithStatement(page, () => bringStatement(page, linesOf(DAYS)));
  // The balance proves which column is the amount.
  let balance = 0n;
  const rows = [...linesOf(DAYS), { on: '2026-11-08', minor: 77_700n, text: 'Card new' }].map(
    ({ on, minor, text }) => {
      balance += minor;
      return [on, `${text} settled`, decimal(minor), decimal(balance), 'EGP'].join(',');
    },
  );
  const buffer = Buffer.from(['Date,Description,Amount,Balance,Currency', ...rows].join('\n'));
  await goTo(page, '/reconcile/import');
  const chooser = page.waitForEvent('filechooser');
  await pressEnter(page.getByRole('button', { name: 'Choose a file' }));
  await (await chooser).setFiles({ name: 'november.csv', mimeType: 'text/csv', buffer });
  await standsAt(page, 'format');
  await describe(page, 'Bank statement', 'CIB table');
  await pressEnter(step(page, 'check'));
  const doubt = page.locator('[data-warning="lines-elsewhere"]');
  await expect(doubt).toContainText('Another file has 4 of these lines.');
  await expect(goOn(page)).toBeDisabled();
  await hasNoFinding(page, 'lines of another file');
  await inLanguage(page, 'ar');
  await expect(doubt).toContainText('عدد 4 من هذه الأسطر موجود في ملف آخر.');
  await hasNoFinding(page, 'lines of another file, in Arabic');
  await inLanguage(page, 'en');
  await press(page, /^They are the same: leave them out/);
  await expect(doubt).toHaveCount(0);
  await expect(page.getByTestId('import-answer')).toContainText('1 line');
  await pressEnter(goOn(page));
  await pressEnter(page.getByRole('button', { name: 'Import 1 line' }));
  await expect(page.getByTestId('import-saved')).toContainText('1 line imported');
});
