/** A page of a text that more rows may have than are worth sorting: by the list, by the index of letters, or by reading all texts. */

export type Question = { readonly sql: string; readonly args: readonly unknown[] };
/**
 * `near`: what the next rows of the list have of the text, which is a page if new rows have it. `isBeyond`: whether the list has a row
 * after so many. `rest`: all rows that have it, by the index of letters, or by reading all texts where the letters of the text are in
 * nearly all rows.
 */
export type WaysToText = { readonly near: Question; readonly isBeyond: Question; readonly rest: Question };

/** So many rows of the list are looked at before the ways of finding the others are weighed. */
export const NEAR = 20_000;
/** Following the list to a row takes so many times as long as reading the next text in the order in which they are stored. */
const WALK_COSTS = 4;

/** `most`: rows of a page. `all`: rows that the list may have. Null: the list is to be followed. */
export function rowsOfText<Row>(
  { near, isBeyond, rest }: WaysToText,
  ask: (question: Question, last: number) => Row[],
  { most, all }: { most: number; all: () => number },
): Row[] | null {
  const rows = ask(near, most);
  const hasMore = (after: number) => ask(isBeyond, after).length > 0;
  if (rows.length === most || !hasMore(NEAR)) return rows;
  return hasMore(Math.floor(all() / WALK_COSTS)) ? ask(rest, most) : null;
}
