import Sqlite from 'better-sqlite3';
import { afterAll, describe, expect, it } from 'vitest';
import { migrate } from '#electron/database/migrate.ts';
import { BY_GATEWAY_ORDER, POSSIBLE } from '#electron/database/repositories/checkouts.ts';
import { cacheMigrations, journalMigrations } from '#electron/database/migrations/index.ts';

const before = (names: typeof cacheMigrations, name: string) =>
  names.slice(
    0,
    names.findIndex((one) => one.name === name),
  );

describe('the tables of checkouts', () => {
  const cache = new Sqlite(':memory:');
  const journal = new Sqlite(':memory:');
  migrate(cache, before(cacheMigrations, 'cache-0013-checkouts'));
  cache.exec(`INSERT INTO list_read (name, read_at_ms, note) VALUES ('payments', 5, 'odd')`);
  migrate(cache, cacheMigrations);
  migrate(journal, journalMigrations);
  afterAll(() => {
    cache.close();
    journal.close();
  });
  const planOf = (db: Sqlite.Database, sql: string) =>
    db
      .prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
      .all()
      .map(({ detail }) => detail)
      .join(' ');

  it('come to a cache of the version before, whose rows stay', () => {
    expect(cache.prepare('SELECT name, read_at_ms, note FROM list_read').all()).toEqual([
      { name: 'payments', read_at_ms: 5, note: 'odd' },
    ]);
    expect(cache.prepare('SELECT COUNT(*) AS n FROM checkout').get()).toEqual({ n: 0 });
  });

  it.each([
    [
      'WHERE 1 AND (created_at_ms, key) < (1, "k") ORDER BY created_at_ms DESC, key DESC LIMIT 9',
      'checkout_by_time',
    ],
    [`WHERE state = 'paid' ORDER BY created_at_ms DESC, key DESC LIMIT 9`, 'checkout_by_state'],
  ])('are read by an index and not sorted: %s', (rest, index) => {
    const plan = planOf(cache, `SELECT * FROM checkout ${rest.replaceAll('"', "'")}`);
    expect(plan).toContain(index);
    expect(plan).not.toContain('TEMP B-TREE');
  });

  it('that may be of an attempt are found by their order', () => {
    const plan = cache.prepare(`EXPLAIN QUERY PLAN ${POSSIBLE}`).all('A', 1, 'EGP', 0) as {
      detail: string;
    }[];
    expect(plan[0]?.detail).toBe('SEARCH checkout USING INDEX checkout_by_order (order_reference=?)');
  });

  it('that are of an order are found by the order that their payment names', () => {
    const plan = cache
      .prepare(`EXPLAIN QUERY PLAN SELECT * FROM checkout WHERE ${BY_GATEWAY_ORDER}`)
      .all('A');
    expect(JSON.stringify(plan)).toContain('checkout_by_gateway_order');
  });

  it('of attempts without a result are read by an index', () => {
    const sql = `SELECT * FROM creation WHERE what = 'checkout' AND state IN ('sent', 'not-known') ORDER BY at_ms DESC`;
    expect(planOf(journal, sql)).toContain('SEARCH creation USING INDEX');
  });
});
