/** Each order of the list of payments beside each of its filters: rows come along an index, and a text is not looked for row by row. */
import Sqlite, { type Database } from 'better-sqlite3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ReadableFiles } from '#electron/database/db.ts';
import { migrate } from '#electron/database/migrate.ts';
import { cacheMigrations, journalMigrations } from '#electron/database/migrations/index.ts';
import { PAYMENT } from '#electron/database/repositories/payment-row.ts';
import { paymentPageSql, paymentProcedures } from '#electron/database/repositories/payments.ts';
import {
  NEWEST_FIRST,
  paymentFilterSchema,
  paymentSortSchema,
  type PaymentSort,
} from '#shared/contract/payments.ts';

let cache: Database;
const journal = new Sqlite(':memory:');
beforeAll(() => {
  cache = new Sqlite(':memory:');
  migrate(cache, cacheMigrations);
  migrate(journal, journalMigrations);
  const insert = cache.prepare(
    "INSERT INTO payment (key, at_ms, state, count, search) VALUES (?, ?, 'paid', 1, ?)",
  );
  for (let row = 0; row < 300; row += 1) insert.run(`ORD-${row}`, row, `ord-${row} web-${row % 7}`);
  cache.exec(`UPDATE payment_listed SET customer = 'Mona' WHERE row % 9 = 0`);
  cache.exec(`UPDATE payment_listed SET customer = 'Karim' WHERE row % 9 = 1`);
});
afterAll(() => {
  cache.close();
  journal.close();
});

function planOf(change: object, sort: PaymentSort = NEWEST_FIRST): string {
  const filter = paymentFilterSchema.parse(change);
  const after = { value: 1, atMs: 1, row: 1 };
  const asked = paymentPageSql({ cache, journal } as unknown as ReadableFiles, {
    filter,
    sort,
    nowMs: 0,
    after,
  });
  const { sql = '', args = [] } = asked ?? {};
  const steps = cache.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...args, 100) as { detail: string }[];
  return steps.map(({ detail }) => detail).join('; ');
}

const INDEX: Record<PaymentSort['by'], string> = {
  at: 'time',
  order: 'name',
  paymentState: 'state',
  amount: 'amount',
  captured: 'captured',
  returned: 'returned',
  left: 'left',
  method: 'method',
  channel: 'channel',
  reference: 'reference',
  paidFrom: 'from',
  window: 'window',
};
const orders = paymentSortSchema.shape.by.options.flatMap((by) =>
  (['asc', 'desc'] as const).map((direction) => ({ by, direction })),
);

it.each(orders)('by $by, $direction: along its index, and nothing is sorted aside', (sort) => {
  const plan = planOf({}, sort);
  expect(plan).toMatch(
    new RegExp(`^SEARCH payment_listed USING (COVERING )?INDEX payment_listed_by_${INDEX[sort.by]} `),
  );
  expect(plan).not.toContain('TEMP B-TREE');
});

const filters = {
  'a state': { state: 'paid' },
  'a method': { method: 'card' },
  'a channel': { channel: 'online' },
  amounts: { minAmount: '10', maxAmount: '20' },
  days: { fromMs: 1, toMs: 2 },
  'not seen settled': { unsettled: true },
  'what it was paid at': { from: 'checkout' },
  'its window': { windowId: 'W-1' },
  'paid early': { flag: 'early' },
};
it.each(
  orders.flatMap((sort) => Object.entries(filters).map(([name, filter]) => ({ ...sort, name, filter }))),
)('by $by, $direction, $name: by an index', ({ by, direction, filter }) => {
  const plan = planOf(filter, { by, direction });
  expect(plan).toMatch(/^SEARCH payment_listed USING (COVERING )?INDEX payment_listed_/);
  // In their own order, rows of a filter are not sorted.
  if (by === 'at') expect(plan).not.toContain('TEMP B-TREE');
});

it.each(
  orders.flatMap((sort) => [
    { ...sort, filter: { held: true } },
    { ...sort, filter: { holdEnding: 7 } },
  ]),
)(
  'by $by, $direction, $filter: the few that are held, by an index of their own',
  ({ by, direction, filter }) =>
    expect(planOf(filter, { by, direction })).toMatch(/INDEX payment_listed_held\b/),
);

it.each(orders)('by $by, $direction: the payments of few customers by the index of customers', (sort) => {
  expect(planOf({ customer: 'mo' }, sort)).toMatch(
    /^SEARCH payment_listed USING (COVERING )?INDEX payment_listed_by_customer /,
  );
});

it.each([
  ['unknown', 'UNKNOWN'],
  ['moving', 'SENDING'],
])('what is flagged %s is found by the orders of our movements', (flag, state) => {
  const began = journal.prepare(
    `INSERT OR REPLACE INTO operation (op_id, seq, kind, subject_key, state, environment, merchant_id, order_id, totals, actor, method, url,
       body, body_sha256, key_fingerprint, evidence_before, created_at_ms, updated_at_ms)
     VALUES ('OP', 1, 'refund', 'OP', ?, 'practice', 'M', 'ORD-1', '[]', 'Mona', 'PUT', '', x'', '', '', '[]', 1, 1)`,
  );
  began.run(state);
  const plan = planOf({ flag });
  expect(plan).toContain('SEARCH payment_listed USING INTEGER PRIMARY KEY (rowid=?)');
  expect(plan).not.toContain('SCAN payment');
});

it('a text is found by the index of every three letters; the few rows that it names are sorted', () => {
  const plan = planOf({ text: 'ord-12' });
  expect(plan).toContain('SEARCH payment_listed USING INTEGER PRIMARY KEY (rowid=?)');
  expect(plan).not.toContain('SCAN payment');
});

/** The files, and the statements that are asked of them. */
function watchedFiles() {
  const asked: string[] = [];
  const prepare = (sql: string) => {
    asked.push(sql);
    return cache.prepare(sql);
  };
  const files = { cache: { prepare }, journal } as unknown as ReadableFiles;
  return { files, asked };
}

it('of a text that no row has, neither a page nor a sum asks the list', () => {
  const { files, asked } = watchedFiles();
  const filter = paymentFilterSchema.parse({ text: 'zzqq' });
  const input = { filter, sort: NEWEST_FIRST, after: null, nowMs: 0, limit: 100 };
  expect(paymentProcedures['payments.page'].run(files, input)).toEqual({ rows: [], next: null });
  expect(paymentProcedures['payments.sums'].run(files, input)).toEqual({
    count: 0,
    notSummed: 0,
    gone: 0,
    sums: [],
  });
  expect(asked.join()).toContain('payment_search MATCH');
  expect(asked.join()).not.toContain('payment_listed');
});

it('the sums of a text ask its index once', () => {
  const { files, asked } = watchedFiles();
  const filter = paymentFilterSchema.parse({ text: 'ord-12' });
  expect(paymentProcedures['payments.sums'].run(files, { filter, nowMs: 0 }).count).toBe(11);
  expect(asked.filter((sql) => sql.includes('MATCH'))).toHaveLength(1);
});

it('of a text without three letters the list is looked through in its order', () => {
  expect(planOf({ text: '12' })).toContain('INDEX payment_listed_by_time');
});

it.each([
  ['what the list has of a payment', 'SELECT * FROM payment_to_list WHERE row = ?'],
  ['what a row says beside it', `${PAYMENT} payment.key = ?`],
])('%s is found by indexes, with its checkout and its bill', (_name, sql) => {
  const steps = cache.prepare(`EXPLAIN QUERY PLAN ${sql}`).all('1') as { detail: string }[];
  const scans = steps.filter(({ detail }) => /^SCAN (?!payment_gone|CONSTANT)/.test(detail));
  expect(scans).toEqual([]);
  expect(steps.map(({ detail }) => detail).join('; ')).toContain('INDEX checkout_by_gateway_order (');
});
