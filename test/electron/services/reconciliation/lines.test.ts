import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, it } from 'vitest';
import { bringIn } from './lines.ts';
import {
  aClosedDay,
  DAY,
  egp,
  exceptions,
  must,
  reconcile,
  settle,
  settled,
  windowOf,
  withShop,
  type Shop,
} from './settled.ts';

const withdraw = (shop: Shop, importId: string) => {
  const journal = new Sqlite(join(shop.folder, 'journal.sqlite'));
  journal.prepare(`INSERT INTO import_withdrawn VALUES (?, 'wrong file', 'mona', 2)`).run(importId);
  journal.close();
};
const kinds = async (shop: Shop, comparison: 'books' | 'bank') =>
  (await exceptions(shop, comparison)).map(({ type, ours, theirs }) => [
    type,
    ours?.itemId.replace(/^row-0*/, '') ?? null,
    theirs.map(({ itemId }) => itemId).join(' '),
  ]);

it('closes beside imported sales and windows beside a statement, in one run; what is withdrawn counts no more', () =>
  withShop(async (shop) => {
    await aClosedDay(shop, 5);
    shop.clock.forward(12 * DAY);
    await settle(
      shop,
      [settled(1)],
      [
        windowOf('SW-100', 9_772n),
        windowOf('SW-200', 5_000n, { bankReference: 'PAYOUT-7731' }),
        windowOf('SW-300', 7_000n, { expectedPayoutDate: '2026-11-22' }),
        windowOf('SW-400', 8_000n, { expectedPayoutDate: '2026-12-20' }),
        windowOf('SW-500', 3_000n, { status: { kind: 'known', value: 'OPEN' } }),
      ],
    );
    bringIn(shop, 'POS-1', 'pos', [
      { amount: 10_000n, on: '2026-11-17', orderId: 'W-1' },
      { amount: 9_000n, on: '2026-11-17', orderId: 'W-2' },
      { amount: 20_000n, on: '2026-11-17', text: 'two sales in one' },
      { amount: 10_000n, on: '2026-11-17', orderId: 'W-77' },
    ]);
    bringIn(shop, 'BANK-1', 'bank', [
      { amount: 6_000n, on: '2026-11-18', text: 'TRF SW-100 1/2' },
      { amount: 3_772n, on: '2026-11-19', text: 'TRF SW-100 2/2' },
      { amount: 4_990n, on: '2026-11-19', reference: 'PAYOUT-7731' },
      { amount: -1_500n, on: '2026-11-20', text: 'RENT' },
      { amount: 250n, on: '2026-11-26', text: 'INTEREST' },
    ]);
    const overview = await reconcile(shop);
    expect(overview.lastError).toBeNull();
    expect(overview.result?.basis.imports).toEqual({ books: 1, bank: 1 });
    const [, books, bank] = overview.comparisons;
    expect(books).toMatchObject({
      state: 'compared',
      covered: { from: '2026-11-17', to: '2026-11-17' },
      all: { ours: [{ count: 5, amount: egp(50_000n) }], theirs: [{ count: 4, amount: egp(49_000n) }] },
    });
    expect(books?.matched.map(({ rule, matches }) => [rule, matches])).toEqual([['order-id', 1]]);
    expect(await kinds(shop, 'books')).toEqual(
      expect.arrayContaining([
        ['amount-under', '2', 'POS-1:2'],
        ['missing-in-ours', null, 'POS-1:4'],
      ]),
    );
    expect(bank).toMatchObject({
      state: 'compared',
      matched: [{ rule: 'one-to-many', matches: 1, ours: [{ count: 1, amount: egp(9_772n) }] }],
      expected: [{ reason: 'within-days', ours: [{ count: 1, amount: egp(8_000n) }] }],
      leftOut: [{ count: 1, amount: egp(-1_500n) }],
    });
    expect((await kinds(shop, 'bank')).sort()).toEqual([
      ['amount-under', 'SW-200', 'BANK-1:3'],
      ['missing-in-ours', null, 'BANK-1:5'],
      ['missing-in-settlement', 'SW-300', ''],
    ]);
    const { reconciliation } = shop.session();
    const match = must(
      await reconciliation.match({
        comparison: 'bank',
        ours: ['SW-300'],
        theirs: ['BANK-1:5'],
        difference: egp(-6_750n),
        remark: 'a part of it',
      }),
    );
    expect(match.theirs[0]?.source).toEqual({ kind: 'line', importId: 'BANK-1', lineNo: 5 });

    withdraw(shop, 'BANK-1');
    expect(must(await reconciliation.overview()).outOfDate).toEqual(['imports', 'matches']);
    const after = await reconcile(shop);
    expect(after.comparisons[2]).toMatchObject({ state: 'no-theirs', exceptions: [] });
    expect(after.comparisons[1]?.state).toBe('compared');
  }));
