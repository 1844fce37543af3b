/** A first look at a file: what it is, how it is read, what its columns probably are. Nothing is decided by it. */
import { readFileSync } from 'node:fs';
import type { ImportInspection, ImportReading } from '#shared/contract/import-file.ts';
import { withoutCardsInText } from '#shared/text/cards.ts';
import { cellAt, tidy, type TableRow } from './cell.ts';
import { csvRows, guessDelimiter } from './csv.ts';
import type { EncodingGuess } from './decode.ts';
import { findFormat, isBank } from './find-format.ts';
import { guessHeaderRow, guessMapping, SAMPLE_ROWS } from './guess-table.ts';
import { qifRows } from './qif.ts';
import { statementItems } from './statement-items.ts';
import type { StatementItem } from './entry.ts';
import type { FileInspection } from './protocol.ts';
import { columnsToSurvey, createSurvey } from './survey.ts';
import { assertWithin, isEmptyRow } from './table-source.ts';
import { fieldOf } from './words.ts';
import { StatementError } from './statement-error.ts';
import { openWorkbook } from './xlsx.ts';

type Table = NonNullable<ImportInspection['table']>;
type Opened = {
  readonly reading: ImportReading;
  readonly unsure: Table['unsure'];
  readonly sheets: string[];
  readonly rows: AsyncIterable<TableRow> | Iterable<TableRow>;
};

const FIRST_ROWS = 30;
const SAMPLES = 5;
const SHOWN = 200;
const EVERY = 5_000;

function openCsv(path: string, guess: EncodingGuess, asked: ImportReading): Opened {
  const encoding = asked.encoding ?? guess.encoding;
  const found =
    asked.delimiter === null ? guessDelimiter(path, encoding) : { delimiter: asked.delimiter, sure: true };
  const unsure: Table['unsure'] = [];
  if (asked.encoding === null && !guess.sure) unsure.push('encoding');
  if (!found.sure) unsure.push('delimiter');
  return {
    reading: { encoding, delimiter: found.delimiter, sheet: null, headerRow: null },
    unsure,
    sheets: [],
    rows: csvRows(path, encoding, found.delimiter),
  };
}

/** Its columns have names of ours, in the first row. */
function openQif(path: string, guess: EncodingGuess, asked: ImportReading): Opened {
  const encoding = asked.encoding ?? guess.encoding;
  return {
    reading: { encoding, delimiter: null, sheet: null, headerRow: 1 },
    unsure: asked.encoding === null && !guess.sure ? ['encoding'] : [],
    sheets: [],
    rows: qifRows(path, encoding),
  };
}

async function filledRows(rows: AsyncIterable<TableRow>): Promise<number> {
  let count = 0;
  for await (const row of rows) if (!isEmptyRow(row)) count += 1;
  return count;
}

async function openXlsx(path: string, asked: ImportReading): Promise<Opened> {
  const { sheets, rows } = await openWorkbook(readFileSync(path));
  const sizes: number[] = [];
  // The fullest sheet is taken, unless a person chose one or there is only one.
  if (asked.sheet === null && sheets.length > 1)
    for (const at of sheets.keys()) sizes.push(await filledRows(rows(at)));
  const sheet = asked.sheet ?? Math.max(0, sizes.indexOf(Math.max(...sizes)));
  if (sheets[sheet] === undefined)
    throw new StatementError('column-missing', { column: `sheet ${sheet + 1}` });
  return {
    reading: { encoding: null, delimiter: null, sheet, headerRow: null },
    unsure: sizes.filter((size) => size > 1).length > 1 ? ['sheet'] : [],
    sheets: [...sheets],
    rows: rows(sheet),
  };
}

const shown = (text: string) => withoutCardsInText(text).slice(0, SHOWN);

type Layout = {
  readonly headerRow: number;
  readonly sureOfHeader: boolean;
  readonly guess: Table['guess'];
  readonly survey: ReturnType<typeof createSurvey> | null;
};

/** Guesses the header row and the meaning of the columns from the first rows. */
function layoutOf(sample: TableRow[], asked: ImportReading, thisYear: number): Layout {
  const { headerRow: guessed, sure } = guessHeaderRow(sample);
  const headerRow = asked.headerRow ?? guessed;
  const guess = guessMapping(sample, headerRow, thisYear);
  const { bookedOn, amount } = guess;
  const survey =
    bookedOn === null || amount === null
      ? null
      : createSurvey(columnsToSurvey({ ...guess.rest, bookedOn, amount }), thisYear);
  return { headerRow, sureOfHeader: asked.headerRow !== null || sure, guess, survey };
}

/** Counts the rows below the header, and for each column its filled cells and some samples of them. */
function createColumnCount() {
  const filled: number[] = [];
  const samples: string[][] = [];
  let rows = 0;
  return {
    filled,
    samples,
    rows: () => rows,
    add(row: TableRow): void {
      if (isEmptyRow(row)) return;
      rows += 1;
      row.cells.forEach(({ text }, column) => {
        if (text.trim() === '') return;
        filled[column] = (filled[column] ?? 0) + 1;
        const own = (samples[column] ??= []);
        if (own.length < SAMPLES) own.push(shown(tidy(text)));
      });
    },
  };
}

/** Reads all rows: the layout is guessed from the first of them, and every row after the header is counted. */
async function readThrough(
  opened: Opened,
  asked: ImportReading,
  thisYear: number,
  progress: (rows: number) => void,
) {
  const sample: TableRow[] = [];
  const columns = createColumnCount();
  let layout: Layout | null = null;
  const take = (row: TableRow, { headerRow, survey }: Layout) => {
    if (row.row <= headerRow) return;
    columns.add(row);
    survey?.add(row);
  };
  const settle = () => {
    const found = layoutOf(sample, asked, thisYear);
    for (const one of sample) take(one, found);
    return found;
  };
  for await (const row of opened.rows) {
    assertWithin(row);
    if (row.row % EVERY === 0) progress(row.row);
    if (layout) take(row, layout);
    else if (sample.push(row) === SAMPLE_ROWS) layout = settle();
  }
  return { sample, columns, layout: layout ?? settle() };
}

async function inspectTable(
  opened: Opened,
  asked: ImportReading,
  thisYear: number,
  progress: (rows: number) => void,
): Promise<{ table: Table; headers: string[] }> {
  const { sample, columns, layout } = await readThrough(opened, asked, thisYear, progress);
  const { headerRow, sureOfHeader, guess, survey } = layout;
  const header = sample.find(({ row }) => row === headerRow)?.cells ?? [];
  const width = Math.max(header.length, columns.filled.length);
  if (width === 0) throw new StatementError('empty-file');
  // No day, no amount and no known header: this is text with commas in it.
  const isNamed = header.some(({ text }) => fieldOf(text) !== null);
  if (guess.bookedOn === null && guess.amount === null && (columns.rows() > 0 || !isNamed))
    throw new StatementError('format-unknown');
  const headers = Array.from({ length: width }, (_, column) => shown(tidy(cellAt(header, column).text)));
  const { dateOrder = null, decimals = null } = survey?.result() ?? {};
  const table: Table = {
    reading: { ...opened.reading, headerRow },
    unsure: sureOfHeader ? opened.unsure : [...opened.unsure, 'headerRow'],
    remembered: null,
    onlyCurrency: null,
    sheets: opened.sheets,
    firstRows: sample
      .slice(0, FIRST_ROWS)
      .map(({ row, cells }) => ({ row, cells: cells.map(({ text }) => shown(tidy(text))) })),
    columns: headers.map((name, column) => ({
      column,
      header: name,
      samples: columns.samples[column] ?? [],
      filled: columns.filled[column] ?? 0,
    })),
    rows: columns.rows(),
    guess: { ...guess, rest: { ...guess.rest, dateOrder, decimals } },
  };
  return { table, headers };
}

async function inspectStatements(items: AsyncIterable<StatementItem>, progress: (rows: number) => void) {
  const statements: ImportInspection['statements'] = [];
  let entries = 0;
  for await (const item of items) {
    if (item.kind === 'entry') {
      entries += 1;
      if (entries % EVERY === 0) progress(entries);
      continue;
    }
    const { account, number, currency, opening, closing } = item.statement;
    statements.push({ account, number, currency, entries: item.statement.entries, opening, closing });
  }
  if (statements.length === 0) throw new StatementError('format-unknown');
  return statements;
}

export async function inspectFile(
  path: string,
  asked: ImportReading,
  thisYear: number,
  progress: (rows: number) => void,
): Promise<Omit<FileInspection, 'sha256' | 'size'>> {
  const found = await findFormat(path);
  const { format, encoding } = found;
  if (isBank(found)) {
    const statements = await inspectStatements(statementItems(path, found, asked.encoding), progress);
    return { format, table: null, headers: null, statements };
  }
  const guess = encoding ?? { encoding: 'utf-8', sure: false };
  const opened =
    format === 'xlsx'
      ? await openXlsx(path, asked)
      : format === 'qif'
        ? openQif(path, guess, asked)
        : openCsv(path, guess, asked);
  const { table, headers } = await inspectTable(opened, asked, thisYear, progress);
  return { format, table, headers, statements: [] };
}
