/** Closes of other PCs that nothing here could add up or date: they are left out and named, and the others are compared. */
import { afterEach, expect, it } from 'vitest';
import { makeEntries, newIdentity, type Fact } from '#electron/head-office/entry.ts';
import { closeDay, must, withShop, type Shop } from '../closing/shop.ts';
import { place } from '../../head-office/record.ts';
import { reconcile, settle, settled } from '../reconciliation/settled.ts';
import { lineOf, matchesOf } from './found.ts';
import { closeStores, listenerAt, tellerOf } from './telling.ts';

afterEach(closeStores);

/** What the close of this shop tells. */
const factsOf = (shop: Shop): Fact[] =>
  tellerOf(shop, 'Till 1')
    .news()
    .map(({ kind, atMs, body }) => ({ kind, atMs, body }));

/** A PC of another Closeout, whose entries are as well signed as any. */
function strangerTo(listener: ReturnType<typeof listenerAt>) {
  const strange = newIdentity();
  return async (facts: readonly Fact[]): Promise<void> => {
    listener.know({ id: strange.pc, name: 'Till 9', news: () => [] });
    listener.add(makeEntries(strange, place('B1'), listener.store.headOf(strange.pc), facts));
    await listener.pages();
  };
}

it('a close that was cut short or is of no form that is known is left out and named', () =>
  withShop((shop) =>
    withShop(async (finance) => {
      shop.sell('T1', 10_000n);
      await closeDay(shop);
      const changed = factsOf(shop).map((one) =>
        one.kind === 'close-rows' ? { ...one, body: one.body.replace('"sale"', '"gift"') } : one,
      );
      await settle(finance, [settled(1)]);
      const tell = strangerTo(listenerAt(finance));
      const closed = async () => (await lineOf(finance, 'closed'))?.count;
      const at = changed.findIndex(({ kind }) => kind === 'close-rows');
      await tell(changed.slice(0, at));
      expect(await closed()).toBe(0);
      expect(must(await finance.session().headOffice.leftOut()).closes).toEqual([]);
      await tell(changed.slice(at));
      expect(await closed()).toBe(0);
      expect(must(await finance.session().headOffice.leftOut()).closes).toEqual([
        { pcName: 'Till 9', branchName: 'Branch B1', businessDate: '2026-11-17', number: 1 },
      ]);
      expect(await matchesOf(finance)).toBe(0);
    }),
  ));

it.each([
  ['an amount that no sum can hold', /"10000"/g, '"1234567890123456"'],
  ['a currency that nobody knows', /"EGP","sale"/g, '"QQQ","sale"'],
  ['a time zone that nobody knows', /"timeZone":"[^"]+"/g, '"timeZone":"Mars/Olympus"'],
  ['a cut-off that no clock has', /"cutOff":"[^"]+"/g, '"cutOff":"25:00"'],
])('a close with %s is left out and named, and the rest is compared', (_, from, to) =>
  withShop((shop) =>
    withShop(async (finance) => {
      shop.sell('T1', 10_000n);
      await closeDay(shop);
      const facts = factsOf(shop);
      const changed = facts.map((one) =>
        one.kind.startsWith('close') ? { ...one, body: one.body.replace(from, to) } : one,
      );
      expect(changed).not.toEqual(facts);
      await settle(finance, [settled(1)]);
      await strangerTo(listenerAt(finance))(changed);
      expect(must(await finance.session().headOffice.leftOut()).closes).toMatchObject([{ pcName: 'Till 9' }]);
      expect((await lineOf(finance, 'closed'))?.count).toBe(0);
      const { comparisons } = await reconcile(finance);
      expect(comparisons.map(({ comparison }) => comparison)).toContain('sales');
    }),
  ),
);

it('a close that only a newer Closeout can read is counted at its PC, and the rest is compared', () =>
  withShop((shop) =>
    withShop(async (finance) => {
      shop.sell('T1', 10_000n);
      await closeDay(shop);
      const facts = factsOf(shop);
      const newer = facts.map((one) =>
        one.kind === 'close'
          ? { ...one, body: one.body.replace('"state":"closed"', '"state":"sealed"') }
          : one,
      );
      expect(newer).not.toEqual(facts);
      const listener = listenerAt(finance);
      const counts = () => listener.store.pcs().map(({ name, unreadCloses }) => [name, unreadCloses]);
      const tell = strangerTo(listener);
      await listener.hear(tellerOf(shop, 'Till 1'));
      await tell(newer);
      expect(counts()).toEqual([
        ['Till 1', 0],
        ['Till 9', 1],
      ]);
      // Its next issue is the same close.
      await tell(newer);
      expect(counts()).toEqual([
        ['Till 1', 0],
        ['Till 9', 1],
      ]);
      await settle(finance, [settled(1)]);
      expect((await lineOf(finance, 'closed'))?.count).toBe(1);
      // A record that is begun anew has none of it.
      listener.store.follow('another epoch');
      expect(counts()).toEqual([]);
    }),
  ));

it('a close whose newest entry only a newer Closeout can read is left out until one comes that can be read', () =>
  withShop((shop) =>
    withShop(async (finance) => {
      shop.sell('T1', 10_000n);
      const { closing } = await closeDay(shop);
      await settle(finance, [settled(1)]);
      const tell = strangerTo(listenerAt(finance));
      const closed = async () => (await lineOf(finance, 'closed'))?.count;
      const facts = factsOf(shop);
      const newest = facts
        .filter(({ kind }) => kind === 'close')
        .map((one) => ({ ...one, body: one.body.replace('"state":"closed"', '"state":"sealed"') }));
      await tell(facts);
      expect(await closed()).toBe(1);
      await tell(newest);
      expect(await closed()).toBe(0);
      expect(must(await finance.session().headOffice.leftOut()).closes).toEqual([
        { pcName: 'Till 9', branchName: 'Branch B1', businessDate: closing.businessDate, number: 1 },
      ]);
      await tell(facts);
      expect(await closed()).toBe(1);
      expect(must(await finance.session().headOffice.leftOut()).closes).toEqual([]);
    }),
  ));
