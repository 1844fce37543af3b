/** Payments that an earlier Closeout stored come into the list a slice at a time, whatever happens between two slices. */
import Sqlite, { type Database } from 'better-sqlite3';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ReadableDb, ReadableFiles, WritableDb } from '#electron/database/db.ts';
import { migrate } from '#electron/database/migrate.ts';
import { cacheMigrations, journalMigrations } from '#electron/database/migrations/index.ts';
import { listedFrom, paymentFillProcedures } from '#electron/database/repositories/payment-fill.ts';
import { countOfPayments, eachPayment, paymentSums } from '#electron/database/repositories/payments.ts';
import { NEWEST_FIRST, paymentFilterSchema } from '#shared/contract/payments.ts';

const AT = cacheMigrations.findIndex(({ name }) => name === 'cache-0022-payments-listed');
const journal = new Sqlite(':memory:');
migrate(journal, journalMigrations);
const filesOf = (cache: Database) => ({ cache, journal }) as unknown as ReadableFiles;
const ROWS = 25;
const fillSome = (cache: Database, most: number): boolean =>
  paymentFillProcedures['payments.fillSome'].run(
    { cache: cache as unknown as WritableDb } as ReadableFiles & { cache: WritableDb },
    { most },
  );
const STATES = ['paid', 'authorised', 'part-refunded', 'failed'];

/** A file of the version before, with payments, transactions and what is settled of them, as this version opens it. */
function earlier(): Buffer {
  const db = new Sqlite(':memory:');
  migrate(db, cacheMigrations.slice(0, AT));
  const pay = db.prepare(
    `INSERT INTO payment (key, order_id, merchant_order_id, channel, method, at_ms, state, currency, amount_minor, captured_minor, returned_minor, left_minor, count, search)
     VALUES (@key, @key, @name, 'online', @method, @at, @state, 'EGP', @minor, @minor, 0, @minor, 1, @key)`,
  );
  const made = db.prepare(
    `INSERT INTO gateway_transaction (transaction_id, key, order_id, amount_minor, currency, raw, run) VALUES (?, ?, ?, ?, 'EGP', '{}', 1)`,
  );
  for (let row = 0; row < ROWS; row += 1) {
    const key = `O-${row}`;
    pay.run({
      key,
      // Two orders have each name.
      name: `SHOP-${row >> 1}`,
      method: row % 2 ? 'card' : null,
      at: row % 5,
      state: STATES[row % 4],
      minor: row % 3 ? row : null,
    });
    made.run(`TX-${row}`, key, key, row);
    if (row % 3 === 0) settle(db, `TX-${row}`);
  }
  migrate(db, cacheMigrations);
  expect(listOf(db, 'payment_listed')).toEqual([]);
  return db.serialize();
}
function settle(db: Database, id: string, windowId: string | null = null): void {
  db.prepare(
    `INSERT INTO settled (transaction_id, window_id, settled_at_ms, amount_minor, currency, value, search, branch_id, merchant_order_id, ref_number) VALUES (?, ?, 1, 1, 'EGP', '{}', '', 'B', '', '')`,
  ).run(id, windowId);
}
const listOf = (db: Database, table: string) =>
  db.prepare(`SELECT * FROM ${table} ORDER BY row`).all() as { row: number }[];

const checkout = (db: Database, key: string, name: string, customer: string | null = null) =>
  db
    .prepare(
      `INSERT OR IGNORE INTO checkout (key, session_id, state, amount_minor, currency, order_reference, customer, created_at_ms, first_seen_at_ms, read_at_ms, run, is_gone, search, value)
       VALUES (?, ?, 'paid', 1, 'EGP', ?, ?, 1, 1, 1, 1, 0, '', '{}')`,
    )
    .run(key, key, name, customer);
const bill = (db: Database, list: string, key: string, customer: string | null = null) =>
  db
    .prepare(
      `INSERT OR IGNORE INTO kept_row (list, key, run, place, is_gone, detail, search, search_masked, value) VALUES (?, ?, 1, 1, 0, ?, '', '', '{}')`,
    )
    .run(list, key, customer);

const early = (db: Database, id: string) =>
  db.prepare('INSERT OR REPLACE INTO early_sale (transaction_id, paid, deducted) VALUES (?, 0, 0)').run(id);

type Change = { what: number; row: number };
/** What may happen between two slices. */
function change(db: Database, { what, row }: Change): void {
  const key = `O-${row}`;
  const changes = [
    () => db.prepare(`UPDATE payment SET state = 'refunded', amount_minor = 7 WHERE key = ?`).run(key),
    () => db.prepare('DELETE FROM payment WHERE key = ?').run(key),
    () => db.prepare('INSERT OR IGNORE INTO payment_gone (key) VALUES (?)').run(key),
    () => db.prepare('DELETE FROM payment_gone WHERE key = ?').run(key),
    () => db.prepare('DELETE FROM settled WHERE transaction_id = ?').run(`TX-${row}`),
    () =>
      db.prepare('SELECT 1 FROM settled WHERE transaction_id = ?').get(`TX-${row}`) ??
      settle(db, `TX-${row}`),
    () =>
      db
        .prepare(
          `INSERT OR IGNORE INTO payment (key, at_ms, state, count, search) VALUES (?, 9, 'paid', 1, '')`,
        )
        .run(`N-${row}`),
    () =>
      db
        .prepare('UPDATE settled SET window_id = ? WHERE transaction_id = ?')
        .run(`W-${row % 3}`, `TX-${row}`),
    () => checkout(db, `C-${row}`, `SHOP-${row % 13}`, `Customer ${row}`),
    () => db.prepare('UPDATE checkout SET customer = ? WHERE key = ?').run(`Other ${row}`, `C-${row % 9}`),
    () => db.prepare('UPDATE kept_row SET detail = ? WHERE key = ?').run(`Billed ${row}`, `SHOP-${row % 13}`),
    () => early(db, `TX-${row}`),
    () => db.prepare('DELETE FROM early_sale WHERE transaction_id = ?').run(`TX-${row}`),
    () =>
      db.prepare('UPDATE checkout SET payment = ? WHERE key = ?').run(`{"orderId":"${key}"}`, `C-${row % 9}`),
    () => db.prepare('DELETE FROM checkout WHERE key = ?').run(`C-${row % 9}`),
    () => bill(db, row % 2 ? 'links' : 'pages', `SHOP-${row % 13}`),
    () => db.prepare('DELETE FROM kept_row WHERE key = ?').run(`SHOP-${row % 13}`),
  ];
  changes[what]?.();
}

const ORDERS = (['at', 'amount', 'paidFrom', 'window'] as const).map((by) => ({
  by,
  direction: 'desc' as const,
}));
const answersOf = (db: Database) => {
  const filter = paymentFilterSchema.parse({});
  return {
    sums: paymentSums(filesOf(db), { filter, nowMs: 0 }),
    rows: ORDERS.map((sort) =>
      [...eachPayment(filesOf(db), { filter, sort, nowMs: 0 })].map(({ key }) => key),
    ),
  };
};

it('at any slice the process may end, rows may come, change and go, and the list is that of the payments', () => {
  const file = earlier();
  const step = fc.record({
    what: fc.nat(16),
    row: fc.nat(ROWS - 1),
    ends: fc.boolean(),
    isRolledBack: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9 }), fc.array(step, { maxLength: 20 }), (most, steps) => {
      let db = new Sqlite(file);
      for (const { ends, isRolledBack, ...changed } of steps) {
        // A kill in the middle of a slice: the transaction is not there.
        db.exec('BEGIN');
        fillSome(db, most);
        db.exec(isRolledBack ? 'ROLLBACK' : 'COMMIT');
        change(db, changed);
        if (!ends) continue;
        const left = db.serialize();
        db.close();
        db = new Sqlite(left);
        migrate(db, cacheMigrations);
      }
      const before = answersOf(db);
      while (fillSome(db, most));
      expect(listedFrom(db as unknown as ReadableDb)).toBe('payment_listed');
      expect(listOf(db, 'payment_listed')).toEqual(listOf(db, 'payment_to_list'));
      expect(answersOf(db)).toEqual(before);
      db.close();
    }),
    { numRuns: 20 },
  );
});

it('an order is not seen settled until a settled transaction is one of its own, by its exact id', () => {
  const db = new Sqlite(':memory:');
  migrate(db, cacheMigrations);
  const pay = db.prepare(
    `INSERT INTO payment (key, at_ms, state, currency, captured_minor, count, search) VALUES (?, 1, ?, 'EGP', 1, 1, '')`,
  );
  const made = db.prepare(
    `INSERT INTO gateway_transaction (transaction_id, key, amount_minor, currency, raw, run) VALUES (?, ?, 1, 'EGP', '{}', 1)`,
  );
  for (const [key, state] of [
    ['O-1', 'paid'],
    ['O-2', 'part-refunded'],
    ['O-3', 'refunded'],
    ['O-4', 'authorised'],
    ['O-5', 'paid'],
  ] as const) {
    made.run(`TX-${key}`, key);
    pay.run(key, state);
  }
  settle(db, 'TX-O-5');
  const filter = paymentFilterSchema.parse({ unsettled: true });
  const sort = { by: 'order', direction: 'asc' } as const;
  const keys = () => [...eachPayment(filesOf(db), { filter, sort, nowMs: 0 })].map(({ key }) => key);
  expect(keys()).toEqual(['O-1', 'O-2']);
  settle(db, 'TX-O-1');
  settle(db, 'of nobody here');
  expect(keys()).toEqual(['O-2']);
  db.exec(`DELETE FROM settled WHERE transaction_id = 'TX-O-5'`);
  expect(keys()).toEqual(['O-2', 'O-5']);
  db.exec(`INSERT INTO payment_gone (key) VALUES ('O-2')`);
  expect(keys()).toEqual(['O-5']);
  db.close();
});

it('a new folder has nothing to take in', () => {
  const db = new Sqlite(':memory:');
  migrate(db, cacheMigrations);
  expect(listedFrom(db as unknown as ReadableDb)).toBe('payment_listed');
  expect(fillSome(db, 1)).toBe(false);
  db.close();
});

it('what an earlier Closeout had marked as gone from the gateway’s list is still marked', () => {
  const db = new Sqlite(':memory:');
  migrate(db, cacheMigrations.slice(0, AT));
  for (const [key, isGone] of [
    ['O-here', 0],
    ['O-gone', 1],
  ] as const) {
    db.prepare(
      `INSERT INTO payment (key, order_id, channel, at_ms, state, currency, amount_minor, captured_minor, returned_minor, left_minor, count, search, is_gone)
       VALUES (?, ?, 'online', 1, 'paid', 'EGP', 1, 1, 0, 1, 1, '', ?)`,
    ).run(key, key, isGone);
    db.prepare(
      `INSERT INTO gateway_transaction (transaction_id, key, order_id, amount_minor, currency, raw, run, is_gone) VALUES (?, ?, ?, 1, 'EGP', '{}', 1, ?)`,
    ).run(`TX of ${key}`, key, key, isGone);
  }
  migrate(db, cacheMigrations);
  while (fillSome(db, 1));
  expect(db.prepare('SELECT key FROM payment_gone').pluck().all()).toEqual(['O-gone']);
  expect(db.prepare('SELECT transaction_id FROM transaction_gone').pluck().all()).toEqual(['TX of O-gone']);
  expect(db.prepare('SELECT name FROM payment_listed WHERE is_gone = 1').pluck().all()).toEqual(['O-gone']);
  db.close();
});

it('a payment says what it was paid at and by whom, exactly by id or else by name, and which window has its sale', () => {
  const db = new Sqlite(':memory:');
  migrate(db, cacheMigrations);
  const pay = db.prepare(
    `INSERT INTO payment (key, order_id, merchant_order_id, terminal_id, at_ms, state, count, search) VALUES (?, ?, ?, ?, 1, 'paid', 1, '')`,
  );
  pay.run('O-id', 'O-id', 'SHOP-1', null);
  pay.run('O-name', 'O-name', 'SHOP-2', null);
  pay.run('O-other', 'O-other', 'SHOP-1', null);
  pay.run('O-link', 'O-link', 'PL-1', null);
  pay.run('O-pos', 'O-pos', 'SHOP-2', 'T1');
  pay.run('O-alone', 'O-alone', null, null);
  checkout(db, 'C-1', 'SHOP-1', 'Mona');
  db.prepare('UPDATE checkout SET payment = ?').run('{"orderId":"O-id"}');
  checkout(db, 'C-2', 'SHOP-2', 'Karim');
  bill(db, 'links', 'PL-1', 'Salma');
  db.exec(
    `INSERT INTO gateway_transaction (transaction_id, key, amount_minor, currency, raw, run) VALUES ('TX', 'O-id', 1, 'EGP', '{}', 1)`,
  );
  settle(db, 'TX', 'W-1');
  const filter = paymentFilterSchema.parse({});
  const listed = (change: object, by: 'paidFrom' | 'window' | 'order' = 'order') =>
    [
      ...eachPayment(filesOf(db), {
        filter: { ...filter, ...change },
        sort: { by, direction: 'desc' },
        nowMs: 0,
      }),
    ].map(({ key, from, customer, joinedBy, windowId }) => [key, from, customer, joinedBy, windowId]);
  expect(listed({})).toEqual([
    ['O-pos', 'terminal', null, 'id', null],
    ['O-name', 'checkout', 'Karim', 'reference', null],
    ['O-other', null, null, 'reference', null],
    ['O-id', 'checkout', 'Mona', 'id', 'W-1'],
    ['O-link', 'link', 'Salma', 'reference', null],
    ['O-alone', null, null, 'reference', null],
  ]);
  expect(listed({ from: 'checkout' }).map(([key]) => key)).toEqual(['O-name', 'O-id']);
  expect(listed({ windowId: 'W-1' }).map(([key]) => key)).toEqual(['O-id']);
  expect(listed({ windowId: 'W-2' })).toEqual([]);
  expect(listed({ flag: 'early' })).toEqual([]);
  early(db, 'TX');
  expect(listed({ flag: 'early' }).map(([key]) => key)).toEqual(['O-id']);
  expect(listed({}, 'window')[0]?.[0]).toBe('O-id');
  expect(listed({}, 'paidFrom')[0]?.[0]).toBe('O-pos');
  db.close();
});

it('payments are found by any part of their customer’s name; a phone or an email in it only by whoever may see it', () => {
  const db = new Sqlite(':memory:');
  migrate(db, cacheMigrations);
  const pay = db.prepare(
    `INSERT INTO payment (key, order_id, merchant_order_id, at_ms, state, count, search) VALUES (?, ?, ?, ?, 'paid', 1, '')`,
  );
  const customers = ['Mona Adel', 'ÉLODIE', 'منى عادل', '01012345678', 'mona@example.com', 'Mona Adel'];
  const letters = db.prepare('UPDATE checkout SET search = ? WHERE key = ?');
  for (const [at, customer] of customers.entries()) {
    pay.run(`O-${at}`, `O-${at}`, `SHOP-${at}`, at);
    checkout(db, `C-${at}`, `SHOP-${at}`, customer);
    letters.run(customer.toLowerCase(), `C-${at}`);
  }
  // It is called so, and nobody of that name has paid.
  checkout(db, 'C-of-nobody', 'SHOP-none', 'Mona Nobody');
  const keysOf = (customer: string, seesContacts = false) => {
    const filter = paymentFilterSchema.parse({ customer });
    const sort = { by: 'order', direction: 'asc' } as const;
    const asked = { filter, sort, nowMs: 0, seesContacts };
    const keys = [...eachPayment(filesOf(db), asked)].map(({ key }) => key);
    expect(countOfPayments(filesOf(db), asked)).toBe(keys.length);
    return keys;
  };
  expect(keysOf('mona')).toEqual(['O-0', 'O-5']);
  expect(keysOf('mona', true)).toEqual(['O-0', 'O-4', 'O-5']);
  // Fewer letters than the index of three knows.
  expect(keysOf('ad')).toEqual(['O-0', 'O-5']);
  expect(keysOf('élo')).toEqual(['O-1']);
  expect(keysOf('عادل')).toEqual(['O-2']);
  expect(keysOf('٠١٠١', true)).toEqual(['O-3']);
  expect(keysOf('0101')).toEqual([]);
  expect(keysOf('•••• 78')).toEqual(['O-3']);
  expect(keysOf('nobody')).toEqual([]);
  db.close();
});

it('a movement that has not ended flags its payment, and what is not known is not said to be under way', () => {
  const db = new Sqlite(':memory:');
  migrate(db, cacheMigrations);
  const ours = new Sqlite(':memory:');
  migrate(ours, journalMigrations);
  const files = { cache: db, journal: ours } as unknown as ReadableFiles;
  const pay = db.prepare(
    `INSERT INTO payment (key, order_id, at_ms, state, count, search) VALUES (?, ?, 1, 'paid', 1, '')`,
  );
  for (const key of ['O-unsure', 'O-sent', 'O-done', 'O-none']) pay.run(key, key);
  const begin = ours.prepare(
    `INSERT INTO operation (op_id, seq, kind, subject_key, state, environment, merchant_id, order_id, totals, actor, method, url, body,
       body_sha256, key_fingerprint, evidence_before, created_at_ms, updated_at_ms)
     VALUES (@id, @at, 'refund', @id, @state, 'practice', 'M', @order, '[]', 'Mona', 'PUT', '', x'', '', '', '[]', 1, 1)`,
  );
  const begun = [
    ['O-unsure', 'UNKNOWN'],
    ['O-unsure', 'SENDING'],
    ['O-sent', 'SENDING'],
    ['O-done', 'SUCCEEDED'],
  ];
  for (const [at, [order, state]] of begun.entries()) begin.run({ id: `OP-${at}`, at, order, state });
  const keysOf = (flag: 'unknown' | 'moving') => {
    const asked = { filter: paymentFilterSchema.parse({ flag }), sort: NEWEST_FIRST, nowMs: 0 };
    return [...eachPayment(files, asked)].map(({ key, flags }) => [key, flags]);
  };
  expect(keysOf('unknown')).toEqual([['O-unsure', ['unknown']]]);
  expect(keysOf('moving')).toEqual([['O-sent', ['moving']]]);
  ours.close();
  db.close();
});
