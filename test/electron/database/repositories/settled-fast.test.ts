import Sqlite, { type Database } from 'better-sqlite3';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ReadableDb, WritableDb } from '#electron/database/db.ts';
import { migrate } from '#electron/database/migrate.ts';
import { cacheMigrations } from '#electron/database/migrations/index.ts';
import {
  compact,
  SETTLED_COLUMNS_SQL,
  type SettledColumns,
} from '#electron/database/repositories/settled-compact.ts';
import { isFilled, settledFillProcedures } from '#electron/database/repositories/settled-fill.ts';
import { recount } from '#electron/database/repositories/settled-recount.ts';
import { settledRows } from '#electron/database/repositories/settled-file.ts';
import { decodeSettled, encodeSettled, encodeWire } from '#electron/database/repositories/settled-value.ts';
import { settledFilterSchema, type SettledTransaction } from '#shared/contract/settlement.ts';
import { searchText } from '#shared/text/digits.ts';

const RAW =
  '{"transactionId":"TX-1","merchantOrderId":"NM-1","refNumber":"6001","terminalId":"T1","branchId":"BR-01","channel":"pos","method":"card","paymentType":"SALE","entryMode":"CHIP","amount":12.50,"feeAmount":0.25,"vatAmount":0.03,"netAmount":12.22,"currency":"EGP","settlementDate":"2026-11-24 09:00:00.000000+00:00","windowId":"SW-1","batchId":"SB-1","createdAt":"2026-11-23 07:16:24.476000+00:00"}';
const row: SettledTransaction = {
  transactionId: 'TX-1',
  merchantOrderId: 'NM-1',
  refNumber: '6001',
  terminalId: 'T1',
  branchId: 'BR-01',
  branchName: null,
  channel: 'pos',
  method: 'card',
  paymentType: 'SALE',
  entryMode: 'CHIP',
  amount: { minor: 1_250n, currency: 'EGP' },
  fee: { minor: 25n, currency: 'EGP' },
  vat: { minor: 3n, currency: 'EGP' },
  net: { minor: 1_222n, currency: 'EGP' },
  settlementDate: {
    kind: 'instant',
    atMs: Date.UTC(2026, 10, 24, 9),
    raw: '2026-11-24 09:00:00.000000+00:00',
  },
  createdAt: {
    kind: 'instant',
    atMs: Date.UTC(2026, 10, 23, 7, 16, 24, 476),
    raw: '2026-11-23 07:16:24.476000+00:00',
  },
  windowId: 'SW-1',
  batchId: 'SB-1',
  raw: RAW,
};
const columnsOf = (one: SettledTransaction, value: string): SettledColumns => ({
  transaction_id: one.transactionId,
  merchant_order_id: one.merchantOrderId ?? '',
  ref_number: one.refNumber ?? '',
  terminal_id: one.terminalId,
  branch_id: one.branchId ?? '',
  amount_minor: one.amount.minor,
  fee_minor: one.fee?.minor ?? null,
  vat_minor: one.vat?.minor ?? null,
  net_minor: one.net?.minor ?? null,
  currency: one.amount.currency,
  settled_at_ms: BigInt(one.settlementDate?.kind === 'instant' ? one.settlementDate.atMs : 0),
  window_id: one.windowId,
  payment_type: one.paymentType ?? '',
  method: one.method ?? '',
  value,
});

it('a row whose raw text repeats its columns is kept in less than a ninth of it, and read back to the letter', () => {
  const value = compact(row);
  expect(value?.length).toBeLessThan(RAW.length / 9);
  expect(decodeSettled(columnsOf(row, value ?? ''))).toStrictEqual(row);
});

const maybe = <T>(of: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 4, arbitrary: of }, { weight: 1, arbitrary: fc.constant(null) });
const name = fc.constantFrom('', 'A', 'NM-1', 'فرع', 'a"b', 'x\\y', '{"', ' ');
const PLAIN = { noNullPrototype: true } as const;
const money = fc.record(
  {
    minor: fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }),
    currency: fc.constantFrom('EGP', 'KWD'),
  },
  PLAIN,
);
const time = fc.oneof(
  fc.record(
    {
      kind: fc.constant('instant' as const),
      atMs: fc.integer(),
      raw: fc.constantFrom('', 'then', '2026-11-24 09:00:00.000000+00:00'),
    },
    PLAIN,
  ),
  fc.record({ kind: fc.constant('text' as const), raw: fc.string() }, PLAIN),
);
const raw = fc.oneof(
  fc.constantFrom(
    RAW,
    RAW.replace('12.50', '12.5'),
    RAW.replace('"branchId":"BR-01",', ''),
    RAW.replace('}', ',"tip":1.00}'),
    RAW.replace(':', ' : '),
    '{}',
    '{"a":1}',
    '{"a":{"b":[1,"}"]},"amount":12.50}',
    '[]',
    'null',
    '{"a":"x",}',
    '{"amount":12.50,"amount":12.50}',
  ),
  fc.json(),
  fc.string(),
);
const anyRow = fc
  .record(
    {
      merchantOrderId: maybe(name),
      refNumber: maybe(name),
      terminalId: maybe(name),
      branchId: maybe(name),
      channel: maybe(name),
      method: maybe(name),
      paymentType: maybe(name),
      entryMode: maybe(name),
      amount: money,
      fee: maybe(money),
      vat: maybe(money),
      net: maybe(money),
      settlementDate: maybe(time),
      createdAt: maybe(time),
      windowId: maybe(name),
      batchId: maybe(name),
      raw,
    },
    { requiredKeys: [], noNullPrototype: true },
  )
  .map((change): SettledTransaction => ({ ...row, ...change }));

it('whatever a row holds, it is read back to the letter', () => {
  let short = 0;
  fc.assert(
    fc.property(anyRow, (one) => {
      const value = encodeSettled(one);
      short += Number(value.startsWith('['));
      expect(decodeSettled(columnsOf(one, value))).toStrictEqual(one);
    }),
    { numRuns: 5_000, seed: 20_261_124 },
  );
  expect(short).toBeGreaterThan(200);
});

const seen = (db: Database) => db as unknown as ReadableDb & WritableDb;
const before = cacheMigrations.findIndex(({ name: called }) => called.endsWith('settled-fast'));
const opened = (migrations = cacheMigrations) => {
  const db = new Sqlite(':memory:');
  migrate(db, migrations);
  return db;
};
const store = (db: Database, one: SettledTransaction, kind = 'sale') => {
  const c = columnsOf(one, encodeWire(one));
  db.prepare(
    `INSERT INTO settled (${SETTLED_COLUMNS_SQL}, search, kind) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT(transaction_id) DO UPDATE SET amount_minor = excluded.amount_minor, branch_id = excluded.branch_id, kind = excluded.kind, search = excluded.search`,
  ).run(...Object.values(c), searchText([one.transactionId, one.merchantOrderId].join(' ')), kind);
};
const all = settledFilterSchema.parse({});
const DAY = 86_400_000;

/** The same sums, from the rows alone. */
function byHand(db: Database, from: number | null, to: number | null, branches: readonly string[]) {
  return db
    .prepare(
      `SELECT currency, COUNT(*), SUM(adds_minor), SUM(fee_minor), SUM(net_minor), SUM(kind = 'unknown') FROM settled
       WHERE (? IS NULL OR settled_at_ms >= ?) AND (? IS NULL OR settled_at_ms <= ?) AND (? = '[]' OR branch_id IN (SELECT value FROM json_each(?))) GROUP BY currency ORDER BY currency`,
    )
    .raw()
    .safeIntegers()
    .all(from, from, to, to, JSON.stringify(branches), JSON.stringify(branches)) as [
    string,
    bigint,
    bigint,
    bigint | null,
    bigint | null,
    bigint,
  ][];
}

it('sums of days are the sums of the rows, whatever is stored, changed, decided anew and taken away', () => {
  const act = fc.record({
    id: fc.integer({ min: 1, max: 12 }),
    what: fc.constantFrom('store', 'store', 'store', 'delete', 'kind'),
    minor: fc.bigInt({ min: -500n, max: 500n }),
    branch: fc.constantFrom('A', 'B'),
    currency: fc.constantFrom('EGP', 'KWD'),
    atMs: fc.integer({ min: -2 * DAY, max: 3 * DAY }),
    fee: fc.option(fc.bigInt({ min: 0n, max: 9n })),
    kind: fc.constantFrom('sale', 'refund', 'unknown', 'void'),
  });
  const edge = fc.option(fc.integer({ min: -3 * DAY, max: 4 * DAY }));
  fc.assert(
    fc.property(
      fc.array(act, { maxLength: 40 }),
      edge,
      edge,
      fc.constantFrom<string[]>([], ['A']),
      (acts, from, to, branchIds) => {
        const db = opened();
        for (const { id, what, minor, branch, currency, atMs, fee, kind } of acts) {
          if (what === 'delete') db.prepare('DELETE FROM settled WHERE transaction_id = ?').run(`TX-${id}`);
          else if (what === 'kind')
            db.prepare('UPDATE settled SET kind = ? WHERE transaction_id = ?').run(kind, `TX-${id}`);
          else
            store(
              db,
              {
                ...row,
                transactionId: `TX-${id}`,
                branchId: branch,
                amount: { minor, currency },
                fee: fee === null ? null : { minor: fee, currency },
                settlementDate: { kind: 'instant', atMs, raw: '' },
              },
              kind,
            );
        }
        const ours = recount(seen(db), { ...all, fromMs: from, toMs: to, branchIds });
        const wanted = byHand(db, from, to, branchIds);
        expect(ours.gross.map(({ amount, count }) => [amount.currency, BigInt(count), amount.minor])).toEqual(
          wanted.map((one) => one.slice(0, 3)),
        );
        expect(ours.fees.map(({ minor }) => minor)).toEqual(wanted.flatMap((one) => one[3] ?? []));
        expect(ours.net.map(({ minor }) => minor)).toEqual(wanted.flatMap((one) => one[4] ?? []));
        expect(ours.notSummed.reduce((sum, { count }) => sum + count, 0)).toBe(
          wanted.reduce((sum, one) => sum + Number(one[5]), 0),
        );
        db.close();
      },
    ),
    { numRuns: 100, seed: 20_261_124 },
  );
});

it('a text is found wherever it stands: one letter, two, many, Arabic', () => {
  const letters = fc.constantFrom('a', 'b', '1', '-', ' ', 'ف', 'ر', '"', '%', '😀');
  const words = fc.string({ unit: letters, maxLength: 8 });
  fc.assert(
    fc.property(
      fc.array(words, { minLength: 1, maxLength: 20 }),
      fc.string({ unit: letters, minLength: 1, maxLength: 5 }),
      (orders, typed) => {
        const db = opened();
        orders.forEach((order, at) =>
          store(db, { ...row, transactionId: `tx-${at}`, merchantOrderId: order }),
        );
        const text = searchText(typed);
        const wanted = db
          .prepare('SELECT transaction_id FROM settled WHERE instr(search, ?) > 0 ORDER BY 1')
          .pluck()
          .all(text);
        const filter = { ...all, text: typed };
        const found = [
          ...settledRows(seen(db), { filter, sort: { by: 'settlementDate', direction: 'desc' } }),
        ];
        expect(found.map(({ transactionId }) => transactionId).sort()).toEqual(wanted);
        expect(recount(seen(db), filter).count).toBe(wanted.length);
        db.close();
      },
    ),
    { numRuns: 100, seed: 20_261_124 },
  );
});

it('rows of the version before are taken in some at a time, also while rows come, change and go', () => {
  const db = opened(cacheMigrations.slice(0, before));
  for (let at = 0; at < 50; at += 1)
    store(db, {
      ...row,
      transactionId: `tx-${at}`,
      settlementDate: { kind: 'instant', atMs: at * DAY, raw: '' },
    });
  migrate(db, cacheMigrations);
  expect(isFilled(seen(db))).toBe(false);
  const fill = () =>
    settledFillProcedures['settlement.fillSome'].run(
      { cache: seen(db), journal: seen(db), imports: seen(db) },
      { most: 7 },
    );
  const same = () => {
    const [wanted] = byHand(db, null, null, []);
    const ours = recount(seen(db), all);
    expect([ours.count, ours.gross[0]?.amount.minor]).toEqual([Number(wanted?.[1]), wanted?.[2]]);
    const text = { ...all, text: 'tx-4' };
    expect(recount(seen(db), text).count).toBe(
      db.prepare(`SELECT COUNT(*) FROM settled WHERE search GLOB 'tx-4*'`).pluck().get(),
    );
  };
  for (let slice = 0; ; slice += 1) {
    same();
    const more = fill();
    store(db, { ...row, transactionId: `tx-4-new-${slice}` });
    store(db, { ...row, transactionId: `tx-${slice * 3}`, amount: { minor: 7n, currency: 'EGP' } });
    db.prepare('DELETE FROM settled WHERE transaction_id = ?').run(`tx-${slice * 5 + 1}`);
    if (!more) break;
    expect(slice).toBeLessThan(60);
    if (slice === 8) break;
  }
  while (fill());
  expect(isFilled(seen(db))).toBe(true);
  same();
  expect(db.prepare(`SELECT COUNT(*) FROM settled WHERE value GLOB '{*'`).pluck().get()).toBe(0);
  db.close();
});
