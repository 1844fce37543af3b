/** A page of settled transactions is stored with few statements: what follows from its rows is as if each had come alone. */
import Sqlite, { type Database } from 'better-sqlite3';
import { expect, it } from 'vitest';
import type { ReadableDb, WritableFiles } from '#electron/database/db.ts';
import { migrate } from '#electron/database/migrate.ts';
import { cacheMigrations, journalMigrations } from '#electron/database/migrations/index.ts';
import { isFilled } from '#electron/database/repositories/settled-fill.ts';
import { recount } from '#electron/database/repositories/settled-recount.ts';
import { settledSyncProcedures } from '#electron/database/repositories/settled-sync.ts';
import { settledFilterSchema, type SettledTransaction } from '#shared/contract/settlement.ts';

const DAY = 86_400_000;
const all = settledFilterSchema.parse({});
const egp = (minor: bigint) => ({ minor, currency: 'EGP' });
const rowOf = (transactionId: string, change: Partial<SettledTransaction> = {}): SettledTransaction => ({
  transactionId,
  merchantOrderId: `NM-${transactionId}`,
  refNumber: null,
  terminalId: 'T1',
  branchId: 'BR-01',
  branchName: null,
  channel: 'pos',
  method: 'card',
  paymentType: 'SALE',
  entryMode: 'CHIP',
  amount: egp(1_000n),
  fee: egp(20n),
  vat: null,
  net: egp(980n),
  settlementDate: { kind: 'instant', atMs: 20_000 * DAY, raw: 'then' },
  createdAt: null,
  windowId: 'SW-1',
  batchId: null,
  raw: '{}',
  ...change,
});
const rowsOf = (count: number, from = 0): SettledTransaction[] =>
  Array.from({ length: count }, (_, at) => rowOf(`TX-${String(from + at).padStart(5, '0')}`));

function opened() {
  const [cache, journal] = [new Sqlite(':memory:'), new Sqlite(':memory:')];
  migrate(cache, cacheMigrations);
  migrate(journal, journalMigrations);
  const files = { cache, journal } as unknown as WritableFiles;
  const begun = { branchIds: [], anew: true, atMs: 0, anewAfterMs: 1 };
  const { run } = settledSyncProcedures['settlement.beginSync'].run(files, begun);
  const store = (rows: SettledTransaction[]) =>
    cache
      .transaction(() =>
        settledSyncProcedures['settlement.storePage'].run(files, { run, rows, pagesDone: 0, total: null }),
      )
      .immediate();
  return { cache, store };
}

/** What follows from the rows, beside the rows read one by one. */
function followed(cache: Database) {
  const seen = cache as unknown as ReadableDb;
  const { gross, fees } = recount(seen, all);
  const ours = [gross[0]?.count, gross[0]?.amount.minor, fees[0]?.minor];
  const wanted = cache
    .prepare('SELECT COUNT(*), SUM(adds_minor), SUM(fee_minor) FROM settled')
    .raw()
    .safeIntegers()
    .get() as bigint[];
  expect(ours).toEqual([Number(wanted[0]), wanted[1], wanted[2]]);
  expect(isFilled(seen)).toBe(true);
  for (const text of ['tx-0', 'nm-tx', 'other', 'zzz'])
    expect(recount(seen, { ...all, text }).count).toBe(
      cache.prepare('SELECT COUNT(*) FROM settled WHERE instr(search, ?) > 0').pluck().get(text),
    );
}

it('rows that come, change and come twice are in sums and search, however many a page has', () => {
  const { cache, store } = opened();
  let from = 0;
  for (const count of [1, 24, 25, 126, 301]) {
    expect(store(rowsOf(count, from))).toMatchObject({ fresh: count, met: from + count });
    from += count;
    followed(cache);
  }
  const changed = [rowOf('TX-00003', { amount: egp(7n), merchantOrderId: 'OTHER-3' }), ...rowsOf(30, 460)];
  expect(store(changed)).toMatchObject({ fresh: 13, met: 490 });
  followed(cache);
  const twice = [rowOf('TX-99999'), rowOf('TX-99999', { amount: egp(5n) }), ...rowsOf(2)];
  expect(store(twice)).toMatchObject({ fresh: 1, met: 491, sums: [{ minor: 489_012n, currency: 'EGP' }] });
  followed(cache);
  // SQLite stores half a letter as another one. The row is the same one all the same.
  const half = [rowOf('TX-\ud800'), rowOf('TX-\udbff')];
  expect(store(half)).toMatchObject({ fresh: 1, met: 492 });
  expect(store(half)).toMatchObject({ fresh: 0, met: 492 });
  followed(cache);
  cache.close();
});

it('a refund and its sale on one page: the sums have the pair', () => {
  const { cache, store } = opened();
  const back = rowOf('TX-2', { merchantOrderId: 'NM-TX-1', paymentType: 'VOID', amount: egp(-1_000n) });
  store([back, rowOf('TX-1')]);
  expect(cache.prepare(`SELECT undoes FROM settled WHERE transaction_id = 'TX-2'`).pluck().get()).toBe(
    'TX-1',
  );
  followed(cache);
  cache.close();
});

it('payments that the rows of a page settle are settled with it', () => {
  const { cache, store } = opened();
  for (const n of [1, 2, 3]) {
    cache
      .prepare(
        `INSERT INTO gateway_transaction (transaction_id, key, amount_minor, currency, raw, run) VALUES (?, ?, 1, 'EGP', '{}', 1)`,
      )
      .run(`TX-${n}`, `O-${n}`);
    cache
      .prepare(
        `INSERT INTO payment (key, at_ms, state, currency, captured_minor, count, search) VALUES (?, 1, 'paid', 'EGP', 1, 1, '')`,
      )
      .run(`O-${n}`);
  }
  store([rowOf('TX-1'), rowOf('TX-3', { windowId: null })]);
  expect(
    cache.prepare('SELECT name, is_unsettled, window_id FROM payment_listed ORDER BY name').raw().all(),
  ).toEqual([
    ['O-1', 0, 'SW-1'],
    ['O-2', 1, ''],
    ['O-3', 0, ''],
  ]);
  cache.close();
});

it('a page adds one list of letters to the search, and not one for each row', () => {
  const { cache, store } = opened();
  // FTS5 keeps each list in rows of its own. The upper bits of a row's id name the list; small ids belong to no list (§ FTS5, "the %_data table").
  const lists = () =>
    cache.prepare('SELECT COUNT(DISTINCT id >> 37) FROM settled_search_data WHERE id > 1000').pluck().get();
  store(rowsOf(250));
  expect(lists()).toBe(1);
  store(rowsOf(250, 250));
  expect(lists()).toBe(2);
  cache.close();
});

it('while rows of an earlier Closeout are being taken in, a page waits its turn behind them', () => {
  const { cache, store } = opened();
  cache.exec('UPDATE settled_filled SET through = 0');
  store(rowsOf(3));
  expect(isFilled(cache as unknown as ReadableDb)).toBe(false);
  expect(cache.prepare('SELECT COUNT(*) FROM settled_sum').pluck().get()).toBe(0);
  expect(recount(cache as unknown as ReadableDb, all).count).toBe(3);
  cache.close();
});
