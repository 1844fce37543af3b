import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { neutralise, restore } from '#electron/services/reports/neutralise.ts';
import { parseCsv } from './parse-csv.ts';
import { csvOf } from './table-files.ts';

const STARTS = ['=', '+', '-', '@', '\t', '\r', '\n', '\0', '＝', '＋', '－', '＠'];
/** Texts that begin with what is dangerous far more often than chance would have it. */
const awkward = fc
  .tuple(
    fc.array(fc.constantFrom("'", '"', ...STARTS, ' ', 'ع'), { maxLength: 4 }),
    fc.string({ unit: 'binary', maxLength: 20 }),
  )
  .map(([start, rest]) => (start.join('') + rest).toWellFormed());

describe('a text that a spreadsheet would take for a formula', () => {
  it.each(STARTS)('is made inert where it begins with %j', (start) => {
    expect(neutralise(`${start}1+1`)).toBe(`'${start}1+1`);
  });

  it.each(['1+1', 'Nile City', 'a=b', ' =1+1', '', "O'Neill", "'tis", 'مدينة نصر'])(
    '%j stays as it is',
    (text) => expect(neutralise(text)).toBe(text),
  );

  it('never begins with what starts a formula, and can be had back, for 100,000 texts', () => {
    fc.assert(
      fc.property(awkward, (text) => {
        const inert = neutralise(text);
        return !STARTS.includes(inert.charAt(0)) && restore(inert) === text;
      }),
      { numRuns: 100_000 },
    );
  });

  it('comes back from a CSV file as it was, in any column, with its neighbours', () => {
    const table = fc.array(fc.tuple(awkward, awkward), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(table, fc.boolean(), (rows, byteOrderMark) => {
        const columns = ['a', 'b'].map((header) => ({ header, kind: 'text' as const }));
        const text = csvOf([{ name: 's', rtl: false, timeZone: 'UTC', columns, rows }], { byteOrderMark });
        const [head, ...back] = parseCsv(text);
        expect(head).toEqual(['a', 'b']);
        expect(back.map((row) => row.map(restore))).toEqual(rows);
      }),
      { numRuns: 2_000 },
    );
  });
});
