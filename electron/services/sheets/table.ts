/** The rows of a file under its headers, as texts. */
import { MOST_SHEET_ROWS, type TableKind } from '#shared/domain/sheets.ts';
import { importError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { ReadSheet } from '../../statements/sheet-client.ts';
import { shownText } from '#shared/text/shown-text.ts';
import { restore } from '../reports/index.ts';
import { readHeaders } from './headers.ts';

/** A cell without what an export put before it, and without signs that turn or hide text. */
const cellOf = (cell: string) => shownText(restore(cell));

/** Rows without a cell above the header. */
const MOST_ABOVE = 100;

export type Table = {
  /** As the file counts them, with the cells of the columns of the kind; those without any cell are among them. */
  readonly rows: readonly { readonly row: number; readonly cells: readonly string[] }[];
  /** Headers of no column. */
  readonly passedOver: readonly string[];
};

export async function readTable(
  readSheet: ReadSheet,
  kind: TableKind,
  base64: string,
): Promise<Result<Table, AppError>> {
  const most = MOST_SHEET_ROWS[kind];
  // What may stand above it, the header, and one more than there may be.
  const data = await readSheet(Buffer.from(base64, 'base64'), MOST_ABOVE + most + 2, true);
  if (data === null) return err(importError('broken'));
  const headerAt = data.findIndex((cells) => cells.some((cell) => cell.trim() !== ''));
  const [headers = [], ...body] = headerAt < 0 ? [] : data.slice(headerAt);
  if (body.length > most) return err(importError('too-many-rows', { most }));
  const { places, passedOver, missing } = readHeaders(kind, headers.map(cellOf));
  if (missing !== null) return err(importError('sheet-column-missing', { column: missing }));
  const rows = body.map((cells, at) => ({
    row: at + headerAt + 2,
    cells: places.map((place) => (place === null ? '' : cellOf(cells[place] ?? ''))),
  }));
  return ok({ rows, passedOver });
}
