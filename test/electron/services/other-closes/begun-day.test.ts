/** A day that this PC has begun, and another PC has closed. */
import { afterEach, expect, it } from 'vitest';
import { begin, closeDay, must, withShop } from '../closing/shop.ts';
import { exceptions, reconcile, settle, settled } from '../reconciliation/settled.ts';
import { closeStores, listenerAt, tellerOf } from './telling.ts';

afterEach(closeStores);

it('the sales of another PC’s close count on while this PC has the same rows in a day that is only begun', () =>
  withShop((shop) =>
    withShop(async (finance) => {
      shop.sell('T1', 10_000n);
      finance.tills.get('T1')?.rows.push(...(shop.tills.get('T1')?.rows ?? []));
      await closeDay(shop);
      await listenerAt(finance).hear(tellerOf(shop, 'Till 1'));
      await settle(finance, [settled(1)]);
      const found = async () => {
        await reconcile(finance);
        const { lines } = must(await finance.session().bridge.get({ subject: 'SW-1' }));
        const closed = lines.find(({ line }) => line === 'closed');
        return [closed?.count, closed?.amount.minor, (await exceptions(finance)).length];
      };
      const before = await found();
      expect(before.slice(0, 2)).toEqual([1, 10_000n]);

      await finance.read('T1');
      const { closingId } = (await begin(finance)).closing;
      must(await finance.session().closing.freeze({ closingId, provisional: true }));
      expect(await found()).toEqual(before);
    }),
  ));
