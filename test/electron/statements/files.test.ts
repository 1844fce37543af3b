/** Files that are not what they seem, or do harm. */
import { deflateRawSync, crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import writeExcelFile, { type SheetData } from 'write-excel-file/node';
import { sheetsIn } from '#electron/statements/sheet-client.ts';
import { StatementError } from '#electron/statements/statement-error.ts';
import { bytesOfFixture, fileOf, fixture, inspect, preview } from './fixtures.ts';

type Packed = { name: string; packed: Buffer; size: number; crc: number };
const packed = (name: string, content: Buffer, size = content.length): Packed => ({
  name,
  packed: deflateRawSync(content),
  size,
  crc: crc32(content),
});

/** An archive with the sizes that it claims. */
function archive(entries: readonly Packed[]): Buffer {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let at = 0;
  for (const { name, packed: bytes, size, crc } of entries) {
    const title = Buffer.from(name);
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(20, 4);
    head.writeUInt16LE(8, 8);
    head.writeUInt32LE(crc, 14);
    head.writeUInt32LE(bytes.length, 18);
    head.writeUInt32LE(size, 22);
    head.writeUInt16LE(title.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(20, 4);
    entry.writeUInt16LE(20, 6);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(crc, 16);
    entry.writeUInt32LE(bytes.length, 20);
    entry.writeUInt32LE(size, 24);
    entry.writeUInt16LE(title.length, 28);
    entry.writeUInt32LE(at, 42);
    locals.push(head, title, bytes);
    central.push(entry, title);
    at += head.length + title.length + bytes.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, directory, end]);
}
const workbook = (): Packed => packed('xl/workbook.xml', Buffer.from('<workbook/>'));
const codeOf = (bytes: string | Uint8Array) =>
  inspect(fileOf(bytes)).then(
    () => 'read',
    (error: unknown) => (error instanceof StatementError ? error.error.code : 'a bug'),
  );

describe('archives', () => {
  it('that say they unpack to gigabytes are refused before anything is unpacked', async () => {
    const bomb = packed('xl/worksheets/sheet1.xml', Buffer.alloc(1_000), 4_000_000_000);
    expect(await codeOf(archive([workbook(), bomb]))).toBe('archive-unsafe');
  });

  it('that shrink a thousandfold are refused', async () => {
    const bomb = packed('xl/worksheets/sheet1.xml', Buffer.alloc(40 * 1024 * 1024, 32));
    expect(await codeOf(archive([workbook(), bomb]))).toBe('archive-unsafe');
  });

  it('that lie about their size are refused while they are weighed', async () => {
    const liar = packed('xl/worksheets/sheet1.xml', Buffer.alloc(3_000_000, 32), 1_000);
    expect(await codeOf(archive([workbook(), liar]))).toBe('archive-unsafe');
  });

  it('with thousands of entries are refused', async () => {
    const many = Array.from({ length: 2_001 }, (_, n) => packed(`xl/${n}.xml`, Buffer.from('<a/>')));
    expect(await codeOf(archive([workbook(), ...many]))).toBe('archive-unsafe');
  });

  it.each(['<row r="99999999">', '<c r="ABCDE1">'])(
    'with a sheet that has a %s are refused',
    async (place) => {
      const sheet = packed('xl/worksheets/sheet1.xml', Buffer.from(`<sheetData>${place}</sheetData>`));
      expect(await codeOf(archive([workbook(), sheet]))).toBe('archive-unsafe');
    },
  );

  it('that hold neither a workbook nor statements are refused by the file in them', async () => {
    expect(await codeOf(archive([packed('a.txt', Buffer.from('hello'))]))).toBe('archive-mixed');
  });

  it('cut in the middle are broken', async () => {
    const whole = bytesOfFixture('bank-english.xlsx');
    expect(await codeOf(whole.subarray(0, whole.length / 2))).toBe('broken');
    expect(await codeOf(archive([workbook()]))).toBe('broken');
  });
});

it.each([
  ['%PDF-1.7 …', 'pdf'],
  ['just a sentence without any table', 'format-unknown'],
  ['   \r\n  ', 'empty-file'],
  ['a\u0000b,c\u0001\n1,2\n', 'format-unknown'],
])('%j is %s', async (text, code) => {
  expect(await codeOf(text)).toBe(code);
});

it('an old Excel file is told from an encrypted new one', async () => {
  const container = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
  expect(await codeOf(Buffer.concat([container, Buffer.alloc(600)]))).toBe('old-excel');
  const encrypted = Buffer.concat([container, Buffer.alloc(600), Buffer.from('EncryptedPackage', 'utf16le')]);
  expect(await codeOf(encrypted)).toBe('encrypted');
});

describe('an XLSX statement', () => {
  it('has its lines below the address, real dates and number cells to the last digit', async () => {
    const { table } = await inspect(fixture('bank-english.xlsx'));
    expect(table?.reading).toEqual({ encoding: null, delimiter: null, sheet: 1, headerRow: 4 });
    expect(table?.sheets).toEqual(['Cover', 'Transactions']);
    const read = await preview(fixture('bank-english.xlsx'));
    expect(read.lines).toEqual([
      ['2026-03-02', '1243050', 'EGP', '260302000017', '', 'POS SETTLEMENT BATCH 0412'],
      ['2026-03-03', '-420010', 'EGP', '260303000044', '', 'تحويل إلى المورد'],
      ['2026-03-31', '-3500', 'EGP', '', '', 'ACCOUNT FEES'],
    ]);
    expect(read.bad).toEqual([[8, 'debit: amount-decimals']]);
    expect(read.skipped.at(-1)).toEqual([9, 'totals']);
  });

  it('with text dates between real ones is doubted', async () => {
    const day = (iso: string) => ({ value: new Date(`${iso}T00:00:00Z`), type: Date, format: 'dd/mm/yyyy' });
    const rows = [
      [{ value: 'Date' }, { value: 'Amount' }],
      [day('2026-05-03'), { value: 5, type: Number }],
      [{ value: '25/03/2026' }, { value: 7.1, type: Number }],
    ] as SheetData;
    const path = fileOf(await writeExcelFile(rows).toBuffer());
    const { file, lines } = await preview(path);
    expect(file.warnings).toEqual([{ warning: 'dates-mixed', row: 3, text: '25/03/2026' }]);
    expect(lines.map(([on, minor]) => [on, minor])).toEqual([
      ['2026-05-03', '500'],
      ['2026-03-25', '710'],
    ]);
  });
});

describe('a sheet read in a thread of its own', () => {
  const readSheet = sheetsIn(new URL('../../../electron/statements/worker.ts', import.meta.url));
  const text = (value: string) => ({ type: String, value });

  it('comes as texts, and no more rows of it than are asked for', async () => {
    const rows: SheetData = [
      [text('Key'), text('تنفيذ')],
      [text('0012'), { type: Number, value: 12.5 }],
      [null, text('=1+1')],
    ];
    const bytes = await writeExcelFile(rows).toBuffer();
    expect(await readSheet(bytes, 10)).toEqual([
      ['Key', 'تنفيذ'],
      ['0012', '12.5'],
      ['', '=1+1'],
    ]);
    expect(await readSheet(bytes, 2)).toHaveLength(2);
  });

  it('is nothing where it is torn, no workbook, or made to harm', async () => {
    const bomb = packed('xl/worksheets/sheet1.xml', Buffer.alloc(40 * 1024 * 1024, 32));
    for (const bytes of [Buffer.from('PK\u0003\u0004 nothing'), Buffer.alloc(0), archive([workbook(), bomb])])
      expect(await readSheet(bytes, 10)).toBeNull();
  });
});
