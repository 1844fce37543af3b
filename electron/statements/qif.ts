/**
 * QIF as a table: it says neither its currency nor the order of its dates, so a person sees its columns as those of a CSV file.
 * Lists of categories, classes and memorised payments in it are no lines.
 */
import type { ImportEncoding } from '#shared/domain/statement.ts';
import type { TableRow } from './cell.ts';
import type { Place } from './decode.ts';
import { recordsOf } from './fixed.ts';

const HEADERS = ['Date', 'Amount', 'Reference', 'Payee', 'Memo', 'Category', 'Account'] as const;
const FIELDS = new Map<string, (typeof HEADERS)[number]>([
  ['D', 'Date'],
  ['T', 'Amount'],
  ['U', 'Amount'],
  ['N', 'Reference'],
  ['P', 'Payee'],
  ['M', 'Memo'],
  ['L', 'Category'],
]);
/** "1/ 5'26" is the 5th of January 2026. */
const dateOf = (text: string): string =>
  text
    .replace(/\s+/g, '')
    .replace(/'(\d)$/, "'0$1")
    .replace("'", '/');

const rowOf = (row: number, texts: readonly string[]): TableRow => ({
  row,
  cells: texts.map((text) => ({ kind: 'text', text })),
});

/** The line that begins an account says what was there before: it is a balance. */
const isOpening = (found: ReadonlyMap<string, string>): boolean =>
  /^opening balance$/i.test(found.get('Payee') ?? '') && /^\[.*\]$/.test(found.get('Category') ?? '');

export function* qifRows(place: Place, encoding: ImportEncoding): Generator<TableRow> {
  yield rowOf(1, HEADERS);
  let row = 1;
  let section = '';
  let account = '';
  let found = new Map<string, string>();
  const flush = function* (): Generator<TableRow> {
    if (found.size === 0) return;
    if (section === 'account') account = found.get('Reference') ?? account;
    else if (!/^type:(cat|class|memorized|prices|security|budget)/.test(section)) {
      row += 1;
      const isBalance = isOpening(found);
      const texts = HEADERS.map((name) => (isBalance && name === 'Amount' ? '' : (found.get(name) ?? '')));
      yield rowOf(row, [...texts.slice(0, -1), account]);
    }
    found = new Map();
  };
  for (const { text } of recordsOf(place, encoding)) {
    const line = text.trim();
    if (line.startsWith('!')) {
      yield* flush();
      if (!/^!(option|clear)/i.test(line)) section = line.slice(1).toLowerCase().trim();
    } else if (line.startsWith('^')) yield* flush();
    else {
      const name = FIELDS.get(line[0] ?? '');
      const value = line.slice(1).trim();
      if (name !== undefined && !found.has(name)) found.set(name, name === 'Date' ? dateOf(value) : value);
    }
  }
  yield* flush();
}
