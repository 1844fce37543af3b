import { describe, expect, it } from 'vitest';
import readXlsx, { readSheet } from 'read-excel-file/node';
import { csvOf } from '#electron/services/reports/csv.ts';
import { restore } from '#electron/services/reports/neutralise.ts';
import { xlsxOf } from '#electron/services/reports/xlsx.ts';
import { sheetSchema, type Sheet } from '#shared/contract/reports.ts';
import { inflateRawSync } from 'node:zlib';

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

/** One file of a zip archive, by its central directory. */
function fileOfZip(zip: Buffer, name: string): string {
  let at = zip.readUInt32LE(zip.lastIndexOf('PK\x05\x06') + 16);
  while (zip.toString('latin1', at, at + 4) === 'PK\x01\x02') {
    const [compressed, nameLength, extra, comment, local] = [
      zip.readUInt32LE(at + 20),
      zip.readUInt16LE(at + 28),
      zip.readUInt16LE(at + 30),
      zip.readUInt16LE(at + 32),
      zip.readUInt32LE(at + 42),
    ];
    if (zip.toString('utf8', at + 46, at + 46 + nameLength) === name) {
      const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
      const bytes = zip.subarray(from, from + compressed);
      return (zip.readUInt16LE(at + 10) === 0 ? bytes : inflateRawSync(bytes)).toString('utf8');
    }
    at += 46 + nameLength + extra + comment;
  }
  throw new Error(`no ${name} in the archive`);
}

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

  it('holds what XML cannot, the way sheets do', async () => {
    const zip = Buffer.from(
      await xlsxOf([{ ...sheet, rows: [['a\0b\x1f_x0041_', null, null, null, null]] }]),
    );
    expect(fileOfZip(zip, 'xl/sharedStrings.xml')).toContain('a_x0000_b_x001F__x005F_x0041_');
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
