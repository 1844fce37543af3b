/** Rows that a final close of another PC left outstanding: nobody has acknowledged them, and the bridge says so. */
import { afterEach, expect, it } from 'vitest';
import { makeEntries, newIdentity } from '#electron/head-office/entry.ts';
import { place } from '../../head-office/record.ts';
import { begin, closeDay, exactly, must, withShop, type Shop } from '../closing/shop.ts';
import { DAY, HOUR, settle, windowOf } from '../reconciliation/settled.ts';
import { lineOf } from './found.ts';
import { closeStores, listenerAt, tellerOf } from './telling.ts';

afterEach(closeStores);

/** Closes the day of B1 and leaves what T2 lists outstanding. */
async function closeWithoutT2(shop: Shop): Promise<void> {
  const { closing } = shop.session();
  const { closingId } = (await begin(shop)).closing;
  must(await closing.read({ closingId, terminalIds: null }));
  await shop.acknowledge('T1');
  await shop.read('T1');
  const leave = { reason: 'other', note: 'the provider is asked first' } as const;
  must(await closing.leaveOutstanding({ closingId, terminalId: 'T2', leave }));
  must(await closing.freeze({ closingId, provisional: false }));
  const frozen = must(await closing.detail({ closingId }));
  must(await closing.count({ closingId, lines: exactly(frozen) }));
  must(await closing.confirm(closingId, null));
}
const counts = async (shop: Shop) => [
  (await lineOf(shop, 'waiting'))?.count ?? 0,
  (await lineOf(shop, 'not-acknowledged'))?.count ?? 0,
];

it('they are not acknowledged, as on the PC that closed them, until a later row of their terminal is', () =>
  withShop((shop) =>
    withShop(async (finance) => {
      shop.sell('T1', 10_000n);
      shop.sell('T2', 500n);
      shop.sell('T2', 700n);
      await closeWithoutT2(shop);
      const listener = listenerAt(finance);
      const till = tellerOf(shop, 'Till 1');
      await listener.hear(till);
      const window = [windowOf('SW-1', 0n)];
      for (const one of [shop, finance]) await settle(one, [], window);
      expect(await counts(shop)).toEqual([1, 2]);
      expect(await counts(finance)).toEqual([1, 2]);
      shop.clock.forward(DAY);
      shop.sell('T2', 900n);
      await closeDay(shop);
      await listener.hear(till);
      expect(await counts(shop)).toEqual([3, 0]);
      expect(await counts(finance)).toEqual([3, 0]);
    }),
  ));

it('they are acknowledged once this PC has seen them leave the list of their terminal', () =>
  withShop((shop) =>
    withShop(async (finance) => {
      shop.sell('T1', 10_000n);
      shop.sell('T2', 500n);
      finance.tills.get('T2')!.rows.push(...shop.tills.get('T2')!.rows);
      await finance.read('T2');
      await closeWithoutT2(shop);
      await listenerAt(finance).hear(tellerOf(shop, 'Till 1'));
      await settle(finance, [], [windowOf('SW-1', 0n)]);
      finance.clock.forward(HOUR);
      await finance.read('T2');
      expect(await counts(finance)).toEqual([1, 1]);
      finance.tills.get('T2')!.rows = [];
      await finance.read('T2');
      expect(await counts(finance)).toEqual([2, 0]);
    }),
  ));

it('a close of an older Closeout, which does not tell them, counts as before', () =>
  withShop((shop) =>
    withShop(async (finance) => {
      shop.sell('T1', 10_000n);
      shop.sell('T2', 500n);
      await closeWithoutT2(shop);
      const facts = tellerOf(shop, 'Till 1')
        .news()
        .map(({ kind, atMs, body }) => {
          const { outstanding: _, leftForNext: __, ...older } = JSON.parse(body) as Record<string, unknown>;
          return { kind, atMs, body: JSON.stringify(older) };
        });
      const old = newIdentity();
      const listener = listenerAt(finance);
      listener.know({ id: old.pc, name: 'Till 9', news: () => [] });
      listener.add(makeEntries(old, place('B1'), listener.store.headOf(old.pc), facts));
      await listener.pages();
      await settle(finance, [], [windowOf('SW-1', 0n)]);
      expect(await counts(finance)).toEqual([2, 0]);
    }),
  ));
