import { describe, expect, it } from 'vitest';
import { gatewayError } from '#shared/errors/app-error.ts';
import {
  begin,
  closeDay,
  closeIt,
  codeOf,
  DAY,
  exactly,
  HOUR,
  must,
  reopenIt,
  wipeCache,
  withShop,
  type Shop,
} from './shop.ts';

const egp = (minor: bigint) => ({ minor, currency: 'EGP' });
const branchOf = async (shop: Shop, branchKey = 'B1') =>
  must(await shop.session().closing.branches()).branches.find((one) => one.branchKey === branchKey);
const calendar = async (shop: Shop) =>
  must(await shop.session().closing.calendar({ branchKey: 'B1', month: '2026-11' })).days;

describe('beginning a close', () => {
  it('twice meets the first one, also at the same moment', () =>
    withShop(async (shop) => {
      const { closing } = shop.session();
      const input = { branchKey: 'B1', businessDate: null };
      const both = await Promise.all([closing.begin(input), closing.begin(input)]);
      const [first, second] = both.map(must);
      expect([first?.kind, second?.kind].sort()).toEqual(['already-begun', 'begun']);
      expect(first?.closing.closingId).toBe(second?.closing.closingId);
      expect(second?.closing.begun.by).toBe('mona');
      expect((await begin(shop, 'B2')).kind).toBe('begun');
    }));

  it('is refused for a day to come, a day that is closed, and one that a later close covered', () =>
    withShop(async (shop) => {
      const at = async (businessDate: string) =>
        codeOf(await shop.session().closing.begin({ branchKey: 'B1', businessDate }));
      expect(await at('2026-11-18')).toBe('day-not-begun');
      await closeDay(shop);
      expect(await at('2026-11-17')).toBe('day-closed');
      expect(await at('2026-11-15')).toBe('covered-by-later');
      expect(codeOf(await shop.session().closing.begin({ branchKey: 'B9', businessDate: null }))).toBe(
        'branch-not-found',
      );
    }));

  it('with the clock set back a day says so, and nothing is closed', () =>
    withShop(async (shop) => {
      await closeDay(shop);
      shop.clock.forward(-DAY);
      expect(await branchOf(shop)).toMatchObject({ clockBehind: true, businessDate: '2026-11-17' });
      const begun = await shop.session().closing.begin({ branchKey: 'B1', businessDate: null });
      expect(begun).toMatchObject({
        error: { code: 'clock-behind', params: { today: '2026-11-16', lastClosed: '2026-11-17' } },
      });
    }));

  it('no zone or cut-off is set by which it is a day before the last closed one; a later change is taken', () =>
    withShop(async (shop) => {
      await closeDay(shop);
      const { closing } = shop.session();
      const settings = { timeZone: 'America/Los_Angeles', cutOff: '23:59' };
      const behind = await closing.setSettings({ branchKey: 'B1', settings });
      expect(behind).toMatchObject({
        error: { code: 'settings-behind', params: { today: '2026-11-16', lastClosed: '2026-11-17' } },
      });
      expect(await branchOf(shop)).toMatchObject({ clockBehind: false, businessDate: '2026-11-17' });
      must(await closing.setSettings({ branchKey: 'B1', settings: { cutOff: '05:00' } }));
      shop.clock.forward(2 * DAY);
      expect(must(await closing.setSettings({ branchKey: 'B1', settings }))).toMatchObject(settings);
    }));

  it('keeps the date that was shown when it goes on past the cut-off', () =>
    withShop(async (shop) => {
      const { closingId } = (await begin(shop)).closing;
      shop.clock.forward(12 * HOUR);
      shop.sell('T1', 100n);
      const { z } = await closeIt(shop, closingId);
      expect(z.content).toMatchObject({ businessDate: '2026-11-17', sales: [] });
      expect((await branchOf(shop))?.openDays).toMatchObject([{ businessDate: '2026-11-18', count: 1 }]);
    }));

  it('that is cancelled releases its rows', () =>
    withShop(async (shop) => {
      shop.sell('T1', 100n);
      const { closing } = shop.session();
      const { closingId } = (await begin(shop)).closing;
      must(await closing.freeze({ closingId, provisional: true }));
      must(await closing.cancel({ closingId, reason: 'begun too early' }));
      expect(codeOf(await closing.cancel({ closingId, reason: 'again' }))).toBe('not-allowed-in-state');
      expect((await closeDay(shop)).z.content).toMatchObject({ number: 1, sales: [{ count: 1 }] });
    }));
});

describe('days that are open', () => {
  it('are listed oldest first, suggested first, and swept up late by a later close', () =>
    withShop(async (shop) => {
      shop.sell('T1', 100n);
      await shop.read('T1');
      shop.clock.forward(2 * DAY);
      shop.sell('T1', 200n);
      await shop.read('T1');
      expect(await branchOf(shop)).toMatchObject({
        suggestedDate: '2026-11-17',
        openDays: [
          { businessDate: '2026-11-17', daysLate: 2, why: 'rows', count: 1 },
          { businessDate: '2026-11-19', daysLate: 0, why: 'rows', count: 1 },
        ],
      });
      const { overdue, branches } = must(await shop.session().today.get());
      expect(overdue).toMatchObject([{ businessDate: '2026-11-17', daysLate: 2 }]);
      expect(branches[0]?.standsBetween).toEqual({
        terminalsToRead: 1,
        outstanding: 2,
        operationsNotKnown: 0,
        unreadableRows: 0,
        earlierDays: 1,
      });
      const begun = await begin(shop);
      expect(begun.closing.earlierDays).toMatchObject([{ businessDate: '2026-11-17' }]);
      const { z } = await closeIt(shop, begun.closing.closingId);
      const { recent } = must(await shop.session().today.get());
      const facts = recent.flatMap((event) =>
        event.kind === 'record' ? [JSON.parse(event.facts) as unknown] : [],
      );
      expect(facts).toContainEqual(expect.objectContaining({ date: '2026-11-19', number: z.content.number }));
      expect(z.content).toMatchObject({
        businessDate: '2026-11-19',
        late: [{ count: 1, amount: egp(100n) }],
        sales: [{ count: 2, amount: egp(300n) }],
      });
      expect((await branchOf(shop))?.openDays).toEqual([]);
    }));

  it('show in the calendar with the same weekday of the week before', () =>
    withShop(async (shop) => {
      shop.sell('T1', 100n);
      await closeDay(shop);
      shop.clock.forward(7 * DAY);
      shop.sell('T1', 900n);
      await shop.read('T1');
      const days = await calendar(shop);
      expect(days).toHaveLength(24);
      expect(days[16]).toMatchObject({
        state: 'closed',
        number: 1,
        net: [{ amount: egp(100n) }],
        differs: false,
      });
      expect(days[20]?.state).toBe('none');
      expect(days[23]).toMatchObject({
        businessDate: '2026-11-24',
        state: 'open',
        net: [{ amount: egp(900n) }],
        weekBefore: [{ amount: egp(100n) }],
      });
      shop.clock.forward(DAY);
      expect((await calendar(shop))[23]?.state).toBe('late');
    }));

  it('show their net in the calendar: what was given back is taken off, closed or not', () =>
    withShop(async (shop) => {
      shop.sell('T1', 900n);
      shop.sell('T1', 250n, { type: 'REFUND' });
      await shop.read('T1');
      const net = async () => (await calendar(shop)).at(-1)?.net;
      expect(await net()).toMatchObject([{ count: 2, amount: egp(650n) }]);
      await closeDay(shop);
      expect(await net()).toMatchObject([{ count: 2, amount: egp(650n) }]);
    }));

  it('are named in the activity record wherever it knows only the id of their close', () =>
    withShop(async (shop) => {
      shop.sell('T1', 900n);
      await closeDay(shop);
      const before = { entry: null, event: null };
      const asked = { text: '', actor: null, action: null, before, limit: 100 };
      const { rows } = await shop.session().context.db.call('activity.page', asked);
      const ofClose = rows.filter((row) => row.kind === 'entry' && row.entry.action.startsWith('day.'));
      expect(ofClose.length).toBeGreaterThan(2);
      for (const row of ofClose)
        expect(row).toMatchObject({ day: { branchKey: 'B1', businessDate: '2026-11-17' } });
    }));

  it('are in the history newest first, page by page', () =>
    withShop(async (shop) => {
      for (let day = 0; day < 3; day += 1) {
        shop.sell('T1', 100n);
        await closeDay(shop);
        shop.clock.forward(DAY);
      }
      await begin(shop);
      const page = async (cursor: string | null) =>
        must(await shop.session().closing.history({ branchKey: null, cursor, limit: 2 }));
      const first = await page(null);
      const second = await page(first.next);
      const rows = [...first.rows, ...second.rows];
      expect(rows.map(({ state, number }) => [state, number])).toEqual([
        ['open', null],
        ['closed', 3],
        ['closed', 2],
        ['closed', 1],
      ]);
      expect(rows[1]).toMatchObject({
        sales: [{ count: 1 }],
        difference: [egp(0n)],
        linesDiffering: 0,
        daysLate: 0,
      });
      expect(second.next).toBeNull();
    }));
});

describe('a close without a connection', () => {
  it('has a number, is marked provisional, and is finished under the same number with what changed', () =>
    withShop(async (shop) => {
      shop.sell('T1', 1_000n);
      await shop.read('T1');
      for (const till of shop.tills.values()) till.error = gatewayError('unreachable');
      shop.sell('T1', 250n);
      const { closingId } = (await begin(shop)).closing;
      const { closing } = shop.session();
      must(await closing.read({ closingId, terminalIds: null }));
      expect(codeOf(await closing.freeze({ closingId, provisional: false }))).toBe('blocked');
      const frozen = must(await closing.freeze({ closingId, provisional: true }));
      const ready = async () =>
        must(await closing.detail({ closingId })).steps.flatMap(({ step, done }) => (done ? [step] : []));
      expect(await ready()).toEqual([]);
      const counted = must(await closing.count({ closingId, lines: exactly(frozen) }));
      expect(await ready()).toEqual(['count', 'differences']);
      expect(counted.steps.at(-1)?.blocked).toEqual({ reason: 'step-before', count: 0 });
      const first = must(await closing.provisional(closingId, 'no internet', null));
      expect(first.z.content).toMatchObject({
        number: 1,
        revision: 1,
        kind: 'provisional',
        verdict: 'not-checked',
      });
      expect(codeOf(await closing.confirm(closingId, null))).toBe('blocked');
      await shop.restart();

      for (const till of shop.tills.values()) till.error = null;
      const finished = await closeIt(shop, closingId);
      expect(finished.z.content).toMatchObject({
        number: 1,
        revision: 2,
        kind: 'final',
        verdict: 'agree',
        provisionalNote: 'no internet',
        changes: { revision: 1, reopenReason: null, removed: [], acknowledgedSince: 1 },
        sales: [{ count: 2, amount: egp(1_250n) }],
      });
      expect(finished.z.content.changes?.added).toMatchObject([{ amount: egp(250n) }]);
      expect(must(await shop.session().closing.zs({ closingId })).zs).toHaveLength(2);
    }));
});

describe('a close that is reopened', () => {
  it('keeps its Z, and the next one of that day has the next number and says what changed', () =>
    withShop(async (shop) => {
      shop.sell('T1', 1_000n);
      const { closing } = await closeDay(shop);
      expect(codeOf(await shop.session().closing.reopen(closing.closingId, 'why', null))).toBe(
        'approval-needed',
      );
      const reopened = must(await reopenIt(shop, closing.closingId));
      expect(reopened).toMatchObject({ state: 'reopened', reopened: { approvedBy: 'samir' } });
      expect((await branchOf(shop))?.openDays).toMatchObject([{ why: 'reopened', count: 1 }]);
      shop.sell('T1', 50n);
      const again = await closeDay(shop, 'B1', '2026-11-17');
      expect(again.z.content).toMatchObject({
        number: 2,
        revision: 1,
        changes: { number: 1, reopenReason: 'a slip turned up', removed: [], added: [{ amount: egp(50n) }] },
      });
      const [old] = must(await shop.session().closing.zs({ closingId: closing.closingId })).zs;
      expect(old).toMatchObject({ reopened: { by: 'mona' }, content: { sales: [{ amount: egp(1_000n) }] } });
    }));

  it('may be an older day: that is no clock set back', () =>
    withShop(async (shop) => {
      const first = await closeDay(shop);
      shop.clock.forward(DAY);
      await closeDay(shop);
      must(await reopenIt(shop, first.closing.closingId));
      expect((await closeDay(shop, 'B1', '2026-11-17')).z.content.number).toBe(3);
    }));
});

describe('rows that the gateway lists no more', () => {
  it('are closed from the snapshot of their acknowledgement when the cache was rebuilt', () =>
    withShop(async (shop) => {
      shop.sell('T1', 9_007_199_254_740_993n);
      await shop.acknowledge('T1');
      await shop.restart(wipeCache);
      must(await shop.session().terminals.refreshList());
      const { z } = await closeDay(shop);
      expect(z.content.sales).toEqual([{ count: 1, amount: egp(9_007_199_254_740_993n) }]);
      await shop.restart(wipeCache);
      must(await shop.session().terminals.refreshList());
      shop.clock.forward(DAY);
      expect((await closeDay(shop)).z.content.sales).toEqual([]);
    }));
});

it('settings that cannot hold are refused, and the others count from then on', () =>
  withShop(async (shop) => {
    const { closing } = shop.session();
    const set = (settings: object) => closing.setSettings({ branchKey: 'B1', settings });
    expect(codeOf(await set({ timeZone: 'Africa/Nowhere' }))).toBe('time-zone-unknown');
    expect(codeOf(await set({ tolerance: [egp(1n), egp(2n)] }))).toBe('invalid');
    must(await set({ timeZone: 'Asia/Riyadh', cutOff: '00:00' }));
    const branch = await branchOf(shop);
    expect(branch?.settings).toMatchObject({ timeZone: 'Asia/Riyadh', largeDifference: [egp(50_000n)] });
    expect(new Date(branch?.nextCutOffAtMs ?? 0).toISOString()).toBe('2026-11-17T21:00:00.000Z');
  }));
