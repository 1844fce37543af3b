/** Dates as statements write them. Which part is the day is never guessed from one cell. */
import type { CellProblem, DateOrder } from '#shared/domain/statement.ts';
import { dateOrders } from '#shared/domain/statement.ts';
import { folded, tidyId, type Cell } from './cell.ts';

type Read = { ok: true; value: string } | { ok: false; problem: CellProblem };
const no = (problem: CellProblem): Read => ({ ok: false, problem });

const MONTHS: readonly string[][] = [
  ['jan', 'يناير', 'كانون الثاني', 'janvier', 'januar'],
  ['feb', 'فبراير', 'شباط', 'fevrier', 'februar'],
  ['mar', 'مارس', 'اذار', 'mars', 'marz', 'maerz'],
  ['apr', 'ابريل', 'نيسان', 'avril'],
  ['may', 'مايو', 'ايار', 'mai'],
  ['jun', 'يونيو', 'يونيه', 'حزيران', 'juin', 'juni'],
  ['jul', 'يوليو', 'يوليه', 'تموز', 'juillet', 'juli'],
  ['aug', 'اغسطس', 'اب', 'aout'],
  ['sep', 'سبتمبر', 'ايلول', 'sept', 'septembre'],
  ['oct', 'اكتوبر', 'تشرين الاول', 'octobre', 'okt', 'oktober'],
  ['nov', 'نوفمبر', 'تشرين الثاني', 'novembre'],
  ['dec', 'ديسمبر', 'كانون الاول', 'decembre', 'dez', 'dezember'],
];
const ENGLISH = 'january february march april may june july august september october november december'.split(
  ' ',
);

function monthOf(name: string): number | null {
  const word = folded(name).replace(/\.$/, '');
  const at = MONTHS.findIndex((names, index) => names.includes(word) || ENGLISH[index] === word);
  return at < 0 ? null : at + 1;
}

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
function isDate(year: number, month: number, day: number): boolean {
  if (year < 1970 || year > 2199 || month < 1 || month > 12 || day < 1) return false;
  const leap = month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return day <= (DAYS[month - 1] ?? 0) + (leap ? 1 : 0);
}
const two = (n: number) => String(n).padStart(2, '0');
const iso = (year: number, month: number, day: number) => `${year}-${two(month)}-${two(day)}`;
const fullYear = (text: string): number => (text.length === 2 ? 2000 + Number(text) : Number(text));

/** The time of day behind a date is dropped, with its zone: the day is the one that is written. */
const TIME =
  /[ T,]+\d{1,2}[:.]\d{2}([:.]\d{2}([.,]\d+)?)?( ?([ap]\.?m\.?|ص|م|صباحا|مساء))?( ?(z|utc|gmt|[-+]\d{2}:?\d{2}))?$/iu;
const THREE = /^(\d{1,4})([-/. ])(\d{1,2})\2(\d{1,4})$/;

type Parts = { kind: 'numbers'; parts: [string, string, string] } | { kind: 'certain'; read: Read } | null;

/** `certain`: there is only one way to read it (year first, or a month by its name). */
function partsOf(text: string): Parts {
  const plain = tidyId(text)
    .replace(TIME, '')
    .replace(/\u060C/g, ',')
    // Hungarian days end with a dot: 2026.03.13.
    .replace(/^(\d{4}\.\d{1,2}\.\d{1,2})\.$/, '$1')
    .trim();
  const packed = /^(\d{4})(\d{2})(\d{2})$/.exec(plain);
  const numbers = packed ?? THREE.exec(plain);
  if (numbers) {
    const parts: [string, string, string] = packed
      ? [numbers[1] ?? '', numbers[2] ?? '', numbers[3] ?? '']
      : [numbers[1] ?? '', numbers[3] ?? '', numbers[4] ?? ''];
    if (parts[0].length === 4) return { kind: 'certain', read: checked(parts[0], parts[1], parts[2]) };
    if (parts[0].length > 2 || parts[2].length === 3 || parts[2].length === 1) return null;
    return { kind: 'numbers', parts };
  }
  const named =
    /^(\d{1,2})[-/. ]+([\p{L}. ]+?)[-/., ]+(\d{4}|\d{2})$/u.exec(plain) ??
    /^(\d{4})[-/. ]+([\p{L}. ]+?)[-/., ]+(\d{1,2})$/u.exec(plain);
  const us = /^([\p{L}. ]+?)[-/. ]+(\d{1,2})[-/., ]+(\d{4}|\d{2})$/u.exec(plain);
  const name = named?.[2] ?? us?.[1];
  const month = name === undefined ? null : monthOf(name);
  if (month === null) return null;
  const [day, year] = named
    ? (named[1] ?? '').length === 4
      ? [named[3] ?? '', named[1] ?? '']
      : [named[1] ?? '', named[3] ?? '']
    : [us?.[2] ?? '', us?.[3] ?? ''];
  return { kind: 'certain', read: checked(year, String(month), day) };
}

function checked(year: string, month: string, day: string): Read {
  const [y, m, d] = [fullYear(year), Number(month), Number(day)];
  return isDate(y, m, d) ? { ok: true, value: iso(y, m, d) } : no('date-not-in-calendar');
}

function inOrder([a, b, c]: [string, string, string], order: DateOrder): Read {
  if (order === 'dmy') return checked(c, b, a);
  if (order === 'mdy') return checked(c, a, b);
  // Year first with two digits; "05/03/2025" has no year there.
  return c.length === 4 ? no('date-not-in-calendar') : checked(a, b, c);
}

export function readDate(cell: Cell, order: DateOrder): Read {
  if (cell.kind === 'date') return { ok: true, value: cell.text };
  const parts = partsOf(cell.text);
  if (!parts) return no('date-not-understood');
  if (parts.kind === 'certain') return parts.read;
  const read = inOrder(parts.parts, order);
  if (read.ok) return read;
  const fitsAnother = dateOrders.some((other) => other !== order && inOrder(parts.parts, other).ok);
  return no(fitsAnother ? 'date-contradicts' : 'date-not-in-calendar');
}

type Seen = { readonly row: number; readonly text: string };

/** Looks through a whole column and says in which order its dates are, if only one is possible. */
export function createDateEvidence(thisYear: number) {
  const possible = new Set<DateOrder>(dateOrders);
  /** The first cell that is no date in this order. */
  const against = new Map<DateOrder, Seen>();
  let numbers = 0;
  let certain = 0;
  let dateCells = 0;
  let contradicted: Seen | null = null;
  let first: Seen | null = null;

  /** Years of two digits are of these years; four digits say it themselves. */
  const isLikely = (parts: [string, string, string], order: DateOrder): boolean => {
    const read = inOrder(parts, order);
    if (!read.ok) return false;
    const year = Number(read.value.slice(0, 4));
    return parts[2].length === 4 || (year >= thisYear - 10 && year <= thisYear + 1);
  };
  return {
    add(cell: Cell, row: number): void {
      if (cell.kind === 'date') {
        dateCells += 1;
        return;
      }
      const parts = partsOf(cell.text);
      if (!parts) return;
      if (parts.kind === 'certain') {
        certain += parts.read.ok ? 1 : 0;
        return;
      }
      const fits = dateOrders.filter((order) => isLikely(parts.parts, order));
      // In no order a date: an error of this cell, which says nothing about the others.
      if (fits.length === 0) return;
      const seen = { row, text: cell.text };
      numbers += 1;
      first ??= seen;
      for (const order of dateOrders)
        if (!fits.includes(order) && !against.has(order)) against.set(order, seen);
      const left = fits.filter((order) => possible.has(order));
      if (left.length === 0) contradicted ??= seen;
      else for (const order of dateOrders) if (!left.includes(order)) possible.delete(order);
    },
    /** How many cells are dates in some order. */
    dates: () => numbers + certain + dateCells,
    verdict: () => {
      const mixed = dateCells > 0 && numbers > 0 ? first : null;
      const found = { order: null, contradicted: null, ambiguous: null, mixed, against };
      if (contradicted) return { ...found, contradicted };
      if (numbers === 0) return { ...found, order: 'ymd' as const };
      const [order, ...others] = possible;
      if (order !== undefined && others.length === 0) return { ...found, order };
      return { ...found, ambiguous: first };
    },
  };
}
