import Sqlite from 'better-sqlite3';
import { expect, it } from 'vitest';
import type { ReadableDb } from '#electron/database/db.ts';
import { migrate } from '#electron/database/migrate.ts';
import { cacheMigrations } from '#electron/database/migrations/index.ts';
import { rareMatchOf, unseenLettersOf, searchRows } from '#electron/database/repositories/text-search.ts';

function paymentsOf(rows: number) {
  const db = new Sqlite(':memory:');
  migrate(db, cacheMigrations);
  const insert = db.prepare(
    `INSERT INTO payment (key, at_ms, state, count, search) VALUES (?, ?, 'paid', 1, ?)`,
  );
  for (let row = 0; row < rows; row += 1)
    insert.run(`O-${row}`, row, `web-${String(row).padStart(7, '0')} mona ${row % 2 ? 'adel' : 'samy'}`);
  return { db, cache: db as unknown as ReadableDb };
}

it('of a text with rare letters the three rarest are looked up, and nothing that nearly all rows have', () => {
  const { db, cache } = paymentsOf(1_000);
  expect(rareMatchOf(cache, 'payment', 'web-0000321')).toBe('"321" AND "032" AND "003"');
  expect(rareMatchOf(cache, 'payment', 'web-0004321')).toBe('"432" AND "321" AND "043"');
  expect(rareMatchOf(cache, 'payment', 'mona adel')).not.toContain('"mon"');
  // Of the other words of the rows nothing is lost.
  expect(rareMatchOf(cache, 'payment', 'mona adel')).toContain('"ade" AND "del"');
  db.close();
});

it('what half of the rows have is looked up only where little that is rarer is left', () => {
  const { db, cache } = paymentsOf(1_000);
  expect(rareMatchOf(cache, 'payment', '32 mona adel')).toContain('"ade" AND "del"');
  expect(rareMatchOf(cache, 'payment', '0000321 mona adel')).not.toContain('"ade"');
  expect(searchRows(cache, 'payment', '0000321 mona adel')).toEqual({ rowids: '[322]' });
  db.close();
});

it('a text of which nearly all rows have every part is looked up whole', () => {
  const { db, cache } = paymentsOf(1_000);
  expect(rareMatchOf(cache, 'payment', 'web-')).toBe('"web" AND "eb-"');
  db.close();
});

it('a text that the list has not is found in no row, and one that it has in all of its rows', () => {
  const { db, cache } = paymentsOf(1_000);
  expect(searchRows(cache, 'payment', 'web-0000321')).toEqual({ rowids: '[322]' });
  expect(searchRows(cache, 'payment', 'zzqq')).toBe('nothing');
  const adels = searchRows(cache, 'payment', 'mona adel');
  expect(adels !== null && adels !== 'nothing' && JSON.parse(adels.rowids)).toHaveLength(500);
  db.close();
});

it('a short list leaves nothing out', () => {
  const { db, cache } = paymentsOf(50);
  expect(rareMatchOf(cache, 'payment', 'web-01')).toBe('"web" AND "eb-" AND "b-0" AND "-01"');
  db.close();
});

it('letters that no row of the sample has are asked for first; of a short list, and of known letters, none are', () => {
  const { db, cache } = paymentsOf(1_000);
  expect(unseenLettersOf(cache, 'payment', 'mona zzqq')).toEqual(['"a z"', '" zz"', '"zzq"', '"zqq"']);
  expect(unseenLettersOf(cache, 'payment', 'mona')).toEqual([]);
  // A sign that the sample lacks comes first.
  expect(unseenLettersOf(cache, 'payment', '0000321.9')).toEqual(['"21."', '"1.9"', '"321"']);
  // Of a very long text the first of them.
  expect(unseenLettersOf(cache, 'payment', 'zzqqyy'.repeat(100))).toHaveLength(6);
  expect(unseenLettersOf(cache, 'payment', '0123456789zzqqyyxxww')).toHaveLength(8);
  // They are in other rows: the text is found all the same.
  expect(unseenLettersOf(cache, 'payment', '0000321')).toEqual(['"321"']);
  expect(searchRows(cache, 'payment', '0000321')).toEqual({ rowids: '[322]' });
  db.close();
  const short = paymentsOf(50);
  expect(unseenLettersOf(short.cache, 'payment', 'zzqq')).toEqual([]);
  expect(searchRows(short.cache, 'payment', 'zzqq')).toBe('nothing');
  short.db.close();
});
