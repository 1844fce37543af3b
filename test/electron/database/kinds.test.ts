import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { cacheMigrations, journalMigrations } from '#electron/database/migrations/index.ts';
import { migrate } from '#electron/database/migrate.ts';
import { openProfileFiles } from '#electron/database/open-profile-files.ts';
import { ADDS } from '#electron/database/repositories/settled-sums.ts';
import { addsOf, kinds } from '#shared/domain/kinds/index.ts';

const newFolder = () => mkdtempSync(join(tmpdir(), 'kinds-'));
const before = <T extends { name: string }>(all: readonly T[], last: string) =>
  all.slice(
    0,
    all.findIndex(({ name }) => name === last),
  );

describe('a folder of the version before', () => {
  /** Rows as that version stored them: without kinds, in closes and caches. */
  function olderFolder(): string {
    const folder = newFolder();
    const cache = new Sqlite(join(folder, 'cache.sqlite'));
    migrate(cache, before(cacheMigrations, 'cache-0007-kinds'));
    const pos = cache.prepare(
      `INSERT INTO pos_transaction (row_id, terminal_id, merchant_order_id, ref_number, amount_minor, currency, payment_type, raw, search, position, first_seen_at_ms, last_seen_at_ms)
       VALUES (?, 'T1', ?, ?, ?, 'EGP', ?, '{}', '', 0, 1, 1)`,
    );
    pos.run('s', 'O-1', 'R-1', 28_395n, 'purchase');
    pos.run('r', 'O-1', 'R-1', 28_395n, 'Purchase-Reversal');
    pos.run('v', 'O-2', 'R-2', 24_940n, 'VOID');
    pos.run('q', 'O-3', 'R-3', 12_000n, 'TOPUP');
    const settled = cache.prepare(
      `INSERT INTO settled (transaction_id, merchant_order_id, ref_number, branch_id, amount_minor, currency, settled_at_ms, search, value, payment_type)
       VALUES (?, ?, ?, 'B', ?, 'EGP', 1, '', '{}', ?)`,
    );
    settled.run('TX-1', 'O-1', 'R-1', 28_395n, 'purchase');
    settled.run('TX-2', 'O-1', 'R-1', -28_395n, 'purchase_reversal');
    settled.run('TX-3', 'O-9', 'R-9', 500n, 'مرتجع');
    cache.close();
    const journal = new Sqlite(join(folder, 'journal.sqlite'));
    migrate(journal, before(journalMigrations, 'journal-0010-kinds'));
    journal.exec(`INSERT INTO closing (closing_id, seq, branch_key, business_date, time_zone, cut_off, ends_at_ms, state, begun_at_ms, begun_by, number)
      VALUES ('C', 1, 'B', '2026-11-20', 'Africa/Cairo', '04:00', 9, 'closed', 1, 'Mona', 1)`);
    const held = journal.prepare(
      `INSERT INTO closing_row (closing_id, row_id, standing, terminal_id, merchant_order_id, ref_number, amount_minor, currency, payment_type, first_seen_at_ms, business_date)
       VALUES ('C', ?, 1, 'T1', ?, ?, ?, 'EGP', ?, 1, '2026-11-20')`,
    );
    held.run('c1', 'O-7', 'R-7', 10_000n, 'SALE');
    held.run('c2', 'O-7', 'R-7', 10_000n, 'VOID');
    held.run('c3', 'O-8', 'R-8', 4_000n, 'VOID');
    journal.close();
    return folder;
  }

  it('has the kinds of its rows, what they undo and what they add when it is opened, and loses nothing', () => {
    const opened = openProfileFiles(olderFolder());
    const rows = (db: Sqlite.Database, table: string, id: string) =>
      db.prepare(`SELECT ${id} AS id, kind, undoes, adds_minor AS adds FROM ${table} ORDER BY 1`).all();
    expect(rows(opened.files.cache, 'pos_transaction', 'row_id')).toEqual([
      { id: 'q', kind: 'unknown', undoes: null, adds: 0 },
      { id: 'r', kind: 'reversal', undoes: 's', adds: -28_395 },
      { id: 's', kind: 'sale', undoes: null, adds: 28_395 },
      { id: 'v', kind: 'void', undoes: null, adds: 0 },
    ]);
    expect(rows(opened.files.cache, 'settled', 'transaction_id')).toEqual([
      { id: 'TX-1', kind: 'sale', undoes: null, adds: 28_395 },
      { id: 'TX-2', kind: 'reversal', undoes: 'TX-1', adds: -28_395 },
      { id: 'TX-3', kind: 'refund', undoes: null, adds: -500 },
    ]);
    expect(rows(opened.files.journal, 'closing_row', 'row_id')).toEqual([
      { id: 'c1', kind: 'sale', undoes: null, adds: 10_000 },
      { id: 'c2', kind: 'void', undoes: 'c1', adds: -10_000 },
      { id: 'c3', kind: 'void', undoes: null, adds: 0 },
    ]);
    opened.close();
  });
});

it('what a row adds is the same in the tables, in the sums over many rows, and in the domain', () => {
  const db = new Sqlite(':memory:');
  migrate(db, cacheMigrations);
  const insert = db.prepare(
    `INSERT INTO settled (transaction_id, merchant_order_id, ref_number, branch_id, amount_minor, currency, settled_at_ms, search, value, kind, undoes)
     VALUES (?, '', '', '', ?, 'EGP', 1, '', '', ?, ?)`,
  );
  const read = db
    .prepare(`SELECT adds_minor AS adds, ${ADDS} AS written FROM settled WHERE transaction_id = ?`)
    .safeIntegers();
  for (const kind of kinds)
    for (const minor of [-70n, 0n, 70n])
      for (const undoes of [null, 'x']) {
        const id = `${kind} ${minor} ${undoes}`;
        insert.run(id, minor, kind, undoes);
        const adds = addsOf(kind, minor, undoes !== null);
        expect([id, read.get(id)]).toEqual([id, { adds, written: adds }]);
      }
  db.close();
});
