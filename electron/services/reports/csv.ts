/** Sheets as CSV, piece by piece: comma, CRLF, ASCII digits, dot decimals, ISO dates. */
import { kindOf, type Cell, type SheetColumn, type SheetRows } from './sheet-rows.ts';
import { isPlainId, neutralise } from './neutralise.ts';
import { isoIn } from './wall-time.ts';

const BYTE_ORDER_MARK = '\uFEFF';
/** Characters of a piece. */
const PIECE = 64 * 1_024;
const NEEDS_QUOTES = /[,;\t\r\n"'\0]|^\s|\s$/;

const quoted = (text: string) => (NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
const textOf = (text: string) => (isPlainId(text) ? text : quoted(neutralise(text.toWellFormed())));

function written(cell: Cell, column: SheetColumn | undefined, timeZone: string): string {
  if (cell === null || cell === '') return '';
  switch (kindOf(cell, column?.kind ?? 'text')) {
    case 'text':
      return textOf(String(cell));
    case 'instant':
      return isoIn(timeZone, Number(cell));
    case 'amount':
    case 'count':
    case 'date':
      return String(cell);
  }
}

/** Joined, a line is one string at once; added up, it would be a tree of its parts until it is written. */
const lineOf = (row: readonly Cell[], columns: readonly SheetColumn[], timeZone: string): string =>
  `${row.map((cell, index) => written(cell, columns[index], timeZone)).join(',')}\r\n`;

/** Writes one sheet as a plain table. Several sheets follow each other, each under its name, with an empty line between. */
export function* csvPieces(
  sheets: readonly SheetRows[],
  { byteOrderMark }: { byteOrderMark: boolean },
): Generator<string> {
  let piece = byteOrderMark ? BYTE_ORDER_MARK : '';
  for (const [at, { name, columns, rows, timeZone }] of sheets.entries()) {
    if (at > 0) piece += '\r\n';
    if (sheets.length > 1) piece += `${textOf(name)}\r\n`;
    piece += `${columns.map(({ header }) => textOf(header)).join(',')}\r\n`;
    for (const row of rows) {
      piece += lineOf(row, columns, timeZone);
      if (piece.length < PIECE) continue;
      yield piece;
      piece = '';
    }
  }
  if (piece !== '') yield piece;
}
