/** What the database finds by itself and what the rules find come to the same as the rules alone, in whichever order rows came. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { migrate, type Migration } from '#electron/database/migrate.ts';
import { cacheMigrations, journalMigrations } from '#electron/database/migrations/index.ts';
import { openResults } from '#electron/database/open-results.ts';
import {
  CLOSED_COLUMNS,
  closedItem,
  createDayOf,
  SETTLED_COLUMNS,
  settledItem,
} from '#electron/database/repositories/reconciliation/items.ts';
import { runReconciliation } from '#electron/database/repositories/reconciliation/run/run.ts';
import { matchItems, type MatchItem } from '#shared/domain/matching/index.ts';
import { totalsOf } from '#shared/money/money.ts';
import { businessDaysOf, defaultReconciliationSettings } from '#shared/domain/reconciliation-settings.ts';

const SEED = 20_261_121;
const DAY_MS = 86_400_000;
const NOON_MS = Date.UTC(2026, 10, 15, 10);
const NOW_MS = NOON_MS + 9 * DAY_MS;

type Sale = { order: string | null; reference: string; minor: bigint; type: string; day: number };
type Settled = Sale & { fee: bigint | null; terminal: string | null; currency: string };
const order = fc.option(fc.constantFrom(...Array.from({ length: 9 }, (_, at) => `W-${at}`)), { freq: 8 });
const reference = fc.constantFrom('R-1', 'R-2', 'R-3', '');
const minor = fc.constantFrom(10_000n, 10_000n, 10_000n, 9_000n, 5_000n);
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
  currency: fc.constantFrom('EGP', 'EGP', 'EGP', 'USD'),
});
/** Of the rows of closes; most have the one of most settled transactions. */
const currencyOf = (place: number) => ['EGP', 'EGP', 'EGP', 'USD', 'EGP', 'EGP', 'KWD'][place % 7] ?? 'EGP';
const dateOf = (day: number) => new Date(NOON_MS + day * DAY_MS).toISOString().slice(0, 10);

function fileOf(migrations: readonly Migration[]): Buffer {
  const db = new Sqlite(':memory:');
  migrate(db, migrations);
  const bytes = db.serialize();
  db.close();
  return bytes;
}
/** Migrated once, copied for each history. */
const empty = { journal: fileOf(journalMigrations), cache: fileOf(cacheMigrations) };

type Row = { readonly place: number; put: () => void };
const inOrder = (rows: Row[]) => rows.sort((a, b) => a.place - b.place).forEach(({ put }) => put());

/** `places` is the order in which rows come in. */
function fill(
  folder: string,
  sales: Sale[],
  rows: Settled[],
  places: number[],
  from: string | null,
  isOther: (day: number) => boolean = () => false,
): void {
  writeFileSync(join(folder, 'journal.sqlite'), empty.journal);
  writeFileSync(join(folder, 'cache.sqlite'), empty.cache);
  const journal = new Sqlite(join(folder, 'journal.sqlite'));
  const cache = new Sqlite(join(folder, 'cache.sqlite'));
  for (const db of [journal, cache]) db.pragma('synchronous = OFF');
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
  // Null: the business day of the first close.
  if (from !== null)
    journal
      .prepare('INSERT INTO reconciliation_settings (only_one, value) VALUES (1, ?)')
      .run(JSON.stringify({ ...defaultReconciliationSettings, from }));
  const own = journal.prepare(
    `INSERT INTO closing_row (closing_id, row_id, standing, terminal_id, merchant_order_id, ref_number, amount_minor, currency, payment_type, entry_mode, first_seen_at_ms, business_date)
     VALUES (?, ?, 1, 'T1', ?, ?, ?, ?, ?, 'CHIP', 0, ?)`,
  );
  const ofOther = cache.prepare(
    `INSERT INTO other_row (closing_id, row_id, standing, terminal_id, merchant_order_id, ref_number, amount_minor, currency, kind, payment_type, entry_mode, first_seen_at_ms, business_date)
     VALUES (?, ?, 1, 'T1', ?, ?, ?, ?, 'sale', ?, 'CHIP', 0, ?)`,
  );
  const other = cache.prepare(
    `INSERT INTO settled (transaction_id, merchant_order_id, ref_number, terminal_id, branch_id, amount_minor, fee_minor, currency, settled_at_ms, payment_type, method, search, value)
     VALUES (?, ?, ?, ?, '', ?, ?, ?, ?, ?, 'card', '', '{}')`,
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
  journal.close();
  cache.close();
}

/** Keys of exceptions, items that are expected, and how many items are in a match or left out: what a run left. */
function left(folder: string) {
  openResults(folder).close();
  runReconciliation({
    folder,
    startedAtMs: NOW_MS,
    nowMs: () => NOW_MS,
    watch: { begin: () => {}, did: () => {} },
  });
  const results = openResults(folder);
  const list = (sql: string) => results.prepare(sql).pluck().all() as string[];
  const [text = '[]'] = list('SELECT summary FROM result');
  const [sales] = JSON.parse(text) as {
    state: string;
    all: unknown;
    matched: unknown;
    expected: unknown;
    before: unknown;
    leftOut: unknown;
  }[];
  const found = {
    exceptions: list('SELECT key FROM exception ORDER BY key'),
    expected: list(`SELECT item_id FROM open_item WHERE reason <> 'before-start' ORDER BY item_id`),
    before: list(`SELECT side || ' ' || item_id FROM open_item WHERE reason = 'before-start' ORDER BY 1`),
    sums: sales && {
      state: sales.state,
      all: sales.all,
      matched: sales.matched,
      expected: sales.expected,
      before: sales.before,
      leftOut: sales.leftOut,
    },
  };
  results.close();
  return found;
}

/** The same by the rules alone, over all items. */
function byRules(folder: string, from: string | null) {
  const journal = new Sqlite(join(folder, 'journal.sqlite'));
  const cache = new Sqlite(join(folder, 'cache.sqlite'));
  const dayOf = createDayOf('Africa/Cairo');
  const rows = cache.prepare(`SELECT ${SETTLED_COLUMNS} FROM settled AS s`).safeIntegers().all();
  const someOnTerminals = rows.some((row) => (row as { terminal_id: string | null }).terminal_id !== null);
  const facts = { dateOf: dayOf, branchNames: new Map<string, string>(), someOnTerminals };
  const ours = journal
    .prepare(`SELECT ${CLOSED_COLUMNS} FROM closing_row AS r JOIN closing AS c USING (closing_id)`)
    .safeIntegers()
    .all()
    .map((row) => closedItem(row, () => false));
  journal.close();
  cache.close();
  const matched = matchItems(
    ours,
    rows.map((row) => settledItem(row, facts)),
    {
      comparison: 'sales',
      days: businessDaysOf(defaultReconciliationSettings),
      settlementDays: 2,
      from: from ?? dateOf(0),
      today: dayOf(NOW_MS),
      toleranceOf: () => 0n,
      isFeeUsual: ({ fee, amount }) =>
        fee === null || fee.minor <= (amount.minor < 0n ? -amount.minor : amount.minor),
      isCovered: () => true,
      manual: [],
    },
  );
  return {
    exceptions: matched.exceptions
      .map(
        ({ type, ours: own, theirs }) =>
          `sales:${own ? 'ours' : 'theirs'}:${type}:${(own ?? theirs[0])?.itemId}`,
      )
      .sort(),
    expected: matched.expected.map(({ item }) => item.itemId).sort(),
    before: matched.before.map(({ side, itemId }) => `${side} ${itemId}`).sort(),
    beforeSum: sumsOf(matched.before),
    matches: matched.matches.length,
  };
}

/** As a summary has them: of each side, by currency. */
function sumsOf(items: readonly MatchItem[]) {
  const totals = (side: string) => {
    const own = items.filter((item) => item.side === side).map(({ amount }) => ({ amount }));
    return totalsOf(own)
      .sort((a, b) => (a.amount.currency < b.amount.currency ? -1 : 1))
      .map(({ count, amount }) => ({
        count,
        amount: { currency: amount.currency, minor: String(amount.minor) },
      }));
  };
  return { ours: totals('ours'), theirs: totals('theirs') };
}

const sum = (parts: unknown): number =>
  (parts as { matches: number }[]).reduce((all, { matches }) => all + matches, 0);

it('a sale without an order that is there twice by the reference of one in an exact pair', () => {
  const one = { order: 'W-1', reference: 'R-1', minor: 10_000n, type: 'SALE', day: 0 };
  const folder = mkdtempSync(join(tmpdir(), 'closeout-run-'));
  try {
    const theirs = { ...one, fee: null, terminal: 'T1', currency: 'EGP' };
    fill(folder, [{ ...one, order: null }, one, { ...one, order: null }], [theirs], [1, 2, 3, 4], null);
    const { exceptions } = left(folder);
    expect(exceptions).toEqual(byRules(folder, null).exceptions);
    expect(exceptions.filter((key) => key.includes('duplicate'))).toHaveLength(2);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it('any closes and settled transactions', () => {
  const history = fc.record({
    sales: fc.array(sale, { minLength: 1, maxLength: 25 }),
    rows: fc.array(settled, { minLength: 1, maxLength: 25 }),
    from: fc.constantFrom(null, null, dateOf(3), dateOf(6)),
    places: fc.array(fc.nat(10_000), { minLength: 50, maxLength: 50 }),
  });
  fc.assert(
    fc.property(history, ({ sales, rows, places, from }) => {
      const folders = [places, [...places].reverse()].map((order_) => {
        const folder = mkdtempSync(join(tmpdir(), 'closeout-run-'));
        fill(folder, sales, rows, order_, from);
        return folder;
      });
      try {
        const [first = '', second = ''] = folders;
        const found = left(first);
        const rules = byRules(first, from);
        const { exceptions, expected, before } = found;
        expect({ exceptions, expected, before }).toEqual({
          exceptions: rules.exceptions,
          expected: rules.expected,
          before: rules.before,
        });
        expect(found.sums?.before).toMatchObject({ from: from ?? dateOf(0), ...rules.beforeSum });
        expect(sum(found.sums?.matched)).toBe(rules.matches);
        expect(left(second)).toEqual(found);
      } finally {
        for (const folder of folders) rmSync(folder, { recursive: true, force: true });
      }
    }),
    { seed: SEED, numRuns: 30 },
  );
});

it('closes that other PCs made come to what they come to on the PC that made them all', () => {
  const history = fc.record({
    sales: fc.array(sale, { minLength: 1, maxLength: 25 }),
    rows: fc.array(settled, { minLength: 1, maxLength: 25 }),
    from: fc.constantFrom(null, null, dateOf(3)),
    others: fc.array(fc.boolean(), { minLength: 9, maxLength: 9 }),
    places: fc.array(fc.nat(10_000), { minLength: 50, maxLength: 50 }),
  });
  fc.assert(
    fc.property(history, ({ sales, rows, places, from, others }) => {
      const found = [() => false, (day: number) => others[day] === true].map((isOther) => {
        const folder = mkdtempSync(join(tmpdir(), 'closeout-run-'));
        try {
          fill(folder, sales, rows, places, from, isOther);
          return left(folder);
        } finally {
          rmSync(folder, { recursive: true, force: true });
        }
      });
      expect(found[1]).toEqual(found[0]);
    }),
    { seed: SEED, numRuns: 40 },
  );
});
