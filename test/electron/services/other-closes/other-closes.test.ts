/** Closes of other PCs in reconciliation and bridge of finance's PC: counted once, as their PCs said last, and as if it had made them. */
import Sqlite from 'better-sqlite3';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import {
  begin,
  closeDay,
  closeIt,
  closeProvisionally,
  must,
  reopenIt,
  withShop,
  type Shop,
} from '../closing/shop.ts';
import { DAY, egp, exceptions, reconcile, settle, settled, windowOf } from '../reconciliation/settled.ts';
import { lineOf, matchesOf } from './found.ts';
import { closeStores, listenerAt, tellerOf } from './telling.ts';

afterEach(closeStores);

const with2 = (use: (shop: Shop, finance: Shop) => Promise<void>) =>
  withShop((shop) => withShop((finance) => use(shop, finance)));

async function whatIsFound(shop: Shop) {
  const { comparisons } = await reconcile(shop);
  const sales = comparisons.find(({ comparison }) => comparison === 'sales');
  const { all, matched, expected, before, leftOut } = sales ?? {};
  const open = (await exceptions(shop)).map(({ key, type, ours, theirs, difference }) => [
    key,
    type,
    ours && [ours.orderId, ours.date, ours.branchName, ours.amount],
    theirs.map(({ itemId }) => itemId),
    difference,
  ]);
  const { lines, expected: net } = must(await shop.session().bridge.get({ subject: 'SW-1' }));
  return { all, matched, expected, before, leftOut, open: open.sort(), lines, net };
}
const outOfDate = async (shop: Shop) => must(await shop.session().reconciliation.overview()).outOfDate;
const copyRows = (from: Shop, to: Shop, terminalId: string) =>
  to.tills.get(terminalId)?.rows.push(...(from.tills.get(terminalId)?.rows ?? []));

/** Two days of two branches; a reversal of a sale of the day before among them. */
async function twoDays(one: Shop, others: readonly [Shop, Shop]): Promise<void> {
  const [a, b] = others;
  const all = [one, a, b];
  for (let sale = 0; sale < 4; sale += 1) one.sell('T1', 10_000n);
  one.sell('T3', 10_000n);
  one.sell('T3', 7_000n, { currency: 'USD' });
  copyRows(one, a, 'T1');
  copyRows(one, b, 'T3');
  await closeDay(one, 'B1');
  await closeDay(one, 'B2');
  await closeDay(a, 'B1');
  await closeDay(b, 'B2');
  for (const { clock } of all) clock.forward(DAY);
  const back = one.sell('T1', 10_000n, { type: 'REVERSAL' });
  one.sell('T3', 10_000n);
  const row = one.tills.get('T1')?.rows.find(({ rowId }) => rowId === back);
  Object.assign(row ?? {}, { merchantOrderId: 'W-1', refNumber: 'R-1' });
  copyRows(one, a, 'T1');
  copyRows(one, b, 'T3');
  await closeDay(one, 'B1');
  await closeDay(one, 'B2');
  await closeDay(a, 'B1');
  await closeDay(b, 'B2');
}
const theirs = () => [
  settled(2),
  settled(3, { amount: egp(9_000n) }),
  settled(5, { terminalId: 'T3', branchId: 'B2' }),
  settled(5, { transactionId: 'TX-5-again', terminalId: 'T3', branchId: 'B2' }),
  settled(7, { transactionId: 'TX-back', merchantOrderId: 'W-1', refNumber: 'R-1', paymentType: 'REVERSAL' }),
  settled(20),
];

describe('closes of other PCs', () => {
  it('of A and of B come on a third PC to what they come to on one that made both', () =>
    withShop((one) =>
      withShop((a) =>
        withShop((b) =>
          withShop(async (finance) => {
            await twoDays(one, [a, b]);
            await listenerAt(finance).hear(tellerOf(a, 'Till A'), tellerOf(b, 'Till B'));
            for (const { clock } of [one, finance]) clock.forward(8 * DAY);
            if (finance.clock.nowMs() < one.clock.nowMs())
              finance.clock.forward(one.clock.nowMs() - finance.clock.nowMs());
            for (const shop of [one, finance]) await settle(shop, theirs());
            const found = await whatIsFound(finance);
            expect(found).toEqual(await whatIsFound(one));
            expect(found.open.length).toBeGreaterThan(3);
            expect(found.lines.length).toBeGreaterThan(3);
            const firstClosed = must(await finance.session().reconciliation.settings()).firstClosedOn;
            expect(firstClosed).toBe('2026-11-17');
            const figures = must(await finance.session().figures.get({ span: 'days' }));
            expect(figures).toEqual(must(await one.session().figures.get({ span: 'days' })));
          }),
        ),
      ),
    ));

  it('name their PC wherever they are not of this one: in exceptions, pairs and the rows of a line', () =>
    with2(async (shop, finance) => {
      const till = tellerOf(shop, 'Till 1');
      for (let sale = 0; sale < 2; sale += 1) shop.sell('T1', 10_000n);
      await closeDay(shop);
      await listenerAt(finance).hear(till);
      await settle(finance, [settled(1)]);
      finance.clock.forward(9 * DAY);
      await reconcile(finance);
      const [missing] = await exceptions(finance);
      const pc = { id: till.id, name: 'Till 1' };
      expect(missing).toMatchObject({ type: 'missing-in-settlement', ours: { source: { pc, zNumber: 1 } } });
      const { reconciliation, bridge } = finance.session();
      const asked = { comparison: 'sales', rule: 'order-id', text: '', limit: 10 } as const;
      const { next } = must(await reconciliation.matches({ ...asked, cursor: null }));
      const { rows } = must(await reconciliation.matches({ ...asked, cursor: next }));
      expect(rows.map(({ ours }) => ours[0]?.source)).toEqual([expect.objectContaining({ pc })]);
      const closed = must(await bridge.rows({ subject: 'SW-1', line: 'closed', cursor: null, limit: 9 }));
      expect(closed.rows.map((row) => [row.zNumber, row.pc, row.branchName])).toEqual([
        [1, pc, 'Branch B1'],
        [1, pc, 'Branch B1'],
      ]);
    }));

  it('count in their newest issue: provisional, closed, opened again, closed again with one sale more', () =>
    with2(async (shop, finance) => {
      const till = tellerOf(shop, 'Till 1');
      const listener = listenerAt(finance);
      const closed = async () => {
        await listener.hear(till);
        const { amount, count = 0 } = (await lineOf(finance, 'closed')) ?? {};
        return [count, amount?.minor, (await lineOf(finance, 'not-acknowledged'))?.count ?? 0];
      };
      await settle(finance, []);
      shop.sell('T1', 100n);
      await shop.read('T1');
      const { closingId } = await closeProvisionally(shop);
      expect(await closed()).toEqual([1, 100n, 1]);
      await closeIt(shop, closingId);
      expect(await closed()).toEqual([1, 100n, 0]);
      must(await reopenIt(shop, closingId));
      expect(await closed()).toEqual([0, 0n, 0]);
      shop.sell('T1', 50n);
      const again = await begin(shop, 'B1', '2026-11-17');
      await closeIt(shop, again.closing.closingId);
      expect(await closed()).toEqual([2, 150n, 0]);
    }));

  it('count once where two PCs of a branch closed the same day, and where one PC tells its past under a new name', () =>
    withShop((shop) =>
      withShop((second) =>
        withShop(async (finance) => {
          shop.sell('T1', 10_000n);
          shop.sell('T2', 500n);
          copyRows(shop, second, 'T1');
          await closeDay(shop);
          await closeDay(second);
          await settle(finance, [settled(1)]);
          const [till, other] = [tellerOf(shop, 'Till 1'), tellerOf(second, 'Till 2')];
          const listener = listenerAt(finance);
          await listener.hear(other, till);
          expect(await lineOf(finance, 'closed')).toMatchObject({ count: 2, amount: egp(10_500n) });
          expect(await matchesOf(finance)).toBe(1);
          const anew = tellerOf(shop, 'Till 1, again');
          await listener.hear(anew);
          expect(await lineOf(finance, 'closed')).toMatchObject({ count: 2, amount: egp(10_500n) });
          // The first of the two is opened again: the second still has its sale.
          const { closingId } = (
            await shop
              .session()
              .closing.history({
                branchKey: null,
                cursor: null,
                limit: 1,
              })
              .then(must)
          ).rows[0]!;
          must(await reopenIt(shop, closingId));
          await listener.hear(anew);
          expect(await lineOf(finance, 'closed')).toMatchObject({ count: 1, amount: egp(10_000n) });
        }),
      ),
    ));

  it('that are final have a row, also where a provisional one of another PC was told first', () =>
    withShop((shop) =>
      withShop((second) =>
        withShop(async (finance) => {
          shop.sell('T1', 10_000n);
          copyRows(shop, second, 'T1');
          await shop.read('T1');
          await closeProvisionally(shop);
          second.clock.forward(1_000);
          await closeDay(second);
          await settle(finance, []);
          const [till, other] = [tellerOf(shop, 'Till 1'), tellerOf(second, 'Till 2')];
          const listener = listenerAt(finance);
          const pcs = async () => {
            const page = { subject: 'SW-1', line: 'closed', cursor: null, limit: 5 } as const;
            return must(await finance.session().bridge.rows(page)).rows.map(({ pc }) => pc?.name);
          };
          await listener.hear(till);
          expect(await pcs()).toEqual(['Till 1']);
          expect(await lineOf(finance, 'not-acknowledged')).toMatchObject({ count: 1 });
          await listener.hear(other);
          expect(await pcs()).toEqual(['Till 2']);
          expect(await lineOf(finance, 'not-acknowledged')).toBeUndefined();
        }),
      ),
    ));

  it('are none where this PC has the same sale in a close of its own, or closed it under an earlier name', () =>
    with2(async (shop, finance) => {
      shop.sell('T1', 10_000n);
      copyRows(shop, finance, 'T1');
      await closeDay(shop);
      await closeDay(finance);
      await settle(finance, [settled(1)]);
      await listenerAt(finance).hear(tellerOf(shop, 'Till 1'), tellerOf(finance, 'This one, before'));
      expect(await lineOf(finance, 'closed')).toMatchObject({ count: 1, amount: egp(10_000n) });
      expect(await matchesOf(finance)).toBe(1);
      const [closed] = must(
        await finance.session().bridge.rows({ subject: 'SW-1', line: 'closed', cursor: null, limit: 5 }),
      ).rows;
      expect(closed?.pc).toBeNull();
      const { closingId } = must(
        await finance.session().closing.history({ branchKey: null, cursor: null, limit: 1 }),
      ).rows[0]!;
      must(await reopenIt(finance, closingId));
      // Its own day is open again; the other PC closed the sale, and that stands.
      expect(await lineOf(finance, 'closed')).toMatchObject({ count: 1 });
    }));

  it('make the comparison out of date, which is made again, and what a person matched stays', () =>
    with2(async (shop, finance) => {
      shop.sell('T1', 10_000n);
      shop.sell('T1', 10_000n);
      await closeDay(shop);
      const listener = listenerAt(finance);
      const till = tellerOf(shop, 'Till 1');
      await listener.hear(till);
      await settle(finance, [settled(20)]);
      finance.clock.forward(9 * DAY);
      await reconcile(finance);
      const open = await exceptions(finance);
      const ours = open.flatMap(({ ours: one }) => one?.itemId ?? []).sort();
      expect(ours).toHaveLength(2);
      const { reconciliation } = finance.session();
      const match = {
        comparison: 'sales' as const,
        ours: ours.slice(0, 1),
        theirs: ['TX-20'],
        remark: 'by the slip',
        difference: egp(0n),
      };
      must(await reconciliation.match(match));
      await reconcile(finance);
      expect(await outOfDate(finance)).toEqual([]);
      shop.clock.forward(DAY);
      shop.sell('T1', 3_000n);
      await closeDay(shop);
      expect(await listener.hear(till)).toBe(true);
      expect(await outOfDate(finance)).toEqual(['closes']);
      // Nothing new: nothing is out of date because of it.
      expect(await listener.hear(till)).toBe(false);
      finance.session().context.emit('headOffice.closes', {});
      const later = () => {
        finance.clock.forward(1_000);
        return outOfDate(finance);
      };
      await expect.poll(later, { timeout: 20_000 }).toEqual([]);
      const matched = must(
        await reconciliation.matches({
          comparison: 'sales',
          rule: 'manual',
          text: '',
          cursor: null,
          limit: 9,
        }),
      );
      expect(matched.rows.map((row) => row.ours.map(({ itemId }) => itemId))).toEqual([ours.slice(0, 1)]);
      expect((await exceptions(finance)).map(({ ours: one }) => one?.itemId).sort()).toEqual([
        ours[1],
        'row-00003',
      ]);
    }));

  it('stay while a copy of the record is begun anew, until it is read whole; a lost cache has them again', () =>
    with2(async (shop, finance) => {
      shop.sell('T1', 10_000n);
      await closeDay(shop);
      const listener = listenerAt(finance);
      const till = tellerOf(shop, 'Till 1');
      await settle(finance, [settled(1)]);
      listener.know(till);
      const told = till.news();
      listener.add(told);
      await listener.pages();
      const count = async () => (await lineOf(finance, 'closed'))?.count;
      expect(await count()).toBe(1);
      // What the server has now ends before the close.
      listener.store.follow('another epoch');
      expect(await count()).toBe(1);
      // The end of the copy is not that of the record, while the server is away.
      await listener.pages();
      expect(await count()).toBe(1);
      expect(listener.store.readWhole()).toBe(true);
      expect(listener.store.readWhole()).toBe(false);
      await listener.pages();
      expect(await count()).toBe(0);
      listener.know(till);
      listener.add(told);
      await listener.pages();
      expect(await count()).toBe(1);
      const { db } = finance.session().context;
      expect(await db.call('otherCloses.forget', null)).toBe(true);
      expect(await count()).toBe(0);
      await listener.pages();
      expect(await count()).toBe(1);
    }));

  it('leave the files of a PC without head office untouched, and its queries what they were', () =>
    withShop(async (shop) => {
      shop.sell('T1', 10_000n);
      await closeDay(shop);
      await settle(shop, [settled(1)], [windowOf('SW-1', 9_772n)]);
      expect(await matchesOf(shop)).toBe(1);
      const cache = new Sqlite(join(shop.folder, 'cache.sqlite'), { readonly: true });
      for (const table of ['other_close', 'other_row', 'other_position'])
        expect(cache.prepare(`SELECT COUNT(*) FROM ${table}`).pluck().get()).toBe(0);
      cache.close();
    }));
});
