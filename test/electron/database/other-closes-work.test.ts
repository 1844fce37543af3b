/** How much is done to take in the closes of a long record for the first time: counted, not timed. */
import Sqlite from 'better-sqlite3';
import { expect, it } from 'vitest';
import type { ReadableDb, WritableDb } from '#electron/database/db.ts';
import { migrate } from '#electron/database/migrate.ts';
import {
  cacheMigrations,
  importsMigrations,
  journalMigrations,
} from '#electron/database/migrations/index.ts';
import { otherCloseProcedures } from '#electron/database/repositories/closing/other-closes.ts';
import type { ChangedClose, HeardRow } from '#electron/database/repositories/closing/told-closes.ts';

const A_PAGE = 20;
const ROWS = 4;

/** A file that counts the statements that run on it, with the rows that they answer. */
function counted(file: Sqlite.Database) {
  const work = { done: 0 };
  const counting = (statement: Sqlite.Statement): Sqlite.Statement =>
    new Proxy(statement, {
      get(of, name: keyof Sqlite.Statement) {
        const value = of[name] as unknown;
        if (typeof value !== 'function') return value;
        return (...args: unknown[]) => {
          const answer = (value as (...given: unknown[]) => unknown).apply(of, args);
          if (answer === of) return counting(of);
          work.done += Array.isArray(answer) ? answer.length + 1 : 1;
          return answer;
        };
      },
    });
  return { work, db: { prepare: (sql: string) => counting(file.prepare(sql)) } as unknown as WritableDb };
}

const row = (number: number, kind: HeardRow['kind']): HeardRow => ({
  rowId: `row-${kind}-${number}`,
  terminalId: 'T1',
  merchantOrderId: `W-${number}`,
  refNumber: `R-${number}`,
  merchantOrderIdHash: null,
  refNumberHash: null,
  minor: 10_000n,
  currency: 'EGP',
  kind,
  paymentType: kind.toUpperCase(),
  entryMode: 'CHIP',
  firstSeenAtMs: number,
  businessDate: '2026-11-17',
  undoes: null,
  outstanding: false,
});
/** Each with sales, and one of them taken back. */
const close = (number: number): ChangedClose => ({
  closingId: `closing-${number}`,
  branchKey: 'B1',
  branchName: 'Maadi',
  businessDate: '2026-11-17',
  number,
  revision: 1,
  pc: 'PC-1',
  pcName: 'Till',
  atMs: number,
  state: 'closed',
  timeZone: 'Africa/Cairo',
  cutOff: '04:00',
  endsAtMs: number,
  leftForNext: 0,
  terminals: [{ terminalId: 'T1', readAtMs: number, isLeftOut: false }],
  rows: [
    ...Array.from({ length: ROWS - 1 }, (_, at) => row(number * ROWS + at, 'sale')),
    row(number * ROWS, 'reversal'),
  ],
});

function workOf(closes: number): number {
  const files = [cacheMigrations, journalMigrations, importsMigrations].map((migrations) => {
    const file = new Sqlite(':memory:');
    migrate(file, migrations);
    return file;
  });
  const [cache, journal, imports] = files as [Sqlite.Database, Sqlite.Database, Sqlite.Database];
  const settled = cache.prepare(
    `INSERT INTO settled (transaction_id, merchant_order_id, ref_number, branch_id, amount_minor, currency, settled_at_ms, payment_type, kind, method, search, value)
     VALUES (?, ?, ?, '', 10000, 'EGP', 1, 'REVERSAL', 'reversal', 'card', '', '{}')`,
  );
  for (let number = 0; number < closes; number += 1)
    settled.run(`TX-${number}`, `W-${number * ROWS}`, `R-${number * ROWS}`);
  const { db, work } = counted(cache);
  const readable = (file: Sqlite.Database) => file as unknown as ReadableDb;
  const { run } = otherCloseProcedures['otherCloses.store'];
  for (let from = 0; from < closes; from += A_PAGE) {
    const page = Array.from({ length: A_PAGE }, (_, at) => close(from + at + 1));
    const isEnd = from + A_PAGE >= closes;
    run(
      { cache: db, journal: readable(journal), imports: readable(imports) },
      { copy: 'copy', change: from + A_PAGE, closes: page, isEnd, isWhole: isEnd },
    );
  }
  const paired = (table: string) =>
    cache
      .prepare(`SELECT COUNT(*) FROM ${table} WHERE kind = 'reversal' AND undoes IS NOT NULL`)
      .pluck()
      .get();
  expect([paired('other_row'), paired('settled')]).toEqual([closes, closes - 1]);
  for (const file of files) file.close();
  return work.done;
}

it('twice as long a record is twice the work', () => {
  const [one, two, four] = [workOf(200), workOf(400), workOf(800)];
  expect(two / one).toBeLessThan(2.1);
  expect(four / two).toBeLessThan(2.1);
});
