/** What was charged beside what the gateway quoted when it was settled: in whole numbers, to a minor unit. */
import { expect, it } from 'vitest';
import type { Money } from '#shared/money/money.ts';
import { AFTERNOON_MS } from '../closing/shop.ts';
import {
  aClosedDay,
  DAY,
  egp,
  exceptions,
  must,
  reconcile,
  settle,
  settled,
  settledOn,
  withShop,
  type Shop,
} from './settled.ts';

type Quoted = { atMs: number; method?: string; rate?: string; flat?: Money };

/** As a reading of the fees keeps them. */
async function quote(shop: Shop, quotes: readonly Quoted[]): Promise<void> {
  const rows = quotes.map(({ atMs, method, rate, flat }) => ({
    key: `${method ?? 'all'} ${atMs}`,
    cells: {
      readAt: { is: 'time' as const, at: { kind: 'instant' as const, atMs, raw: '' } },
      ...(method !== undefined && { method: { is: 'text' as const, text: method } }),
      ...(rate !== undefined && { rate: { is: 'text' as const, text: rate } }),
      ...(flat && { flatFee: { is: 'money' as const, money: flat } }),
    },
    lines: [],
  }));
  await shop.session().context.db.call('kept.store', { name: 'fee-history', rows, run: 1, from: 0 });
}

/** No share may differ: only a minor unit may. */
async function exactly(shop: Shop): Promise<void> {
  const { reconciliation } = shop.session();
  const { settings } = must(await reconciliation.settings());
  must(await reconciliation.setSettings({ ...settings, feeTolerance: 0 }));
}

type Case = { fee: bigint; method?: string; days?: number };
/** The sales with these fees that are exceptions, with what was quoted for each. */
async function unexpected(
  quotes: readonly Quoted[],
  cases: readonly Case[],
): Promise<[number, bigint | null][]> {
  let found: [number, bigint | null][] = [];
  await withShop(async (shop) => {
    await aClosedDay(shop, cases.length);
    await exactly(shop);
    await quote(shop, quotes);
    shop.clock.forward(10 * DAY);
    await settle(
      shop,
      cases.map(({ fee, method = 'CARD', days = 1 }, at) =>
        settled(at + 1, { fee: egp(fee), method, ...settledOn(days) }),
      ),
    );
    await reconcile(shop);
    found = (await exceptions(shop))
      .filter(({ type }) => type === 'fee-unexpected')
      .map(({ ours, fee }): [number, bigint | null] => [
        Number(ours?.orderId?.slice(2)),
        fee?.quoted?.minor ?? null,
      ])
      .sort(([a], [b]) => a - b);
  });
  return found;
}

const SOON = AFTERNOON_MS - DAY;

it('a minor unit more or less than quoted is rounding, and two are not', async () => {
  const quotes = [{ atMs: SOON, method: 'card', rate: '2.0' }];
  const fees = [198n, 199n, 200n, 201n, 202n];
  expect(
    await unexpected(
      quotes,
      fees.map((fee) => ({ fee })),
    ),
  ).toEqual([
    [1, 200n],
    [5, 200n],
  ]);
});

it('half a minor unit of a quote is not lost: 2.0175 % of 100.00 is 2.0175', async () => {
  const quotes = [{ atMs: SOON, method: 'card', rate: '2.0175' }];
  // 201.75 minor units: 200.75 to 202.75 are within one.
  expect(await unexpected(quotes, [{ fee: 200n }, { fee: 201n }, { fee: 202n }, { fee: 203n }])).toEqual([
    [1, 202n],
    [4, 202n],
  ]);
});

it('a flat fee is added, and one in another currency is no quote', async () => {
  const flat = { atMs: SOON, method: 'card', rate: '1', flat: egp(50n) };
  expect(await unexpected([flat], [{ fee: 150n }, { fee: 100n }])).toEqual([[2, 150n]]);
  const other = { ...flat, flat: { minor: 50n, currency: 'USD' } };
  expect(await unexpected([other], [{ fee: 150n }, { fee: 100n }])).toEqual([]);
});

it('the last reading before it was settled counts, not a later one', async () => {
  const quotes = [
    { atMs: SOON, method: 'card', rate: '2' },
    { atMs: AFTERNOON_MS + 2 * DAY, method: 'card', rate: '3' },
  ];
  const cases = [
    { fee: 200n, days: 1 },
    { fee: 300n, days: 1 },
    { fee: 300n, days: 3 },
    { fee: 200n, days: 3 },
  ];
  expect(await unexpected(quotes, cases)).toEqual([
    [2, 200n],
    [4, 300n],
  ]);
});

it('where no quote of that time or method is known, none is taken for it', async () => {
  const later = [{ atMs: AFTERNOON_MS + 5 * DAY, method: 'card', rate: '2' }];
  expect(await unexpected(later, [{ fee: 900n }])).toEqual([]);
  const wallet = [{ atMs: SOON, method: 'wallet', rate: '2' }];
  expect(await unexpected(wallet, [{ fee: 900n }])).toEqual([]);
  expect(await unexpected([{ atMs: SOON, method: 'card', rate: 'two' }], [{ fee: 900n }])).toEqual([]);
  // More than the amount is no fee, whatever was quoted.
  expect(await unexpected([], [{ fee: 10_001n }])).toEqual([[1, null]]);
});

it('a fee that is quoted for every method holds for those without one of their own', async () => {
  const quotes = [
    { atMs: SOON, rate: '1' },
    { atMs: SOON, method: 'card', rate: '2' },
  ];
  const cases = [{ fee: 200n }, { fee: 100n, method: 'WALLET' }, { fee: 200n, method: 'WALLET' }];
  expect(await unexpected(quotes, cases)).toEqual([[3, 100n]]);
});
