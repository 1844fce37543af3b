/**
 * The search of a list by what the texts of its rows hold. The index knows every three letters that follow one another; of
 * fewer letters it is asked for all trigrams that begin with them. What it finds is looked at again, so it only has to miss nothing.
 */
import type { ReadableDb } from '../db.ts';
import { isFilled } from './settled-fill.ts';

/** Each has its index, `<table>_search`. Only that of `settled` has the last letters of a text as beginnings, too. */
export type Searchable = 'settled' | 'payment';

/** The rows that may have the text, as JSON. */
export type Found = { readonly rowids: string };
/** Null if the index cannot tell, or finds more rows than are worth sorting. Then the rows are looked at in their order. */
export type Searched = Found | 'nothing' | null;

/** One letter begins so many trigrams that their rows are most of all rows. */
const MOST_TERMS = 200;
/** Sorting so many rows costs about as much as walking along an index until a page of that many is full. */
const WORTH_SORTING = 'min(40000, max(2000, CAST(sqrt(100.0 * COALESCE(MAX(rowid), 0)) AS INTEGER)))';

const quoted = (term: string) => `"${term.replaceAll('"', '""')}"`;

function trigramsOf(text: string): string[] {
  const letters = [...text];
  const terms = letters.slice(2).map((last, at) => `${letters[at] ?? ''}${letters[at + 1] ?? ''}${last}`);
  return [...new Set(terms)];
}
/** Asks for all runs of three letters of a text, which must have at least three. */
export const matchOf = (text: string): string => trigramsOf(text).map(quoted).join(' AND ');

/** What rows have is judged by so many of the oldest and of the newest rows. */
const SAMPLE = 100;
const NEARLY_ALL = 0.75;
const MANY = 0.25;
/** So many runs of letters that few rows have leave hardly a row: the lists of others would be read for nothing. */
const ENOUGH = 3;
/** A text of more runs than so many that no row of the sample has is judged by the first of them. */
const MOST_UNSEEN = 8;
/** How many rows of the sample have a run of three letters, and every sign that they have; null of a short list. */
type Letters = {
  readonly rows: number;
  readonly having: ReadonlyMap<string, number>;
  readonly signs: ReadonlySet<string>;
} | null;
const lettersOn = new WeakMap<ReadableDb, Map<Searchable, Letters>>();
/** Looked up once a connection: if they change, a search is slower at most. */
function lettersIn(cache: ReadableDb, table: Searchable): Letters {
  const tables = lettersOn.get(cache) ?? new Map<Searchable, Letters>();
  lettersOn.set(cache, tables);
  const known = tables.get(table);
  if (known) return known;
  const rows = ['ASC', 'DESC'].flatMap((direction) =>
    cache
      .prepare<{ search: string }>(`SELECT search FROM ${table} ORDER BY rowid ${direction} LIMIT ${SAMPLE}`)
      .all(),
  );
  // In a short list nothing has to be left out, and it may be another one soon.
  if (rows.length < 2 * SAMPLE) return null;
  const having = new Map<string, number>();
  for (const { search } of rows)
    for (const term of trigramsOf(search)) having.set(term, (having.get(term) ?? 0) + 1);
  const letters = { rows: rows.length, having, signs: new Set([...having.keys()].join('')) };
  tables.set(table, letters);
  return letters;
}

/**
 * The runs of three letters of a text that no row of the sample has, each as a question to the index; none of a short list. Most
 * texts that no row has are told by them, at a part of the cost of all their letters. Exported for Ctrl+K.
 */
export function unseenLettersOf(cache: ReadableDb, table: Searchable, text: string): string[] {
  const letters = lettersIn(cache, table);
  if (letters === null) return [];
  const unseen = trigramsOf(text).filter((term) => !letters.having.has(term));
  // A sign that no row of the sample has, such as the point of an amount, tells most.
  const isNew = (term: string) => [...term].some((sign) => !letters.signs.has(sign));
  return [...unseen.filter(isNew), ...unseen.filter((term) => !isNew(term))]
    .slice(0, MOST_UNSEEN)
    .map(quoted);
}
/** The condition that each of so many runs of letters is in some row. */
export const hasLetters = (table: Searchable, runs: number): string =>
  Array.from(
    { length: runs },
    () => `EXISTS (SELECT 1 FROM ${table}_search WHERE ${table}_search MATCH ?)`,
  ).join(' AND ');

/** The rarest first. Empty if nearly all rows have each of them. */
function rareTermsOf(cache: ReadableDb, table: Searchable, text: string): string[] {
  const letters = lettersIn(cache, table);
  const terms = trigramsOf(text);
  if (letters === null) return terms;
  const having = (term: string) => letters.having.get(term) ?? 0;
  const inFewerThan = (share: number) => terms.filter((term) => having(term) < share * letters.rows);
  const rare = inFewerThan(MANY).toSorted((a, b) => having(a) - having(b));
  return rare.length >= ENOUGH ? rare.slice(0, ENOUGH) : inFewerThan(NEARLY_ALL);
}

/** Like `rareMatchOf`; null if nearly all rows have each run of letters of the text: the index then finds nearly all of them. */
export function narrowingMatchOf(cache: ReadableDb, table: Searchable, text: string): string | null {
  const rare = rareTermsOf(cache, table, text);
  return rare.length > 0 ? rare.map(quoted).join(' AND ') : null;
}

/**
 * Like `matchOf`, with the few rarest runs of letters alone, as the lists of others are long and narrow nothing. Where fewer are rare,
 * those that nearly all rows have are left out; if none remain, all are asked for. The rows that are found must be checked against the
 * whole text. Exported for Ctrl+K.
 */
export function rareMatchOf(cache: ReadableDb, table: Searchable, text: string): string {
  const rare = rareTermsOf(cache, table, text);
  return (rare.length > 0 ? rare : trigramsOf(text)).map(quoted).join(' AND ');
}

/** An empty text: nothing begins so. */
function termsOf(cache: ReadableDb, table: Searchable, text: string): string | null {
  if ([...text].length >= 3) return rareMatchOf(cache, table, text);
  if (table !== 'settled') return null;
  const terms = cache
    .prepare<{ term: string }>('SELECT term FROM settled_search_term WHERE term >= ? AND term < ? LIMIT ?')
    .all(text, `${text}\u{10FFFF}`, MOST_TERMS + 1);
  if (terms.length === 0) return '';
  return terms.length > MOST_TERMS ? null : terms.map(({ term }) => quoted(term)).join(' OR ');
}

// The index is asked once: joining its lists of trigrams takes longer than fetching the rows that they share.
const foundIn = (table: Searchable) => `
  WITH worth(most) AS (SELECT ${WORTH_SORTING} FROM ${table})
  SELECT most, COUNT(*) AS count, json_group_array(found) AS rowids FROM worth
    CROSS JOIN (SELECT rowid AS found FROM ${table}_search WHERE ${table}_search MATCH ? LIMIT (SELECT most + 1 FROM worth))`;
const FOUND: Readonly<Record<Searchable, string>> = {
  settled: foundIn('settled'),
  payment: foundIn('payment'),
};

const lacksLetters = (cache: ReadableDb, table: Searchable, runs: readonly string[]): boolean =>
  runs.length > 0 &&
  cache.prepare<{ has: number }>(`SELECT ${hasLetters(table, runs.length)} AS has`).get(...runs)?.has === 0;

/** `text` is a search text (`searchText`); an empty one narrows nothing. */
export function searchRows(cache: ReadableDb, table: Searchable, text: string): Searched {
  if (text === '' || text.includes('\0') || (table === 'settled' && !isFilled(cache))) return null;
  const match = termsOf(cache, table, text);
  if (match === null) return null;
  if (match === '') return 'nothing';
  if (lacksLetters(cache, table, unseenLettersOf(cache, table, text))) return 'nothing';
  const { most, count, rowids } = cache
    .prepare<{ most: number; count: number; rowids: string }>(FOUND[table])
    .get(match) ?? { most: 0, count: 0, rowids: '[]' };
  if (count === 0) return 'nothing';
  return count > most ? null : { rowids };
}

/** The rows that the index found. Each of them is then looked at. */
export const foundWhere = (table: Searchable): string => `${table}.rowid IN (SELECT value FROM json_each(?))`;
