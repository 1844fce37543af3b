/** The list of payments beside each of its filters: rows come along an index in their order, and a text is not looked for row by row. */
import Sqlite, { type Database } from 'better-sqlite3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ReadableDb } from '#electron/database/db.ts';
import { migrate } from '#electron/database/migrate.ts';
import { cacheMigrations } from '#electron/database/migrations/index.ts';
import { paymentPageSql } from '#electron/database/repositories/payments.ts';
import { paymentFilterSchema } from '#shared/contract/payments.ts';

let cache: Database;
beforeAll(() => {
  cache = new Sqlite(':memory:');
  migrate(cache, cacheMigrations);
  const insert = cache.prepare(
    "INSERT INTO payment (key, at_ms, state, count, search) VALUES (?, ?, 'paid', 1, ?)",
  );
  for (let row = 0; row < 300; row += 1) insert.run(`ORD-${row}`, row, `ord-${row} web-${row % 7}`);
});
afterAll(() => cache.close());

function planOf(change: object): string {
  const filter = paymentFilterSchema.parse(change);
  const { sql, args } = paymentPageSql(cache as unknown as ReadableDb, {
    filter,
    after: { atMs: 1, key: 'a' },
  });
  const steps = cache.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...args, 100) as { detail: string }[];
  return steps.map(({ detail }) => detail).join('; ');
}

it.each([
  ['no filter', {}, 'payment_by_time'],
  ['a state', { state: 'paid' }, 'payment_by_state'],
  ['a method', { method: 'card' }, 'payment_by_method'],
  ['a channel', { channel: 'online' }, 'payment_by_channel'],
  ['a hold', { held: true }, 'payment_held'],
  ['amounts', { minAmount: '10', maxAmount: '20' }, 'payment_by_time'],
  ['days', { fromMs: 1, toMs: 2 }, 'payment_by_time'],
])('%s: along an index, and nothing is sorted aside', (_, filter, index) => {
  const plan = planOf(filter);
  expect(plan).toContain(`USING INDEX ${index}`);
  expect(plan).not.toContain('TEMP B-TREE');
});

it('a text is found by the index of every three letters; the few rows that it names are sorted', () => {
  const plan = planOf({ text: 'ord-12' });
  expect(plan).toContain('SEARCH payment USING INTEGER PRIMARY KEY (rowid=?)');
  expect(plan).not.toContain('SCAN payment');
});

it('of a text without three letters the list is looked through in its order', () => {
  expect(planOf({ text: '12' })).toContain('USING INDEX payment_by_time');
});
