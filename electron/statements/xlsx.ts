/** Rows of an XLSX sheet. read-excel-file reads it; numbers keep their decimal text and dates their day. */
import { readFileSync } from 'node:fs';
import readWorkbook, { readSheet } from 'read-excel-file/universal';
import { assertSafeWorkbook } from './archive-guard.ts';
import { EMPTY, type Cell, type TableRow } from './cell.ts';
import { StatementError } from './statement-error.ts';

export type Sheet = { readonly name: string; readonly rows: TableRow[] };
type NumberText = { readonly number: string };
const options = { trim: false, parseNumber: (number: string): NumberText => ({ number }) };
const isNumber = (value: unknown): value is NumberText =>
  typeof value === 'object' && value !== null && 'number' in value;

/** A number cell is a double: the shortest text that is the same double is what its maker meant. */
function numberOf(text: string): Cell {
  const value = Number(text);
  return Number.isFinite(value) ? { kind: 'number', text: String(value) } : { kind: 'text', text };
}

/** Cells of a time without a day count from 1899. */
function dateOf(date: Date): Cell {
  if (Number.isNaN(date.getTime())) return EMPTY;
  const text = date.toISOString();
  return date.getUTCFullYear() < 1970
    ? { kind: 'text', text: text.slice(11, 19) }
    : { kind: 'date', text: text.slice(0, 10) };
}

function cellOf(value: unknown): Cell {
  if (value === null || value === undefined) return EMPTY;
  if (value instanceof Date) return dateOf(value);
  if (isNumber(value)) return numberOf(value.number);
  if (typeof value === 'boolean') return { kind: 'text', text: value ? 'TRUE' : 'FALSE' };
  return typeof value === 'string' ? { kind: 'text', text: value } : EMPTY;
}

const rowsOf = (data: readonly (readonly unknown[])[]): TableRow[] =>
  data.map((cells, index) => ({ row: index + 1, cells: cells.map(cellOf) }));

async function opened(bytes: Buffer<ArrayBuffer>): Promise<ArrayBuffer> {
  await assertSafeWorkbook(bytes);
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
}

/** What the reader throws is about the file: it was weighed, and it is whole on this disk. */
async function reading<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch {
    throw new StatementError('broken');
  }
}

export async function readSheets(path: string): Promise<Sheet[]> {
  const bytes = await opened(readFileSync(path));
  const sheets = await reading(() => readWorkbook<NumberText>(bytes, options));
  if (sheets.length === 0) throw new StatementError('broken');
  return sheets.map(({ sheet, data }) => ({ name: sheet, rows: rowsOf(data) }));
}

/** `sheet` counts from 0. */
export async function readOneSheet(file: Buffer<ArrayBuffer>, sheet: number): Promise<TableRow[]> {
  const bytes = await opened(file);
  return rowsOf(await reading(() => readSheet<NumberText>(bytes, sheet + 1, options)));
}
