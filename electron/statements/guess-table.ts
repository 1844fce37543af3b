/** Guesses the meaning of a table's columns: by their names first, else by their content. */
import type { ImportInspection, ImportMapping } from '#shared/contract/import-file.ts';
import type { GuessDoubt, LineField } from '#shared/domain/statement.ts';
import { currencyScale } from '#shared/money/currencies.ts';
import { cellAt, folded, type Cell, type TableRow } from './cell.ts';
import { decimalShare, isIdentifier, proofOf, signsIn } from './evidence.ts';
import { readAmount, readMark } from './read-amount.ts';
import { createDateEvidence } from './read-date.ts';
import { currencyOf, fieldOf, saysTotals } from './words.ts';
import { isEmptyRow } from './table-source.ts';

type Guess = NonNullable<ImportInspection['table']>['guess'];

/** Rows that a guess is made from. */
export const SAMPLE_ROWS = 500;
const HEADER_WITHIN = 60;
const named = ({ cells }: TableRow) =>
  new Set(cells.map(({ text }) => fieldOf(text)).filter((one) => one !== null));
const isWord = ({ kind, text }: Cell) => kind === 'text' && text.trim() !== '' && !/\d/.test(text);

/** The row with the columns' names; 0 where the first row is a line already. `sure` false: it could be another. */
export function guessHeaderRow(rows: readonly TableRow[]): { headerRow: number; sure: boolean } {
  const near = rows.slice(0, HEADER_WITHIN);
  const scored = near.map((row) => ({ row: row.row, score: saysTotals(row.cells) ? 0 : named(row).size }));
  const best = scored.reduce((a, b) => (b.score > a.score ? b : a), { row: 0, score: 0 });
  if (best.score >= 2) return { headerRow: best.row, sure: best.score >= 3 };
  const widest = Math.max(0, ...near.map(({ cells }) => cells.length));
  const words = near.find(
    ({ cells }) =>
      cells.length >= widest - 1 && cells.length > 1 && cells.filter(isWord).length >= widest * 0.7,
  );
  return { headerRow: words?.row ?? 0, sure: false };
}

type Column = { readonly column: number; readonly field: LineField | null; readonly cells: readonly Cell[] };
const filled = ({ cells }: Column) => cells.filter(({ text }) => text.trim() !== '');
const share = (column: Column, is: (cell: Cell) => boolean): number => {
  const cells = filled(column);
  return cells.length === 0 ? 0 : cells.filter(is).length / cells.length;
};
const isAmount = (cell: Cell) =>
  cell.kind === 'number' || (['dot', 'comma'] as const).some((style) => readAmount(cell, 'CLF', style).ok);
const isCurrency = ({ text }: Cell) => currencyScale(currencyOf(text)) !== null;
const isMark = ({ text }: Cell) => readMark(text) !== null;
function dateShare(column: Column, year: number): number {
  const evidence = createDateEvidence(year);
  column.cells.forEach((cell, row) => evidence.add(cell, row));
  return evidence.dates() / Math.max(1, filled(column).length);
}

type Choice = { amount: ImportMapping['amount'] | null; balance: number | null; doubts: GuessDoubt[] };

/** Columns that can be an amount: never a day, an identifier, or what has the name of something else. */
const mayBeAmount =
  (taken: ReadonlySet<number>) =>
  (one: Column): boolean =>
    !taken.has(one.column) &&
    (one.field === null || AMOUNTS.includes(one.field)) &&
    !isIdentifier(one.cells) &&
    filled(one).length > 0 &&
    share(one, isAmount) > (one.field === null ? 0.9 : 0.3);
const AMOUNTS: readonly LineField[] = ['amount', 'debit', 'credit'];
/** The proof tries every pair: more columns than these are no amounts of one statement. */
const MOST_CANDIDATES = 8;

/** Guesses by the names of the columns if no balance proves them. A person is asked about the rest. */
function byName(columns: readonly Column[], candidates: readonly Column[], marks: readonly Column[]): Choice {
  const of = (field: LineField) => candidates.filter((one) => one.field === field);
  const balance = columns.find(({ field }) => field === 'balance')?.column ?? null;
  const [[debit], [credit]] = [of('debit'), of('credit')];
  // One of the two may be empty throughout.
  const [emptyDebit, emptyCredit] = (['debit', 'credit'] as const).map((field) =>
    columns.find((one) => one.field === field && filled(one).length === 0),
  );
  const [left, right] = [debit ?? emptyDebit, credit ?? emptyCredit];
  if (left && right && (debit ?? credit))
    return {
      amount: { kind: 'two-columns', debit: left.column, credit: right.column },
      balance,
      doubts: [],
    };
  const named = of('amount');
  const byContent = candidates.toSorted((a, b) => decimalShare(b.cells) - decimalShare(a.cells));
  const chosen = named[0] ?? credit ?? debit ?? byContent[0];
  if (!chosen) return { amount: null, balance, doubts: [] };
  const doubts: GuessDoubt[] = named.length === 1 ? [] : ['amount'];
  const mark = marks.find(({ column }) => column !== chosen.column);
  if (mark) return { amount: { kind: 'marked', column: chosen.column, mark: mark.column }, balance, doubts };
  const signs = signsIn(chosen.cells);
  const isSure = signs.in > 0 && signs.out > 0;
  return {
    amount: { kind: 'signed', column: chosen.column, turned: false },
    balance,
    doubts: isSure ? doubts : [...doubts, 'sign'],
  };
}

function choiceOf(columns: readonly Column[], taken: ReadonlySet<number>): Choice {
  const candidates = columns.filter(mayBeAmount(taken));
  const marks = columns
    .filter((one) => (one.field === 'mark' || one.field === null) && share(one, isMark) > 0.9)
    .toSorted((a, b) => Number(b.field === 'mark') - Number(a.field === 'mark'));
  const balances = columns.filter(({ field }) => field === 'balance');
  const unnamed = candidates.filter(({ field }) => field === null);
  const proof = proofOf(
    candidates.slice(0, MOST_CANDIDATES),
    marks,
    balances.length > 0 ? balances : unnamed.slice(0, MOST_CANDIDATES),
  );
  return proof ? { ...proof, doubts: [] } : byName(columns, candidates, marks);
}

/** Codes that are words of a heading, too. */
const WORDS = ['ALL', 'TOP', 'TRY', 'CUP', 'SOS', 'MOP', 'PEN', 'MAD', 'BOB'];
const isCode = (text: string) => currencyScale(text) !== null && !WORDS.includes(text);

/** One code in a header, as in "Amount (EGP)", or in the rows above it. */
function currencyIn(texts: readonly string[]): string | null {
  const found = new Set(texts.flatMap((text) => text.match(/\b[A-Z]{3}\b/g) ?? []).filter(isCode));
  const arabic = texts.some((text) => /ج\.م|جنيه/.test(text));
  if (arabic) found.add('EGP');
  const [code, ...others] = found;
  return others.length === 0 ? (code ?? null) : null;
}

/** `sample`: the first rows, header and what is above it included. */
export function guessMapping(sample: readonly TableRow[], headerRow: number, thisYear: number): Guess {
  const header = sample.find(({ row }) => row === headerRow)?.cells ?? [];
  const lines = sample.filter((one) => one.row > headerRow && !isEmptyRow(one) && !saysTotals(one.cells));
  const width = Math.max(header.length, ...lines.map(({ cells }) => cells.length), 0);
  const columns = Array.from({ length: width }, (_, column): Column => ({
    column,
    field: fieldOf(cellAt(header, column).text),
    cells: lines.map(({ cells }) => cellAt(cells, column)),
  }));
  const of = (field: LineField): number | null => columns.find((one) => one.field === field)?.column ?? null;
  const dates = columns.filter((one) => dateShare(one, thisYear) > 0.9);
  const bookedOn =
    dates.find(({ field }) => field === 'bookedOn')?.column ??
    of('bookedOn') ??
    dates.find(({ field }) => field === null)?.column ??
    dates[0]?.column ??
    null;
  const taken = new Set([bookedOn].filter((one) => one !== null));
  for (const one of dates) taken.add(one.column);
  const currencyColumn =
    of('currency') ??
    columns.find((one) => one.field === null && share(one, isCurrency) > 0.9)?.column ??
    null;
  const above = sample
    .filter(({ row }) => row <= headerRow)
    .flatMap(({ cells }) => cells.map(({ text }) => text));
  const code = currencyIn(header.map(({ text }) => text)) ?? currencyIn(above);
  const { amount, balance, doubts } = choiceOf(columns, taken);
  const valueOn = of('valueOn');
  // Several columns of days, and no name says which of them is the booking's.
  const isDayUnsure =
    dates.filter(({ field }) => field === null).length > 1 &&
    !columns.some(({ field }) => field === 'bookedOn');
  const descriptions = columns.filter(({ field }) => field === 'description').map(({ column }) => column);
  return {
    bookedOn,
    amount,
    doubts: isDayUnsure ? [...doubts, 'bookedOn'] : doubts,
    currency:
      currencyColumn !== null
        ? { kind: 'column', column: currencyColumn }
        : code === null
          ? null
          : { kind: 'fixed', code },
    rest: {
      valueOn: valueOn === bookedOn ? null : valueOn,
      dateOrder: null,
      decimals: null,
      account: of('account'),
      reference: of('reference'),
      orderId: of('orderId'),
      description: descriptions.slice(0, 10),
      counterparty: of('counterparty'),
      balance,
    },
  };
}

/** The remembered mapping, where the file has the same headers: also in another order, or with more beside them. */
export function moveMapping(
  mapping: ImportMapping,
  remembered: readonly string[],
  headers: readonly string[],
): ImportMapping | null {
  const places = headers.map(folded);
  if (new Set(remembered.filter((one) => one !== '').map(folded)).size < 2) return null;
  let lost = false;
  const move = (column: number): number => {
    const name = folded(remembered[column] ?? '');
    // The place decides between columns of one name, and for a column without a name.
    if (name === '' || places[column] === name)
      return places[column] === name ? column : ((lost = true), column);
    const found = places.indexOf(name);
    if (found < 0) lost = true;
    return found;
  };
  const optional = (column: number | null) => (column === null ? null : move(column));
  const { amount, currency } = mapping;
  const moved: ImportMapping = {
    ...mapping,
    bookedOn: move(mapping.bookedOn),
    valueOn: optional(mapping.valueOn),
    amount:
      amount.kind === 'two-columns'
        ? { ...amount, debit: move(amount.debit), credit: move(amount.credit) }
        : amount.kind === 'marked'
          ? { ...amount, column: move(amount.column), mark: move(amount.mark) }
          : { ...amount, column: move(amount.column) },
    currency: currency.kind === 'column' ? { ...currency, column: move(currency.column) } : currency,
    account: optional(mapping.account),
    reference: optional(mapping.reference),
    orderId: optional(mapping.orderId),
    description: mapping.description.map(move),
    counterparty: optional(mapping.counterparty),
    balance: optional(mapping.balance),
  };
  return lost ? null : moved;
}
