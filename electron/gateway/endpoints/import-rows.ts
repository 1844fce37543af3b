/** The rows of an uploaded sheet after validation (§4.6; fields assumed): what was read, and what is wrong with it. */
import { isObject, integer, listIn, objectIn, text, type Obj } from '../fields.ts';
import { writeLossless } from '../json.ts';

/** `row` is the sheet's row number, where given; `values` the cells as text, by the names the gateway gave them. */
export type ImportRow = { row: number | null; values: Record<string, string>; errors: string[]; raw: string };

/** An error is a text, or an object that has one. */
function errorText(value: unknown): string {
  if (typeof value === 'string') return value;
  const said = isObject(value) ? (text(value, 'message') ?? text(value, 'error')) : null;
  return said ?? writeLossless(value);
}

function decodeRow(value: Obj): ImportRow {
  const names = Object.keys(value).filter((name) => name !== 'row' && name !== 'errors');
  return {
    row: integer(value, 'row'),
    values: Object.fromEntries(
      names.flatMap((name) => {
        const cell = text(value, name);
        return cell === null ? [] : [[name, cell]];
      }),
    ),
    errors: listIn(value, 'errors').map(errorText),
    raw: writeLossless(value),
  };
}

/** `{body: {rows: [{row, …, errors: […]}]}}`; null without the list, or with a row in it that is none. */
export function decodeImportRows(body: Obj): { rows: ImportRow[] } | null {
  const inner = objectIn(body, 'body');
  if (inner === null || !Array.isArray(inner['rows'])) return null;
  const rows = listIn(inner, 'rows');
  return rows.every(isObject) ? { rows: rows.map(decodeRow) } : null;
}
