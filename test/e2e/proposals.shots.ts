/** `npm run screens`: pictures of what may belong together at the bank, and of what was learnt. */
import { bringTakenBack, bringUnnamed } from './bank-statement.ts';
import { read } from './closing.ts';
import { compare } from './reconciliation-files.ts';
import { test } from './host.ts';
import { inEveryLook, open, shoot } from './screens.ts';
import { startPractice } from './steps.ts';

type Proposal = {
  ours: { itemId: string }[];
  theirs: { itemId: string }[];
  difference: { minor: string; currency: string };
  alike: { key: string } | null;
};

test('screens of proposals', async ({ start }) => {
  test.setTimeout(900_000);
  const { page } = await start();
  page.setDefaultTimeout(30_000);
  await startPractice(page);
  await open(page, '/settlement');
  await page.locator('.window-card').first().waitFor();
  await bringUnnamed(page);
  await inEveryLook(page, async (look) => {
    await open(page, '/reconcile/bank/proposals');
    await page.locator('.ag-row').first().waitFor();
    await shoot(page, 'proposals', look);
    await page.locator('.ag-row .ag-cell[col-id="why"]').first().press('Enter');
    await page.locator('.drawer-acts').waitFor();
    await page.waitForTimeout(500);
    await shoot(page, 'proposal', look);
    await page.keyboard.press('Escape');
    await page.locator('.type-groups button').first().click();
    await page.getByRole('dialog').waitFor();
    await page.waitForTimeout(500);
    await shoot(page, 'proposals-accept', look);
    await page.keyboard.press('Escape');
  });
  const { rows } = await read<{ rows: Proposal[] }>(page, 'reconciliation.proposals', {});
  const ids = (items: { itemId: string }[]) => items.map(({ itemId }) => itemId);
  const proposals = rows
    .filter(({ alike }) => alike !== null)
    .slice(0, 4)
    .map(({ ours, theirs, difference }) => ({ ours: ids(ours), theirs: ids(theirs), difference }));
  await read(page, 'reconciliation.accept', { proposals, remark: 'as on the advice of the bank' });
  await compare(page);
  await bringTakenBack(page);
  await inEveryLook(page, async (look) => {
    await open(page, '/reconcile/bank');
    await page.locator('.type-group[data-type="deposit-returned"]').click();
    await page.locator('.ag-row').first().waitFor();
    await shoot(page, 'bank-taken-back', look);
    await page.locator('.ag-row .ag-cell[col-id="reference"]').first().press('Enter');
    await page.locator('.drawer-acts').waitFor();
    await page.waitForTimeout(500);
    await shoot(page, 'bank-returned', look);
    await page.keyboard.press('Escape');
    await page.locator('.type-group[aria-pressed="true"]').click();
  });
  for (const rule of [
    { text: 'rent', account: '', range: null, kind: 'other-income' },
    {
      text: 'transfer',
      account: 'EG380019000500000000263180002',
      range: { least: { minor: '100000', currency: 'EGP' }, most: { minor: '900000', currency: 'EGP' } },
      kind: 'own-transfer',
    },
  ])
    await read(page, 'reconciliation.addRule', rule);
  await inEveryLook(page, async (look) => {
    await open(page, '/reconcile/bank/rules');
    await page.locator('.learnt-row').first().waitFor();
    await shoot(page, 'bank-rules', look);
    await page.locator('.page-actions button').last().click();
    await page.getByRole('dialog').waitFor();
    await page.getByRole('dialog').locator('input').first().fill('settlement');
    await page.getByRole('dialog').locator('input[type=radio]').last().check();
    await page.getByTestId('rule-preview').waitFor();
    await page.waitForTimeout(500);
    await shoot(page, 'bank-rule', look);
    await page.keyboard.press('Escape');
  });
  await inEveryLook(page, async (look) => {
    await open(page, '/reconcile/bank/learnt');
    await page.locator('.learnt-row').first().waitFor();
    await shoot(page, 'learnt', look);
  });
});
