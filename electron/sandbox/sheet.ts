/** An uploaded Excel sheet: its first sheet's rows, each as the fields that its header row names. */
import type { FastifyRequest } from 'fastify';
import { readSheet as readXlsx, type SheetData } from 'read-excel-file/node';
import { refuse } from './errors.ts';

type Cell = SheetData[number][number];
/** `row` as the sheet counts: the header is 1. */
export type SheetRow = { row: number; fields: Record<string, string> };

const MOST_ROWS = 5_000;

/** Throws a 400 that says what is wrong with the file. */
export async function readSheet(request: FastifyRequest): Promise<SheetRow[]> {
  if (!request.isMultipart()) throw refuse.notMultipart();
  const file = await request.file();
  if (!file) throw refuse.noSheet('no file was sent');
  const bytes = await file.toBuffer();
  // An XLSX file is a ZIP archive.
  if (bytes.subarray(0, 4).toString('latin1') !== 'PK\u0003\u0004')
    throw refuse.noSheet('it is not an XLSX file');
  let cells: SheetData;
  try {
    cells = await readXlsx(bytes);
  } catch (error) {
    throw refuse.noSheet(error instanceof Error ? error.message : 'it is damaged');
  }
  const [header = [], ...rows] = cells;
  if (rows.length > MOST_ROWS) throw refuse.noSheet(`it has more than ${MOST_ROWS} rows`);
  const names = header.map(cellText);
  if (names.every((name) => name === '')) throw refuse.noSheet('it has no header row');
  return rows.map((row, index) => ({
    row: index + 2,
    fields: Object.fromEntries(
      names.flatMap((name, column) => (name === '' ? [] : [[name, cellText(row[column])]])),
    ),
  }));
}

const cellText = (cell: Cell | undefined): string => {
  if (cell === null || cell === undefined) return '';
  return cell instanceof Date ? cell.toISOString() : String(cell).trim();
};
