/** Pages of a text that many payments have: whichever way they are found, they are those of the list, in its order. */
import Sqlite, { type Database } from 'better-sqlite3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ReadableFiles } from '#electron/database/db.ts';
import { migrate } from '#electron/database/migrate.ts';
import { cacheMigrations, journalMigrations } from '#electron/database/migrations/index.ts';
import {
  eachPayment,
  paymentProcedures,
  paymentTextSql,
  type PaymentAfter,
} from '#electron/database/repositories/payments.ts';
import { NEWEST_FIRST, paymentFilterSchema, type PaymentSort } from '#shared/contract/payments.ts';

const ROWS = 30_000;
const OLD = 4_000;
let cache: Database;
const journal = new Sqlite(':memory:');

/** All rows have the letters of `wxyz`; the old ones have them as one word. */
const textOf = (row: number) =>
  row < OLD
    ? `ord-${row} early wxyz`
    : `ord-${row} wxy xyz${row % 3 === 0 ? ' third' : ''}${row > ROWS - OLD ? ' fresh' : ''}`;

beforeAll(() => {
  cache = new Sqlite(':memory:');
  migrate(cache, cacheMigrations);
  migrate(journal, journalMigrations);
  const insert = cache.prepare(
    `INSERT INTO payment (key, at_ms, state, currency, amount_minor, count, search) VALUES (?, ?, ?, 'EGP', ?, 1, ?)`,
  );
  cache.transaction(() => {
    for (let row = 0; row < ROWS; row += 1)
      insert.run(`ORD-${row}`, row * 1_000, row % 11 === 0 ? 'failed' : 'paid', row % 997, textOf(row));
  })();
});
afterAll(() => {
  cache.close();
  journal.close();
});

const files = () => ({ cache, journal }) as unknown as ReadableFiles;
const fields = (change: object) => ({ filter: paymentFilterSchema.parse(change), nowMs: 0 });

function keysByPages(change: object, sort: PaymentSort): string[] {
  const keys: string[] = [];
  let after: PaymentAfter | null = null;
  do {
    const input = { ...fields(change), sort, after, limit: 700 };
    const page: { rows: { key: string }[]; next: PaymentAfter | null } = paymentProcedures[
      'payments.page'
    ].run(files(), input);
    keys.push(...page.rows.map(({ key }) => key));
    after = page.next;
  } while (after);
  return keys;
}

const sorts: PaymentSort[] = [
  NEWEST_FIRST,
  { by: 'at', direction: 'asc' },
  { by: 'amount', direction: 'desc' },
];
const filters = {
  'many old rows have, by its letters': { text: 'early' },
  'many old rows have, and its letters in all rows': { text: 'wxyz' },
  'many new rows have': { text: 'fresh' },
  'a third of the rows has': { text: 'third' },
  'of two letters': { text: 'ly' },
  'many old rows have, in one state': { text: 'wxyz', state: 'failed' },
  'many old rows have, in an hour': { text: 'early', fromMs: 0, toMs: 3_600_000 },
};
it.each(
  sorts.flatMap((sort) => Object.entries(filters).map(([name, filter]) => ({ ...sort, name, filter }))),
)('by $by, $direction, a text that $name', ({ by, direction, filter }) => {
  const sort = { by, direction };
  const inOrder = [...eachPayment(files(), { ...fields(filter), sort })].map(({ key }) => key);
  expect(inOrder.length).toBeGreaterThan(300);
  expect(keysByPages(filter, sort)).toEqual(inOrder);
});

function planOf(text: string, which: 'near' | 'rest'): string {
  const input = { ...fields({ text }), sort: NEWEST_FIRST, after: null };
  const { sql, args } = paymentTextSql(files().cache, input, { where: '1', args: [] })[which];
  const steps = cache.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...args, 100) as { detail: string }[];
  return steps.map(({ detail }) => detail).join('; ');
}

it('the next rows of the list are looked at along its order', () => {
  const plan = planOf('early', 'near');
  expect(plan).toContain('SCAN payment_listed USING COVERING INDEX payment_listed_by_time');
  expect(plan).not.toContain('TEMP B-TREE');
});

it('all rows of a text are found by its letters, and where nearly all rows have those, by reading the texts', () => {
  expect(planOf('early', 'rest')).toMatch(/^SCAN payment_search VIRTUAL TABLE INDEX/);
  expect(planOf('wxyz', 'rest')).toMatch(
    /^SCAN payment; SEARCH payment_listed USING INTEGER PRIMARY KEY \(rowid=\?\)/,
  );
});

it('a page of many old rows does not follow the list down to them', () => {
  const asked: string[] = [];
  const prepare = (sql: string) => {
    asked.push(sql);
    return cache.prepare(sql);
  };
  const seen = { cache: { prepare }, journal } as unknown as ReadableFiles;
  const input = { ...fields({ text: 'early' }), sort: NEWEST_FIRST, after: null, limit: 100 };
  expect(paymentProcedures['payments.page'].run(seen, input).rows[0]?.key).toBe(`ORD-${OLD - 1}`);
  expect(asked.some((sql) => sql.includes('payment_search MATCH') && sql.includes('payment_listed'))).toBe(
    true,
  );
});
