/** One row of a table with a mapping: a line, a row to skip with its reason, or a bad one with each cell that is wrong. */
import type { ImportMapping } from '#shared/contract/import-file.ts';
import type {
  CellProblem,
  DateOrder,
  DecimalStyle,
  LineField,
  SkipReason,
} from '#shared/domain/statement.ts';
import { currencyScale } from '#shared/money/currencies.ts';
import { cellAt, folded, tidy, tidyId, type Cell, type TableRow } from './cell.ts';
import { readAmount, readMark } from './read-amount.ts';
import { readDate } from './read-date.ts';
import { isEmptyRow } from './table-source.ts';
import { currencyOf, saysTotals } from './words.ts';

export type ParsedLine = {
  readonly bookedOn: string;
  readonly valueOn: string | null;
  readonly minor: bigint;
  readonly currency: string;
  readonly reference: string;
  readonly orderId: string;
  readonly description: string;
  readonly counterparty: string;
  readonly account: string;
};
export type Problem = {
  readonly field: LineField;
  readonly column: number | null;
  readonly text: string;
  readonly problem: CellProblem;
};
export type Outcome =
  | { readonly state: 'good'; readonly line: ParsedLine; readonly balance: bigint | null }
  | { readonly state: 'bad'; readonly problems: readonly Problem[] }
  | { readonly state: 'skipped'; readonly reason: SkipReason };

/** The choices that hold for the whole file. */
export type LineReading = {
  readonly mapping: ImportMapping;
  readonly dateOrder: DateOrder;
  readonly decimals: DecimalStyle;
  readonly headerRow: number;
  readonly header: readonly Cell[];
  /** The same, as it is compared with rows below it. */
  readonly names: readonly string[];
  /** Debits stand with a minus in their own column: it says nothing more. */
  readonly debitsAreSigned: boolean;
};

const LONGEST_ID = 200;
const LONGEST_TEXT = 2_000;
const isBlank = ({ text }: Cell) => /^[\s\u00A0-]*$/.test(text);
const skipped = (reason: SkipReason): Outcome => ({ state: 'skipped', reason });

export const namesOf = (header: readonly Cell[]): string[] => header.map(({ text }) => folded(text));

function isHeader({ cells }: TableRow, names: readonly string[]): boolean {
  const filled = names.filter((name) => name !== '').length;
  return filled > 1 && names.every((name, column) => folded(cellAt(cells, column).text) === name);
}

export function readLine(row: TableRow, reading: LineReading): Outcome {
  const { mapping, headerRow, header, names } = reading;
  if (isEmptyRow(row)) return skipped('empty-row');
  if (row.row <= headerRow) return skipped('before-header');
  if (isHeader(row, names)) return skipped('repeated-header');
  const problems: Problem[] = [];
  const wrong = (field: LineField, column: number | null, problem: CellProblem): null => {
    const text = cellAt(row.cells, column).text.slice(0, 200);
    problems.push({ field, column, text, problem });
    return null;
  };
  const { cells } = row;
  const currency = readCurrency(cells, mapping, wrong);
  const minor = readSides(cells, reading, currency, wrong);
  const bookedOn = dateIn(cells, mapping.bookedOn, 'bookedOn', reading.dateOrder, wrong);
  const valueOn =
    mapping.valueOn === null || isBlank(cellAt(cells, mapping.valueOn))
      ? null
      : dateIn(cells, mapping.valueOn, 'valueOn', reading.dateOrder, wrong);
  const texts = readTexts(cells, mapping, wrong);
  // More cells than names: a delimiter stands inside a text, and everything behind it is one column off.
  if (header.length > 0 && cells.slice(header.length).some((cell) => cell.text.trim() !== ''))
    wrong('description', null, 'cells');
  if (problems.length > 0 && isTotals(cells, bookedOn, minor)) return skipped('totals');
  if (problems.length > 0 || bookedOn === null || minor === null || currency === null)
    return { state: 'bad', problems };
  if (minor === 0n) return skipped('zero-amount');
  const balance = balanceIn(cells, reading, currency);
  return { state: 'good', line: { bookedOn, valueOn, minor, currency, ...texts }, balance };
}

type Wrong = (field: LineField, column: number | null, problem: CellProblem) => null;

/** A merchant may be called Total: what has a day and an amount is a line. */
const isTotals = (cells: readonly Cell[], bookedOn: string | null, minor: bigint | null): boolean =>
  (bookedOn === null || minor === null) && saysTotals(cells);

function readCurrency(cells: readonly Cell[], { currency }: ImportMapping, wrong: Wrong): string | null {
  if (currency.kind === 'fixed') return currency.code;
  const { text } = cellAt(cells, currency.column);
  if (text.trim() === '') return wrong('currency', currency.column, 'empty');
  const code = currencyOf(text);
  return currencyScale(code) === null ? wrong('currency', currency.column, 'currency-unknown') : code;
}

function dateIn(
  cells: readonly Cell[],
  column: number,
  field: 'bookedOn' | 'valueOn',
  order: DateOrder,
  wrong: Wrong,
): string | null {
  const cell = cellAt(cells, column);
  if (isBlank(cell)) return wrong(field, column, 'empty');
  const read = readDate(cell, order);
  return read.ok ? read.value : wrong(field, column, read.problem);
}

/** In minor units, with its sign; null if something is wrong, which is told. */
function readSides(
  cells: readonly Cell[],
  { mapping: { amount }, decimals, debitsAreSigned }: LineReading,
  currency: string | null,
  wrong: Wrong,
): bigint | null {
  // Without its currency an amount has no scale; what is wrong with the currency is told.
  if (currency === null) return null;
  const read = (column: number, field: LineField): bigint | null => {
    const found = readAmount(cellAt(cells, column), currency, decimals);
    return found.ok ? found.value : wrong(field, column, found.problem);
  };
  if (amount.kind === 'two-columns') {
    const [noDebit, noCredit] = [isBlank(cellAt(cells, amount.debit)), isBlank(cellAt(cells, amount.credit))];
    if (noDebit && noCredit) return wrong('amount', amount.debit, 'empty');
    const debit = noDebit ? 0n : read(amount.debit, 'debit');
    const credit = noCredit ? 0n : read(amount.credit, 'credit');
    if (debit === null || credit === null) return null;
    if (debit !== 0n && credit !== 0n) return wrong('amount', amount.debit, 'both-sides');
    return debitsAreSigned ? credit + debit : credit - debit;
  }
  if (isBlank(cellAt(cells, amount.column))) return wrong('amount', amount.column, 'empty');
  const minor = read(amount.column, 'amount');
  if (amount.kind === 'signed') return minor === null || !amount.turned ? minor : -minor;
  const mark = readMark(cellAt(cells, amount.mark).text);
  if (mark === null) return wrong('mark', amount.mark, 'mark-not-understood');
  return minor === null ? null : mark > 0 || minor < 0n ? minor : -minor;
}

function readTexts(cells: readonly Cell[], mapping: ImportMapping, wrong: Wrong) {
  const short = (column: number | null, field: LineField): string => {
    const text = tidyId(cellAt(cells, column).text);
    if (text.length > LONGEST_ID) wrong(field, column, 'text-too-long');
    // A line is found by the file's own text.
    if (text.includes('\uFFFD')) wrong(field, column, 'encoding');
    return text;
  };
  const description = mapping.description
    .map((column) => tidy(cellAt(cells, column).text))
    .filter((text) => text !== '')
    .join(' ');
  if (description.length > LONGEST_TEXT)
    wrong('description', mapping.description[0] ?? null, 'text-too-long');
  const counterparty = tidy(cellAt(cells, mapping.counterparty).text);
  if (counterparty.length > LONGEST_TEXT) wrong('counterparty', mapping.counterparty, 'text-too-long');
  return {
    reference: short(mapping.reference, 'reference'),
    orderId: short(mapping.orderId, 'orderId'),
    account: short(mapping.account, 'account'),
    description,
    counterparty,
  };
}

/** Only checked, never stored: one that cannot be read is as one that is not there. */
function balanceIn(
  cells: readonly Cell[],
  { mapping, decimals }: LineReading,
  currency: string,
): bigint | null {
  const cell = cellAt(cells, mapping.balance);
  if (isBlank(cell)) return null;
  const read = readAmount(cell, currency, decimals);
  return read.ok ? read.value : null;
}
