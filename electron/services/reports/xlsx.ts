/** Sheets as an XLSX workbook: numbers and dates by type, texts as texts, right-to-left where the screen is. */
import writeExcelFile, { type CellObject, type Sheet as Written } from 'write-excel-file/node';
import type { ColumnKind, Sheet } from '#shared/contract/reports.ts';
import { neutralise } from './neutralise.ts';
import { wallDate } from './wall-time.ts';

/** Digits that a sheet's numbers keep: a longer amount is written as text, exactly. */
const EXACT_DIGITS = 15;
const LONGEST_NAME = 31;
const MOST_CHARACTERS = 32_767;

/** What XML cannot hold, and what looks like our way of holding it (ECMA-376 ST_Xstring). */
const UNWRITABLE = /(?![\t\n])\p{Cc}|[\uFFFE\uFFFF]|_(?=x[0-9A-Fa-f]{4}_)/gu;
const escaped = (text: string) =>
  text
    .toWellFormed()
    .replace(UNWRITABLE, (char) => `_x${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`);

const textCell = (text: string): CellObject => ({
  type: String,
  value: escaped(neutralise(text).slice(0, MOST_CHARACTERS)),
  format: '@',
});

function amountCell(decimal: string): CellObject {
  const [whole = '', fraction = ''] = decimal.replace('-', '').split('.');
  if ((whole + fraction).replace(/^0+/, '').length > EXACT_DIGITS)
    return { type: String, value: decimal, format: '@', align: 'right' };
  const format = fraction === '' ? '#,##0' : `#,##0.${'0'.repeat(fraction.length)}`;
  return { type: Number, value: Number(decimal), format };
}

function cellOf(cell: string | number | null, kind: ColumnKind, timeZone: string): CellObject | null {
  if (cell === null || cell === '') return null;
  switch (kind) {
    case 'text':
      return textCell(String(cell));
    case 'amount':
      return amountCell(String(cell));
    case 'count':
      return { type: Number, value: Number(cell), format: '0' };
    case 'date':
      return { type: Date, value: new Date(`${cell}T00:00:00Z`), format: 'yyyy-mm-dd' };
    case 'instant':
      return { type: Date, value: wallDate(timeZone, Number(cell)), format: 'yyyy-mm-dd hh:mm:ss' };
  }
}

/** No two alike, none longer than a sheet's name may be, without the characters it may not have. */
function sheetNames(sheets: readonly Sheet[]): string[] {
  const taken = new Set<string>();
  return sheets.map(({ name }) => {
    const plain =
      escaped(name)
        .replace(/[[\]/\\:*?']/g, ' ')
        .trim()
        .slice(0, LONGEST_NAME) || 'Sheet';
    let free = plain;
    for (let n = 2; taken.has(free.toLowerCase()); n += 1) free = `${plain.slice(0, LONGEST_NAME - 5)} ${n}`;
    taken.add(free.toLowerCase());
    return free;
  });
}

const WIDTHS: Record<ColumnKind, number> = { text: 26, amount: 16, count: 10, date: 12, instant: 20 };

export async function xlsxOf(sheets: readonly Sheet[]): Promise<Uint8Array> {
  const names = sheetNames(sheets);
  const written = sheets.map(({ rtl, columns, rows, timeZone }, at): Written<Buffer> => {
    const head = columns.map(({ header, kind }): CellObject => ({
      ...textCell(header),
      fontWeight: 'bold',
      ...(kind !== 'text' && { align: rtl ? 'left' : 'right' }),
    }));
    const body = rows.map((row) =>
      row.map((cell, index) => cellOf(cell, columns[index]?.kind ?? 'text', timeZone)),
    );
    return {
      sheet: names[at] ?? 'Sheet',
      data: [head, ...body],
      columns: columns.map(({ kind, header }) => ({ width: Math.max(WIDTHS[kind], header.length + 2) })),
      stickyRowsCount: 1,
      rightToLeft: rtl,
    };
  });
  return writeExcelFile(written).toBuffer();
}
