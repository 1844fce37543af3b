/** Pages of a text that many settled transactions have: whichever way they are found, they are those of the list, in its order. */
import Sqlite, { type Database } from 'better-sqlite3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ReadableDb } from '#electron/database/db.ts';
import { migrate } from '#electron/database/migrate.ts';
import { cacheMigrations } from '#electron/database/migrations/index.ts';
import { rowsOfPage, settledPageSql, settledTextSql } from '#electron/database/repositories/settled-page.ts';
import { pageRow, type PageRow, type SettledAfter } from '#electron/database/repositories/settled-listed.ts';
import { settledFilterSchema, settledSortSchema, type SettledSort } from '#shared/contract/settlement.ts';

const ROWS = 30_000;
const OLD = 4_000;
const HOUR = 3_600_000;
let cache: Database;

/** All rows have the letters of `wxyz`; the old ones have them as one word. */
const textOf = (row: number) =>
  row < OLD
    ? `tx-${row} early wxyz`
    : `tx-${row} wxy xyz${row % 3 === 0 ? ' third' : ''}${row > ROWS - OLD ? ' fresh' : ''}`;
const idOf = (row: number) => `TX-${String(row).padStart(6, '0')}`;

beforeAll(() => {
  cache = new Sqlite(':memory:');
  migrate(cache, cacheMigrations);
  const insert = cache.prepare(
    `INSERT INTO settled (transaction_id, merchant_order_id, ref_number, terminal_id, branch_id, amount_minor, fee_minor, net_minor, currency,
       settled_at_ms, payment_type, kind, search, value)
     VALUES (?, ?, ?, 'T1', ?, ?, ?, ?, 'EGP', ?, 'SALE', 'sale', ?, '')`,
  );
  cache.transaction(() => {
    for (let row = 0; row < ROWS; row += 1) {
      const names = [idOf(row), `NM-${row % 7_001}`, String(row % 5_003), `BR-${row % 11}`];
      insert.run(...names, row % 997, row % 13, row % 991, row * 1_000, textOf(row));
    }
  })();
});
afterAll(() => cache.close());

const seen = () => cache as unknown as ReadableDb;
const filterOf = (change: object) => settledFilterSchema.parse(change);
const NEWEST: SettledSort = { by: 'settlementDate', direction: 'desc' };

function idsByPages(change: object, sort: SettledSort): string[] {
  const ids: string[] = [];
  const limit = 700;
  let after: SettledAfter | null = null;
  do {
    const found: PageRow[] = rowsOfPage(seen(), { filter: filterOf(change), sort, after, limit }).map(
      pageRow,
    );
    ids.push(...found.slice(0, limit).map((row) => row.transaction_id));
    const last: (typeof found)[number] | undefined = found[limit - 1];
    after = found.length > limit && last ? { key: keyOf(last.key), id: last.transaction_id } : null;
  } while (after);
  return ids;
}
const keyOf = (key: string | bigint) => (typeof key === 'bigint' ? Number(key) : key);

/** Every row in its order, looked at one by one. */
function idsInOrder(change: object, sort: SettledSort): string[] {
  const { sql, args } = settledPageSql({ filter: filterOf(change), sort, after: null }) ?? {
    sql: '',
    args: [],
  };
  const rows = cache.prepare(sql).all(...args, -1) as { transaction_id: string }[];
  return rows.map((row) => row.transaction_id);
}

const sorts: SettledSort[] = [
  NEWEST,
  { by: 'settlementDate', direction: 'asc' },
  { by: 'amount', direction: 'desc' },
  { by: 'fee', direction: 'asc' },
  { by: 'refNumber', direction: 'desc' },
];
const filters = {
  'many old rows have, by its letters': { text: 'early' },
  'many old rows have, and its letters in all rows': { text: 'wxyz' },
  'many new rows have': { text: 'fresh' },
  'a third of the rows has': { text: 'third' },
  'of two letters': { text: 'ly' },
  'many old rows have, in one branch': { text: 'wxyz', branchIds: ['BR-3'] },
  'many old rows have, in an hour': { text: 'early', fromMs: 0, toMs: HOUR },
  'many old rows have, up to a moment': { text: 'wxyz', toMs: 7 * HOUR },
};
it.each(
  sorts.flatMap((sort) => Object.entries(filters).map(([name, filter]) => ({ ...sort, name, filter }))),
)('by $by, $direction, a text that $name', ({ by, direction, filter }) => {
  const inOrder = idsInOrder(filter, { by, direction });
  expect(inOrder.length).toBeGreaterThan(300);
  expect(idsByPages(filter, { by, direction })).toEqual(inOrder);
});

function planOf(text: string, which: 'near' | 'isBeyond' | 'rest', sort: SettledSort = NEWEST): string {
  const { sql, args } = settledTextSql(seen(), { filter: filterOf({ text }), sort, after: null })[which];
  const steps = cache.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...args, 100) as { detail: string }[];
  return steps.map(({ detail }) => detail).join('; ');
}

it.each(settledSortSchema.shape.by.options)('by %s, the list is passed along its index alone', (by) => {
  const sort = { by, direction: 'desc' } as const;
  for (const which of ['near', 'isBeyond'] as const) {
    expect(planOf('early', which, sort)).toMatch(/SCAN settled USING COVERING INDEX settled_by_/);
    // The rows of the page are put in their order, and no others.
    expect(planOf('early', which, sort).split('TEMP B-TREE').length).toBeLessThanOrEqual(2);
  }
});

it('all rows of a text are found by its letters, and where nearly all rows have those, by reading the texts', () => {
  expect(planOf('early', 'rest')).toMatch(/SCAN settled_search VIRTUAL TABLE INDEX/);
  const read = planOf('wxyz', 'rest');
  expect(read).toMatch(/SCAN settled;/);
  expect(read).not.toContain('settled_search');
});

it.each(['early', 'wxyz'])('a page of many old rows does not follow the list down to them: %s', (text) => {
  const asked: string[] = [];
  const prepare = (sql: string) => {
    asked.push(sql);
    return cache.prepare(sql);
  };
  const input = { filter: filterOf({ text }), sort: NEWEST, after: null, limit: 100 };
  const [newest] = rowsOfPage({ prepare } as unknown as ReadableDb, input).map(pageRow);
  expect(newest?.transaction_id).toBe(idOf(OLD - 1));
  const { sql } = settledPageSql(input) ?? { sql: '' };
  expect(asked.filter((one) => one.startsWith(sql))).toEqual([]);
});
