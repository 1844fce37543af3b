/** Picks the samples that show if a file is read rightly: texts beyond ASCII, and dates in words. Pure. */
import type { DateOrder } from '#shared/domain/statement.ts';
import { stripDirectionMarks, toAsciiDigits } from '#shared/text/digits.ts';

const BEYOND_ASCII = /[^ -~\s]/;

/** The longest cells with letters that another encoding would show otherwise; empty if every one shows the same. */
export function tellingTexts(rows: readonly { cells: readonly string[] }[], most = 4): string[] {
  const cells = rows.flatMap(({ cells: texts }) => texts.map((text) => text.trim()));
  const telling = [...new Set(cells)].filter((text) => BEYOND_ASCII.test(text));
  return telling.sort((a, b) => b.length - a.length).slice(0, most);
}

const places: Readonly<Record<DateOrder, readonly [number, number, number]>> = {
  ymd: [0, 1, 2],
  dmy: [2, 1, 0],
  mdy: [2, 0, 1],
};

/** A cell as a calendar date (`2026-03-04`) when its parts follow in this order; null if it is none. */
export function dateIn(order: DateOrder, cell: string): string | null {
  const parts = toAsciiDigits(stripDirectionMarks(cell)).match(/\d+/g) ?? [];
  if (parts.length < 3 || parts.slice(0, 3).some((part) => part.length > 4)) return null;
  const [year, month, day] = places[order].map((place) => Number(parts[place]));
  if (year === undefined || month === undefined || day === undefined) return null;
  const full = year < 100 ? 2000 + year : year;
  const date = new Date(Date.UTC(full, month - 1, day));
  const same = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return same && full >= 1990 && full < 2100 ? date.toISOString().slice(0, 10) : null;
}

/** The orders in which every one of these cells is a date. */
export const possibleOrders = (cells: readonly string[]): DateOrder[] =>
  cells.length === 0
    ? []
    : (['dmy', 'mdy', 'ymd'] as const).filter((order) => cells.every((cell) => dateIn(order, cell) !== null));
