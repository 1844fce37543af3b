import { expect, it } from 'vitest';
import type { ProfileDatabase } from '#electron/database/client.ts';
import { closeDay, DAY, must, withShop } from '../closing/shop.ts';
import { settledRow, store } from '../reports/list-bench.ts';

const egp = (minor: bigint) => ({ minor, currency: 'EGP' });
const nothing = { count: 0, amount: egp(0n) };

it('sales of a close are unsettled until the gateway settles them, and grow older in business days', () =>
  withShop(async (shop) => {
    shop.sell('T1', 10_000n);
    shop.sell('T1', 20_000n);
    shop.sell('T2', 30_000n);
    await closeDay(shop);
    // Of a branch that nobody has closed.
    shop.sell('T3', 99_999n);
    const { figures, context } = shop.session();
    const unsettled = async () =>
      must(await figures.get({ span: 'days' })).currencies.find(({ currency }) => currency === 'EGP')
        ?.unsettled;
    expect(await unsettled()).toEqual([
      { age: 'today', count: 3, amount: egp(60_000n) },
      { age: 'days-1-3', ...nothing },
      { age: 'days-4-7', ...nothing },
      { age: 'older', ...nothing },
    ]);
    const sale = { amount: egp(10_000n), fee: null, net: null, settlementDate: null };
    await store(context.db as ProfileDatabase, [
      settledRow(1, { ...sale, merchantOrderId: 'W-1', refNumber: null }),
      settledRow(2, { ...sale, merchantOrderId: null, refNumber: 'R-3' }),
      // What gives money back settles no sale.
      settledRow(3, { ...sale, merchantOrderId: 'W-2', refNumber: 'R-2', paymentType: 'REFUND' }),
    ]);
    // Tuesday to Sunday: a weekend between.
    shop.clock.forward(5 * DAY);
    expect(await unsettled()).toEqual([
      { age: 'today', ...nothing },
      { age: 'days-1-3', count: 1, amount: egp(20_000n) },
      { age: 'days-4-7', ...nothing },
      { age: 'older', ...nothing },
    ]);
    const rows = must(await figures.unsettled({ currency: 'EGP', age: 'days-1-3', cursor: null, limit: 10 }));
    expect(rows).toMatchObject({
      rows: [
        { orderId: 'W-2', terminalId: 'T1', businessDate: '2026-11-17', zNumber: 1, amount: egp(20_000n) },
      ],
      next: null,
    });
    // Of the calendar of reconciliation: its holidays and its weekend.
    const { reconciliation } = shop.session();
    const { settings } = must(await reconciliation.settings());
    const ages = async () => (await unsettled())?.filter(({ count }) => count > 0).map(({ age }) => age);
    must(
      await reconciliation.setSettings({ ...settings, holidays: ['2026-11-18', '2026-11-19', '2026-11-22'] }),
    );
    expect(await ages()).toEqual(['today']);
    must(await reconciliation.setSettings({ ...settings, weekend: [1, 2, 3, 4, 5, 6] }));
    expect(await ages()).toEqual(['days-1-3']);
    must(await reconciliation.setSettings({ ...settings, weekend: [] }));
    expect(await ages()).toEqual(['days-4-7']);
  }));
