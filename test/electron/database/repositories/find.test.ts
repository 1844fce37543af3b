import Sqlite from 'better-sqlite3';
import { expect, it } from 'vitest';
import type { ReadableFiles } from '#electron/database/db.ts';
import { migrate } from '#electron/database/migrate.ts';
import { cacheMigrations } from '#electron/database/migrations/index.ts';
import { findKinds, findProcedures } from '#electron/database/repositories/find.ts';

/** A cache without rows, and the statements that a search asks it. */
function openCache() {
  const db = new Sqlite(':memory:');
  migrate(db, cacheMigrations);
  const asked: string[] = [];
  const cache = {
    prepare: (sql: string) => {
      asked.push(sql);
      return db.prepare(sql);
    },
  };
  const find = (text: string) =>
    findProcedures['find.all'].run({ cache } as unknown as ReadableFiles, { text, seesContacts: true });
  const pay = db.prepare(
    `INSERT INTO payment (key, merchant_order_id, at_ms, state, currency, amount_minor, count, search) VALUES (?, ?, ?, 'paid', ?, ?, 1, ?)`,
  );
  const settle = db.prepare(
    `INSERT INTO settled (transaction_id, merchant_order_id, ref_number, branch_id, amount_minor, currency, settled_at_ms, payment_type, kind, search, value)
     VALUES (?, '', ?, '', ?, 'EGP', ?, 'SALE', ?, ?, '[]')`,
  );
  return { db, asked, find, pay, settle };
}

it('without rows no index is asked', () => {
  const { db, asked, find } = openCache();
  expect(find('12.50')).toEqual([]);
  expect(asked.join()).not.toContain('MATCH');
  db.close();
});

it('by text only the indexes of kinds that have rows are asked, by amount the indexes of all', () => {
  const { db, asked, find, pay } = openCache();
  pay.run('O-1', 'web-1', 1, 'EGP', 1250, 'o-1 web-1');
  expect(find('12.50').map(({ key }) => key)).toEqual(['O-1']);
  const byText = asked.filter((sql) => sql.includes('MATCH')).join();
  expect(byText).toContain('payment_search');
  expect(byText).not.toMatch(/checkout|pos_transaction|settled|kept_row/);
  const byAmount = asked.filter((sql) => sql.includes('INDEXED BY')).join();
  for (const { amount } of Object.values(findKinds)) expect(byAmount).toContain(amount.index);
  db.close();
});

it('what is called so comes first, then the newest, six of a kind, in the order of the kinds', () => {
  const { db, find, pay, settle } = openCache();
  for (let at = 1; at <= 9; at += 1)
    pay.run(`O-${at}`, at === 2 ? 'web' : `web-${at}`, at, 'EGP', at, `o-${at} web-${at}`);
  for (let at = 1; at <= 3; at += 1) settle.run(`T-${at}`, `web-${at}`, at, at, 'sale', `t-${at} web-${at}`);
  expect(find('WEB').map(({ key }) => key)).toEqual([
    ...['O-2', 'O-9', 'O-8', 'O-7', 'O-6', 'O-5'],
    ...['T-3', 'T-2', 'T-1'],
  ]);
  db.close();
});

it('an amount is found with what was given back of it, the newest first, and each row once', () => {
  const { db, find, settle } = openCache();
  settle.run('T-1', 'R-1', 5_000, 1, 'sale', 't-1');
  settle.run('T-2', 'R-2', 5_000, 2, 'refund', 't-2');
  settle.run('T-3', '50.00', 5_000, 0, 'sale', 't-3 50.00');
  settle.run('T-4', 'R-4', 5_001, 4, 'sale', 't-4');
  const found = find('50.00');
  expect(found.map(({ key, amount }) => [key, amount?.minor])).toEqual([
    ['T-3', 5_000n],
    ['T-2', 5_000n],
    ['T-1', 5_000n],
  ]);
  db.close();
});

it('an amount is found among more rows of zero than are looked at', () => {
  const { db, find, pay } = openCache();
  for (let at = 0; at < 500; at += 1) pay.run(`O-${at}`, null, at, 'EGP', 0, `o-${at}`);
  pay.run('O-found', null, 1, 'EGP', 5_000, 'o-found');
  expect(find('50.00').map(({ key }) => key)).toEqual(['O-found']);
  expect(find('0.00').map(({ key }) => key)).toHaveLength(6);
  db.close();
});

it('digits of an amount in a currency of other decimals are another amount', () => {
  const { db, find, pay } = openCache();
  pay.run('O-egp', null, 1, 'EGP', 5_000, 'o-egp');
  pay.run('O-kwd', null, 2, 'KWD', 50_000, 'o-kwd');
  pay.run('O-not', null, 3, 'KWD', 5_000, 'o-not');
  expect(find('50.00').map(({ key }) => key)).toEqual(['O-kwd', 'O-egp']);
  db.close();
});

it('in a long list letters that no row has are told by one look; others, and amounts, are found wherever they stand', () => {
  const { db, asked, find, pay } = openCache();
  for (let at = 0; at < 600; at += 1)
    pay.run(`O-${at}`, `web-${at}`, at, 'EGP', 7_700 + at, at === 300 ? 'samy' : `o-${at} web-${at}`);
  expect(find('samy').map(({ key }) => key)).toEqual(['O-300']);
  asked.length = 0;
  expect(find('zzqq')).toEqual([]);
  expect(asked.filter((sql) => sql.includes('CROSS JOIN'))).toEqual([]);
  expect(find('77.50').map(({ key }) => key)).toEqual(['O-50']);
  db.close();
});
