/** Rows of a CSV file, one after another: csv-parse does the reading, this feeds it and counts. */
import { Readable } from 'node:stream';
import { CsvError, parse, type Parser } from 'csv-parse';
import { csvDelimiters, type CsvDelimiter, type ImportEncoding } from '#shared/domain/statement.ts';
import type { Cell, TableRow } from './cell.ts';
import { textOf, type Place } from './decode.ts';
import { StatementError } from './statement-error.ts';

/** No row of a statement is longer; what has no end is not read into memory. */
const LONGEST_ROW = 256 * 1024;
const NEWLINES = ['\r\n', '\n', '\r'];

type DelimiterGuess = { readonly delimiter: CsvDelimiter; readonly sure: boolean };

/** Excel writes `="00123"` to keep the zeros. */
const cellOf = (text: string): Cell => ({ kind: 'text', text: /^="(.*)"$/s.exec(text)?.[1] ?? text });

/** Outside of quotes, for each line of the text. */
function countIn(lines: readonly string[], delimiter: string): number[] {
  return lines.map((line) => line.replace(/"[^"]*"/g, '').split(delimiter).length - 1);
}

/** By how many lines agree on how many columns there are. */
export function guessDelimiter(path: Place, encoding: ImportEncoding): DelimiterGuess {
  const text = [...textOf(path, encoding, 128 * 1024)].join('');
  const said = /^sep=([,;\t|])\r?\n/i.exec(text)?.[1] as CsvDelimiter | undefined;
  if (said) return { delimiter: said, sure: true };
  const lines = text.split(/\r\n|\n|\r/).slice(0, 300);
  if (lines.length > 1) lines.pop();
  const full = lines.filter((line) => line.trim() !== '');
  const scores = csvDelimiters.map((delimiter) => {
    const times = new Map<number, number>();
    for (const count of countIn(full, delimiter))
      if (count > 0) times.set(count, (times.get(count) ?? 0) + 1);
    const agreeing = Math.max(0, ...times.values());
    const columns = Math.max(0, ...[...times].filter(([, n]) => n === agreeing).map(([count]) => count));
    return { delimiter, agreeing, columns };
  });
  scores.sort((a, b) => b.agreeing - a.agreeing || b.columns - a.columns);
  const [best, second] = scores;
  if (!best || best.agreeing === 0) throw new StatementError('format-unknown');
  return { delimiter: best.delimiter, sure: best.agreeing > (second?.agreeing ?? 0) * 1.2 };
}

function parserOf(delimiter: CsvDelimiter): Parser {
  return parse({
    delimiter,
    relax_column_count: true,
    // A quote inside of a text that is not quoted: 5" pipe.
    relax_quotes: true,
    record_delimiter: NEWLINES,
    max_record_size: LONGEST_ROW,
  });
}

/** Rows before it may still wait to be handed on. */
function rowOf({ records }: CsvError): number | null {
  return typeof records === 'number' ? records + 1 : null;
}

/** Throws `broken-at` where quotes do not end. */
export async function* csvRows(
  path: Place,
  encoding: ImportEncoding,
  delimiter: CsvDelimiter,
): AsyncGenerator<TableRow> {
  const source = Readable.from(textOf(path, encoding), { objectMode: true, highWaterMark: 1 });
  const parser = parserOf(delimiter);
  source.on('error', (error) => parser.destroy(error));
  let row = 0;
  try {
    for await (const record of source.pipe(parser) as AsyncIterable<string[]>) {
      row += 1;
      if (row === 1 && record.length <= 2 && /^sep=/i.test(record[0] ?? '')) {
        yield { row, cells: [] };
        continue;
      }
      yield { row, cells: record.map(cellOf) };
    }
  } catch (error) {
    if (error instanceof CsvError) throw new StatementError('broken-at', { row: rowOf(error) ?? row + 1 });
    throw error;
  } finally {
    source.destroy();
    parser.destroy();
  }
}
