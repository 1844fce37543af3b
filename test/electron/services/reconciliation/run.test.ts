import { expect, it } from 'vitest';
import { AFTERNOON_MS, closeDay, HOUR } from '../closing/shop.ts';
import {
  aClosedDay,
  DAY,
  egp,
  exceptions,
  must,
  reconcile,
  settle,
  settled,
  settledOn,
  windowOf,
  withShop,
} from './settled.ts';

const of = (overview: Awaited<ReturnType<typeof reconcile>>, comparison = 'sales') => {
  const found = overview.comparisons.find((one) => one.comparison === comparison);
  if (!found) throw new Error(`no ${comparison}`);
  return found;
};

it('before the first run nothing is said of anything, and a list is empty', () =>
  withShop(async (shop) => {
    const overview = must(await shop.session().reconciliation.overview());
    expect(overview).toMatchObject({ result: null, outOfDate: [], running: null, lastError: null });
    expect(overview.comparisons.map(({ state }) => state)).toEqual(['not-run', 'not-run', 'not-run']);
    expect(await exceptions(shop)).toEqual([]);
  }));

it('counts what agrees, and lists what does not with its reason', () =>
  withShop(async (shop) => {
    await aClosedDay(shop, 8);
    shop.clock.forward(10 * DAY);
    await settle(shop, [
      settled(1),
      settled(2),
      settled(3, { amount: egp(9_000n) }),
      settled(4, settledOn(7)),
      settled(5),
      settled(5, { transactionId: 'TX-5-again' }),
      settled(6, { amount: { minor: 10_000n, currency: 'USD' }, fee: null, vat: null, net: null }),
      settled(7, { fee: egp(10_001n) }),
      settled(20),
      settled(21, { paymentType: 'ADJUST' }),
      settled(22, { terminalId: null, channel: 'online' }),
    ]);
    const sales = of(await reconcile(shop));
    expect(sales).toMatchObject({
      state: 'compared',
      all: {
        ours: [{ count: 8, amount: egp(80_000n) }],
        theirs: [
          // A word that nobody knows is counted, and not summed.
          { count: 10, amount: egp(89_000n) },
          { count: 1, amount: { minor: 10_000n, currency: 'USD' } },
        ],
      },
      matched: [{ rule: 'order-id', matches: 3, ours: [{ count: 3, amount: egp(30_000n) }] }],
      leftOut: [{ count: 1, amount: egp(10_000n) }],
    });
    const listed = (await exceptions(shop)).map(({ type, ours, theirs, difference, age }) => [
      type,
      ours?.orderId ?? null,
      theirs.map(({ itemId }) => itemId).join(' '),
      difference?.minor ?? null,
      age,
    ]);
    expect(listed.sort()).toEqual([
      ['amount-under', 'W-3', 'TX-3', -1_000n, '3-7'],
      ['currency', 'W-6', 'TX-6', null, '3-7'],
      ['duplicate', null, 'TX-5-again', 10_000n, '3-7'],
      ['fee-unexpected', 'W-7', 'TX-7', 0n, '3-7'],
      ['late', 'W-4', 'TX-4', 0n, '3-7'],
      ['missing-in-ours', null, 'TX-20', 10_000n, '3-7'],
      ['missing-in-settlement', 'W-8', '', -10_000n, '3-7'],
      ['unknown-action', null, 'TX-21', 0n, '3-7'],
    ]);
    expect(sales.exceptions.reduce((count, cell) => count + cell.count, 0)).toBe(8);
  }));

it('a sale within the normal days is expected, apart from exceptions', () =>
  withShop(async (shop) => {
    await aClosedDay(shop, 2);
    await settle(shop, [settled(1)]);
    const sales = of(await reconcile(shop));
    expect(sales.expected).toEqual([
      { reason: 'within-days', ours: [{ count: 1, amount: egp(10_000n) }], theirs: [] },
    ]);
    const page = must(
      await shop
        .session()
        .reconciliation.expected({ comparison: 'sales', reason: null, text: '', cursor: null, limit: 10 }),
    );
    expect(page.rows.map(({ item, expectedBy }) => [item.orderId, expectedBy])).toEqual([
      ['W-2', '2026-11-19'],
    ]);
  }));

it('a sale that was reversed in the same day is settled by nobody', () =>
  withShop(async (shop) => {
    shop.sell('T1', 10_000n);
    const taken = shop.sell('T1', 10_000n, { type: 'REVERSAL' });
    const [first] = shop.tills.get('T1')?.rows ?? [];
    const back = shop.tills.get('T1')?.rows.find(({ rowId }) => rowId === taken);
    Object.assign(back ?? {}, { merchantOrderId: first?.merchantOrderId, refNumber: first?.refNumber });
    await aClosedDay(shop, 1);
    await settle(shop, [settled(3)]);
    const sales = of(await reconcile(shop));
    expect(sales.matched.map(({ rule, matches }) => [rule, matches])).toEqual([
      ['order-id', 1],
      ['reversed', 1],
    ]);
    expect(sales.all.ours).toEqual([{ count: 3, amount: egp(10_000n) }]);
  }));

it('says what has changed since, and a run that nothing changed for is of now', () =>
  withShop(async (shop) => {
    await aClosedDay(shop, 2);
    await settle(shop, [settled(1)]);
    expect((await reconcile(shop)).outOfDate).toEqual([]);
    await settle(shop, [settled(1), settled(2)]);
    shop.clock.forward(DAY);
    const overview = must(await shop.session().reconciliation.overview());
    expect(overview.outOfDate).toEqual(['settled', 'day']);
    expect((await reconcile(shop)).outOfDate).toEqual([]);
  }));

it('exact pairs are found again for their page, and not those that something is to say of', () =>
  withShop(async (shop) => {
    await aClosedDay(shop, 4);
    shop.clock.forward(10 * DAY);
    await settle(shop, [
      settled(1),
      settled(2),
      settled(3, { amount: egp(9_000n) }),
      settled(4, settledOn(8)),
    ]);
    await reconcile(shop);
    const { reconciliation } = shop.session();
    const ids: (string | null | undefined)[] = [];
    let cursor: string | null = null;
    do {
      const page: { rows: { ours: { orderId: string | null }[] }[]; next: string | null } = must(
        await reconciliation.matches({ comparison: 'sales', rule: 'order-id', text: '', cursor, limit: 1 }),
      );
      ids.push(...page.rows.map(({ ours }) => ours[0]?.orderId));
      cursor = page.next;
    } while (cursor !== null);
    expect(ids.sort()).toEqual(['W-1', 'W-2']);
  }));

it('books of which nothing was imported lack that, and not the closes', () =>
  withShop(async (shop) => {
    expect(of(await reconcile(shop), 'books').state).toBe('no-ours');
    await aClosedDay(shop, 2);
    expect(of(await reconcile(shop), 'books')).toMatchObject({
      state: 'no-theirs',
      all: { ours: [{ count: 2, amount: egp(20_000n) }], theirs: [] },
    });
  }));

it('a bank without a statement is not compared', () =>
  withShop(async (shop) => {
    await aClosedDay(shop, 1);
    await settle(shop, [settled(1)], [windowOf('SW-1', 9_772n)]);
    expect(of(await reconcile(shop), 'bank')).toMatchObject({ state: 'no-theirs', exceptions: [] });
  }));

it('a settled sale waits for the close of its branch, and one of before its terminal was first read needs nobody', () =>
  withShop(async (shop) => {
    const sold = (afterMs: number) => ({
      createdAt: { kind: 'instant' as const, atMs: AFTERNOON_MS + afterMs, raw: 'a time' },
    });
    for (const terminalId of ['T1', 'T3']) {
      shop.sell(terminalId, 10_000n);
      await shop.read(terminalId);
    }
    shop.sell('T1', 10_000n);
    shop.clock.forward(HOUR);
    await closeDay(shop);
    shop.clock.forward(10 * DAY);
    await settle(shop, [
      settled(1),
      settled(3),
      // Seen on the terminal of the other branch, whose day is not closed.
      settled(2, { terminalId: 'T3', branchId: 'B2' }),
      settled(30, { terminalId: 'T3', branchId: 'B2', ...sold(60_000) }),
      // Of the day that was closed: acknowledged before its terminal was read for the first time, and after.
      settled(31, sold(-HOUR)),
      settled(32, sold(60_000)),
    ]);
    const { reconciliation } = shop.session();
    const sales = of(await reconcile(shop));
    expect((await exceptions(shop)).map(({ type, theirs }) => [type, theirs[0]?.itemId])).toEqual([
      ['missing-in-ours', 'TX-32'],
    ]);
    expect(sales.before.theirs).toEqual([{ count: 1, amount: egp(10_000n) }]);
    expect(sales.expected).toEqual([
      { reason: 'day-open', ours: [], theirs: [{ count: 2, amount: egp(20_000n) }] },
    ]);
    const input = { comparison: 'sales' as const, reason: null, text: '', cursor: null, limit: 10 };
    const waitsFor = { kind: 'close', branchKey: 'B2', branchName: 'Branch B2', date: '2026-11-17' };
    expect(must(await reconciliation.expected(input)).rows).toMatchObject([
      { item: { itemId: 'TX-2' }, reason: 'day-open', waitsFor },
      { item: { itemId: 'TX-30' }, reason: 'day-open', waitsFor },
    ]);
    // First read after its day had ended: what was sold since the read before belongs to the next close.
    await closeDay(shop, 'B2', '2026-11-17');
    await reconcile(shop);
    expect((await exceptions(shop)).map(({ theirs }) => theirs[0]?.itemId)).toEqual(['TX-32']);
    expect(must(await reconciliation.expected(input)).rows).toMatchObject([
      { item: { itemId: 'TX-30' }, waitsFor: { ...waitsFor, date: '2026-11-18' } },
    ]);
    await closeDay(shop, 'B2', '2026-11-27');
    await reconcile(shop);
    expect((await exceptions(shop)).map(({ theirs }) => theirs[0]?.itemId).sort()).toEqual([
      'TX-30',
      'TX-32',
    ]);
  }));

it('what was settled of sales before the first close is before we began: apart, with its sum and a list of its own', () =>
  withShop(async (shop) => {
    await aClosedDay(shop, 2);
    shop.clock.forward(10 * DAY);
    const soldOn = (days: number) => ({ createdAt: settledOn(days).settlementDate });
    await settle(shop, [
      settled(1),
      settled(20, settledOn(-3)),
      // Settled after it, and sold before it.
      settled(21, { ...soldOn(-1), amount: egp(5_000n) }),
      settled(22, soldOn(0)),
      settled(23),
      settled(24, { ...settledOn(-3), terminalId: null, channel: 'online' }),
    ]);
    const { reconciliation } = shop.session();
    const sales = of(await reconcile(shop));
    expect(sales.before).toEqual({
      from: '2026-11-17',
      ours: [],
      theirs: [{ count: 2, amount: egp(15_000n) }],
    });
    expect(sales.leftOut).toEqual([{ count: 1, amount: egp(10_000n) }]);
    const open = async () =>
      (await exceptions(shop)).flatMap(({ theirs }) => theirs.map((one) => one.itemId));
    expect((await open()).sort()).toEqual(['TX-22', 'TX-23']);
    const listOf = async (reason: 'before-start' | null) => {
      const input = { comparison: 'sales' as const, reason, text: '', cursor: null, limit: 10 };
      return must(await reconciliation.expected(input)).rows.map(({ item }) => item.itemId);
    };
    expect(await listOf('before-start')).toEqual(['TX-20', 'TX-21']);
    expect(await listOf(null)).toEqual([]);

    const { settings, firstClosedOn } = must(await reconciliation.settings());
    expect([settings.from, firstClosedOn]).toEqual([null, '2026-11-17']);
    expect(await reconciliation.setSettings({ ...settings, from: '2026-11-28' })).toMatchObject({
      ok: false,
      error: { code: 'from-to-come', params: { today: '2026-11-27' } },
    });
    must(await reconciliation.setSettings({ ...settings, from: '2026-11-01' }));
    expect(of(await reconcile(shop)).before).toEqual({ from: '2026-11-01', ours: [], theirs: [] });
    expect((await open()).sort()).toEqual(['TX-20', 'TX-21', 'TX-22', 'TX-23']);

    // From a later day on: what is matched stays, and what we closed before and nobody settled is apart, too.
    must(await reconciliation.setSettings({ ...settings, from: '2026-11-18' }));
    const later = of(await reconcile(shop));
    expect(later.matched.map(({ rule, matches }) => [rule, matches])).toEqual([['order-id', 1]]);
    expect(later.before.ours).toEqual([{ count: 1, amount: egp(10_000n) }]);
    expect(await open()).toEqual(['TX-23']);
    const entries = await shop.session().context.db.call('activity.page', {
      text: '',
      actor: null,
      action: 'reconciliation.settings-changed',
      before: { entry: null, event: null },
      limit: 5,
    });
    expect(JSON.stringify(entries)).toMatch(/from[^}]*2026-11-18[^]*from[^}]*2026-11-01/);
  }));
