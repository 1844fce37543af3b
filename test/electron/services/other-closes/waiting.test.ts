/** Settled sales that no close has: whether a close of another PC may still bring them. */
import { afterEach, expect, it } from 'vitest';
import { AFTERNOON_MS, closeDay, must, reopenIt, withShop, type Shop } from '../closing/shop.ts';
import { DAY, exceptions, reconcile, settle, settled } from '../reconciliation/settled.ts';
import { closeStores, listenerAt, tellerOf } from './telling.ts';

afterEach(closeStores);

/** Sold on the first day, and in no close. */
const lost = () => {
  const atMs = AFTERNOON_MS + 1_000;
  return settled(99, { createdAt: { kind: 'instant', atMs, raw: new Date(atMs).toISOString() } });
};
const missing = async (shop: Shop) => {
  await reconcile(shop);
  return (await exceptions(shop))
    .filter(({ type }) => type === 'missing-in-ours')
    .flatMap(({ theirs }) => theirs.map(({ itemId }) => itemId));
};

it('nothing is waited for once a close has a later sale of the terminal, whatever its PC calls the branch', () =>
  withShop((shop) =>
    withShop(
      async (finance) => {
        must(await finance.session().terminals.refreshList());
        const listener = listenerAt(finance);
        const till = tellerOf(shop, 'Till 1');
        shop.sell('T1', 10_000n);
        await closeDay(shop);
        await listener.hear(till);
        for (const { clock } of [shop, finance]) clock.forward(9 * DAY);
        await settle(finance, [settled(1), lost()]);
        expect(await missing(finance)).toEqual(['TX-99']);
      },
      { T1: 'B9' },
    ),
  ));

it('nothing is waited for on a day that this PC has closed, though another opened its own again', () =>
  withShop((shop) =>
    withShop(async (finance) => {
      must(await finance.session().terminals.refreshList());
      shop.sell('T1', 10_000n);
      finance.sell('T1', 500n);
      finance.tills.get('T1')!.rows[0] = { ...finance.tills.get('T1')!.rows[0]!, rowId: 'row-own' };
      const { closing } = await closeDay(shop);
      await closeDay(finance);
      must(await reopenIt(shop, closing.closingId));
      await listenerAt(finance).hear(tellerOf(shop, 'Till 1'));
      finance.clock.forward(9 * DAY);
      await settle(finance, [settled(1), lost()]);
      expect(await missing(finance)).toContain('TX-99');
    }),
  ));
