import { describe, expect, it } from 'vitest';
import readXlsx, { readSheet } from 'read-excel-file/node';
import { restore } from '#electron/services/reports/neutralise.ts';
import { sheetSchema, type Sheet } from '#shared/contract/reports.ts';
import { csvOf, fileOfZip, xlsxOf } from './table-files.ts';

const sheet: Sheet = {
  name: 'Lines',
  rtl: false,
  timeZone: 'Africa/Cairo',
  columns: [
    { header: 'Reference', kind: 'text' },
    { header: 'Amount', kind: 'amount' },
    { header: 'Count', kind: 'count' },
    { header: 'Day', kind: 'date' },
    { header: 'At', kind: 'instant' },
  ],
  rows: [
    ['000123', '-120.50', 3, '2026-11-20', Date.UTC(2026, 10, 21, 12, 5, 9)],
    ['=HYPERLINK("http://x")', '12430.00', 0, '2026-07-01', Date.UTC(2026, 6, 1, 21, 30)],
    ['مدينة نصر, "الفرع"', null, null, null, null],
  ],
};

describe('a CSV file', () => {
  it('has ASCII digits, dot decimals, ISO dates, the offset of the place, and keeps negative amounts numbers', () => {
    expect(csvOf([sheet], { byteOrderMark: false })).toBe(
      [
        'Reference,Amount,Count,Day,At',
        '000123,-120.50,3,2026-11-20,2026-11-21T14:05:09+02:00',
        '"\'=HYPERLINK(""http://x"")",12430.00,0,2026-07-01,2026-07-02T00:30:00+03:00',
        '"مدينة نصر, ""الفرع""",,,,',
        '',
      ].join('\r\n'),
    );
  });

  it('begins with a byte order mark unless that is switched off', () => {
    expect(csvOf([sheet], { byteOrderMark: true }).charCodeAt(0)).toBe(0xfeff);
    expect(csvOf([sheet], { byteOrderMark: false }).charAt(0)).toBe('R');
  });

  it('puts several sheets under each other, each under its name', () => {
    const facts: Sheet = {
      ...sheet,
      name: 'Facts',
      columns: [{ header: 'Fact', kind: 'text' }],
      rows: [['x']],
    };
    expect(csvOf([facts, facts], { byteOrderMark: false })).toBe(
      'Facts\r\nFact\r\nx\r\n\r\nFacts\r\nFact\r\nx\r\n',
    );
  });
});

describe('an XLSX file', () => {
  const read = async (sheets: Sheet[]) => readXlsx(Buffer.from(await xlsxOf(sheets)));

  it('has numbers, dates and texts by type; a reference keeps its zeros', async () => {
    const rows = await readSheet(Buffer.from(await xlsxOf([sheet])));
    expect(rows[1]).toEqual([
      '000123',
      -120.5,
      3,
      new Date('2026-11-20T00:00:00Z'),
      new Date('2026-11-21T14:05:09Z'),
    ]);
    expect(rows[2]?.[0]).toBe('\'=HYPERLINK("http://x")');
    expect(restore(String(rows[2]?.[0]))).toBe('=HYPERLINK("http://x")');
  });

  it('has no formula in it, and reads right to left where the screen does', async () => {
    const zip = Buffer.from(await xlsxOf([{ ...sheet, rtl: true }]));
    const xml = fileOfZip(zip, 'xl/worksheets/sheet1.xml');
    expect(xml).not.toContain('<f>');
    expect(xml).toContain('rightToLeft="1"');
    expect(fileOfZip(Buffer.from(await xlsxOf([sheet])), 'xl/worksheets/sheet1.xml')).not.toContain(
      'rightToLeft',
    );
  });

  it('writes an amount that a sheet would round as text, exactly', async () => {
    const [, row] = await readSheet(
      Buffer.from(await xlsxOf([{ ...sheet, rows: [['x', '12345678901234567.89', 1, null, null]] }])),
    );
    expect(row?.[1]).toBe('12345678901234567.89');
  });

  it('takes names that a sheet may not have, too long or twice the same', async () => {
    const named = (name: string): Sheet => ({ ...sheet, name });
    const sheets = await read([named('a/b:c'), named('x'.repeat(50)), named('x'.repeat(60)), named('[]')]);
    expect(sheets.map(({ sheet: name }) => name)).toEqual([
      'a b c',
      'x'.repeat(31),
      `${'x'.repeat(26)} 2`,
      'Sheet',
    ]);
  });

  it('goes on in a sheet of its own where one cannot hold it, each under the head', async () => {
    const rows = Array.from({ length: 5 }, (_, n) => [String(n), null, null, null, null]);
    const sheets = await readXlsx(Buffer.from(await xlsxOf([{ ...sheet, rows }], 2)));
    expect(sheets.map(({ sheet: name }) => name)).toEqual(['Lines', 'Lines 2', 'Lines 3']);
    expect(sheets.map(({ data }) => data.map(([first]) => first))).toEqual([
      ['Reference', '0', '1'],
      ['Reference', '2', '3'],
      ['Reference', '4'],
    ]);
  });

  it('has the head alone where there is no row', async () => {
    expect(await readSheet(Buffer.from(await xlsxOf([{ ...sheet, rows: [] }])))).toHaveLength(1);
  });

  it('writes as text what is not of its kind, and days before the calendars of sheets', async () => {
    const rows = [['x', 'USD 12.00', null, '1899-12-30', 'yesterday']];
    const [, row] = await readSheet(Buffer.from(await xlsxOf([{ ...sheet, rows }])));
    expect(row).toEqual(['x', 'USD 12.00', null, '1899-12-30', 'yesterday']);
  });

  it('holds what XML cannot, the way sheets do', async () => {
    const zip = Buffer.from(
      await xlsxOf([{ ...sheet, rows: [['a\0b\x1f_x0041_', null, null, null, null]] }]),
    );
    expect(fileOfZip(zip, 'xl/worksheets/sheet1.xml')).toContain('a_x0000_b_x001F__x005F_x0041_');
  });
});

describe('a table that the window sends', () => {
  const accepts = (row: (string | number | null)[]) =>
    sheetSchema.safeParse({ ...sheet, rows: [row] }).success;

  it.each([
    ['an amount that is a number', ['x', 12, 1, null, null]],
    ['an amount with grouping', ['x', '1,200.00', 1, null, null]],
    ['an amount in Arabic digits', ['x', '١٢', 1, null, null]],
    ['a count with decimals', ['x', '1', 1.5, null, null]],
    ['a day that does not exist', ['x', '1', 1, '2026-02-30', null]],
    ['a row that is too short', ['x', '1']],
    ['an instant beyond all calendars', ['x', '1', 1, null, 9e15]],
  ])('is refused with %s', (_name, row) => expect(accepts(row)).toBe(false));

  it('is taken with empty cells', () => expect(accepts([null, null, null, null, null])).toBe(true));
});
