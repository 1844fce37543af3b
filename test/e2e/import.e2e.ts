/** Importing: a table with unreadable lines, mapped once without a mouse; a bank's own statement, and the same file again. */
import { hasNoFinding } from './accessible.ts';
import { expect, test } from './host.ts';
import { holdCalls } from './held-calls.ts';
import { salesOf, statementOfMarch, tableOfApril, tableOfMarch } from './import-files.ts';
import { describe, file, goOn, standsAt, step } from './importing.ts';
import { choose, pick, press, pressesNoPointer, tabTo } from './keyboard.ts';
import { goTo, inLanguage, startPractice, pressEnter } from './steps.ts';

test('a table is mapped once, what cannot be read is shown and left out by choice, the next file is known', async ({
  start,
}) => {
  const { page } = await start();
  await startPractice(page);
  await goTo(page, '/reconcile/import');
  const noPointer = await pressesNoPointer(page);

  await test.step('the file is chosen by the keyboard', async () => {
    const chooser = page.waitForEvent('filechooser');
    await press(page, /^Choose a file/);
    await (await chooser).setFiles(tableOfMarch);
    await standsAt(page, 'format');
    await expect(step(page, 'columns')).toHaveAttribute('aria-disabled', 'true');
  });

  await test.step('letters show at once whether the encoding is right', async () => {
    const letters = page.getByTestId('import-letters');
    await expect(letters).toContainText('تحويل وارد من بوابة الدفع');
    await choose(page, /^Encoding/, 'Western (Windows-1252)');
    await expect(letters).not.toContainText('تحويل');
    await choose(page, /^Encoding/, 'Arabic (Windows-1256)');
    await expect(letters).toContainText('تحويل وارد من بوابة الدفع');
    await expect(goOn(page)).toBeDisabled();
    await tabTo(page, /^Bank statement/);
    await page.keyboard.press('Space');
    await tabTo(page, /^Where it comes from/);
    await page.keyboard.type('Nile current account');
    await page.keyboard.press('Escape');
    await choose(page, /^Row with the column names/, 'Row 2: Day | Story | Left | Entered | Number');
    await hasNoFinding(page, 'format');
    await press(page, /^Continue/);
    await standsAt(page, 'columns');
  });

  await test.step('columns are chosen beside what is in them', async () => {
    await choose(page, /^Date/, 'Day');
    await pick(page, /^(One column|Separate columns)/, 'Separate columns for out and in');
    await choose(page, /^Money out/, 'Left');
    await choose(page, /^Money in/, 'Entered');
    await expect(page.getByRole('list', { name: 'Money in (credit): what is in the column' })).toContainText(
      '12,430.50',
    );
    await choose(page, /^Currency/, 'EGP');
    await choose(page, /^Reference/, 'Number');
    await choose(page, /^Description/, 'Story');
    await page.keyboard.press('Escape');
    await pick(page, /^(Day month year|Month day year|Year month day|As the)/, 'Month day year');
    await expect(page.getByText(/04\/03\/2026.? is read as Friday, 3\sApril 2026/)).toBeVisible();
    await pick(page, /^(Day month year|Month day year|Year month day|As the)/, 'As the file shows');
    await expect(page.getByTestId('import-not-amounts')).toContainText(
      /Row 5: .{1,3}12-30.{1,3} is not an amount/,
    );
    // No name and no balance proves them: they are looked at first.
    await expect(goOn(page)).toBeDisabled();
    await tabTo(page, /^I have checked: the columns are right/);
    await page.keyboard.press('Space');
    await hasNoFinding(page, 'columns');
    await press(page, /^Continue/);
    await standsAt(page, 'check');
  });

  await test.step('a date with two readings is decided by a day in words', async () => {
    await expect(page.locator('[data-warning="date-order-ambiguous"]')).toContainText('04/03/2026');
    await expect(goOn(page)).toBeDisabled();
    await hasNoFinding(page, 'a doubt');
    await press(page, /^Wednesday, 4\sMarch 2026/);
    await expect(page.locator('[data-warning="date-order-ambiguous"]')).toHaveCount(0);
    await expect(page.getByTestId('import-figures')).toContainText('Wed, 4 Mar 2026 to Sat, 7 Mar 2026');
    await expect(page.getByTestId('import-figures')).toContainText('+13,430.50');
    await expect(page.getByTestId('import-figures')).toContainText('−120.25');
  });

  await test.step('the bad cell is marked, and says what to do', async () => {
    await expect(page.getByTestId('import-bad')).toContainText('1 line cannot be read');
    await expect(page.getByTestId('import-bad').getByRole('button')).toHaveText([
      'Choose the corrected file',
      'Check the columns',
    ]);
    await expect(page.getByTestId('import-figures')).toContainText('13,310.25');
    await expect(page.getByTestId('import-skipped')).toContainText('Skipped: 2 heading rows');
    await expect(page.getByTestId('import-skipped')).toContainText('1 total or balance');
    await expect(page.locator('.ag-row .import-bad-cell')).toHaveText('12-30');
    await tabTo(page, /^Row$/);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const drawer = page.getByRole('dialog');
    await expect(drawer.getByText('Money in (credit): not an amount')).toBeVisible();
    await expect(drawer.getByText(/^Correct it in the file/)).toBeVisible();
    await hasNoFinding(page, 'a bad line');
    await page.keyboard.press('Escape');
    await pick(page, /^(Not readable|All|To save) \d/, 'All 7');
    await expect(page.locator('.ag-row')).toHaveCount(7);
    await hasNoFinding(page, 'check');
    await press(page, /^Continue/);
    await standsAt(page, 'confirm');
  });

  await test.step('leaving asks, and staying loses nothing', async () => {
    await press(page, /^Terminals$/);
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('button', { name: 'Stay here' })).toBeFocused();
    await hasNoFinding(page, 'leaving');
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
    await standsAt(page, 'confirm');
    expect(page.url()).toContain('#/reconcile/import');
  });

  await test.step('importing without the bad line is a choice of its own', async () => {
    await expect(goOn(page)).toBeDisabled();
    await tabTo(page, /^Import without the 1 line/);
    await page.keyboard.press('Space');
    await hasNoFinding(page, 'confirm');
    await press(page, /^Import 3 lines/);
    await expect(page.getByTestId('import-saved')).toContainText('3 lines imported');
    await expect(page.getByTestId('import-saved')).toContainText(/Left out, not readable\s*1/);
    await hasNoFinding(page, 'saved');
  });

  await noPointer();

  await test.step('the next file of this bank goes straight to the check', async () => {
    await pressEnter(page.getByRole('button', { name: 'Import another file' }));
    await file(page).setInputFiles(tableOfApril);
    await standsAt(page, 'check');
    await expect(page.getByTestId('import-answer')).toContainText('2 lines');
    // Other letters were chosen for the file before; the bytes of this one say theirs.
    await expect(page.getByTestId('import-remembered')).toContainText(
      /text encoding is another one now \(.?UTF-8.?\)/,
    );
    await hasNoFinding(page, 'remembered');
    await expect(page.getByTestId('import-figures')).toContainText('Tue, 21 Apr 2026');
    await pressEnter(page.getByRole('button', { name: 'Discard' }));
    await pressEnter(page.getByRole('dialog').getByRole('button', { name: 'Discard' }));
    await expect(page.getByRole('button', { name: 'Choose a file' })).toBeVisible();
  });

  await test.step('what was imported is listed with its lines, and is withdrawn with a reason', async () => {
    await pressEnter(page.getByRole('link', { name: 'Imports' }));
    await expect(page.locator('.ag-row')).toHaveCount(1);
    await hasNoFinding(page, 'list');
    await page.locator('.ag-cell[col-id="source"]').press('Enter');
    await expect(page.locator('.ag-row').first()).toContainText('447100');
    await expect(page.locator('.ag-row')).toHaveCount(3);
    const search = page.getByRole('textbox', { name: 'Search text or amount' });
    await search.fill('447100');
    await expect(page.locator('.ag-row')).toHaveCount(1);
    await search.fill('zzzz');
    await expect(page.getByText('Nothing fits')).toBeVisible();
    await hasNoFinding(page, 'nothing fits');
    await pressEnter(page.getByRole('button', { name: 'Clear the search' }));
    await expect(page.locator('.ag-row')).toHaveCount(3);
    await page.locator('.ag-cell[col-id="row"]').first().press('Enter');
    await expect(page.getByRole('dialog').getByText('As the file has it')).toBeVisible();
    await page.keyboard.press('Escape');
    await hasNoFinding(page, 'lines');
    await pressEnter(page.getByRole('button', { name: 'Withdraw' }));
    await page.getByRole('dialog').getByLabel('Reason').fill('Wrong account');
    await pressEnter(page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }));
    await expect(page.getByText(/^Withdrawn by Mona on .*: Wrong account$/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Withdraw' })).toHaveCount(0);
  });
});

test('a bank statement by itself says what is what, and the same file again is recognised, in Arabic', async ({
  start,
}) => {
  const { page } = await start();
  await startPractice(page);
  await inLanguage(page, 'ar');
  await goTo(page, '/reconcile/import');

  await test.step('what is no statement is refused with what to do', async () => {
    await hasNoFinding(page, 'file');
    const picture = { name: 'photo.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 …') };
    await file(page).setInputFiles(picture);
    await expect(page.getByRole('alert').filter({ hasText: 'هذا ملف PDF' })).toBeVisible();
    await hasNoFinding(page, 'refused');
  });

  await test.step('the statement is read, and adds up', async () => {
    await file(page).setInputFiles(statementOfMarch);
    await standsAt(page, 'format');
    await expect(page.getByText('EG380019000500000000263180002').first()).toBeVisible();
    await hasNoFinding(page, 'statement');
    await pressEnter(goOn(page));
    await standsAt(page, 'check');
    await expect(page.getByText('الأرصدة متفقة')).toBeVisible();
    await expect(page.getByTestId('import-figures')).toContainText('الثلاثاء، 17 مارس 2026');
    await hasNoFinding(page, 'check');
    await pressEnter(goOn(page));
    await hasNoFinding(page, 'confirm');
    await pressEnter(page.getByRole('button', { name: 'استيراد سطرين' }));
    await expect(page.getByTestId('import-saved')).toContainText('تم استيراد سطرين');
  });

  await test.step('the same file again says so at once, and where it is', async () => {
    await pressEnter(page.getByRole('button', { name: 'استيراد ملف آخر' }));
    await file(page).setInputFiles(statementOfMarch);
    const same = page.getByTestId('same-file');
    await expect(same).toContainText('هذا الملف مستورد من قبل');
    await expect(same).toContainText('Mona');
    await standsAt(page, 'format');
    await hasNoFinding(page, 'same file');
    await pressEnter(goOn(page));
    await expect(page.locator('[data-warning="nothing-to-import"]')).toBeVisible();
    await expect(goOn(page)).toBeDisabled();
    await pressEnter(same.getByRole('link'));
    await pressEnter(page.getByRole('dialog').getByRole('button', { name: 'مغادرة دون حفظ' }));
    await expect(page.locator('.ag-row')).toHaveCount(2);
    await hasNoFinding(page, 'lines');
  });
});

test(
  'a large file shows how far it is, can be stopped, and its lines come page by page',
  { tag: '@deep' },
  async ({ start }) => {
    const closeout = await start();
    const { page } = closeout;
    await startPractice(page);
    await goTo(page, '/reconcile/import');
    // The second piece stays on its way until it is stopped.
    let pieces = 0;
    await holdCalls(closeout, /import\.chunk/, (call) => (++pieces === 2 ? undefined : call.goOn()));
    await file(page).setInputFiles(salesOf(20_000));
    await expect(page.getByTestId('import-progress')).toHaveText(/^256\skB of 6\d\d\skB copied$/);
    await pressEnter(page.getByRole('button', { name: 'Cancel' }));
    await expect(page.getByTestId('import-progress')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Choose a file' })).toBeVisible();

    await file(page).setInputFiles(salesOf(20_000));
    await standsAt(page, 'format');
    await describe(page, 'Sales', 'Front shop');
    await step(page, 'check').click();
    await expect(page.getByTestId('import-answer')).toContainText('20,000 lines');
    await page.setViewportSize({ width: 1024, height: 700 });
    await expect(page.locator('.ag-row').first()).toBeVisible();
    const overflows = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    expect(overflows).toBe(false);
    await pressEnter(goOn(page));
    await pressEnter(page.getByRole('button', { name: 'Import 20,000 lines' }));
    await expect(page.getByTestId('import-saved')).toContainText('20,000 lines imported');
  },
);
