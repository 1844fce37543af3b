/** 100,000 cells of any text in a file and back (deep: what one cell may do is neutralise.test.ts). */
import fc from 'fast-check';
import { readSheet } from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import { restore } from '#electron/services/reports/neutralise.ts';
import { parseCsv } from './parse-csv.ts';
import { csvOf, fileOfZip, xlsxOf } from './table-files.ts';

const COLUMNS = 10;
const ROWS = 10_000;
const STARTS = ['=', '+', '-', '@', '\t', '\r', '\n', '\0', '＝', '＋', '－', '＠'];
const awkward = fc
  .tuple(
    fc.array(fc.constantFrom("'", '"', ...STARTS, ' ', 'ع', '<', '&', '_x0041_', '12', '1e5', 'TRUE'), {
      maxLength: 4,
    }),
    fc.string({ unit: 'binary', maxLength: 12 }),
  )
  .map(([start, rest]) => (start.join('') + rest).toWellFormed());

/** The same cells every time. */
const cells = fc.sample(awkward, { numRuns: COLUMNS * ROWS, seed: 20_261_121 });
const rows = Array.from({ length: ROWS }, (_, at) => cells.slice(at * COLUMNS, (at + 1) * COLUMNS));
const columns = Array.from({ length: COLUMNS }, (_, at) => ({ header: `c${at}`, kind: 'text' as const }));
const sheet = { name: 's', rtl: false, timeZone: 'UTC', columns, rows };

/** Line ends are one to XML, and a reader gives back the escapes as they stand. */
const unescaped = (text: string) =>
  text.replace(/_x([0-9A-F]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

describe('100,000 cells of any text', () => {
  it('come back from CSV as they were, and none of them begins like a formula', () => {
    const [, ...back] = parseCsv(csvOf([sheet], { byteOrderMark: true }));
    expect(back).toHaveLength(ROWS);
    expect(back.flat().filter((cell) => STARTS.includes(cell.charAt(0)))).toEqual([]);
    expect(back.map((row) => row.map(restore))).toEqual(rows);
  });

  it('come back from an Excel sheet as they were, every one a text', async () => {
    const file = await xlsxOf([sheet]);
    const xml = fileOfZip(file, 'xl/worksheets/sheet1.xml');
    expect(xml).not.toMatch(/<f[ >]|<v>/);
    const back = new Map(
      [...xml.matchAll(/<c r="([A-Z]+\d+)"[^>]*><is><t[^>]*>([^<]*)<\/t>/g)].map(([, at, text = '']) => [
        at,
        text
          .replace(/&lt;/g, '<')
          .replace(/&gt;/g, '>')
          .replace(/&quot;/g, '"')
          .replace(/&amp;/g, '&'),
      ]),
    );
    const letters = 'ABCDEFGHIJ';
    const read = rows.map((row, at) =>
      row.map((_, column) => restore(unescaped(back.get(`${letters[column] ?? ''}${at + 2}`) ?? ''))),
    );
    expect(read).toEqual(rows);
    expect(await readSheet(file)).toHaveLength(ROWS + 1);
  });
});
