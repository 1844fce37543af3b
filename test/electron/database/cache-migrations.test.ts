import Sqlite from 'better-sqlite3';
import { expect, it } from 'vitest';
import { migrate } from '#electron/database/migrate.ts';
import { cacheMigrations } from '#electron/database/migrations/index.ts';

it('settled rows of the version before keep everything, and get the type they were stored with', () => {
  const db = new Sqlite(':memory:');
  migrate(db, cacheMigrations.slice(0, 2));
  const insert = db.prepare(
    `INSERT INTO settled (transaction_id, merchant_order_id, ref_number, branch_id, amount_minor, currency, settled_at_ms, search, value, download)
     VALUES (?, '', '', '', 100, 'EGP', 0, '', ?, 'd')`,
  );
  insert.run('TX-1', '{"paymentType":"REFUND"}');
  insert.run('TX-2', '{"paymentType":null}');
  insert.run('TX-3', '{}');
  migrate(db, cacheMigrations);
  expect(db.prepare('SELECT transaction_id, payment_type FROM settled ORDER BY 1').raw().all()).toEqual([
    ['TX-1', 'REFUND'],
    ['TX-2', ''],
    ['TX-3', ''],
  ]);
  expect(db.prepare('SELECT COUNT(*) FROM settled_sync').pluck().get()).toBe(0);
  db.close();
});
