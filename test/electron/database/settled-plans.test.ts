/** Each order of settled transactions beside each common filter: rows come along an index, and nothing is sorted aside. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite, { type Database } from 'better-sqlite3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrate } from '#electron/database/migrate.ts';
import { cacheMigrations } from '#electron/database/migrations/index.ts';
import { settledPageSql } from '#electron/database/repositories/settled-page.ts';
import { settledFilterSchema, settledSortSchema } from '#shared/contract/settlement.ts';
import { choicesBy } from '#shared/domain/settled-texts.ts';

const folder = mkdtempSync(join(tmpdir(), 'closeout-plans-'));
let cache: Database;
beforeAll(() => {
  cache = new Sqlite(join(folder, 'cache.sqlite'));
  migrate(cache, cacheMigrations);
});
afterAll(() => {
  cache.close();
  rmSync(folder, { recursive: true });
});

const INDEX = {
  settlementDate: 'settled_by_date',
  amount: 'settled_by_shown',
  fee: 'settled_by_fee',
  net: 'settled_by_net',
  refNumber: 'settled_by_reference',
  merchantOrderId: 'settled_by_order',
  branchId: 'settled_by_branch',
} as const;
const orders = settledSortSchema.shape.by.options;

const filters = {
  'no filter': {},
  'a branch': { branchIds: ['BR-01'] },
  'some branches': { branchIds: ['BR-01', 'BR-02'] },
  // A choice that comes later is looked at here, too.
  ...choicesBy(({ filter }) => ({ [filter]: ['SALE'] })),
  days: { fromMs: 1_000, toMs: 2_000 },
};
/** Few rows have them: these are read by an index of their own, and sorted. */
const rareFilters = {
  'a window': [{ windowId: 'SW-1' }, 'settled_of_window'],
  'paid early': [{ early: true }, 'settled_early'],
  'odd rows': [{ odd: true }, 'settled_odd'],
} as const;

function planOf(change: object, by: (typeof orders)[number], direction: 'asc' | 'desc'): string {
  const filter = settledFilterSchema.parse(change);
  const page = settledPageSql({ filter, sort: { by, direction }, after: { key: 1, id: 'TX' } });
  if (!page) throw new Error('no page');
  const steps = cache.prepare(`EXPLAIN QUERY PLAN ${page.sql}`).all(...page.args, 100) as {
    detail: string;
  }[];
  return steps.map(({ detail }) => detail).join('; ');
}

it.each(
  orders.flatMap((by) =>
    Object.entries(filters).flatMap(([name, filter]) =>
      (['asc', 'desc'] as const).map((direction) => ({ by, name, filter, direction })),
    ),
  ),
)('by $by, $direction, $name', ({ by, filter, direction }) => {
  const plan = planOf(filter, by, direction);
  expect(plan).toMatch(new RegExp(`^SEARCH settled USING INDEX (${INDEX[by]}|settled_by_date) `));
  if (!plan.includes('settled_by_date')) expect(plan).not.toContain('TEMP B-TREE');
});

it.each(
  orders.flatMap((by) =>
    Object.entries(rareFilters).map(([name, [filter, index]]) => ({ by, name, filter, index })),
  ),
)('by $by, $name', ({ by, filter, index }) => {
  expect(planOf(filter, by, 'desc')).toContain(index);
});
