import { expect, test } from 'vitest';
import { withGateway } from '../gateway.ts';
import { SMALL } from '../merchant.ts';
import { takesOnly } from '../refusals.ts';
import { sheetOf, upload } from '../sheets.ts';
import { ask, at } from '../wire.ts';

const LINKS = '/v2/payment-link';
const IMPORT = '/v2/payment-link/import';
const HEADER = ['description', 'totalAmount', 'currency'];

const rowsOf = (body: unknown) => at(body, 'body.rows') as Record<string, unknown>[];
const hasErrors = (row: Record<string, unknown>) => (row['errors'] as unknown[]).length > 0;

test('an import is checked row by row and saves nothing', async () => {
  await withGateway(async (sandbox) => {
    const { live } = sandbox;
    const sheet = await sheetOf([
      HEADER,
      ['Basket 1', '450.50', 'EGP'],
      ['Basket 2', 90, 'USD'],
      [null, '10', 'EGP'],
      ['Basket 4', '10', 'XYZ'],
    ]);
    const { status, body } = await upload(live, IMPORT, sheet);
    expect([status, typeof at(body, 'message')]).toEqual([200, 'string']);
    expect(rowsOf(body)).toMatchObject([
      { row: 2, description: 'Basket 1', totalAmount: '450.50', currency: 'EGP', errors: [] },
      { row: 3, description: 'Basket 2', totalAmount: '90', currency: 'USD', errors: [] },
      { row: 4 },
      { row: 5 },
    ]);
    expect(rowsOf(body).map(hasErrors)).toEqual([false, false, true, true]);
    const list = await ask(live, 'GET', LINKS);
    expect(at(list.body, 'pagination.total')).toBe(4);
  }, SMALL);
});

test('an amount that no link could have is an error of its row', async () => {
  await withGateway(async ({ live }) => {
    const amounts = ['ten', '', '0', '-1', '1.001', '1e3', '99999999999999'];
    const sheet = await sheetOf([HEADER, ...amounts.map((amount) => ['Basket', amount, 'EGP'])]);
    const { body } = await upload(live, IMPORT, sheet);
    expect(rowsOf(body).map((row) => [row['totalAmount'], hasErrors(row)])).toEqual(
      amounts.map((amount) => [amount, true]),
    );
  }, SMALL);
});

test('a column called row or errors hides neither the number of the row nor its errors', async () => {
  await withGateway(async ({ live }) => {
    const sheet = await sheetOf([
      [...HEADER, 'row', 'errors'],
      ['Basket', '10', 'XYZ', 'x', 'none'],
    ]);
    const { body } = await upload(live, IMPORT, sheet);
    expect(rowsOf(body)).toMatchObject([{ row: 2, errors: [expect.any(String) as string] }]);
  }, SMALL);
});

test('strangers, other content types, files that are no sheet and other methods are refused', async () => {
  await withGateway(async (sandbox) => {
    const { live } = sandbox;
    const sheet = await sheetOf([HEADER, ['Basket', '10', 'EGP']]);
    for (const key of [null, 'wrong', sandbox.test.secretKey])
      expect((await upload(live, IMPORT, sheet, { key })).status).toBe(401);
    expect((await ask(live, 'POST', IMPORT, { json: {} })).status).toBe(415);
    expect((await upload(live, IMPORT, Buffer.from('no sheet'))).status).toBe(400);
    expect((await upload(live, IMPORT, null)).status).toBe(400);
    await takesOnly(live, IMPORT, 'POST');
  }, SMALL);
});
