/** The Z of another PC on the line of a payment, also where this PC has read no row of its terminal. */
import { afterEach, expect, it } from 'vitest';
import { closeDay, must, withShop, type Shop } from '../closing/shop.ts';
import { egp } from '../reconciliation/settled.ts';
import { closeStores, listenerAt, tellerOf } from './telling.ts';

afterEach(closeStores);

const pay = (shop: Shop) =>
  shop.session().context.db.call('payments.storeOrder', {
    rows: [
      {
        ...{
          transactionId: 'TX-1',
          orderId: 'ORD-1',
          merchantOrderId: 'W-1',
          refNumber: 'R-1',
          terminalId: 'T1',
        },
        ...{ channel: 'pos', method: 'card', operation: 'pay', status: 'SUCCESS', amount: egp(10_000n) },
        ...{ createdAt: null, raw: '{}' },
      },
    ],
  });
async function lineOf(shop: Shop, rowId: string) {
  const { detail } = must(await shop.session().payments.ofPart({ what: 'terminal-row', id: rowId }));
  return detail?.timeline
    .filter(({ what }) => what === 'z' || what === 'terminal-row')
    .map(({ what, word, pc }) => [what, word, pc?.name ?? null]);
}

it('it names that PC, and an exception’s row that it has leads to the payment', () =>
  withShop((shop) =>
    withShop(async (finance) => {
      const rowId = shop.sell('T1', 10_000n);
      await closeDay(shop);
      await pay(finance);
      expect(await lineOf(finance, rowId)).toBeUndefined();
      await listenerAt(finance).hear(tellerOf(shop, 'Till 1'));
      expect(await lineOf(finance, rowId)).toEqual([['z', '1', 'Till 1']]);
    }),
  ));

it('it stands behind the row that was read here, and gives way to the Z of this PC', () =>
  withShop((shop) =>
    withShop(async (finance) => {
      const rowId = shop.sell('T1', 10_000n);
      finance.tills.get('T1')!.rows.push(...shop.tills.get('T1')!.rows);
      await finance.read('T1');
      await closeDay(shop);
      await pay(finance);
      await listenerAt(finance).hear(tellerOf(shop, 'Till 1'));
      expect(await lineOf(finance, rowId)).toEqual([
        ['terminal-row', null, null],
        ['z', '1', 'Till 1'],
      ]);
      await closeDay(finance);
      expect(await lineOf(finance, rowId)).toEqual([
        ['terminal-row', null, null],
        ['z', '1', null],
      ]);
    }),
  ));
