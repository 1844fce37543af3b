/** A table as rows that can be gone through as often as needed, whatever file it is. */
import { readFileSync } from 'node:fs';
import type { ImportFormat } from '#shared/domain/statement.ts';
import type { ImportReading } from '#shared/contract/import-file.ts';
import type { TableRow } from './cell.ts';
import { csvRows } from './csv.ts';
import { qifRows } from './qif.ts';
import { StatementError } from './statement-error.ts';
import { openWorkbook } from './xlsx.ts';

const MOST_ROWS = 1_000_000;
const MOST_COLUMNS = 500;

export type TableSource = { rows(): AsyncIterable<TableRow> | Iterable<TableRow> };

/** `reading` as an inspection gave it: its encoding and delimiter, or its sheet, are there. */
export async function openTable(
  path: string,
  format: ImportFormat,
  { encoding, delimiter, sheet }: ImportReading,
): Promise<TableSource> {
  if (format === 'xlsx') {
    const workbook = await openWorkbook(readFileSync(path));
    return { rows: () => workbook.rows(sheet ?? 0) };
  }
  if (format === 'qif' && encoding !== null) return { rows: () => qifRows(path, encoding) };
  if (encoding === null || delimiter === null) throw new StatementError('mapping-missing');
  return { rows: () => csvRows(path, encoding, delimiter) };
}

/** Throws if a row is one too many, or too wide. */
export function assertWithin({ row, cells }: TableRow): void {
  if (row > MOST_ROWS) throw new StatementError('too-many-rows', { most: MOST_ROWS });
  if (cells.length > MOST_COLUMNS) throw new StatementError('too-many-columns', { most: MOST_COLUMNS });
}

export const isEmptyRow = ({ cells }: TableRow): boolean => cells.every(({ text }) => text.trim() === '');
