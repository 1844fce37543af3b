/** Closes, settled transactions and imported sales, as a run of reconciliation finds them in the files of a profile. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite, { type Database } from 'better-sqlite3';
import fc from 'fast-check';
import { migrate, type Migration } from '#electron/database/migrate.ts';
import {
  cacheMigrations,
  importsMigrations,
  journalMigrations,
} from '#electron/database/migrations/index.ts';
import { defaultReconciliationSettings } from '#shared/domain/reconciliation-settings.ts';

const DAY_MS = 86_400_000;
const NOON_MS = Date.UTC(2026, 10, 15, 10);
export const NOW_MS = NOON_MS + 9 * DAY_MS;

export const dateOf = (day: number) => new Date(NOON_MS + day * DAY_MS).toISOString().slice(0, 10);
/** The imported sales cover the days of closes up to this one. */
export const COVERED_TO = dateOf(7);

type Sale = { order: string | null; reference: string; minor: bigint; type: string; day: number };
type Settled = Sale & { fee: bigint | null; terminal: string | null; currency: string };
/** Of a file that counts, or of one that was withdrawn. */
type Line = Omit<Sale, 'type'> & { currency: string; isWithdrawn: boolean };
export type History = {
  sales: Sale[];
  rows: Settled[];
  lines: Line[];
  /** Null: the business day of the first close. */
  from: string | null;
  /** The order in which rows come in. */
  places: number[];
};
const order = fc.option(fc.constantFrom(...Array.from({ length: 9 }, (_, at) => `W-${at}`)), { freq: 8 });
const reference = fc.constantFrom('R-1', 'R-2', 'R-3', '');
const minor = fc.constantFrom(10_000n, 10_000n, 10_000n, 9_000n, 5_000n);
const currency = fc.constantFrom('EGP', 'EGP', 'EGP', 'USD');
const sale = fc.record<Sale>({
  order,
  reference,
  minor,
  type: fc.constantFrom('SALE', 'SALE', 'SALE', 'REVERSAL', 'REFUND', 'TIP'),
  day: fc.nat(8),
});
const settled = fc.record<Settled>({
  order,
  reference,
  minor,
  type: fc.constantFrom('SALE', 'SALE', 'SALE', '', 'REFUND', 'ADJUST'),
  day: fc.nat(8),
  fee: fc.constantFrom(null, 200n, 200n, 9_999_999n),
  terminal: fc.constantFrom('T1', 'T1', null),
  currency,
});
const line = fc.record<Line>({
  order,
  reference,
  minor: fc.oneof({ arbitrary: minor, weight: 9 }, { arbitrary: fc.constant(-10_000n), weight: 1 }),
  day: fc.nat(8),
  currency,
  isWithdrawn: fc.constantFrom(false, false, false, false, true),
});
export const history = fc.record<History>({
  sales: fc.array(sale, { minLength: 1, maxLength: 25 }),
  rows: fc.array(settled, { minLength: 1, maxLength: 25 }),
  lines: fc.array(line, { maxLength: 25 }),
  from: fc.constantFrom(null, null, dateOf(3), dateOf(6)),
  places: fc.array(fc.nat(10_000), { minLength: 50, maxLength: 50 }),
});
/** Of the rows of closes; most have the one of most settled transactions. */
const currencyOf = (place: number) => ['EGP', 'EGP', 'EGP', 'USD', 'EGP', 'EGP', 'KWD'][place % 7] ?? 'EGP';

function fileOf(migrations: readonly Migration[]): Buffer {
  const db = new Sqlite(':memory:');
  migrate(db, migrations);
  const bytes = db.serialize();
  db.close();
  return bytes;
}
/** Migrated once, copied for each history. */
const empty = {
  journal: fileOf(journalMigrations),
  cache: fileOf(cacheMigrations),
  imports: fileOf(importsMigrations),
};

type Row = { readonly place: number; put: () => void };
const inOrder = (rows: Row[]) => rows.sort((a, b) => a.place - b.place).forEach(({ put }) => put());

type IsOther = (day: number) => boolean;

export function fill(folder: string, all: History, isOther: IsOther = () => false): void {
  writeFileSync(join(folder, 'journal.sqlite'), empty.journal);
  writeFileSync(join(folder, 'cache.sqlite'), empty.cache);
  const journal = new Sqlite(join(folder, 'journal.sqlite'));
  const cache = new Sqlite(join(folder, 'cache.sqlite'));
  for (const db of [journal, cache]) db.pragma('synchronous = OFF');
  fillCloses(journal, cache, isOther);
  if (all.from !== null)
    journal
      .prepare('INSERT INTO reconciliation_settings (only_one, value) VALUES (1, ?)')
      .run(JSON.stringify({ ...defaultReconciliationSettings, from: all.from }));
  fillSales(journal, cache, all, isOther);
  fillSettled(cache, all);
  if (all.lines.length > 0) fillLines(folder, journal, all.lines);
  journal.close();
  cache.close();
}

function fillCloses(journal: Database, cache: Database, isOther: IsOther): void {
  const closing = journal.prepare(
    `INSERT INTO closing (closing_id, seq, branch_key, branch_name, business_date, time_zone, cut_off, ends_at_ms, state, begun_at_ms, begun_by, number, revision, closed_at_ms)
     VALUES (?, ?, 'B1', 'Maadi', ?, 'Africa/Cairo', '04:00', 0, 'closed', 0, 'mona', ?, 1, 1)`,
  );
  const otherClose = cache.prepare(
    `INSERT INTO other_close (closing_id, pc, pc_name, branch_key, branch_name, business_date, time_zone, cut_off, state, number, revision, closed_at_ms, copy)
     VALUES (?, ?, 'Till', 'B1', 'Maadi', ?, 'Africa/Cairo', '04:00', 'closed', ?, 1, 1, 'copy')`,
  );
  for (let day = 0; day < 9; day += 1)
    if (isOther(day)) otherClose.run(`C-${day}`, `PC-${day % 2}`, dateOf(day), day + 1);
    else closing.run(`C-${day}`, day + 1, dateOf(day), day + 1);
}

function fillSales(journal: Database, cache: Database, { sales, places }: History, isOther: IsOther): void {
  const own = journal.prepare(
    `INSERT INTO closing_row (closing_id, row_id, standing, terminal_id, merchant_order_id, ref_number, amount_minor, currency, payment_type, entry_mode, first_seen_at_ms, business_date)
     VALUES (?, ?, 1, 'T1', ?, ?, ?, ?, ?, 'CHIP', 0, ?)`,
  );
  const ofOther = cache.prepare(
    `INSERT INTO other_row (closing_id, row_id, standing, terminal_id, merchant_order_id, ref_number, amount_minor, currency, kind, payment_type, entry_mode, first_seen_at_ms, business_date)
     VALUES (?, ?, 1, 'T1', ?, ?, ?, ?, 'sale', ?, 'CHIP', 0, ?)`,
  );
  journal.transaction(() =>
    inOrder(
      sales.map((one, at) => ({
        place: places[at] ?? 0,
        // Some were first seen on the day before that of their close.
        put: () =>
          (isOther(one.day) ? ofOther : own).run(
            `C-${one.day}`,
            `row-${at}`,
            one.order,
            one.reference,
            one.minor,
            currencyOf(at),
            one.type,
            dateOf(one.day - (at % 3 === 0 ? 1 : 0)),
          ),
      })),
    ),
  )();
}

function fillSettled(cache: Database, { sales, rows, places }: History): void {
  const other = cache.prepare(
    `INSERT INTO settled (transaction_id, merchant_order_id, ref_number, terminal_id, branch_id, amount_minor, fee_minor, currency, settled_at_ms, payment_type, method, search, value)
     VALUES (?, ?, ?, ?, '', ?, ?, ?, ?, ?, 'card', '', '{}')`,
  );
  cache.transaction(() =>
    inOrder(
      rows.map((one, at) => ({
        place: places[sales.length + at] ?? 0,
        put: () =>
          other.run(
            `TX-${at}`,
            one.order ?? '',
            one.reference,
            one.terminal,
            one.minor,
            one.fee,
            one.currency,
            NOON_MS + one.day * DAY_MS,
            one.type,
          ),
      })),
    ),
  )();
}

const importOf = ({ isWithdrawn }: Line) => (isWithdrawn ? 'withdrawn' : 'counts');

/** As an import leaves them, of two files. */
function fillLines(folder: string, journal: Database, lines: readonly Line[]): void {
  writeFileSync(join(folder, 'imports.sqlite'), empty.imports);
  const imports = new Sqlite(join(folder, 'imports.sqlite'));
  imports.pragma('synchronous = OFF');
  const put = imports.prepare(
    `INSERT INTO imported_line (import_id, line_no, kind, booked_on, amount_minor, currency, reference, order_id, description, counterparty, account, line_key, raw)
     VALUES (?, ?, 'pos', ?, ?, ?, ?, ?, '', '', '', ?, '[]')`,
  );
  const head = journal.prepare(
    `INSERT INTO import_file (import_id, kind, source_id, file_name, sha256, format, lines, lines_sha256, not_stored, left_out, skipped, totals, accounts, first_on, last_on, by, at_ms)
     VALUES (?, 'pos', 'tills', 'tills.csv', ?, 'csv', 0, '', '', 0, 0, '[]', '[]', ?, ?, 'mona', 1)`,
  );
  journal.exec(`INSERT INTO import_source VALUES ('tills', 'pos', 'Tills', 'mona', 1)`);
  for (const name of ['withdrawn', 'counts']) {
    imports.prepare(`INSERT INTO imported_file VALUES (?, 'begun', 0)`).run(name);
    head.run(name, name, dateOf(0), COVERED_TO);
  }
  imports.transaction(() =>
    lines.forEach((one, at) =>
      put.run(
        importOf(one),
        at + 1,
        dateOf(one.day),
        one.minor,
        one.currency,
        one.reference,
        one.order ?? '',
        `line-${at}`,
      ),
    ),
  )();
  imports.exec(`UPDATE imported_file SET state = 'kept'`);
  journal.exec(`INSERT INTO import_withdrawn VALUES ('withdrawn', 'not this one', 'mona', 1)`);
  imports.close();
}
