/** Sheets as one CSV text: comma, CRLF, ASCII digits, dot decimals, ISO dates. */
import { stringify } from 'csv-stringify/sync';
import type { ColumnKind, Sheet } from '#shared/contract/reports.ts';
import { neutralise } from './neutralise.ts';
import { isoIn } from './wall-time.ts';

const BYTE_ORDER_MARK = '\uFEFF';

type Cell = Sheet['rows'][number][number];
function written(cell: Cell, kind: ColumnKind | undefined, timeZone: string): string {
  if (cell === null) return '';
  if (kind === 'instant') return isoIn(timeZone, Number(cell));
  return kind === 'text' ? neutralise(String(cell).toWellFormed()) : String(cell);
}

/** One sheet is a plain table. Several follow each other, each under its name, with an empty line between. */
export function csvOf(sheets: readonly Sheet[], { byteOrderMark }: { byteOrderMark: boolean }): string {
  const parts = sheets.map(({ name, columns, rows, timeZone }) => {
    const title = sheets.length > 1 ? [[neutralise(name)]] : [];
    const head = columns.map(({ header }) => neutralise(header));
    const body = rows.map((row) => row.map((cell, index) => written(cell, columns[index]?.kind, timeZone)));
    return stringify([...title, head, ...body], {
      record_delimiter: 'windows',
      quoted_match: /[,;\t\r\n"'\0]|^\s|\s$/,
    });
  });
  return (byteOrderMark ? BYTE_ORDER_MARK : '') + parts.join('\r\n');
}
