/** The list of a terminal beside the plain reference: same rows, same order, same sums, whatever the filter; and it reads only those. */
import Sqlite, { type Database } from 'better-sqlite3';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import type { ReadableFiles } from '#electron/database/db.ts';
import { migrate, type Migration } from '#electron/database/migrate.ts';
import { cacheMigrations, journalMigrations } from '#electron/database/migrations/index.ts';
import { transactionListProcedures } from '#electron/database/repositories/transaction-list.ts';
import {
  transactionFilterSchema,
  transactionSortSchema,
  type Transaction,
  type TransactionFilter,
  type TransactionSort,
} from '#shared/contract/terminals.ts';
import { kinds } from '#shared/domain/kinds/index.ts';
import { operationStates } from '#shared/domain/operation.ts';
import { referenceList, referenceSummary } from './transactions-reference.ts';

const NOW = 1_000;
const TERMINAL = 'T1';
const opened: Database[] = [];
afterEach(() => {
  for (const db of opened.splice(0)) db.close();
});

function migrated(migrations: readonly Migration[]): Buffer {
  const db = new Sqlite(':memory:');
  migrate(db, migrations);
  const image = db.serialize();
  db.close();
  return image;
}
const emptyCache = migrated(cacheMigrations);
const emptyJournal = migrated(journalMigrations);

function openFiles() {
  const cache = new Sqlite(emptyCache);
  const journal = new Sqlite(emptyJournal);
  opened.push(cache, journal);
  journal.pragma('foreign_keys = OFF');
  return { cache, journal, files: { cache, journal } as unknown as ReadableFiles };
}

/** Few values of each, so that rows meet: in order, reference, amount and time. */
const row = fc.record({
  terminal: fc.constantFrom(TERMINAL, TERMINAL, TERMINAL, 'T2'),
  order: fc.constantFrom(null, '', 'O-1', 'O-2', 'O-3'),
  reference: fc.constantFrom(null, '', '51', '52', '53'),
  minor: fc.constantFrom(-15_000n, 0n, 5n, 15_000n, 15_001n, 12_345n),
  currency: fc.constantFrom('EGP', 'EGP', 'EGP', 'KWD', 'JPY'),
  type: fc.constantFrom(null, 'SALE', 'REFUND', 'VOID'),
  mode: fc.constantFrom(null, 'CHIP', 'TAP'),
  kind: fc.constantFrom(...kinds),
  seen: fc.constantFrom(100, 200, 300),
  gone: fc.constantFrom(null, null, 250, 900),
  undoes: fc.option(fc.nat(30), { freq: 3 }),
  position: fc.nat(3),
  noisy: fc.constantFrom(0, 1),
});
const operation = fc.record({
  kind: fc.constantFrom('reversal', 'acknowledgement', 'instant-settlement'),
  state: fc.constantFrom(...operationStates),
  terminal: fc.constantFrom(TERMINAL, TERMINAL, 'T2'),
  rows: fc.uniqueArray(fc.nat(30), { maxLength: 4 }),
  at: fc.nat(500),
});
const early = fc.record({
  order: fc.constantFrom(null, 'O-1', 'O-2', 'O-3'),
  reference: fc.constantFrom(null, '51', '52', '53'),
  minor: fc.constantFrom(null, 5n, 15_000n, 15_001n),
  currency: fc.constantFrom('EGP', 'KWD'),
  paid: fc.constantFrom(0, 1),
});
const world = fc.record({
  rows: fc.array(row, { maxLength: 30 }),
  operations: fc.array(operation, { maxLength: 6 }),
  early: fc.array(early, { maxLength: 5 }),
});
type World = typeof world extends fc.Arbitrary<infer T> ? T : never;

function fill(
  { cache, journal }: { cache: Database; journal: Database },
  { rows, operations, early }: World,
) {
  const insert = cache.prepare(
    `INSERT INTO pos_transaction (row_id, terminal_id, merchant_order_id, ref_number, amount_minor, currency, payment_type, entry_mode, raw, search, position, first_seen_at_ms, last_seen_at_ms, gone_at_ms, kind, undoes, noisy)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, '{}', ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  rows.forEach((one, index) => {
    const search = [one.reference, one.order, one.type, one.mode].filter(Boolean).join(' ').toLowerCase();
    const undoes = one.undoes === null || one.kind === 'sale' ? null : `row-${one.undoes}`;
    insert.run(
      ...[
        `row-${index}`,
        one.terminal,
        one.order,
        one.reference,
        one.minor,
        one.currency,
        one.type,
        one.mode,
      ],
      ...[search, one.position, one.seen, one.seen, one.gone, one.kind, undoes, one.noisy],
    );
  });
  const addOperation = journal.prepare(
    `INSERT INTO operation (op_id, seq, kind, subject_key, state, environment, merchant_id, terminal_id, totals, actor, method, url, body, body_sha256, key_fingerprint, evidence_before, created_at_ms, updated_at_ms)
     VALUES (?, ?, ?, ?, ?, 'test', '', ?, '[]', ?, '', '', x'', '', '', '{}', ?, ?)`,
  );
  const addRow = journal.prepare('INSERT INTO operation_row (op_id, row_id) VALUES (?, ?)');
  operations.forEach((one, seq) => {
    addOperation.run(
      `op-${seq}`,
      seq,
      one.kind,
      `subject-${seq}`,
      one.state,
      one.terminal,
      `A${seq}`,
      one.at,
      one.at,
    );
    for (const index of one.rows) addRow.run(`op-${seq}`, `row-${index}`);
  });
  early.forEach((one, index) =>
    cache
      .prepare(
        'INSERT INTO early_sale (transaction_id, request_id, op_id, paid, deducted, merchant_order_id, ref_number, amount_minor, currency) VALUES (?, ?, NULL, ?, 0, ?, ?, ?, ?)',
      )
      .run(`TX-${index}`, `R-${index}`, one.paid, one.order, one.reference, one.minor, one.currency),
  );
}

const filter = fc.record({
  listing: fc.constantFrom('outstanding', 'all'),
  text: fc.constantFrom('', '5', 'o-1', 'sale', '٥١', 'nowhere'),
  paymentTypes: fc.constantFrom([], ['SALE'], ['REFUND', ''], ['OTHER']),
  entryModes: fc.constantFrom([], ['CHIP'], ['']),
  minAmount: fc.constantFrom(
    null,
    '0',
    '-3',
    '150',
    '150.001',
    '15',
    '12.345',
    '12.3451',
    '99999999999999999999999',
  ),
  maxAmount: fc.constantFrom(null, '0', '-0.5', '150', '150.009', '12.345', '99999999999999999999999'),
  minAgeMs: fc.constantFrom(null, 0, 800, 5_000),
});
const sort = fc.record({
  by: fc.constantFrom(...transactionSortSchema.shape.by.options),
  direction: fc.constantFrom('asc', 'desc'),
});

/** Page after page, as a window reads them. */
function paged(files: ReadableFiles, of: TransactionFilter, order: TransactionSort): Transaction[] {
  const all: Transaction[] = [];
  for (let afterRowId: string | null = null; ; afterRowId = all.at(-1)?.rowId ?? null) {
    const asked = { terminalId: TERMINAL, filter: of, sort: order, afterRowId, limit: 4, nowMs: NOW };
    const { rows, more } = transactionListProcedures['transactions.page'].run(files, asked);
    all.push(...rows);
    if (!more) return all;
  }
}

it('shows what the reference shows, in its order and with its sums', () => {
  fc.assert(
    fc.property(world, filter, sort, (stored, wanted, wantedOrder) => {
      const { cache, journal, files } = openFiles();
      fill({ cache, journal }, stored);
      const of = transactionFilterSchema.parse(wanted);
      const order = transactionSortSchema.parse(wantedOrder);
      const asked = { terminalId: TERMINAL, filter: of, nowMs: NOW };
      expect(paged(files, of, order)).toEqual(referenceList(files, { ...asked, sort: order }));
      const { count, sums, outstanding } = transactionListProcedures['transactions.summary'].run(
        files,
        asked,
      );
      expect({ count, sums, outstanding }).toEqual(referenceSummary(files, asked));
      const every = referenceList(files, {
        ...asked,
        filter: transactionFilterSchema.parse({ listing: 'all' }),
        sort: order,
      });
      for (const transaction of every.slice(0, 3))
        expect(
          transactionListProcedures['transactions.get'].run(files, transaction.rowId)?.transaction,
        ).toEqual(transaction);
      const open = every.filter(({ listing }) => listing === 'outstanding');
      expect(
        transactionListProcedures['transactions.changesSince'].run(files, {
          terminalId: TERMINAL,
          sinceMs: 200,
        }),
      ).toEqual({
        oldestFirstSeenAtMs:
          open.length === 0 ? null : Math.min(...open.map(({ firstSeenAtMs }) => firstSeenAtMs)),
        came: open.filter(({ firstSeenAtMs }) => firstSeenAtMs > 200).length,
        went: every.filter(({ goneAtMs }) => goneAtMs !== null && goneAtMs > 200).length,
      });
    }),
    { numRuns: 300 },
  );
});

describe('what is outstanding', () => {
  it('is found among the listed rows alone, however many came before', () => {
    const { cache, files } = openFiles();
    const asked: string[] = [];
    const watched = {
      ...files,
      cache: { prepare: (sql: string) => (asked.push(sql), cache.prepare(sql)) },
    } as unknown as ReadableFiles;
    const of = transactionFilterSchema.parse({});
    transactionListProcedures['transactions.page'].run(watched, {
      ...{
        terminalId: TERMINAL,
        filter: of,
        sort: transactionSortSchema.parse({ by: 'firstSeen', direction: 'asc' }),
      },
      ...{ afterRowId: null, limit: 100, nowMs: NOW },
    });
    transactionListProcedures['transactions.summary'].run(watched, {
      terminalId: TERMINAL,
      filter: of,
      nowMs: NOW,
    });
    const plans = asked.map((sql) =>
      (
        cache
          .prepare(`EXPLAIN QUERY PLAN ${sql}`)
          .all(...Array<null>(sql.split('?').length - 1).fill(null)) as { detail: string }[]
      )
        .map(({ detail }) => detail)
        .join('; '),
    );
    expect(plans.filter((plan) => /SCAN (pos_transaction|early_sale)/.test(plan))).toEqual([]);
  });
});
