import { expect, test } from 'vitest';
import type { SandboxAccess } from '#electron/sandbox/start-sandbox.ts';
import { englishOf, listOf, withGateway } from '../gateway.ts';
import { HOUR_MS, SMALL } from '../merchant.ts';
import { refusesStrangers, takesOnly } from '../refusals.ts';
import { sheetOf, upload } from '../sheets.ts';
import { ask, at, textAt } from '../wire.ts';

const LIST = '/v2/customers';
const UPLOAD = '/v2/customers/upload';
const SAVE = '/v2/customers/savecustomers';
const HEADER = ['name', 'phoneNumber', 'emailAddress', 'Loyalty card'];
const SHEET = [
  HEADER,
  ['Nadia Samir', '+20 100 555 1201', 'nadia@example.com', 'L-77'],
  ['هدى منصور', '01005551202', null, null],
  [null, '01005551203', 'x@example.com', null],
  ['No Phone', null, 'y@example.com', 'L-78'],
  ['Bad All', 'abc', 'not an address', null],
];

const save = (access: SandboxAccess, correlationId: string) =>
  ask(access, 'GET', `${SAVE}?correlationId=${correlationId}`);
const totalOf = async (access: SandboxAccess) => (await listOf(access, LIST)).pagination.total;
async function checked(access: SandboxAccess, rows = SHEET): Promise<string> {
  const { status, body } = await upload(access, UPLOAD, await sheetOf(rows));
  expect(status).toBe(200);
  return textAt(body, 'body.correlationId');
}

test('stored customers are listed with the documented fields, newest first, and found by a part', async () => {
  await withGateway(async ({ live }) => {
    const { body, pagination } = await listOf(live, LIST);
    expect(pagination).toEqual({ total: 4, limit: 20, page: 1, pages: 1 });
    expect(body.map(({ customerId }) => customerId)).toEqual([
      'C-000004',
      'C-000003',
      'C-000002',
      'C-000001',
    ]);
    expect(body[3]).toEqual({
      _id: expect.any(String) as string,
      name: 'Mona Adel',
      phoneNumber: '01001234501',
      emailAddress: 'mona.adel@example.com',
      customerId: 'C-000001',
      merchantId: 'MID-7301-118',
      customFields: [],
      createdAt: '2026-11-17T10:30:00.000Z',
      updatedAt: '2026-11-17T10:30:00.000Z',
    });
    expect(body[2]).toMatchObject({ name: 'Karim Hassan', emailAddress: '' });
    const names = async (query: string) =>
      (await listOf(live, `${LIST}?${query}`)).body.map(({ name }) => name);
    expect(await names('search=SALMA')).toEqual(['Salma Farouk']);
    expect(await names('search=02')).toEqual(['Karim Hassan']);
    expect(await names('search=%D9%8A%D9%88%D8%B3%D9%81')).toEqual(['يوسف إبراهيم']);
    expect(await names('search=mona.adel@')).toEqual(['Mona Adel']);
    expect(await names('search=C-000003')).toEqual(['Salma Farouk']);
    expect(await names('search=%25')).toEqual([]);
    expect(await names('limit=1&page=3')).toEqual(['Karim Hassan']);
    expect(await names('limit=1&page=9')).toEqual([]);
  }, SMALL);
});

test('step 1 checks every row and saves nothing', async () => {
  await withGateway(async ({ live }) => {
    const { status, body } = await upload(live, UPLOAD, await sheetOf(SHEET));
    expect(status).toBe(200);
    expect(Object.keys(body as object)).toEqual(['body', 'message']);
    const rows = at(body, 'body.rows') as Record<string, unknown>[];
    expect(rows).toMatchObject([
      {
        row: 2,
        name: 'Nadia Samir',
        phoneNumber: '+20 100 555 1201',
        emailAddress: 'nadia@example.com',
        customFields: [{ name: 'Loyalty card', value: 'L-77' }],
        errors: [],
      },
      { row: 3, name: 'هدى منصور', emailAddress: '', errors: [] },
      { row: 4, name: '' },
      { row: 5, phoneNumber: '' },
      { row: 6, name: 'Bad All' },
    ]);
    expect(rows.map((row) => (row['errors'] as string[]).length)).toEqual([0, 0, 1, 1, 2]);
    expect(await totalOf(live)).toBe(4);
  }, SMALL);
});

test('step 2 saves the rows without errors, once', async () => {
  await withGateway(async ({ live, test: tried }) => {
    const id = await checked(live);
    expect((await save(tried, id)).status).toBe(404);
    const { status, body } = await save(live, id);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      body: [
        {
          name: 'Nadia Samir',
          customerId: 'C-000005',
          customFields: [{ name: 'Loyalty card', value: 'L-77' }],
        },
        { name: 'هدى منصور', customerId: 'C-000006', customFields: [] },
      ],
      message: expect.any(String) as string,
    });
    expect(await totalOf(live)).toBe(6);
    expect((await save(live, id)).status).toBe(404);
    expect(await totalOf(live)).toBe(6);
  }, SMALL);
});

test('a correlation lives for one hour; an unknown or empty one is 404', async () => {
  await withGateway(async ({ live }, clock) => {
    const [first, second] = [await checked(live), await checked(live)];
    clock.forward(HOUR_MS);
    expect((await save(live, first)).status).toBe(200);
    clock.forward(1);
    expect((await save(live, second)).status).toBe(404);
    for (const id of ['', 'nonesuch', '%00', '..', '%2e%2e', 'C-000001', 'x'.repeat(2_000)])
      expect([id.slice(0, 9), (await save(live, id)).status]).toEqual([id.slice(0, 9), 404]);
    expect((await ask(live, 'GET', SAVE)).status).toBe(404);
    expect(await totalOf(live)).toBe(6);
  }, SMALL);
});

test('only the first sheet counts; empty cells and numbers are read as they stand', async () => {
  await withGateway(async ({ live }) => {
    const rows = [
      ['name', 'phoneNumber', 'emailAddress'],
      ['Nadia Samir', 1005551201, ''],
      ['  spaced  ', ' 01005551202 ', '  '],
    ];
    const { body } = await upload(live, UPLOAD, await sheetOf(rows));
    expect(at(body, 'body.rows')).toMatchObject([
      { name: 'Nadia Samir', phoneNumber: '1005551201', errors: [] },
      { name: 'spaced', phoneNumber: '01005551202', emailAddress: '', errors: [] },
    ]);
  }, SMALL);
});

test('what is no sheet is refused with 400, and JSON with 415', async () => {
  await withGateway(async (sandbox) => {
    const { live } = sandbox;
    const files: [string, Buffer | null][] = [
      ['none', null],
      ['empty', Buffer.alloc(0)],
      ['text', Buffer.from('name,phoneNumber\nMona,01001234501\n')],
      ['cut', (await sheetOf(SHEET)).subarray(0, 900)],
      ['another ZIP', Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), Buffer.alloc(200)])],
      ['without a header', await sheetOf([[null, null]])],
      [
        'too many rows',
        await sheetOf([HEADER, ...Array.from({ length: 5_001 }, () => ['a', '0100555', '', ''])]),
      ],
    ];
    for (const [name, file] of files) {
      const reply = await upload(live, UPLOAD, file);
      expect([name, reply.status, englishOf(reply).startsWith('The sheet cannot be read: ')]).toEqual([
        name,
        400,
        true,
      ]);
    }
    const json = await ask(live, 'POST', UPLOAD, { json: { rows: [] } });
    expect(json.status).toBe(415);
    expect((await ask(live, 'POST', UPLOAD)).status).toBe(415);
    expect((await upload(live, UPLOAD, Buffer.alloc(6 * 1_048_576, 'P'))).status).toBe(413);
    expect(await totalOf(live)).toBe(4);
  }, SMALL);
});

test('strangers and other methods are refused', async () => {
  await withGateway(async (sandbox) => {
    const { live } = sandbox;
    await refusesStrangers(sandbox, { method: 'GET', path: LIST });
    await refusesStrangers(sandbox, { method: 'GET', path: `${SAVE}?correlationId=${await checked(live)}` });
    for (const key of [null, 'wrong', sandbox.test.secretKey])
      expect((await upload(live, UPLOAD, await sheetOf(SHEET), { key })).status).toBe(401);
    await takesOnly(live, LIST, 'GET');
    await takesOnly(live, UPLOAD, 'POST');
    await takesOnly(live, SAVE, 'GET');
  }, SMALL);
});
