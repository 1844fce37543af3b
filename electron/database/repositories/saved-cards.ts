/** Saved cards, newest first. A card that the gateway no longer lists stays here, marked as gone. */
import { z } from 'zod';
import { savedCardSchema, type SavedCard } from '#shared/contract/saved-cards.ts';
import { maskContacts } from '#shared/text/contacts.ts';
import { searchText } from '#shared/text/digits.ts';
import { reads, writesCache, type ReadableDb, type WritableDb } from '../db.ts';
import { listRead, markListRead } from './list-reads.ts';

const valueSchema = savedCardSchema.omit({ isGone: true });
export type StoredCard = { token: string; value: z.output<typeof valueSchema> };
type Row = {
  key: string;
  token: string;
  value: string;
  is_gone: number;
  created_at_ms: number;
  read_at_ms: number;
};

const cardFrom = (row: Row): SavedCard => ({
  ...valueSchema.parse(JSON.parse(row.value)),
  isGone: row.is_gone === 1,
});
const rowOf = (cache: ReadableDb, key: string) =>
  cache.prepare<Row>('SELECT * FROM saved_card WHERE key = ?').get(key);

const wordsOf = ({ brand, lastFour, holder, customer }: StoredCard['value']): string[] =>
  [brand, lastFour, holder, customer].filter((word) => word !== null);

function store(cache: WritableDb, rows: readonly StoredCard[], run: number, atMs: number): void {
  const upsert = cache.prepare(
    `INSERT INTO saved_card (key, token, created_at_ms, read_at_ms, run, is_gone, search, masked_search, value)
     VALUES (?, ?, ?, ?, ?, 0, ?, ?, ?)
     ON CONFLICT(key) DO UPDATE SET created_at_ms = excluded.created_at_ms, read_at_ms = excluded.read_at_ms, run = excluded.run,
       is_gone = 0, search = excluded.search, masked_search = excluded.masked_search, value = excluded.value`,
  );
  for (const { token, value } of rows)
    upsert.run(
      value.key,
      token,
      value.createdAt?.kind === 'instant' ? value.createdAt.atMs : 0,
      atMs,
      run,
      searchText(wordsOf(value).join(' ')),
      searchText(wordsOf(value).map(maskContacts).join(' ')),
      JSON.stringify(z.encode(valueSchema, value)),
    );
}

/** An empty text is in every row. */
const wanted = ({ seesContacts }: Search) => `instr(${seesContacts ? 'search' : 'masked_search'}, ?) > 0`;
type Search = { text: string; seesContacts: boolean };
type Page = Search & { after: { atMs: number; key: string } | null; limit: number };

function page(cache: ReadableDb, { after, limit, ...search }: Page) {
  const from = after ? 'AND (created_at_ms, key) < (?, ?)' : '';
  const rows = cache
    .prepare<Row>(
      `SELECT * FROM saved_card WHERE ${wanted(search)} ${from} ORDER BY created_at_ms DESC, key DESC LIMIT ?`,
    )
    .all(searchText(search.text), ...(after ? [after.atMs, after.key] : []), limit);
  const last = rows.length === limit ? rows.at(-1) : undefined;
  return {
    rows: rows.map(cardFrom),
    next: last ? { atMs: last.created_at_ms, key: last.key } : null,
  };
}

export const countSavedCards = (cache: ReadableDb, search: Search): number =>
  cache
    .prepare<{ n: number }>(`SELECT COUNT(*) n FROM saved_card WHERE ${wanted(search)}`)
    .get(searchText(search.text))?.n ?? 0;

/** Every card that is listed, newest first, one by one. */
export function* eachSavedCard(cache: ReadableDb, search: Search): Generator<SavedCard> {
  const rows = cache
    .prepare<Row>(`SELECT * FROM saved_card WHERE ${wanted(search)} ORDER BY created_at_ms DESC, key DESC`)
    .iterate(searchText(search.text));
  for (const row of rows) yield cardFrom(row);
}

const newestRun = (cache: ReadableDb) =>
  cache.prepare<{ run: number | null }>('SELECT MAX(run) run FROM saved_card').get()?.run ?? 0;

export const savedCardProcedures = {
  'savedCards.page': reads(({ cache }, asked: Page) => page(cache, asked)),
  'savedCards.summary': reads(({ cache }, search: Search) => {
    const { note, ...read } = listRead(cache, 'saved cards');
    return { count: countSavedCards(cache, search), unreadable: Number(note ?? 0), read };
  }),
  'savedCards.get': reads(({ cache }, key: string) => {
    const row = rowOf(cache, key);
    return row ? { card: cardFrom(row), readAtMs: row.read_at_ms } : null;
  }),
  /** Only the gateway may have it. */
  'savedCards.token': reads(({ cache }, key: string) => rowOf(cache, key)?.token ?? null),
  'savedCards.nextRun': reads(({ cache }) => newestRun(cache) + 1),
  /** `run`: the reading of the whole list that this page is of; null for a card that was read by itself. */
  'savedCards.store': writesCache(
    ({ cache }, { rows, run, atMs }: { rows: readonly StoredCard[]; run: number | null; atMs: number }) => {
      store(cache, rows, run ?? newestRun(cache), atMs);
      return null;
    },
  ),
  /** The list was read whole: what it did not have is gone. */
  'savedCards.listed': writesCache(
    ({ cache }, { run, atMs, unreadable }: { run: number; atMs: number; unreadable: number }) => {
      cache.prepare('UPDATE saved_card SET is_gone = 1 WHERE run < ?').run(run);
      markListRead(cache, 'saved cards', atMs, String(unreadable));
      return null;
    },
  ),
  'savedCards.gone': writesCache(({ cache }, { key, atMs }: { key: string; atMs: number }) => {
    cache.prepare('UPDATE saved_card SET is_gone = 1, read_at_ms = ? WHERE key = ?').run(atMs, key);
    return null;
  }),
};
