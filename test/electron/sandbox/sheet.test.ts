import { expect, test } from 'vitest';
import type { SandboxAccess } from '#electron/sandbox/start-sandbox.ts';
import { withGateway } from './gateway.ts';
import { SMALL } from './merchant.ts';
import { sheetOf } from './sheets.ts';
import { ask, at, type Reply } from './wire.ts';

const UPLOAD = '/v2/customers/upload';
const MULTIPART = 'multipart/form-data; boundary=b';
const END = Buffer.from('--b--\r\n');

const file = (name: string, bytes: Buffer) =>
  Buffer.concat([
    Buffer.from(`--b\r\ncontent-disposition: form-data; name="${name}"; filename="a.xlsx"\r\n\r\n`),
    bytes,
    Buffer.from('\r\n'),
  ]);
const field = (name: string, value: string) =>
  Buffer.from(`--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
const send = (access: SandboxAccess, parts: Buffer[], type = MULTIPART): Promise<Reply> =>
  ask(access, 'POST', UPLOAD, { bytes: Buffer.concat(parts), type });
const sheet = () =>
  sheetOf([
    ['name', 'phoneNumber'],
    ['Nadia', '01005551201'],
  ]);
const saw = (reply: Reply) => [reply.status, at(reply.body, 'body.rows.0.name')];

test('the first file is the sheet, under whatever name, with or without other fields', async () => {
  await withGateway(async ({ live }) => {
    const bytes = await sheet();
    const cases: Record<string, Buffer[]> = {
      alone: [file('file', bytes)],
      'another name': [file('upload', bytes)],
      'after a field': [field('note', 'x'), file('file', bytes)],
      'before a field': [file('file', bytes), field('note', 'x')],
      'with __proto__': [field('__proto__', 'x'), file('file', bytes)],
    };
    for (const [name, parts] of Object.entries(cases))
      expect([name, ...saw(await send(live, [...parts, END]))]).toEqual([name, 200, 'Nadia']);
  }, SMALL);
});

test('an upload that is cut, has no boundary or too many parts is refused, and the gateway goes on', async () => {
  await withGateway(async ({ live }) => {
    const bytes = await sheet();
    const whole = file('file', bytes);
    const many = Array.from({ length: 1_200 }, (_, index) => field(`f${index}`, 'x'));
    const cases: [string, number, Promise<Reply>][] = [
      ['no end', 400, send(live, [whole])],
      ['cut in the middle', 400, send(live, [whole.subarray(0, 400)])],
      ['no boundary named', 400, send(live, [whole, END], 'multipart/form-data')],
      ['another boundary', 400, send(live, [whole, END], 'multipart/form-data; boundary=other')],
      ['nothing', 400, send(live, [Buffer.alloc(0)])],
      ['fields only', 400, send(live, [field('note', 'x'), END])],
      ['too many fields', 413, send(live, [...many, whole, END])],
      ['another multipart', 415, send(live, [whole, END], 'multipart/mixed; boundary=b')],
    ];
    const seen = await Promise.all(cases.map(async ([name, , reply]) => [name, (await reply).status]));
    expect(seen).toEqual(cases.map(([name, status]) => [name, status]));
    expect(saw(await send(live, [whole, END]))).toEqual([200, 'Nadia']);
  }, SMALL);
});

test('columns without a name are left out, later rows may be longer or shorter than the header', async () => {
  await withGateway(async ({ live }) => {
    const bytes = await sheetOf(
      [
        ['name', null, 'phoneNumber', 'Since'],
        ['Nadia', 'no column', '01005551201', new Date(Date.UTC(2026, 0, 31))],
        ['Hoda'],
        ['Mona', null, 1005551203, true, 'beyond'],
      ].map((row) => row.map((value) => (value instanceof Date ? { value, format: 'yyyy-mm-dd' } : value))),
    );
    const { body } = await send(live, [file('file', bytes), END]);
    expect(at(body, 'body.rows')).toMatchObject([
      {
        row: 2,
        name: 'Nadia',
        customFields: [{ name: 'Since', value: '2026-01-31T00:00:00.000Z' }],
        errors: [],
      },
      { row: 3, name: 'Hoda', phoneNumber: '', errors: [expect.any(String) as string] },
      { row: 4, phoneNumber: '1005551203', customFields: [{ name: 'Since', value: 'true' }], errors: [] },
    ]);
  }, SMALL);
});
