/** Settled transactions on screen: a download that stops and goes on, two countings, filters and columns. */
import type { Page } from '@playwright/test';
import { GRIDS, hasNoFinding } from './accessible.ts';
import { read } from './closing.ts';
import { startGateway } from './gateway.ts';
import { expect, test } from './host.ts';
import { connect, go, inLanguage, sweepLanguages, pressEnter } from './steps.ts';

const headline = (page: Page) => page.getByTestId('headline');

test('finance downloads settled transactions, stops and goes on, and filters what came', async ({
  start,
}) => {
  const gateway = await startGateway();
  const path = '/settlement-transactions';
  const fault = (kind: Record<string, unknown>, times: number) =>
    gateway.control('POST', '/faults', { match: { method: 'GET', path }, fault: kind, times });
  // The first page comes at once, the others after minutes.
  await fault({ kind: 'delay', ms: 0 }, 1);
  await fault({ kind: 'delay', ms: 300_000 }, 4);
  const { page } = await start();
  await connect(page, gateway);

  await test.step('the download says how far it is, and stops when it is told', async () => {
    await go(page, 'Settlement');
    await page.getByText('Settled transactions', { exact: true }).click();
    await expect(page.getByTestId('download-count')).toHaveText(/^500 of 1,\d{3} rows$/);
    await expect(page.locator('.ag-row').first()).toBeVisible();
    await hasNoFinding(page, 'downloading', [GRIDS]);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByText(/^The download stopped at 500 of 1,\d{3} rows/)).toBeVisible();
  });

  await test.step('it goes on, and both countings agree', async () => {
    await gateway.control('DELETE', '/faults');
    await pressEnter(page.getByRole('button', { name: 'Continue download' }));
    await expect(page.getByText(/The download stopped/)).toHaveCount(0);
    await expect(page.getByText('Recounted on this PC')).toBeVisible();
    await expect(page.locator('.banner[data-tone="late"]')).toHaveCount(0);
    await expect(headline(page)).toContainText(/^1,\d{3} transactions settled, net/);
    await expect(headline(page)).toContainText('The gateway’s summary agrees');
  });

  await test.step('the drawer of a row has every field that the gateway sent', async () => {
    await page.locator('.ag-row[row-index="0"] [col-id="amount"]').click();
    const drawer = page.getByRole('dialog', { name: 'Settled transaction' });
    for (const field of ['transactionId', 'feeAmount', 'batchId', 'createdAt'])
      await expect(drawer.getByText(field, { exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(drawer).toHaveCount(0);
  });

  await test.step('the pointer that rests on a moment shows its year and seconds, until it goes on', async () => {
    await page.locator('.ag-row[row-index="0"] [col-id="settlementDate"] .time').hover();
    await expect(page.locator('.mantine-Tooltip-tooltip')).toHaveText(/20\d\d, \d\d:\d\d:\d\d$/);
    await page.locator('.ag-row[row-index="1"] [col-id="amount"]').hover();
    await expect(page.locator('.mantine-Tooltip-tooltip')).toHaveCount(0);
  });

  await test.step('what is in a cell can be selected and copied', async () => {
    await expect(page.locator('.ag-row[row-index="0"] [col-id="refNumber"] .id')).toHaveCSS(
      'user-select',
      'text',
    );
  });

  await test.step('a filter of this PC narrows our count, branches are asked of the gateway', async () => {
    const all = (await headline(page).textContent()) ?? '';
    const types = page.getByRole('combobox', { name: 'Type', exact: true });
    await types.click();
    await page.getByRole('option', { name: 'Refund' }).click();
    await page.keyboard.press('Escape');
    await expect(page.getByText('Our recount of what the filter shows')).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('combobox', { name: 'Branch' }).click();
    await page.getByRole('option').first().click();
    await page.keyboard.press('Escape');
    // Both countings are of that branch now, and still the same.
    await expect(headline(page)).not.toHaveText(all);
    await expect(headline(page)).toContainText(/^[\d,]{3,5} transactions settled/);
    await expect(headline(page)).toContainText('The gateway’s summary agrees');
    await expect(page.locator('.banner[data-tone="late"]')).toHaveCount(0);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(headline(page)).toHaveText(all);
  });

  await test.step('a view is kept under a name, taken up again and forgotten', async () => {
    const types = page.getByRole('combobox', { name: 'Type', exact: true });
    const net = page.getByRole('columnheader', { name: 'Net' });
    await net.click();
    await expect(net).toHaveAttribute('aria-sort', 'ascending');
    await types.click();
    await page.getByRole('option', { name: 'Refund' }).click();
    await page.keyboard.press('Escape');
    await pressEnter(page.getByRole('button', { name: 'Views' }));
    await page.getByLabel('Name of this view').fill('Refunds');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    // The figures and the rows of what is shown now have come.
    await expect(page.getByText('Recounted on this PC')).toBeVisible();
    await page.getByRole('columnheader', { name: 'Settled at' }).click();
    await expect(net).toHaveAttribute('aria-sort', 'none');
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('button', { name: 'Refunds', exact: true }).click();
    await expect(page.getByText('Our recount of what the filter shows')).toBeVisible();
    await expect(net).toHaveAttribute('aria-sort', 'ascending');
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('button', { name: 'Forget view Refunds' }).click();
    await expect(page.getByText(/^No saved views yet/)).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Clear filters' }).click();
  });

  await test.step('a text that nothing fits leaves the head in place, and the next one has its rows', async () => {
    const grid = await page.locator('.ag-root-wrapper').elementHandle();
    const search = page.getByRole('textbox', { name: 'Reference, order or terminal' });
    const nothing = page.locator('.grid-nothing');
    const { rows } = await read<{ rows: { refNumber: string }[] }>(page, 'settlement.settledPage', {
      filter: {},
      cursor: null,
      limit: 1,
    });
    const wanted = rows[0]?.refNumber ?? '-';
    await search.fill('zzzz');
    await expect(nothing).toBeVisible();
    await expect(page.getByRole('columnheader', { name: 'Net' })).toBeVisible();
    await hasNoFinding(page, 'nothing fits', [GRIDS]);
    await search.fill(wanted);
    await expect(page.locator('.ag-row[row-index="0"]')).toContainText(wanted);
    await search.fill('zzzz');
    await expect(nothing).toBeVisible();
    await page.getByRole('button', { name: 'Clear the search' }).click();
    await expect(search).toHaveValue('');
    await expect(page.locator('.ag-row[row-index="5"]')).toBeVisible();
    expect(await grid?.evaluate((node) => node.isConnected)).toBe(true);
  });

  await test.step('the order that is there is turned round with one press', async () => {
    const at = page.getByRole('columnheader', { name: 'Settled at' });
    const first = page.locator('.ag-row[row-index="0"] .ag-cell').first();
    for (const direction of ['ascending', 'descending', 'ascending']) {
      await at.click();
      await expect(at).toHaveAttribute('aria-sort', direction);
      // The list begins at the top again when the rows of an order come: they are waited for before the next key.
      const { rows } = await read<{ rows: { refNumber: string }[] }>(page, 'settlement.settledPage', {
        filter: {},
        sort: { by: 'settlementDate', direction: direction.replace('ending', '') },
        cursor: null,
        limit: 1,
      });
      await expect(first).toHaveText(rows[0]?.refNumber ?? '');
    }
  });

  await test.step('the last row is one press away, and a typed number goes to its row', async () => {
    const told = await page.getByText(/^of [\d,]+ rows$/).textContent();
    const count = Number(told?.replaceAll(/\D/g, ''));
    expect(count).toBeGreaterThan(1_000);
    const reference = (place: number) => page.locator(`.ag-row[row-index="${place - 1}"] .ag-cell`).first();
    await reference(1).focus();
    await page.keyboard.press('Control+End');
    await expect(reference(count)).toHaveText(/\d/);
    await expect(page.locator(`.ag-row[row-index="${count - 1}"] .ag-cell:focus`)).toBeVisible();
    const last = await reference(count).textContent();
    const at = page.getByRole('columnheader', { name: 'Settled at' });
    await at.click();
    await expect(at).toHaveAttribute('aria-sort', 'descending');
    // In the other order it is the first row.
    await expect(reference(1)).toHaveText(last ?? '');
    await page.getByRole('textbox', { name: 'Go to row' }).fill('٧٠١');
    await page.keyboard.press('Enter');
    await expect(reference(701)).toBeFocused();
    await expect(reference(701)).toHaveText(/\d/);
    await at.click();
    await expect(reference(1)).toHaveText(/\d/);
  });

  await test.step('a width that was drawn stays when the order changes', async () => {
    const net = page.getByRole('columnheader', { name: 'Net' });
    const widthOf = async () => (await net.boundingBox())?.width;
    let drawn = 0;
    // The rows of the last order may still come, and with them other widths: the edge is taken anew until it was met.
    await expect(async () => {
      const edge = await net.locator('.ag-header-cell-resize').boundingBox();
      const before = await widthOf();
      if (!edge || before === undefined) throw new Error('the column has no edge');
      drawn = before + 20;
      await page.mouse.move(edge.x + edge.width / 2, edge.y + 10);
      await page.mouse.down();
      await page.mouse.move(edge.x + edge.width / 2 + 20, edge.y + 10, { steps: 4 });
      await page.mouse.up();
      await expect.poll(widthOf, { timeout: 2_000 }).toBe(drawn);
    }).toPass();
    await net.click();
    await expect(net).toHaveAttribute('aria-sort', 'ascending');
    await expect.poll(widthOf).toBe(drawn);
  });

  await test.step('columns are chosen with the keyboard and stay chosen', async () => {
    const header = page.getByRole('columnheader', { name: 'Entry mode' });
    await expect(header).toHaveCount(0);
    await pressEnter(page.getByRole('button', { name: 'Columns' }));
    await page.getByRole('checkbox', { name: 'Entry mode' }).press('Space');
    // An order that is asked for in the moment in which the columns change is kept.
    await page.getByRole('checkbox', { name: 'VAT' }).evaluate((checkbox: HTMLInputElement) => {
      document.querySelector<HTMLElement>('[col-id="fee"] .ag-header-cell-label')?.click();
      checkbox.click();
    });
    await expect(page.getByRole('columnheader', { name: 'Fees' })).toHaveAttribute('aria-sort', 'ascending');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Columns' })).toBeFocused();
    await expect(page.getByRole('columnheader', { name: 'VAT' })).toHaveCount(0);
    await go(page, 'Terminals');
    await page.goBack();
    await expect(page.locator('.ag-row').first()).toBeVisible();
    await expect(page.getByRole('columnheader', { name: 'Net' })).toBeVisible();
    await expect(page.getByRole('columnheader', { name: 'VAT' })).toHaveCount(0);
  });

  await test.step('everything is read again; no finding of axe', async () => {
    await pressEnter(page.getByRole('button', { name: 'More about downloading' }));
    await pressEnter(page.getByRole('menuitem', { name: 'Read everything again' }));
    await expect(headline(page)).toContainText('The gateway’s summary agrees');
    for (const language of sweepLanguages) {
      await inLanguage(page, language);
      await hasNoFinding(page, language, [GRIDS]);
    }
  });
  await gateway.stop();
});
