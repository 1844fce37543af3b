/** Imported lines with what the comparison made of each, and what is found among them. */
import Sqlite from 'better-sqlite3';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { LINES_LOOKED_AT } from '#electron/database/repositories/imports/lines.ts';
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

const page = { cursor: null, limit: 50 };
const linesOf = async (shop: Shop, importId: string, text = '') =>
  must(await shop.session().imports.lines({ importId, text, ...page })).rows;
const standings = async (shop: Shop, importId: string) =>
  (await linesOf(shop, importId)).map(({ standing }) => standing);
const outcome = async (shop: Shop, importId: string) =>
  must(await shop.session().imports.outcome({ importId })).outcome;

async function aShopWithFiles(shop: Shop): Promise<void> {
  await aClosedDay(shop, 3);
  shop.clock.forward(12 * DAY);
  await settle(
    shop,
    [settled(1)],
    [windowOf('SW-100', 9_772n), windowOf('SW-200', 5_000n, { bankReference: 'PAYOUT-7731' })],
  );
  bringIn(shop, 'POS-1', 'pos', [
    { amount: 10_000n, on: '2026-11-17', orderId: 'W-1' },
    { amount: 9_000n, on: '2026-11-17', orderId: 'W-2' },
    { amount: 11_100n, on: '2026-11-17', orderId: 'W-77' },
  ]);
  bringIn(shop, 'BANK-1', 'bank', [
    { amount: 6_000n, on: '2026-11-18', text: 'TRF SW-100 1/2' },
    { amount: 3_772n, on: '2026-11-19', text: 'TRF SW-100 2/2' },
    { amount: 4_990n, on: '2026-11-19', reference: 'PAYOUT-7731' },
    { amount: -1_500n, on: '2026-11-20', text: 'RENT' },
  ]);
}

it('each line says what it is matched with, or the exception that it is in; before a run nothing is said', () =>
  withShop(async (shop) => {
    await aShopWithFiles(shop);
    expect(await standings(shop, 'BANK-1')).toEqual(Array(4).fill({ kind: 'not-compared' }));
    expect(await outcome(shop, 'BANK-1')).toBeNull();
    await reconcile(shop);

    const [first, second, less, rent] = await standings(shop, 'BANK-1');
    const window = { source: { kind: 'window', windowId: 'SW-100' } };
    expect(first).toMatchObject({ kind: 'matched', rule: 'one-to-many', ours: [window], count: 1 });
    expect(second).toEqual(first);
    const [short] = (await exceptions(shop, 'bank')).filter(({ theirs }) => theirs.length > 0);
    expect(less).toEqual({ kind: 'exception', key: short?.key });
    expect(rent).toEqual({ kind: 'left-out' });
    expect(await outcome(shop, 'BANK-1')).toEqual({ matched: 2, exceptions: 1, apart: 1 });

    const [exact, under, unknown] = await standings(shop, 'POS-1');
    expect(exact).toMatchObject({
      kind: 'matched',
      rule: 'order-id',
      ours: [{ orderId: 'W-1', amount: egp(10_000n), source: { kind: 'closed' } }],
    });
    expect([under?.kind, unknown?.kind]).toEqual(['exception', 'exception']);
    expect(await outcome(shop, 'POS-1')).toEqual({ matched: 1, exceptions: 2, apart: 0 });
  }));

it('what a person matches is matched at once; a file that was withdrawn is not compared', () =>
  withShop(async (shop) => {
    await aShopWithFiles(shop);
    await reconcile(shop);
    const items = { comparison: 'bank' as const, ours: ['SW-200'], theirs: ['BANK-1:3'] };
    const said = { ...items, difference: egp(-10n), remark: 'the bank kept it' };
    must(await shop.session().reconciliation.match(said));
    expect((await standings(shop, 'BANK-1'))[2]).toMatchObject({
      kind: 'matched',
      rule: 'manual',
      ours: [{ itemId: 'SW-200' }],
    });
    expect(await outcome(shop, 'BANK-1')).toEqual({ matched: 3, exceptions: 0, apart: 1 });
    const journal = new Sqlite(join(shop.folder, 'journal.sqlite'));
    journal.prepare(`INSERT INTO import_withdrawn VALUES ('POS-1', 'wrong file', 'mona', 2)`).run();
    journal.close();
    expect(await outcome(shop, 'POS-1')).toBeNull();
    expect(await standings(shop, 'POS-1')).toEqual(Array(3).fill({ kind: 'not-compared' }));
  }));

it('lines are found by any text of theirs, and by an amount as it is written', () =>
  withShop(async (shop) => {
    bringIn(shop, 'BANK-1', 'bank', [
      { amount: 600_000n, on: '2026-11-18', text: 'TRF SW-100' },
      { amount: 3_772n, on: '2026-11-19', text: 'Rent', reference: 'PAYOUT-7731' },
      { amount: 100n, on: '2026-11-20', text: 'Rent of 1,200 metres' },
    ]);
    const found = async (text: string) => (await linesOf(shop, 'BANK-1', text)).map(({ lineNo }) => lineNo);
    expect(await found('sw-100')).toEqual([1]);
    expect(await found('payout')).toEqual([2]);
    expect(await found('6000.00')).toEqual([1]);
    expect(await found('6,000.00')).toEqual([1]);
    expect(await found('٣٧٫٧٢')).toEqual([2]);
    expect(await found('1,200')).toEqual([3]);
    expect(await found('1,200 metres')).toEqual([3]);
    expect(await found('nothing')).toEqual([]);
  }));

it('a page goes on behind the lines that it looked at in vain', () =>
  withShop(async (shop) => {
    const many = Array.from({ length: LINES_LOOKED_AT + 5 }, (_, at) => ({
      amount: 100n,
      on: '2026-11-18',
      text: at === LINES_LOOKED_AT + 2 ? 'wanted' : 'other',
    }));
    bringIn(shop, 'BANK-1', 'bank', many);
    const { imports } = shop.session();
    const first = must(await imports.lines({ importId: 'BANK-1', text: 'wanted', ...page }));
    expect(first).toEqual({ rows: [], next: String(LINES_LOOKED_AT) });
    const second = must(
      await imports.lines({ importId: 'BANK-1', text: 'wanted', ...page, cursor: first.next }),
    );
    expect(second.rows.map(({ lineNo }) => lineNo)).toEqual([LINES_LOOKED_AT + 3]);
    expect(second.next).toBeNull();
    const whole = must(await imports.lines({ importId: 'BANK-1', text: '', ...page }));
    expect([whole.rows.length, whole.next]).toEqual([50, '50']);
  }));
