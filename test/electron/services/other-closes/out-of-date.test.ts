/** A result of reconciliation is out of date once rows in closes of other PCs are not what they were, though the closes are. */
import { afterEach, expect, it } from 'vitest';
import { closeDay, must, withShop, type Shop } from '../closing/shop.ts';
import { reconcile, settle, settled } from '../reconciliation/settled.ts';
import { closeStores, listenerAt, tellerOf } from './telling.ts';

afterEach(closeStores);

/** Passes for a card by chance. */
const LIKE_A_CARD = '5123450000000008';
const named = (shop: Shop, rowId: string, more: object) =>
  Object.assign(shop.tills.get('T1')?.rows.find((one) => one.rowId === rowId) ?? {}, more);
const causes = (shop: Shop) =>
  shop.session().context.db.call('reconciliation.outOfDate', { nowMs: shop.clock.nowMs() });

const withResult = (use: (of: { finance: Shop; listener: ReturnType<typeof listenerAt> }) => Promise<void>) =>
  withShop((shop) =>
    withShop(async (finance) => {
      const listener = listenerAt(finance);
      named(shop, shop.sell('T1', 10_000n), { merchantOrderId: LIKE_A_CARD });
      await closeDay(shop);
      await settle(finance, [settled(9)]);
      await listener.hear(tellerOf(shop, 'Till 1'));
      await reconcile(finance);
      expect(await causes(finance)).toEqual([]);
      await use({ finance, listener });
    }),
  );

it('the same closes are told again, as after an update that reads more of them', () =>
  withResult(async ({ finance, listener }) => {
    await finance.session().context.db.call('otherCloses.store', listener.store.closesChanged(null));
    expect(await causes(finance)).toEqual(['closes']);
    await reconcile(finance);
    expect(await listener.pages()).toBe(false);
    expect(await causes(finance)).toEqual([]);
  }));

it('a terminal is read that says a name that had come masked, and that is told', () =>
  withResult(async ({ finance }) => {
    const told: string[] = [];
    Object.assign(finance.session().context, { emit: (event: string) => void told.push(event) });
    finance.sell('T2', 5_000n);
    await finance.read('T2');
    expect(await causes(finance)).toEqual([]);
    expect(told).not.toContain('headOffice.closes');
    named(finance, finance.sell('T1', 10_000n), { merchantOrderId: LIKE_A_CARD });
    await finance.read('T1');
    expect(told).toContain('headOffice.closes');
    expect(await causes(finance)).toEqual(['closes']);
    must(await finance.session().terminals.readTerminal('T1'));
    expect(told.filter((event) => event === 'headOffice.closes')).toHaveLength(1);
  }));
