/** Words that a person of finance explains after another PC has told a close with them. */
import { afterEach, expect, it } from 'vitest';
import { makeEntries, newIdentity } from '#electron/head-office/entry.ts';
import type { SayableKind } from '#shared/domain/kinds/index.ts';
import { place } from '../../head-office/record.ts';
import { closeDay, must, withShop, type Shop } from '../closing/shop.ts';
import { DAY, egp, exceptions, reconcile, settle, settled } from '../reconciliation/settled.ts';
import { closeStores, listenerAt, tellerOf } from './telling.ts';

afterEach(closeStores);

const explain = (shop: Shop, folded: string, sign: 'plus' | 'minus', kind: SayableKind) =>
  shop
    .session()
    .words.say({ words: [{ folded, sign, kind }] })
    .then(must);
const namedAs = (shop: Shop, rowId: string, order: string) => {
  const row = shop.tills.get('T1')?.rows.find((one) => one.rowId === rowId);
  Object.assign(row ?? {}, { merchantOrderId: order, refNumber: order });
};
async function found(shop: Shop) {
  const { comparisons } = await reconcile(shop);
  const sales = comparisons.find(({ comparison }) => comparison === 'sales');
  const { lines, expected } = must(await shop.session().bridge.get({ subject: 'SW-1' }));
  const open = (await exceptions(shop)).map(({ key, difference }) => [key, difference]);
  return { all: sales?.all, matched: sales?.matched, open: open.sort(), lines, expected };
}
const unknown = async (shop: Shop) =>
  must(await shop.session().words.list())
    .words.filter(({ kind }) => kind === 'unknown')
    .map(({ folded, totals, examples }) => [folded, totals[0]?.amount.minor, examples.length > 0]);

it('change what the office adds up to what they change on the PC that closed them', () =>
  withShop((shop) =>
    withShop(async (finance) => {
      shop.sell('T1', 10_000n);
      shop.sell('T1', 500n, { type: 'GRATIS' });
      const back = shop.sell('T1', 10_000n, { type: 'ANNUL' });
      namedAs(shop, back, 'W-1');
      Object.assign(shop.tills.get('T1')?.rows[0] ?? {}, { refNumber: 'W-1' });
      await shop.read('T1');
      for (const word of ['gratis', 'annul']) await explain(shop, word, 'plus', 'authorization');
      await closeDay(shop);
      await listenerAt(finance).hear(tellerOf(shop, 'Till 1'));
      await explain(shop, 'gratis', 'plus', 'sale');
      await explain(shop, 'annul', 'plus', 'reversal');
      const theirs = [
        settled(2, { amount: egp(500n), paymentType: 'GRATIS', fee: null, vat: null, net: null }),
      ];
      for (const one of [shop, finance]) await settle(one, theirs);
      for (const { clock } of [shop, finance]) clock.forward(9 * DAY);
      const [told] = (await found(finance)).all?.ours ?? [];
      expect(told).toEqual({ count: 1, amount: egp(10_000n) });
      // Settled transactions have the one with no meaning here; the other is as the shop told it.
      expect(await unknown(finance)).toEqual([['gratis', 1_000n, true]]);
      const { words } = must(await finance.session().words.list());
      expect(words.find(({ folded }) => folded === 'annul')).toMatchObject({
        kind: 'authorization',
        decided: { how: 'told' },
      });
      await explain(finance, 'gratis', 'plus', 'sale');
      await explain(finance, 'annul', 'plus', 'reversal');
      expect(await unknown(finance)).toEqual([]);
      const after = await found(finance);
      expect(after).toEqual(await found(shop));
      expect(after.all?.ours).toEqual([{ count: 3, amount: egp(500n) }]);
      expect(after.lines.find(({ line }) => line === 'closed')).toMatchObject({ amount: egp(10_500n) });

      // A correction is one, too.
      await explain(finance, 'gratis', 'plus', 'refund');
      expect((await found(finance)).all?.ours).toEqual([{ count: 3, amount: egp(-500n) }]);
    }),
  ));

it('are seen where a PC told them without a meaning', () =>
  withShop((shop) =>
    withShop(async (finance) => {
      shop.sell('T1', 500n, { type: 'GRATIS' });
      await shop.read('T1');
      await explain(shop, 'gratis', 'plus', 'sale');
      await closeDay(shop);
      const facts = tellerOf(shop, 'Till 1')
        .news()
        .map(({ kind, atMs, body }) => ({
          kind,
          atMs,
          body: body.replace('"EGP","sale"', '"EGP","unknown"'),
        }));
      const strange = newIdentity();
      const listener = listenerAt(finance);
      listener.know({ id: strange.pc, name: 'Till 9', news: () => [] });
      listener.add(makeEntries(strange, place('B1'), listener.store.headOf(strange.pc), facts));
      await listener.pages();
      expect(await unknown(finance)).toEqual([['gratis', 500n, true]]);
      await settle(finance, [settled(9)]);
      await explain(finance, 'gratis', 'plus', 'sale');
      expect(await unknown(finance)).toEqual([]);
      expect((await found(finance)).all?.ours).toEqual([{ count: 1, amount: egp(500n) }]);
    }),
  ));

it('that only the other PC has explained count as it told them', () =>
  withShop((shop) =>
    withShop(async (finance) => {
      shop.sell('T1', 500n, { type: 'GRATIS' });
      await shop.read('T1');
      await explain(shop, 'gratis', 'plus', 'sale');
      await closeDay(shop);
      await listenerAt(finance).hear(tellerOf(shop, 'Till 1'));
      await settle(finance, [settled(9)]);
      expect((await found(finance)).all?.ours).toEqual([{ count: 1, amount: egp(500n) }]);
      expect(await unknown(finance)).toEqual([]);
    }),
  ));

it('are counted once on a PC that reads the same terminal', () =>
  withShop((shop) =>
    withShop(async (second) => {
      shop.sell('T1', 500n, { type: 'GRATIS' });
      await shop.read('T1');
      await explain(shop, 'gratis', 'plus', 'sale');
      second.tills.get('T1')!.rows.push(...shop.tills.get('T1')!.rows);
      await second.read('T1');
      await closeDay(shop);
      await listenerAt(second).hear(tellerOf(shop, 'Till 1'));
      const [word] = must(await second.session().words.list()).words;
      expect(word).toMatchObject({ folded: 'gratis', totals: [{ count: 1, amount: egp(500n) }] });
      expect(word?.examples).toHaveLength(1);
    }),
  ));
