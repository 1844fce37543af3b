/**
 * Order and reference numbers that leave their PC masked, because they look like a card: what the
 * gateway says here of the same money is found by their hashes.
 */
import { hash } from 'node:crypto';
import { maskedName } from '#shared/text/names.ts';
import type { ReadableDb, WritableDb } from '../../db.ts';

/** 128 bits: no two names meet by chance. */
const HASH_DIGITS = 32;
/** Null for a name that leaves as it is. */
export const hashOfName = (name: string): string | null =>
  maskedName(name) === name ? null : hash('sha256', `name:${name}`, 'hex').slice(0, HASH_DIGITS);

/** The name with this hash if the gateway says it here, else what was told, so that no two of them are one. */
export function createNameOf(cache: ReadableDb) {
  const known = cache.prepare<{ name: string }>('SELECT name FROM hidden_name WHERE hash = ?');
  return (told: string | null, hashed: string | null): string | null =>
    told === null || hashed === null ? told : (known.get(hashed)?.name ?? `${told} #${hashed.slice(0, 8)}`);
}

/** Gives the rows of other PCs the names among these that were masked. */
function learn(cache: WritableDb, names: readonly string[]): void {
  const keep = cache.prepare('INSERT OR IGNORE INTO hidden_name VALUES (?, ?)');
  const columns = ['merchant_order_id', 'ref_number'].map((column) =>
    cache.prepare(`UPDATE other_row SET ${column} = ? WHERE ${column}_hash = ?`),
  );
  for (const name of names) {
    const hashed = hashOfName(name);
    if (hashed === null || keep.run(hashed, name).changes === 0) continue;
    for (const column of columns) column.run(name, hashed);
  }
}

/** False until the first closes of other PCs come: nobody needs the names before. */
export const areNamesLearnt = (cache: ReadableDb): boolean =>
  cache.prepare('SELECT 1 FROM hidden_names_learnt').get() !== undefined;

/** Learns the names of settled transactions that were just stored. */
export function learnNames(cache: WritableDb, names: readonly string[]): void {
  if (areNamesLearnt(cache)) learn(cache, names);
}

/** Learns the names of all settled transactions, once. */
export function learnAllNames(cache: WritableDb): void {
  const settled = cache.prepare<{ id: string; ref: string }>(
    'SELECT merchant_order_id AS id, ref_number AS ref FROM settled',
  );
  const hidden: string[] = [];
  for (const { id, ref } of settled.iterate())
    hidden.push(...[id, ref].filter((name) => hashOfName(name) !== null));
  learn(cache, hidden);
  cache.prepare('INSERT OR IGNORE INTO hidden_names_learnt VALUES (1)').run();
}
