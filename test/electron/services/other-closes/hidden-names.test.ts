/** Sales of other PCs whose order or reference number does not come as the gateway says it. */
import { afterEach, expect, it } from 'vitest';
import { closeDay, withShop, type Shop } from '../closing/shop.ts';
import { DAY, egp, exceptions, reconcile, settle, settled } from '../reconciliation/settled.ts';
import { closeStores, listenerAt, tellerOf } from './telling.ts';

afterEach(closeStores);

/** Passes for a card by chance, as one in ten numbers of its length does. */
const LIKE_CARDS = ['5123450000000008', '4000000000000002', '5123450000420008'];
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
        named(shop, sold[4]!, '5123450000590008', null);
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
