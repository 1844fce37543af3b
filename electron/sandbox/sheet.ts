/** An uploaded Excel sheet: its first sheet's rows, each as the fields that its header row names. */
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readSheet as readXlsx, type SheetData } from 'read-excel-file/node';
import { refuse } from './errors.ts';

type Cell = SheetData[number][number];
/** `row` as the sheet counts: the header is 1. */
export type SheetRow = { row: number; fields: Record<string, string> };

const MOST_ROWS = 5_000;
const LARGEST_SHEET_BYTES = 5 * 1_048_576;

/** Routes that take multipart uploads; all others take JSON. */
export function withUploads(app: FastifyInstance, routes: (uploads: FastifyInstance) => void): void {
  void app.register(async (uploads) => {
    await uploads.register(multipart, { limits: { fileSize: LARGEST_SHEET_BYTES, files: 1 } });
    routes(uploads);
  });
}

async function uploadedFile(request: FastifyRequest): Promise<Buffer> {
  let bytes: Buffer | undefined;
  try {
    bytes = await (await request.file())?.toBuffer();
  } catch (error) {
    // A file over the limit keeps its 413; a body that is not what it says is the caller's mistake.
    if ((error as { statusCode?: number }).statusCode === 413) throw error;
    throw refuse.noSheet(error instanceof Error ? error.message : 'the upload is damaged');
  }
  if (!bytes) throw refuse.noSheet('no file was sent');
  return bytes;
}

/** Throws a 400 that says what is wrong with the file. */
export async function readSheet(request: FastifyRequest): Promise<SheetRow[]> {
  if (!request.headers['content-type']?.startsWith('multipart/')) throw refuse.notMultipart();
  const bytes = await uploadedFile(request);
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
