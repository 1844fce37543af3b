/**
 * Order and reference numbers that leave their PC masked, because they look like a card: what the
 * gateway says here of the same money is found by their hashes.
 */
import { hash } from 'node:crypto';
import { maskedName } from '#shared/text/names.ts';
import type { ReadableDb, ReadableFiles, WritableDb } from '../../db.ts';
import { othersChanged } from './has-others.ts';

/** 128 bits: no two names meet by chance. */
const HASH_DIGITS = 32;
/** Null for a name that leaves as it is. */
export const hashOfName = (name: string): string | null =>
  maskedName(name) === name ? null : hash('sha256', `name:${name}`, 'hex').slice(0, HASH_DIGITS);

/** A card as it is masked. */
const MASKED_CARD = /\d{6}\*+\d{4}/;
const MASK = 'as ';
/** The key of a masked name that an older Closeout told without a hash. Null if the name is not masked. */
export const markOfMasked = (told: string | null): string | null =>
  told !== null && MASKED_CARD.test(told) ? `${MASK}${told}` : null;

/** The name with this hash if the gateway says it here, else what was told, so that no two of them are one. */
export function createNameOf(cache: ReadableDb) {
  const known = cache.prepare<{ name: string }>('SELECT name FROM hidden_name WHERE hash = ?');
  const only = createOnlyName(cache);
  return (told: string | null, hashed: string | null): string | null => {
    if (told === null || hashed === null) return told;
    if (hashed.startsWith(MASK)) return only(told) ?? told;
    return known.get(hashed)?.name ?? `${told} #${hashed.slice(0, 8)}`;
  };
}

/** The one name that gives this mask; null if several do. */
function createOnlyName(cache: ReadableDb): (masked: string) => string | null {
  const names = cache.prepare<{ name: string }>('SELECT name FROM hidden_name WHERE masked = ? LIMIT 2');
  return (masked) => {
    const [name, another] = names.all(masked);
    return name && !another ? name.name : null;
  };
}

/** Gives the rows of other PCs the names among these that were masked; true if there were any. Their terminals are paired anew. */
function learn(cache: WritableDb, names: readonly string[]): boolean {
  const keep = cache.prepare('INSERT OR REPLACE INTO hidden_name (hash, name, masked) VALUES (?, ?, ?)');
  const known = cache.prepare('SELECT 1 FROM hidden_name WHERE hash = ? AND masked IS NOT NULL');
  const only = createOnlyName(cache);
  const columns = ['merchant_order_id', 'ref_number'].map((column) => {
    const hidden = `${column}_hash = @hashed AND ${column} IS NOT @name`;
    return {
      unpair: cache.prepare(
        `INSERT OR IGNORE INTO other_unpaired SELECT DISTINCT terminal_id FROM other_row WHERE ${hidden}`,
      ),
      set: cache.prepare(`UPDATE other_row SET ${column} = @name WHERE ${hidden}`),
    };
  });
  let isChanged = false;
  const give = (hashed: string, name: string) => {
    for (const { unpair, set } of columns) {
      unpair.run({ hashed, name });
      if (set.run({ hashed, name }).changes > 0) isChanged = true;
    }
  };
  for (const name of names) {
    const hashed = hashOfName(name);
    if (hashed === null || known.get(hashed) !== undefined) continue;
    const masked = maskedName(name);
    keep.run(hashed, name, masked);
    give(hashed, name);
    give(`${MASK}${masked}`, only(masked) ?? masked);
  }
  if (isChanged) othersChanged(cache);
  return isChanged;
}

/** False until the first closes of other PCs come: nobody needs the names before. */
export const areNamesLearnt = (cache: ReadableDb): boolean =>
  cache.prepare('SELECT 1 FROM hidden_names_learnt').get() !== undefined;

/** Learns the names of rows that were just stored, in the same transaction; true if rows of other PCs have other names now. */
export const learnNames = (cache: WritableDb, names: readonly string[]): boolean =>
  cache.prepare('SELECT 1 FROM hidden_names_begun').get() !== undefined && learn(cache, names);

const LISTS = {
  settled: { file: 'cache', id: 'transaction_id', and: '' },
  pos_transaction: { file: 'cache', id: 'row_id', and: '' },
  closing_row: { file: 'journal', id: 'row_id', and: 'AND standing = 1' },
} as const;
const lists = Object.keys(LISTS) as (keyof typeof LISTS)[];
/** How far the names that were stored before have been learnt. */
export type NamesPlace = { readonly list: keyof typeof LISTS; readonly after: string };

type Files = Pick<ReadableFiles, 'journal'> & { readonly cache: WritableDb };
type Named = { readonly at: string; readonly id: string | null; readonly ref: string | null };

/** Learns some of the names that this PC has, from a place on; answers the place to go on from, null at the end. */
export function learnSome(files: Files, from: NamesPlace | null, most: number): NamesPlace | null {
  const { cache } = files;
  cache.prepare('INSERT OR IGNORE INTO hidden_names_begun VALUES (1)').run();
  const { list, after } = from ?? { list: 'settled', after: '' };
  const { file, id, and } = LISTS[list];
  const rows = files[file]
    .prepare<Named>(
      `SELECT ${id} AS at, merchant_order_id AS id, ref_number AS ref FROM ${list} WHERE ${id} > ? ${and} ORDER BY ${id} LIMIT ?`,
    )
    .all(after, most);
  learn(
    cache,
    rows.flatMap(({ id: order, ref }) => [order, ref].filter((name) => name !== null)),
  );
  const last = rows.at(-1);
  if (last && rows.length === most) return { list, after: last.at };
  const next = lists[lists.indexOf(list) + 1];
  if (next) return { list: next, after: '' };
  cache.prepare('INSERT OR IGNORE INTO hidden_names_learnt VALUES (1)').run();
  // Rows that were told before have more to say now.
  cache.prepare('DELETE FROM other_position').run();
  return null;
}
