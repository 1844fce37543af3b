/** Sales of other PCs whose order or reference number does not come as the gateway says it. */
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, expect, it } from 'vitest';
import { makeEntries, newIdentity, type Fact, type Identity } from '#electron/head-office/entry.ts';
import { place } from '../../head-office/record.ts';
import { closeDay, wipeCache, withShop, type Shop } from '../closing/shop.ts';
import { DAY, egp, exceptions, reconcile, settle, settled } from '../reconciliation/settled.ts';
import { closeStores, listenerAt, tellerOf } from './telling.ts';

afterEach(closeStores);

/** Passes for a card by chance, as one in ten numbers of its length does. */
const LIKE_CARDS = ['5123450000000008', '4000000000000002', '5123450000420008'];
/** Masked it is what the first of them is. */
const LOOKS_LIKE_IT = '5123450000590008';
const named = (shop: Shop, rowId: string, merchantOrderId: string | null, refNumber: string | null) => {
  const row = shop.tills.get('T1')?.rows.find((one) => one.rowId === rowId);
  Object.assign(row ?? {}, { merchantOrderId, refNumber });
};
const found = async (shop: Shop) => {
  const { comparisons } = await reconcile(shop);
  const sales = comparisons.find(({ comparison }) => comparison === 'sales');
  const open = (await exceptions(shop)).map(({ key, ours }) => [key, ours?.orderId]);
  return { matched: sales?.matched, open: open.sort() };
};
const theirs = (order: number, merchantOrderId: string, refNumber: string) =>
  settled(order, { merchantOrderId, refNumber });
const ROWS = [
  theirs(1, LIKE_CARDS[0]!, ''),
  theirs(2, 'W\u202E2\u0007', ''),
  theirs(3, '', LIKE_CARDS[1]!),
  settled(4, { merchantOrderId: LIKE_CARDS[2]!, refNumber: '', amount: egp(9_000n) }),
];

it.each(['settled first', 'closed first'])(
  'they match as they do on the PC that closed them, and are called what the gateway calls them: %s',
  (order) =>
    withShop((shop) =>
      withShop(async (finance) => {
        const sold = [1, 2, 3, 4, 5].map(() => shop.sell('T1', 10_000n));
        named(shop, sold[0]!, LIKE_CARDS[0]!, null);
        named(shop, sold[1]!, 'W\u202E2\u0007', null);
        named(shop, sold[2]!, null, LIKE_CARDS[1]!);
        named(shop, sold[3]!, LIKE_CARDS[2]!, null);
        // Never settled: masked it looks like the one before.
        named(shop, sold[4]!, LOOKS_LIKE_IT, null);
        await closeDay(shop);
        for (const { clock } of [shop, finance]) clock.forward(9 * DAY);
        const listener = listenerAt(finance);
        const till = tellerOf(shop, 'Till 1');
        if (order === 'settled first') await settle(finance, ROWS);
        await listener.hear(till);
        if (order === 'closed first') await settle(finance, ROWS);
        await settle(shop, ROWS);
        const one = await found(shop);
        const two = await found(finance);
        expect(two.matched).toEqual(one.matched);
        expect(two.open.map(([key]) => key)).toEqual(one.open.map(([key]) => key));
        expect(one.open.length).toBeGreaterThan(1);
        // What the gateway has not said here comes masked, and is no other number that looks the same.
        const orders = two.open.map(([, orderId]) => orderId);
        expect(orders).toContain(LIKE_CARDS[2]);
        expect(orders.filter((name) => name?.includes('*'))).toEqual([
          expect.stringMatching(/^512345\*{6}0008 #[0-9a-f]{8}$/),
        ]);
      }),
    ),
);

const sumOf = async (shop: Shop) => {
  const { comparisons } = await reconcile(shop);
  const sales = comparisons.find(({ comparison }) => comparison === 'sales');
  return { ours: sales?.all?.ours, matches: sales?.matched.reduce((sum, { matches }) => sum + matches, 0) };
};
/** What a PC tells as a Closeout told it that hashed no names. */
const asBefore = (facts: readonly Fact[]): Fact[] =>
  facts.map(({ kind, atMs, body }) => ({
    kind,
    atMs,
    body: kind === 'close-rows' ? body.replace(/"names":\[.*?\],"number"/, '"number"') : body,
  }));
function tellAs(listener: ReturnType<typeof listenerAt>, till: Identity, facts: readonly Fact[]) {
  listener.know({ id: till.pc, name: 'Till 1', news: () => [] });
  listener.add(makeEntries(till, place('B1'), listener.store.headOf(till.pc), facts));
  return listener.pages();
}
/** A return on a terminal of its own, of the sale that the shop made. */
function giveBack(finance: Shop): void {
  named(finance, finance.sell('T1', 10_000n, { type: 'REVERSAL' }), LIKE_CARDS[0]!, LIKE_CARDS[1]!);
  const [row] = finance.tills.get('T1')!.rows;
  finance.tills.get('T1')!.rows = [{ ...row!, rowId: 'row-back' }];
}

it('a return here takes back the sale of another PC once this PC reads its name on a terminal', () =>
  withShop((shop) =>
    withShop(async (finance) => {
      named(shop, shop.sell('T1', 10_000n), LIKE_CARDS[0]!, LIKE_CARDS[1]!);
      await closeDay(shop);
      await listenerAt(finance).hear(tellerOf(shop, 'Till 1'));
      giveBack(finance);
      await closeDay(finance);
      await settle(finance, [theirs(9, 'W-9', 'R-9')]);
      expect((await sumOf(finance)).ours).toEqual([{ count: 2, amount: egp(0n) }]);
    }),
  ));

it('a return here takes back a sale whose close comes after it, by the name in the close of this PC alone', () =>
  withShop((shop) =>
    withShop(async (finance) => {
      named(shop, shop.sell('T1', 10_000n), LIKE_CARDS[0]!, LIKE_CARDS[1]!);
      await closeDay(shop);
      giveBack(finance);
      await closeDay(finance);
      await finance.restart(wipeCache);
      await settle(finance, [theirs(9, 'W-9', 'R-9')]);
      await listenerAt(finance).hear(tellerOf(shop, 'Till 1'));
      expect((await sumOf(finance)).ours).toEqual([{ count: 2, amount: egp(0n) }]);
    }),
  ));

it('a name that an older Closeout told without a hash is the only one here that looks so, and none of two', () =>
  withShop((shop) =>
    withShop(async (finance) => {
      named(shop, shop.sell('T1', 10_000n), LIKE_CARDS[0]!, null);
      await closeDay(shop);
      const facts = tellerOf(shop, 'Till 1').news();
      expect(asBefore(facts)).not.toEqual(facts.map(({ kind, atMs, body }) => ({ kind, atMs, body })));
      await tellAs(listenerAt(finance), newIdentity(), asBefore(facts));
      await settle(finance, [theirs(1, LIKE_CARDS[0]!, '')]);
      expect((await sumOf(finance)).matches).toBe(1);
      await settle(finance, [theirs(1, LIKE_CARDS[0]!, ''), theirs(2, LOOKS_LIKE_IT, '')]);
      expect((await sumOf(finance)).matches).toBe(0);
    }),
  ));

it('a return that is settled takes back no sale that is called otherwise once a second name looks the same', () =>
  withShop((shop) =>
    withShop(async (finance) => {
      named(shop, shop.sell('T1', 10_000n), LIKE_CARDS[0]!, null);
      await closeDay(shop);
      await tellAs(listenerAt(finance), newIdentity(), asBefore(tellerOf(shop, 'Till 1').news()));
      const back = settled(1, { merchantOrderId: LIKE_CARDS[0]!, paymentType: 'REVERSAL' });
      const cache = new Sqlite(join(finance.folder, 'cache.sqlite'), { readonly: true });
      const undoes = () =>
        cache.prepare(`SELECT undoes FROM settled WHERE transaction_id = 'TX-1'`).pluck().get();
      await settle(finance, [back]);
      expect(undoes()).toBe('row row-00001');
      // A page without it, and with none of its names.
      const { db } = finance.session().context;
      const sync = { branchIds: [], anew: true, atMs: finance.clock.nowMs(), anewAfterMs: 0 };
      const { run } = await db.call('settlement.beginSync', sync);
      const rows = [theirs(2, LOOKS_LIKE_IT, 'R-2')];
      await db.call('settlement.storePage', { run, rows, pagesDone: 1, total: 2 });
      expect(undoes()).toBeNull();
      cache.close();
    }),
  ));

it('a return takes back its sale though one was told before there were hashes, and one after', () =>
  withShop((shop) =>
    withShop(async (finance) => {
      named(shop, shop.sell('T1', 10_000n), LIKE_CARDS[0]!, LIKE_CARDS[1]!);
      await closeDay(shop);
      const till = tellerOf(shop, 'Till 1');
      const identity = newIdentity();
      const listener = listenerAt(finance);
      await tellAs(listener, identity, asBefore(till.news()));
      shop.clock.forward(DAY);
      named(shop, shop.sell('T1', 10_000n, { type: 'REVERSAL' }), LIKE_CARDS[0]!, LIKE_CARDS[1]!);
      await closeDay(shop);
      const facts = till.news().map(({ kind, atMs, body }) => ({ kind, atMs, body }));
      await tellAs(listener, identity, facts);
      await settle(finance, [theirs(9, 'W-9', 'R-9')]);
      expect((await sumOf(finance)).ours).toEqual([{ count: 2, amount: egp(0n) }]);
    }),
  ));
