import { describe, expect, it } from 'vitest';
import {
  begin,
  closeDay,
  closeIt,
  codeOf,
  DAY,
  exactly,
  must,
  reopenIt,
  wipeCache,
  withShop,
  type Shop,
} from './shop.ts';

const egp = (minor: bigint) => ({ minor, currency: 'EGP' });
const branches = async (shop: Shop) => must(await shop.session().closing.branches()).branches;

describe('rows of a day that is reopened', () => {
  it('go back to that day: a later one does not begin before it is closed again', () =>
    withShop(async (shop) => {
      shop.sell('T1', 1_000n);
      const first = await closeDay(shop);
      shop.clock.forward(DAY);
      must(await reopenIt(shop, first.closing.closingId));
      shop.sell('T1', 50n);
      const { closing } = shop.session();
      const today = { branchKey: 'B1', businessDate: null };
      expect(await closing.begin(today)).toMatchObject({
        error: { code: 'reopened-first', params: { date: '2026-11-17' } },
      });
      const again = await closeDay(shop, 'B1', '2026-11-17');
      expect(again.z.content).toMatchObject({ number: 2, sales: [{ amount: egp(1_000n) }] });
      expect((await closeDay(shop)).z.content).toMatchObject({ number: 3, sales: [{ amount: egp(50n) }] });
    }));

  it('are never late arrivals of a provisional close: that is finished first', () =>
    withShop(async (shop) => {
      shop.sell('T1', 1_000n);
      const first = await closeDay(shop);
      shop.clock.forward(DAY);
      const { closing } = shop.session();
      const { closingId } = (await begin(shop)).closing;
      const frozen = must(await closing.freeze({ closingId, provisional: true }));
      must(await closing.count({ closingId, lines: exactly(frozen) }));
      must(await closing.provisional(closingId, 'line down', null));
      expect(codeOf(await reopenIt(shop, first.closing.closingId))).toBe('provisional-waits');
      await closeIt(shop, closingId);
      must(await reopenIt(shop, first.closing.closingId));
    }));
});

describe('a terminal that is on no list any more', () => {
  it('stays in its branch until what it sold is closed', () =>
    withShop(async (shop) => {
      shop.sell('T1', 1_000n);
      await shop.acknowledge('T1');
      shop.tills.delete('T1');
      must(await shop.session().terminals.refreshList());
      shop.clock.forward(DAY);
      const [b1] = await branches(shop);
      expect(b1).toMatchObject({
        branchKey: 'B1',
        terminalCount: 2,
        openDays: [{ businessDate: '2026-11-17', why: 'rows', count: 1 }],
      });
      const x = must(await shop.session().closing.x({ branchKey: 'B1' }));
      expect(x.sales).toEqual([{ count: 1, amount: egp(1_000n) }]);
      const { closing } = shop.session();
      const { closingId } = (await begin(shop)).closing;
      must(await closing.read({ closingId, terminalIds: null }));
      const frozen = must(await closing.freeze({ closingId, provisional: false }));
      must(await closing.count({ closingId, lines: exactly(frozen) }));
      const { z } = must(await closing.confirm(closingId, null));
      expect(z.content.sales).toEqual([{ count: 1, amount: egp(1_000n) }]);
      expect(await branches(shop)).toMatchObject([{ branchKey: 'B1', terminalCount: 1, openDays: [] }, {}]);
    }));

  it('is in the branch of its last close where the cache was rebuilt since', () =>
    withShop(async (shop) => {
      await closeDay(shop);
      shop.clock.forward(DAY);
      shop.sell('T1', 1_000n);
      await shop.acknowledge('T1');
      shop.tills.delete('T1');
      await shop.restart(wipeCache);
      must(await shop.session().terminals.refreshList());
      expect((await branches(shop))[0]).toMatchObject({ branchKey: 'B1', openDays: [{ count: 1 }] });
    }));

  const unreadable = {
    rowId: 'unreadable:u1',
    index: 0,
    field: 'amount',
    problem: 'too-many-decimals' as const,
    raw: '{"amount":1234.5678}',
  };

  it('stays until a Z names what was acknowledged there without being read', () =>
    withShop(async (shop) => {
      shop.tills.set('T2', { branch: 'B1', rows: [], unreadable: [unreadable], error: null });
      await shop.acknowledge('T2');
      shop.tills.delete('T2');
      must(await shop.session().terminals.refreshList());
      shop.clock.forward(DAY);
      expect((await branches(shop))[0]).toMatchObject({
        branchKey: 'B1',
        terminalCount: 2,
        openDays: [{ businessDate: '2026-11-17', why: 'rows', count: 1 }],
      });
      const { closing } = shop.session();
      const month = { branchKey: 'B1', month: '2026-11' };
      const stateOf = async (date: string) =>
        must(await closing.calendar(month)).days.find(({ businessDate }) => businessDate === date)?.state;
      expect(await stateOf('2026-11-17')).toBe('late');
      const late = await begin(shop, 'B1');
      expect(late.closing.earlierDays).toMatchObject([{ businessDate: '2026-11-17', count: 1 }]);
      const { closingId } = late.closing;
      must(await closing.read({ closingId, terminalIds: null }));
      const frozen = must(await closing.freeze({ closingId, provisional: false }));
      must(await closing.count({ closingId, lines: exactly(frozen) }));
      const { z } = must(await closing.confirm(closingId, null));
      expect(z.content.unread).toMatchObject([{ rowId: unreadable.rowId, terminalId: 'T2', by: 'mona' }]);
      expect((await branches(shop))[0]).toMatchObject({ terminalCount: 1, openDays: [] });
      shop.clock.forward(DAY);
      expect((await closeDay(shop)).z.content.unread).toEqual([]);
    }));

  it('is not removed by hand before a Z names what was acknowledged there without being read', () =>
    withShop(async (shop) => {
      const { terminals } = shop.session();
      must(await terminals.add({ text: 'TID-9001' }));
      must(await terminals.update({ terminalId: 'TID-9001', label: '', branchName: 'Nile' }));
      shop.tills.set('TID-9001', { branch: 'x', rows: [], unreadable: [unreadable], error: null });
      await shop.acknowledge('TID-9001');
      expect(await terminals.remove({ terminalId: 'TID-9001' })).toMatchObject({
        error: { code: 'terminal-has-rows', params: { terminalId: 'TID-9001', count: 1 } },
      });
      const { z } = await closeDay(shop, 'name:Nile');
      expect(z.content.unread).toMatchObject([{ rowId: unreadable.rowId }]);
      must(await terminals.remove({ terminalId: 'TID-9001' }));
    }));

  it('is not removed by hand while its rows are in no close', () =>
    withShop(async (shop) => {
      const { terminals } = shop.session();
      must(await terminals.add({ text: 'TID-9001' }));
      must(await terminals.update({ terminalId: 'TID-9001', label: '', branchName: 'Nile' }));
      shop.tills.set('TID-9001', { branch: 'x', rows: [], unreadable: [], error: null });
      shop.sell('TID-9001', 700n);
      await shop.acknowledge('TID-9001');
      expect(await terminals.remove({ terminalId: 'TID-9001' })).toMatchObject({
        error: { code: 'terminal-has-rows', params: { terminalId: 'TID-9001', count: 1 } },
      });
      await closeDay(shop, 'name:Nile');
      must(await terminals.remove({ terminalId: 'TID-9001' }));
    }));
});
