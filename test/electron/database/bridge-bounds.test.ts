/** A bridge reads the sales of its time and what may be the same money, however many others a chain has. */
import Sqlite from 'better-sqlite3';
import { expect, it } from 'vitest';
import type { ReadableDb } from '#electron/database/db.ts';
import { migrate } from '#electron/database/migrate.ts';
import {
  cacheMigrations,
  importsMigrations,
  journalMigrations,
} from '#electron/database/migrations/index.ts';
import { knownOf } from '#electron/database/repositories/bridge/known.ts';
import { encodeWire } from '#electron/database/repositories/settled-value.ts';
import { settled } from '../services/reconciliation/settled.ts';
import {
  OTHERS_IN_TIME,
  OTHERS_NAMED_IN,
  OWN_IN_TIME,
  OWN_NAMED,
} from '#electron/database/repositories/closing/closed-sales.ts';
import { ROWS_OF_WORD } from '#electron/database/repositories/kinds/others.ts';
import { TOLD_ZS } from '#electron/database/repositories/payment-zs.ts';
import { OTHERS_NAMED } from '#electron/database/repositories/closing/has-others.ts';

const OPENS = 1_000_000;
const SPAN = [{ opensAtMs: OPENS, closesAtMs: OPENS + 1_000 }];

function chain() {
  const files = [cacheMigrations, journalMigrations, importsMigrations].map((migrations) => {
    const file = new Sqlite(':memory:');
    migrate(file, migrations);
    return file;
  });
  const [cache, journal, imports] = files as [Sqlite.Database, Sqlite.Database, Sqlite.Database];
  cache.exec(
    `INSERT INTO other_close (closing_id, pc, pc_name, branch_key, branch_name, business_date, time_zone, cut_off, state, number, revision, closed_at_ms, copy)
     VALUES ('C-1', 'PC-1', 'Till', 'B1', 'Maadi', '2026-11-17', 'Africa/Cairo', '04:00', 'closed', 1, 1, 5, 'copy')`,
  );
  const row = cache.prepare(
    `INSERT INTO other_row (closing_id, row_id, standing, terminal_id, merchant_order_id, ref_number, amount_minor, currency, kind, payment_type, entry_mode, first_seen_at_ms, business_date)
     VALUES ('C-1', ?, 1, 'T1', ?, ?, 100, 'EGP', 'sale', 'SALE', 'CHIP', ?, '2026-11-17')`,
  );
  const insert = cache.prepare(
    `INSERT INTO settled (transaction_id, merchant_order_id, ref_number, branch_id, amount_minor, currency, settled_at_ms, window_id, payment_type, method, search, value)
     VALUES (?, ?, ?, '', 10000, 'EGP', 1, ?, 'SALE', 'card', '', ?)`,
  );
  const settle = (transactionId: string, merchantOrderId: string, refNumber: string, windowId: string) => {
    const value = encodeWire(settled(1, { transactionId, merchantOrderId, refNumber, windowId }));
    insert.run(transactionId, merchantOrderId, refNumber, windowId, value);
  };
  const asRead = (file: Sqlite.Database) => file as unknown as ReadableDb;
  const readable = { cache: asRead(cache), journal: asRead(journal), imports: asRead(imports) };
  return { cache, journal, row, settle, readable, close: () => files.forEach((file) => file.close()) };
}
const idsOf = ({ sales, settled }: ReturnType<typeof knownOf>) => ({
  sales: sales.map(({ rowId }) => rowId).sort(),
  settled: settled.map(({ transactionId }) => transactionId).sort(),
});

it('sales of other times are read where they are settled by the window, or may be what another sale was settled as', () => {
  const { row, settle, readable, close } = chain();
  for (let number = 0; number < 500; number += 1)
    row.run(`old-${number}`, `O-${number}`, `OR-${number}`, number);
  row.run('in-time', 'W-1', 'R-1', OPENS);
  row.run('at-its-end', 'W-2', 'R-2', OPENS + 1_000);
  row.run('late', 'W-3', 'R-3', 7);
  // Settled in the window by its reference, and the same order was sold twice.
  row.run('same-order', 'W-3', 'R-4', 8);
  row.run('same-reference', 'W-5', 'R-1', 9);
  settle('TX-3', 'W-9', 'R-3', 'SW-1');
  settle('TX-other', 'W-5', '', 'SW-2');
  settle('TX-old', 'O-1', 'OR-1', 'SW-2');
  expect(idsOf(knownOf(readable, ['SW-1'], SPAN))).toEqual({
    sales: ['in-time', 'late', 'same-order', 'same-reference'],
    settled: ['TX-3', 'TX-other'],
  });
  // A window that does not say its time has what it settles.
  expect(idsOf(knownOf(readable, ['SW-1'], null)).sales).toEqual(['late', 'same-order']);
  close();
});

it('a sale of another PC that a void in a close of this PC undoes is undone, also once no list has the void', () => {
  const { row, journal, readable, close } = chain();
  row.run('in-time', 'W-1', 'R-1', OPENS);
  const reversed = () => knownOf(readable, ['SW-1'], SPAN).sales.map((sale) => sale.reversed);
  expect(reversed()).toEqual([false]);
  journal.exec(
    `INSERT INTO closing (closing_id, seq, branch_key, branch_name, business_date, time_zone, cut_off, ends_at_ms, state, begun_at_ms, begun_by, number, revision, closed_at_ms)
     VALUES ('own', 1, 'B1', 'Maadi', '2026-11-18', 'Africa/Cairo', '04:00', 0, 'closed', 0, 'mona', 1, 1, 1);
     INSERT INTO closing_row (closing_id, row_id, standing, terminal_id, merchant_order_id, ref_number, amount_minor, currency, kind, payment_type, entry_mode, first_seen_at_ms, business_date, undoes)
     VALUES ('own', 'void', 1, 'T1', 'W-1', 'R-1', 100, 'EGP', 'void', 'VOID', 'CHIP', 0, '2026-11-18', 'in-time')`,
  );
  expect(reversed()).toEqual([true]);
  close();
});

function isFoundBy(file: Sqlite.Database, sql: string, indexes: readonly string[]): void {
  const plan = file
    .prepare(`EXPLAIN QUERY PLAN ${sql}`)
    .all(...Array<string>(sql.split('?').length - 1).fill('[]'));
  const steps = plan.map((step) => (step as { detail: string }).detail);
  for (const index of indexes) expect(steps.join('\n')).toContain(index);
  expect(steps.filter((step) => /^SCAN (r|c|u|other_row|closing_row)\b/.test(step))).toEqual([]);
}

it.each([
  ['time', OTHERS_IN_TIME, ['other_row_by_time']],
  ['names', OTHERS_NAMED_IN, ['other_row_by_order', 'other_row_by_reference']],
  [
    'names on a terminal',
    `SELECT * FROM other_row WHERE ${OTHERS_NAMED} AND terminal_id = 'T'`,
    ['other_row_by_order', 'other_row_by_reference'],
  ],
])('sales of other PCs are found by an index: by their %s', (_, sql, indexes) => {
  const { cache, close } = chain();
  isFoundBy(cache, sql, indexes);
  close();
});

it.each([
  ['time', OWN_IN_TIME, ['closing_row_by_time']],
  ['names', OWN_NAMED, ['closing_row_by_order', 'closing_row_by_reference']],
])('sales of this PC are found by an index: by their %s', (_, sql, indexes) => {
  const { journal, close } = chain();
  isFoundBy(journal, sql, indexes);
  close();
});

it('rows of other PCs that a word changes are found by an index', () => {
  const { cache, close } = chain();
  isFoundBy(cache, `SELECT terminal_id FROM other_row WHERE ${ROWS_OF_WORD.replaceAll(/@\w+/g, '?')}`, [
    'USING COVERING INDEX other_row_told (payment_type=? AND told_kind=?',
  ]);
  close();
});

it('the Zs of other PCs that have the sale of a payment are found by its reference', () => {
  const { cache, close } = chain();
  isFoundBy(cache, TOLD_ZS, ['other_row_by_reference']);
  close();
});
