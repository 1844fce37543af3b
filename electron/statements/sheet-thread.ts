/** The thread's side of one small sheet (sheet-client.ts). */
import type { Cell, TableRow } from './cell.ts';
import { csvRows, guessDelimiter } from './csv.ts';
import { guessEncoding } from './decode.ts';
import type { SheetTask } from './sheet-client.ts';
import { openWorkbook } from './xlsx.ts';

export const isSheet = (data: unknown): data is SheetTask => (data as Partial<SheetTask>).task === 'sheet';

/** A workbook is an archive; whatever else it is, it is read as text. */
const isArchive = (bytes: Buffer) => bytes.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004';

async function rowsOf(bytes: Buffer, takesText: boolean): Promise<AsyncIterable<TableRow>> {
  if (isArchive(bytes) || !takesText) return (await openWorkbook(bytes)).rows(0);
  const { encoding } = guessEncoding(bytes);
  return csvRows(bytes, encoding, guessDelimiter(bytes, encoding).delimiter);
}

/** A number cell keeps fifteen digits: a longer number has lost its end, so it is told as the sheet shows it. */
const textOf = ({ kind, text }: Cell): string =>
  kind === 'number' && /^\d{16,}$/.test(text) ? Number(text).toExponential() : text;

export async function workOnSheet({ bytes, mostRows, takesText }: SheetTask): Promise<string[][]> {
  const rows: string[][] = [];
  for await (const { cells } of await rowsOf(Buffer.from(bytes), takesText)) {
    rows.push(cells.map(textOf));
    if (rows.length === mostRows) break;
  }
  return rows;
}
