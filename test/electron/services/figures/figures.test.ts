import Sqlite from 'better-sqlite3';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { SALES_OF_CLOSES } from '#electron/database/repositories/closing/closed-sales.ts';
import { NOT_SETTLED, SETTLED_BY_PERIOD } from '#electron/database/repositories/figures.ts';
import { settledRow, store } from '../reports/list-bench.ts';
import { must, withBench } from '../operations/harness.ts';

const egp = (minor: bigint) => ({ minor, currency: 'EGP' });
const DAY = 86_400_000;

it('sums of each period and branch are those of the rows in it, apart by currency', () =>
  withBench(async (bench) => {
    const session = bench.session();
    const { figures, context } = session;
    const first = must(await figures.get({ span: 'days' }));
    const yesterday = first.periods.at(-2)?.fromMs ?? 0;
    const at = (ms: number) => ({ kind: 'instant' as const, atMs: ms, raw: String(ms) });
    const { db } = context as unknown as { db: Parameters<typeof store>[0] };
    await store(db, [
      settledRow(1, {
        settlementDate: at(yesterday),
        amount: egp(10_000n),
        fee: egp(150n),
        net: egp(9_850n),
        branchId: 'A',
      }),
      settledRow(2, {
        settlementDate: at(yesterday + DAY - 1),
        amount: egp(20_000n),
        fee: null,
        net: null,
        branchId: 'B',
      }),
      settledRow(3, {
        settlementDate: at(yesterday - 1),
        amount: egp(5_000n),
        fee: egp(100n),
        net: egp(4_900n),
        branchId: 'B',
      }),
      settledRow(4, {
        settlementDate: at(yesterday),
        amount: { minor: 7n, currency: 'USD' },
        fee: null,
        net: null,
        vat: null,
      }),
      settledRow(5, { settlementDate: null, amount: egp(1n), fee: null, net: null }),
    ]);
    const { currencies } = must(await figures.get({ span: 'days' }));
    expect(currencies.map(({ currency }) => currency)).toEqual(['EGP', 'USD']);
    const [ours] = currencies;
    expect(ours?.settled.slice(-3)).toEqual([
      {
        count: 1,
        gross: egp(5_000n),
        fees: egp(100n),
        net: egp(4_900n),
        notSummed: null,
        feeShareBasisPoints: 200,
      },
      {
        count: 2,
        gross: egp(30_000n),
        fees: egp(150n),
        net: egp(9_850n),
        notSummed: null,
        feeShareBasisPoints: 50,
      },
      { count: 0, gross: egp(0n), fees: null, net: null, notSummed: null, feeShareBasisPoints: null },
    ]);
    expect(ours?.branches.map(({ branchId, count, gross }) => [branchId, count, gross.minor])).toEqual([
      ['B', 2, 25_000n],
      ['A', 1, 10_000n],
    ]);
  }));

it.each([
  ['sums of a period', 'cache', SETTLED_BY_PERIOD, 'settled_by_time'],
  ['sales that nothing settles, by order', 'cache', NOT_SETTLED, 'settled_by_order'],
  ['sales that nothing settles, by reference', 'cache', NOT_SETTLED, 'settled_by_reference'],
  ['rows of closes', 'journal', SALES_OF_CLOSES, 'SEARCH r USING PRIMARY KEY'],
])('%s are read by an index, and never by going through all rows', (_name, file, sql, index) =>
  withBench(async (bench) => {
    const db = new Sqlite(join(bench.folder, `${file}.sqlite`), { readonly: true });
    const plan = db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all('[]') as { detail: string }[];
    db.close();
    const text = plan.map(({ detail }) => detail).join('\n');
    expect(text).toContain(index);
    expect(text).not.toMatch(/SCAN (s|settled|r|c)\b/);
  }),
);
