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

it('settled rows of the version before are marked where they are odd, and their windows are summed anew', () => {
  const db = new Sqlite(':memory:');
  migrate(db, cacheMigrations.slice(0, 3));
  const insert = db.prepare(
    `INSERT INTO settled (transaction_id, merchant_order_id, ref_number, branch_id, amount_minor, fee_minor, vat_minor, net_minor, currency, settled_at_ms, window_id, payment_type, search, value)
     VALUES (?, '', '', '', ?, ?, ?, ?, 'EGP', 0, ?, ?, '', '{}')`,
  );
  insert.run('fine', 1_000, 20, 3, 977, 'W', 'SALE');
  insert.run('fee', 1_000, 1_100, 0, -100, 'W', 'SALE');
  insert.run('net', 1_000, 20, 3, 900, 'V', 'SALE');
  insert.run('bare', 1_000, null, null, null, null, 'SALE');
  insert.run('refund', 500, null, null, -500, 'V', 'REFUND');
  insert.run('refund-signed', -500, null, null, -500, 'V', 'REFUND');
  migrate(db, cacheMigrations);
  expect(db.prepare('SELECT transaction_id FROM settled WHERE odd = 1 ORDER BY 1').pluck().all()).toEqual([
    'fee',
    'net',
  ]);
  expect(db.prepare('SELECT window_id FROM window_stale ORDER BY 1').pluck().all()).toEqual(['V', 'W']);
  expect(db.prepare('SELECT COUNT(*) FROM settled WHERE early = 1').pluck().get()).toBe(0);
  db.close();
});

it('rows of terminals of the version before were read exactly: none is marked as noisy', () => {
  const db = new Sqlite(':memory:');
  migrate(
    db,
    cacheMigrations.slice(
      0,
      cacheMigrations.findIndex(({ name }) => name === 'cache-0008-noisy'),
    ),
  );
  db.exec(
    `INSERT INTO pos_transaction (row_id, terminal_id, amount_minor, currency, raw, search, position, first_seen_at_ms, last_seen_at_ms)
     VALUES ('r', 'T1', 100, 'EGP', '{}', '', 0, 1, 1)`,
  );
  migrate(db, cacheMigrations);
  expect(db.prepare('SELECT row_id, amount_minor, noisy FROM pos_transaction').raw().all()).toEqual([
    ['r', 100, 0],
  ]);
  db.close();
});

it('terminals of the version before keep all that the list said of them', () => {
  const db = new Sqlite(':memory:');
  migrate(
    db,
    cacheMigrations.slice(
      0,
      cacheMigrations.findIndex(({ name }) => name === 'cache-0011-terminal-values'),
    ),
  );
  db.exec(
    `INSERT INTO terminal VALUES ('T1', 'Till', 'B1', 'Zamalek', 'M', 'S', '{"a":1}');
     INSERT INTO terminal_before VALUES ('T0', NULL, NULL, NULL, NULL, NULL, '{}')`,
  );
  migrate(db, cacheMigrations);
  const values = (table: string) =>
    db
      .prepare<[], string>(`SELECT value FROM ${table}`)
      .pluck()
      .all()
      .map((value) => JSON.parse(value) as unknown);
  expect(values('terminal')).toEqual([
    {
      terminalId: 'T1',
      label: 'Till',
      branchId: 'B1',
      branchName: 'Zamalek',
      model: 'M',
      serialNumber: 'S',
      raw: '{"a":1}',
    },
  ]);
  expect(values('terminal_before')).toMatchObject([{ terminalId: 'T0', label: null, branchId: null }]);
  db.close();
});

it('rows that could not be read in the version before are kept, and get their id with the next reading', () => {
  const db = new Sqlite(':memory:');
  migrate(
    db,
    cacheMigrations.slice(
      0,
      cacheMigrations.findIndex(({ name }) => name === 'cache-0012-unreadable'),
    ),
  );
  db.exec(
    `INSERT INTO unreadable_row (terminal_id, position, field, problem, raw)
     VALUES ('T1', 3, 'amount', 'too-many-decimals', '{"amount":1.2345}')`,
  );
  migrate(db, cacheMigrations);
  expect(db.prepare('SELECT * FROM unreadable_row').all()).toEqual([
    {
      terminal_id: 'T1',
      position: 3,
      field: 'amount',
      problem: 'too-many-decimals',
      raw: '{"amount":1.2345}',
      row_id: '',
      first_seen_at_ms: 0,
    },
  ]);
  db.close();
});

it('orders, checkouts and terminals’ rows of the version before are found afterwards, and what changes is found as it is', () => {
  const db = new Sqlite(':memory:');
  const at = cacheMigrations.findIndex(({ name }) => name === 'cache-0016-find');
  migrate(db, cacheMigrations.slice(0, at));
  db.exec(
    `INSERT INTO payment (key, at_ms, state, count, search) VALUES ('o-1', 0, 'paid', 1, ''), ('o-2', 0, 'paid', 1, 'web-17 "20.50');
     INSERT INTO pos_transaction (row_id, terminal_id, ref_number, amount_minor, currency, raw, search, position, first_seen_at_ms, last_seen_at_ms)
     VALUES ('r-1', 'T1', NULL, 100, 'EGP', '{}', 'sale', 0, 1, 1), ('r-2', 'T1', 'RRN-9', 100, 'EGP', '{}', 'sale', 1, 1, 1)`,
  );
  migrate(db, cacheMigrations);
  const found = (table: string, letters: string) =>
    db
      .prepare(`SELECT COUNT(*) AS n FROM ${table}_search WHERE ${table}_search MATCH ?`)
      .pluck()
      .get(`"${letters}"`);
  expect([found('payment', 'b-1'), found('payment', '""20')]).toEqual([1, 1]);
  expect([found('pos_transaction', 'n-9'), found('pos_transaction', 'sal')]).toEqual([1, 0]);
  db.exec(
    `UPDATE payment SET search = 'web-18' WHERE key = 'o-2'; DELETE FROM pos_transaction WHERE row_id = 'r-2'`,
  );
  expect([found('payment', '-17'), found('payment', '-18'), found('pos_transaction', 'n-9')]).toEqual([
    0, 1, 0,
  ]);
  db.close();
});
