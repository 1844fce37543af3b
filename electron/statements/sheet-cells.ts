/** What the elements of a sheet say, as they come: rows of cells. Numbers keep their decimal text, and dates their day. */
import type { SaxesTagPlain } from 'saxes';
import { EMPTY, type Cell, type TableRow } from './cell.ts';
import { StatementError } from './statement-error.ts';

export type CellMeaning = {
  readonly texts: readonly string[];
  readonly dateLooks: readonly boolean[];
  readonly isFrom1904: boolean;
  readonly unescaped: (text: string) => string;
};

const DAY_MS = 86_400_000;
/** A sheet has no more. */
const MOST_ROWS = 1_048_576;
/** Days of a sheet's calendar at 1970-01-01, and those between its two calendars. */
const EPOCH_DAYS = 25_569;
const DAYS_TO_1904 = 1_462;

const textCell = (text: string): Cell => (text === '' ? EMPTY : { kind: 'text', text });

/** A number cell is a double: the shortest text that is the same double is what its maker meant. */
function numberCell(text: string): Cell {
  const value = Number(text);
  return Number.isFinite(value) ? { kind: 'number', text: String(value) } : textCell(text);
}

/** Cells of a time without a day count from 1899. */
function momentCell(date: Date, otherwise: string): Cell {
  if (Number.isNaN(date.getTime())) return textCell(otherwise);
  const text = date.toISOString();
  return date.getUTCFullYear() < 1970
    ? { kind: 'text', text: text.slice(11, 19) }
    : { kind: 'date', text: text.slice(0, 10) };
}

type Open = { column: number; type: string; look: number; value: string };

function cellOf({ type, look, value }: Open, { texts, dateLooks, isFrom1904, unescaped }: CellMeaning): Cell {
  if (value === '') return EMPTY;
  if (type === 's') {
    const text = texts[Number(value)];
    if (text === undefined) throw new StatementError('broken');
    return textCell(text);
  }
  if (type === 'b') return textCell(value === '1' ? 'TRUE' : 'FALSE');
  if (type === 'd') return momentCell(new Date(value), value);
  if (type !== 'n') return textCell(unescaped(value));
  if (dateLooks[look] !== true) return numberCell(value);
  const days = Number(value) + (isFrom1904 ? DAYS_TO_1904 : 0) - EPOCH_DAYS;
  return momentCell(new Date(Math.round(days * DAY_MS)), value);
}

/** 'B7' is 1; without a place a cell stands behind the one before it. */
function columnOf(place: string): number {
  let column = 0;
  for (let at = 0; at < place.length; at += 1) {
    const letter = place.charCodeAt(at) - 64;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
  }
  return column - 1;
}

export function createSheetRows(meaning: CellMeaning) {
  let rows: TableRow[] = [];
  let last = 0;
  let row = 0;
  let cells: Cell[] = [];
  let cell: Open | null = null;
  let isValue = false;
  let isSpoken = false;

  function open(name: string, attributes: SaxesTagPlain['attributes']): void {
    if (name === 'row') {
      row = attributes['r'] === undefined ? row + 1 : Number(attributes['r']);
      if (!(row > last && row <= MOST_ROWS)) throw new StatementError('broken');
      cells = [];
    } else if (name === 'c') {
      const { r: place, t: type = 'n', s: look = '0' } = attributes;
      const column = place === undefined ? cells.length : columnOf(place);
      if (column < cells.length) throw new StatementError('broken');
      cell = { column, type, look: Number(look), value: '' };
    } else if (name === 'rPh') isSpoken = true;
    else if (name === 'v' || name === 't') isValue = cell !== null && !isSpoken;
  }
  function close(name: string): void {
    if (name === 'v' || name === 't') isValue = false;
    else if (name === 'rPh') isSpoken = false;
    else if (name === 'c' && cell) {
      while (cells.length < cell.column) cells.push(EMPTY);
      cells.push(cellOf(cell, meaning));
      cell = null;
    } else if (name === 'row') {
      while (cells.at(-1) === EMPTY) cells.pop();
      // Rows that are empty to the end of the sheet are none of the statement.
      if (cells.length === 0) return;
      for (let at = last + 1; at < row; at += 1) rows.push({ row: at, cells: [] });
      rows.push({ row, cells });
      last = row;
    }
  }
  return {
    handlers: {
      open,
      close,
      text: (piece: string) => {
        if (isValue && cell) cell.value += piece;
      },
    },
    /** The rows that came since it was asked last. */
    take(): TableRow[] {
      const found = rows;
      rows = [];
      return found;
    },
  };
}
