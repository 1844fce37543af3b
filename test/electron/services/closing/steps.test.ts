import { describe, expect, it } from 'vitest';
import { gatewayError } from '#shared/errors/app-error.ts';
import {
  begin,
  closeIt,
  codeOf,
  countAtOnce,
  exactly,
  HOUR,
  must,
  reopenIt,
  withShop,
  type Shop,
} from './shop.ts';

const stepOf = async (shop: Shop, closingId: string, step: string) =>
  must(await shop.session().closing.detail({ closingId })).steps.find((one) => one.step === step);
const egp = (minor: bigint) => ({ minor, currency: 'EGP' });

describe('the six steps', () => {
  it('go on after a restart before each of them, with nothing lost', () =>
    withShop(async (shop) => {
      shop.sell('T1', 10_000n);
      shop.sell('T2', 2_550n);
      await shop.unknown('T2', 'op-unknown');
      await countAtOnce(shop);
      const { closingId } = (await begin(shop)).closing;
      const again = async () => {
        const before = must(await shop.session().closing.detail({ closingId }));
        await shop.restart();
        const after = must(await shop.session().closing.detail({ closingId }));
        expect(after).toEqual(before);
        return shop.session().closing;
      };
      must(await (await again()).read({ closingId, terminalIds: ['T1'] }));
      expect(await stepOf(shop, closingId, 'reads')).toMatchObject({ done: false, ready: 1, total: 2 });
      must(await (await again()).read({ closingId, terminalIds: null }));
      expect((await stepOf(shop, closingId, 'reads'))?.done).toBe(true);

      expect(await stepOf(shop, closingId, 'acknowledge')).toMatchObject({
        blocked: { reason: 'outstanding', count: 2 },
      });
      await shop.acknowledge('T1');
      await shop.read('T1');
      const leave = { reason: 'disputed' as const, note: '' };
      must(await (await again()).leaveOutstanding({ closingId, terminalId: 'T2', leave }));
      expect(await stepOf(shop, closingId, 'acknowledge')).toMatchObject({ done: true, ready: 2, total: 2 });

      expect(codeOf(await (await again()).freeze({ closingId, provisional: false }))).toBe('blocked');
      const { operations } = must(await shop.session().closing.detail({ closingId }));
      expect(operations).toMatchObject([{ opId: 'op-unknown', orderId: 'the order of op-unknown' }]);
      const carried = { closingId, opId: 'op-unknown', note: 'asked the bank' };
      expect(codeOf(await shop.session().closing.carry(carried, null))).toBe('approval-needed');
      must(await shop.session().closing.carry(carried, 'samir'));

      const frozen = must(await (await again()).freeze({ closingId, provisional: false }));
      expect(frozen.lines).toMatchObject([{ currency: 'EGP', paymentType: 'SALE', expected: egp(12_550n) }]);
      const lines = [{ currency: 'EGP', paymentType: 'SALE', typed: '١٢٥٫٠٠' }];
      const counted = must(await (await again()).count({ closingId, lines }));
      expect(counted.lines[0]).toMatchObject({ difference: egp(-50n), verdict: 'to-explain' });
      expect(codeOf(await (await again()).confirm(closingId, null))).toBe('blocked');
      const why = { currency: 'EGP', paymentType: 'SALE', reason: 'slip-missing' as const, note: 'till 2' };
      must(await (await again()).explain({ closingId, ...why }));
      const { z, closing } = must(await (await again()).confirm(closingId, null));
      expect(closing.state).toBe('closed');
      expect(z.content).toMatchObject({
        number: 1,
        revision: 1,
        kind: 'final',
        verdict: 'differ',
        businessDate: '2026-11-17',
        carried: [{ opId: 'op-unknown', approvedBy: 'samir' }],
        lines: [{ counted: egp(12_500n), expected: egp(12_550n), explanation: { reason: 'slip-missing' } }],
      });
      await again();
    }));

  it('a day without sales closes', () =>
    withShop(async (shop) => {
      const { closingId } = (await begin(shop)).closing;
      const { z } = await closeIt(shop, closingId);
      expect(z.content).toMatchObject({ number: 1, verdict: 'agree', totals: [], lines: [] });
    }));

  it('three currencies are never added up', () =>
    withShop(async (shop) => {
      shop.sell('T1', 1_000n);
      shop.sell('T1', 300n, { type: 'REVERSAL' });
      shop.sell('T2', 500n, { currency: 'USD' });
      shop.sell('T2', 250n, { currency: 'USD_VIRTUAL' });
      shop.sell('T2', 2n, { currency: 'EUR' });
      const { z } = await closeIt(shop, (await begin(shop)).closing.closingId);
      expect(z.content.sales).toEqual([
        { count: 1, amount: egp(1_000n) },
        { count: 1, amount: { minor: 2n, currency: 'EUR' } },
        { count: 1, amount: { minor: 500n, currency: 'USD' } },
        { count: 1, amount: { minor: 250n, currency: 'USD_VIRTUAL' } },
      ]);
      expect(z.content.reversals).toEqual([{ count: 1, amount: egp(300n) }]);
    }));
});

describe('a terminal', () => {
  it('that cannot be reached is left out with a reason, and its rows wait for the next close', () =>
    withShop(async (shop) => {
      shop.sell('T1', 1_000n);
      shop.sell('T2', 9_900n);
      await shop.read('T2');
      shop.tills.set('T2', { branch: 'B1', rows: [], unreadable: [], error: gatewayError('unreachable') });
      const { closing } = shop.session();
      const { closingId } = (await begin(shop)).closing;
      const read = must(await closing.read({ closingId, terminalIds: null }));
      expect(read.terminals.map(({ state }) => state)).toEqual(['read', 'failed']);
      expect(read.steps[0]).toMatchObject({ blocked: { reason: 'terminals-not-read', count: 1 } });
      const leave = { reason: 'unreachable' as const, note: '' };
      must(await closing.leaveOut({ closingId, terminalId: 'T2', leave }));
      await shop.acknowledge('T1');
      await shop.read('T1');
      const frozen = must(await closing.freeze({ closingId, provisional: false }));
      must(await closing.count({ closingId, lines: exactly(frozen) }));
      const { z } = must(await closing.confirm(closingId, null));
      expect(z.content.verdict).toBe('not-checked');
      expect(z.content.sales).toEqual([{ count: 1, amount: egp(1_000n) }]);
      expect(z.content.terminals[1]).toMatchObject({ left: [{ count: 1, amount: egp(9_900n) }] });
    }));

  it('with rows that cannot be read blocks the count until it is left out', () =>
    withShop(async (shop) => {
      shop.tills.set('T2', {
        branch: 'B1',
        rows: [],
        unreadable: [
          { rowId: 'unreadable:a', index: 0, field: 'amount', problem: 'not-a-decimal', raw: '{}' },
        ],
        error: null,
      });
      const { closing } = shop.session();
      const { closingId } = (await begin(shop)).closing;
      must(await closing.read({ closingId, terminalIds: null }));
      const freeze = await closing.freeze({ closingId, provisional: false });
      expect(freeze).toMatchObject({
        error: { code: 'blocked', params: { reason: 'unreadable-rows', count: 1 } },
      });
      const out = { closingId, terminalId: 'T2' };
      const bare = { reason: 'unreadable-rows' as const, note: '' };
      expect(codeOf(await closing.leaveOut({ ...out, leave: bare }))).toBe('note-needed');
      must(await closing.leaveOut({ ...out, leave: { ...bare, note: 'asked support' } }));
      must(await closing.freeze({ closingId, provisional: false }));
    }));

  it('with rows that cannot be read is closed once they are acknowledged, and the Z names them beside its sums', () =>
    withShop(async (shop) => {
      const row = {
        rowId: 'unreadable:a',
        index: 1,
        field: 'amount',
        problem: 'too-many-decimals' as const,
        raw: '{"amount":1234.5678}',
      };
      shop.sell('T1', 1_000n);
      shop.tills.set('T2', { branch: 'B1', rows: [], unreadable: [row], error: null });
      await shop.acknowledge('T2');
      const { closing } = shop.session();
      const { closingId } = (await begin(shop)).closing;
      must(await closing.read({ closingId, terminalIds: null }));
      const named = { ...row, terminalId: 'T2', by: 'mona', note: 'the provider knows them' };
      const x = must(await closing.x({ branchKey: 'B1' }));
      expect(x.unread).toMatchObject([named]);
      const done = await closeIt(shop, closingId);
      expect(done.z.content.unread).toMatchObject([named]);
      expect(done.z.content.sales).toEqual([{ count: 1, amount: egp(1_000n) }]);
      expect(must(await closing.detail({ closingId })).unread).toMatchObject([named]);

      // The same day, opened again, names them again; the next day does not.
      must(await reopenIt(shop, closingId));
      const again = await closeIt(shop, (await begin(shop)).closing.closingId);
      expect(again.z.content).toMatchObject({ businessDate: done.z.content.businessDate, unread: [named] });
      shop.clock.forward(24 * HOUR);
      const next = await closeIt(shop, (await begin(shop)).closing.closingId);
      expect(next.z.content.unread).toEqual([]);
    }));

  it('that moves to another branch in mid-close is told, and its frozen rows stay', () =>
    withShop(async (shop) => {
      shop.sell('T2', 700n);
      const { closing } = shop.session();
      const { closingId } = (await begin(shop)).closing;
      must(await closing.read({ closingId, terminalIds: null }));
      await shop.acknowledge('T2');
      await shop.read('T2');
      must(await closing.freeze({ closingId, provisional: false }));
      await shop.move('T2', 'B2');
      const moved = must(await closing.detail({ closingId }));
      expect(moved.terminals[1]?.movedTo).toEqual({ branchKey: 'B2', branchName: 'Branch B2' });
      must(await closing.count({ closingId, lines: exactly(moved) }));
      const { z } = must(await closing.confirm(closingId, null));
      expect(z.content.sales).toEqual([{ count: 1, amount: egp(700n) }]);
      const other = await closeIt(shop, (await begin(shop, 'B2')).closing.closingId);
      expect(other.z.content).toMatchObject({ number: 1, sales: [] });
    }));
});

describe('a sale that arrives after the count', () => {
  const upToCount = async (shop: Shop) => {
    shop.sell('T1', 1_000n);
    const { closing } = shop.session();
    const { closingId } = (await begin(shop)).closing;
    must(await closing.read({ closingId, terminalIds: null }));
    await shop.acknowledge('T1');
    await shop.read('T1');
    const frozen = must(await closing.freeze({ closingId, provisional: false }));
    must(await closing.count({ closingId, lines: exactly(frozen) }));
    shop.clock.forward(HOUR);
    shop.sell('T1', 250n);
    await shop.read('T1');
    const late = await closing.confirm(closingId, null);
    expect(late).toMatchObject({ error: { params: { reason: 'late-arrivals', count: 1 } } });
    return { closing, closingId };
  };

  it('and is included wants a new count', () =>
    withShop(async (shop) => {
      const { closing, closingId } = await upToCount(shop);
      const included = must(await closing.lateArrivals({ closingId, decision: 'include' }));
      expect(included.lines[0]).toMatchObject({ counted: null, typed: '10.00', expected: egp(1_250n) });
      await shop.acknowledge('T1');
      await shop.read('T1');
      must(await closing.count({ closingId, lines: exactly(included) }));
      const { z } = must(await closing.confirm(closingId, null));
      expect(z.content).toMatchObject({ counts: 2, sales: [{ count: 2, amount: egp(1_250n) }] });
    }));

  it('and is left belongs to the next day, marked late', () =>
    withShop(async (shop) => {
      const { closing, closingId } = await upToCount(shop);
      const left = must(await closing.lateArrivals({ closingId, decision: 'leave' }));
      expect(left).toMatchObject({ leftForNext: 1, lateArrivals: { count: 0 } });
      const { z } = must(await closing.confirm(closingId, null));
      expect(z.content.sales).toEqual([{ count: 1, amount: egp(1_000n) }]);
      shop.clock.forward(24 * HOUR);
      const next = await closeIt(shop, (await begin(shop)).closing.closingId);
      expect(next.z.content).toMatchObject({
        number: 2,
        businessDate: '2026-11-18',
        late: [{ count: 1, amount: egp(250n) }],
      });
    }));
});

describe('a count', () => {
  const frozenShop = async (shop: Shop) => {
    shop.sell('T1', 100_000n);
    await countAtOnce(shop);
    const { closing } = shop.session();
    const { closingId } = (await begin(shop)).closing;
    must(await closing.read({ closingId, terminalIds: null }));
    await shop.acknowledge('T1');
    await shop.read('T1');
    must(await closing.freeze({ closingId, provisional: false }));
    return { closing, closingId };
  };
  const line = (typed: string) => [{ currency: 'EGP', paymentType: 'SALE', typed }];

  it('that is not understood is kept as it was typed, and says where', () =>
    withShop(async (shop) => {
      const { closing, closingId } = await frozenShop(shop);
      const stranger = [{ currency: 'NOPE', paymentType: null, typed: '1' }];
      expect(codeOf(await closing.count({ closingId, lines: stranger }))).toBe('invalid');
      const bad = await closing.count({ closingId, lines: line('12,5') });
      expect(bad).toMatchObject({ error: { code: 'amount-not-understood', params: { where: 'EGP/SALE' } } });
      await shop.restart();
      const kept = must(await shop.session().closing.detail({ closingId }));
      expect(kept.lines[0]).toMatchObject({ typed: '12,5', counted: null });
      expect(kept.steps[3]).toMatchObject({ blocked: { reason: 'not-counted', count: 1 } });
    }));

  it('that is blind shows nothing of what is expected before it is stored', () =>
    withShop(async (shop) => {
      const { closing, closingId } = await frozenShop(shop);
      expect(must(await closing.x({ branchKey: 'B1' })).sales[0]?.amount).toEqual(egp(100_000n));
      shop.countsBlind = true;
      expect(codeOf(await closing.x({ branchKey: 'B1' }))).toBe('blind-count');
      const before = must(await closing.detail({ closingId }));
      expect(before.blind).toBe(true);
      const hidden = { count: null, expected: null, difference: null, verdict: null };
      expect(before.lines[0]).toMatchObject(hidden);
      const garbled = await closing.count({ closingId, lines: line('x') });
      expect(codeOf(garbled)).toBe('amount-not-understood');
      expect(must(await closing.detail({ closingId })).lines[0]).toMatchObject(hidden);
      const after = must(await closing.count({ closingId, lines: line('999.50') }));
      expect(after.lines[0]).toMatchObject({ expected: egp(100_000n), difference: egp(-50n) });
    }));

  it.each(['-12.50', '(12.50)', '12.50-'])(
    'that is blind takes %s where sales were expected: a refusal would tell the sign',
    (typed) =>
      withShop(async (shop) => {
        const { closing, closingId } = await frozenShop(shop);
        expect(codeOf(await closing.count({ closingId, lines: line(typed) }))).toBe('amount-not-understood');
        shop.countsBlind = true;
        const after = must(await closing.count({ closingId, lines: line(typed) }));
        expect(after.lines[0]).toMatchObject({ counted: egp(-1_250n), difference: egp(-101_250n) });
      }),
  );

  it('with a large difference is confirmed by two', () =>
    withShop(async (shop) => {
      const { closing, closingId } = await frozenShop(shop);
      const counted = must(await closing.count({ closingId, lines: line('499.99') }));
      expect(counted.approvalNeeded).toEqual(['close-with-large-difference']);
      const why = { currency: 'EGP', paymentType: 'SALE', reason: 'other' as const, note: 'under inquiry' };
      must(await closing.explain({ closingId, ...why }));
      expect(codeOf(await closing.confirm(closingId, null))).toBe('approval-needed');
      const { z } = must(await closing.confirm(closingId, 'samir'));
      expect(z.content).toMatchObject({ approvedBy: 'samir', number: 1 });
    }));

  it('within the tolerance of the branch needs no reason; another difference wants another explanation', () =>
    withShop(async (shop) => {
      const { closing, closingId } = await frozenShop(shop);
      must(await closing.setSettings({ branchKey: 'B1', settings: { tolerance: [egp(100n)] } }));
      const near = must(await closing.count({ closingId, lines: line('999.00') }));
      expect(near.lines[0]?.verdict).toBe('within-tolerance');
      must(await closing.count({ closingId, lines: line('998.00') }));
      const why = { currency: 'EGP', paymentType: 'SALE', reason: 'other' as const, note: 'two pounds' };
      const explained = must(await closing.explain({ closingId, ...why }));
      expect(explained.lines[0]?.verdict).toBe('explained');
      const other = must(await closing.count({ closingId, lines: line('997.00') }));
      expect(other.lines[0]).toMatchObject({ verdict: 'to-explain', explanation: null });
    }));
});
