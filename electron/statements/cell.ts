/** One cell of a table, as the file has it. */
import { stripDirectionMarks, toAsciiDigits } from '#shared/text/digits.ts';

/** `number`: the shortest decimal text of a number cell; `date`: 'YYYY-MM-DD' of a date cell. Both only in XLSX. */
export type Cell = { readonly kind: 'text' | 'number' | 'date'; readonly text: string };
/** `row` counts from 1, as the file has them. */
export type TableRow = { readonly row: number; readonly cells: readonly Cell[] };

export const EMPTY: Cell = { kind: 'text', text: '' };
export const cellAt = (cells: readonly Cell[], column: number | null): Cell =>
  column === null ? EMPTY : (cells[column] ?? EMPTY);

/** Most cells of a file of 200,000 lines are tidy already. */
const TIDY = /^(?:[!-~]+(?: [!-~]+)*)?$/;

/** Without direction marks, and one space if there are several. */
export const tidy = (text: string): string =>
  TIDY.test(text)
    ? text
    : stripDirectionMarks(text)
        .replace(/[\s\u00A0\u2000-\u200B\u202F\uFEFF]+/g, ' ')
        .trim();
/** Tidy, with the digits that a reference is looked up by. */
export const tidyId = (text: string): string => (TIDY.test(text) ? text : toAsciiDigits(tidy(text)));

/** The form in which headers and words are compared. */
export const folded = (text: string): string =>
  tidy(text)
    .toLowerCase()
    .replace(/[\u00C0-\u024F]/g, (letter) => letter.normalize('NFD').charAt(0))
    // Arabic is written with and without these.
    .replace(/[\u064B-\u0652\u0640]/g, '')
    .replace(/[أإآ]/g, 'ا')
    .replace(/ة(?= |$)/g, 'ه')
    .replace(/ى(?= |$)/g, 'ي');
