/** Settled sales that no close has: whether a close of another PC may still bring them. */
import { afterEach, expect, it } from 'vitest';
import {
  AFTERNOON_MS,
  begin,
  closeDay,
  closeIt,
  closeProvisionally,
  exactly,
  must,
  reopenIt,
  withShop,
  type Shop,
} from '../closing/shop.ts';
import { DAY, exceptions, HOUR, reconcile, settle, settled } from '../reconciliation/settled.ts';
import { closeStores, listenerAt, tellerOf } from './telling.ts';

afterEach(closeStores);

/** Sold on the first day, and in no close. */
const lost = (afterMs = 1_000, terminalId = 'T1') => {
  const atMs = AFTERNOON_MS + afterMs;
  return settled(99, {
    terminalId,
    createdAt: { kind: 'instant', atMs, raw: new Date(atMs).toISOString() },
  });
};
const missing = async (shop: Shop) => {
  await reconcile(shop);
  return (await exceptions(shop))
    .filter(({ type }) => type === 'missing-in-ours')
    .flatMap(({ theirs }) => theirs.map(({ itemId }) => itemId));
};

it('nothing is waited for once a close has a later read of the terminal, whatever its PC calls the branch', () =>
  withShop((shop) =>
    withShop(
      async (finance) => {
        must(await finance.session().terminals.refreshList());
        const listener = listenerAt(finance);
        const till = tellerOf(shop, 'Till 1');
        shop.sell('T1', 10_000n);
        await shop.read('T1');
        shop.clock.forward(HOUR);
        await closeDay(shop);
        await listener.hear(till);
        for (const { clock } of [shop, finance]) clock.forward(9 * DAY);
        await settle(finance, [settled(1), lost()]);
        expect(await missing(finance)).toEqual(['TX-99']);
      },
      { T1: 'B9' },
    ),
  ));

it('nothing is waited for on a day that this PC has closed, though another opened its own again', () =>
  withShop((shop) =>
    withShop(async (finance) => {
      must(await finance.session().terminals.refreshList());
      shop.sell('T1', 10_000n);
      finance.sell('T1', 500n);
      finance.tills.get('T1')!.rows[0] = { ...finance.tills.get('T1')!.rows[0]!, rowId: 'row-own' };
      for (const one of [shop, finance]) {
        await one.read('T1');
        one.clock.forward(HOUR);
      }
      const { closing } = await closeDay(shop);
      await closeDay(finance);
      must(await reopenIt(shop, closing.closingId));
      await listenerAt(finance).hear(tellerOf(shop, 'Till 1'));
      finance.clock.forward(9 * DAY);
      await settle(finance, [settled(1), lost()]);
      expect(await missing(finance)).toContain('TX-99');
    }),
  ));

/** The sale that no close has yet, as finance sees it: missing, or the day whose close it waits for. */
async function standOf(finance: Shop): Promise<string> {
  const lacks = await missing(finance);
  const input = { comparison: 'sales' as const, reason: null, text: '', cursor: null, limit: 10 };
  const { rows } = must(await finance.session().reconciliation.expected(input));
  const waiting = rows.find(({ item }) => item.itemId === 'TX-99')?.waitsFor;
  if (lacks.includes('TX-99')) return 'missing';
  return waiting?.kind === 'close' ? waiting.date : 'neither';
}
const withLost = (
  afterMs: number,
  terminalId: string,
  use: (of: {
    shop: Shop;
    finance: Shop;
    listener: ReturnType<typeof listenerAt>;
    stands: () => Promise<string[]>;
  }) => Promise<void>,
) =>
  withShop((shop) =>
    withShop(async (finance) => {
      const listener = listenerAt(finance);
      const till = tellerOf(shop, 'Till 1');
      shop.sell('T1', 10_000n);
      shop.sell('T2', 10_000n);
      for (const id of ['T1', 'T2']) await shop.read(id);
      shop.clock.forward(HOUR);
      for (const one of [shop, finance]) await settle(one, [settled(1), lost(afterMs, terminalId)]);
      await use({
        shop,
        finance,
        listener,
        // On the PC of finance, and on the one that closes.
        stands: async () => {
          await listener.hear(till);
          return [await standOf(finance), await standOf(shop)];
        },
      });
    }),
  );
/** The next day, with a sale of each terminal that was read in time. */
async function nextDay(shop: Shop): Promise<void> {
  shop.clock.forward(DAY);
  for (const id of ['T1', 'T2']) {
    shop.sell(id, 10_000n);
    await shop.read(id);
  }
}

it('a sale of after the close of its day waits for the next close', () =>
  withLost(2 * HOUR, 'T1', async ({ shop, stands }) => {
    await closeDay(shop);
    expect(await stands()).toEqual(['2026-11-18', '2026-11-18']);
    await nextDay(shop);
    await closeDay(shop, 'B1', '2026-11-18');
    expect(await stands()).toEqual(['missing', 'missing']);
  }));

it('a sale of after the last read of a provisional close waits for the final one', () =>
  withLost(2 * HOUR, 'T1', async ({ shop, stands }) => {
    const { closingId } = await closeProvisionally(shop);
    expect(await stands()).toEqual(['2026-11-17', '2026-11-17']);
    shop.clock.forward(3 * HOUR);
    await closeIt(shop, closingId);
    expect(await stands()).toEqual(['missing', 'missing']);
  }));

it('a sale of a terminal that was left out waits for the next close that has it, unless its branch goes on without it', () =>
  withLost(1_000, 'T2', async ({ shop, stands }) => {
    const { closing } = shop.session();
    const leave = { reason: 'unreachable', note: '' } as const;
    for (const date of ['2026-11-17', '2026-11-18']) {
      const { closingId } = (await begin(shop, 'B1', date)).closing;
      must(await closing.leaveOut({ closingId, terminalId: 'T2', leave }));
      await closeIt(shop, closingId);
      expect(await stands()).toEqual([date, date].map((day) => day.replace(/7$|8$/, (end) => `${+end + 1}`)));
      await nextDay(shop);
    }
    await closeDay(shop, 'B1', '2026-11-19');
    expect(await stands()).toEqual(['missing', 'missing']);
  }));

it('a sale of a terminal that went to another branch is not waited for once its own closes without it', () =>
  withLost(2 * HOUR, 'T2', async ({ shop, stands }) => {
    await closeDay(shop);
    await shop.move('T2', 'B2');
    shop.clock.forward(DAY);
    shop.sell('T1', 10_000n);
    await shop.read('T1');
    expect((await stands())[0]).toBe('2026-11-18');
    await closeDay(shop, 'B1', '2026-11-18');
    expect((await stands())[0]).toBe('missing');
  }));

it('a sale that was left for the next close is waited for until that is there', () =>
  withLost(90 * 60_000, 'T1', async ({ shop, stands }) => {
    const { closing } = shop.session();
    const { closingId } = (await begin(shop)).closing;
    must(await closing.read({ closingId, terminalIds: null }));
    for (const id of ['T1', 'T2']) await shop.acknowledge(id);
    for (const id of ['T1', 'T2']) await shop.read(id);
    must(await closing.freeze({ closingId, provisional: false }));
    shop.clock.forward(HOUR);
    const late = shop.sell('T1', 10_000n);
    const row = shop.tills.get('T1')?.rows.find(({ rowId }) => rowId === late);
    Object.assign(row ?? {}, { merchantOrderId: 'W-99', refNumber: 'R-99' });
    for (const id of ['T1', 'T2']) await shop.read(id);
    must(await closing.lateArrivals({ closingId, decision: 'leave' }));
    const frozen = must(await closing.detail({ closingId }));
    must(await closing.count({ closingId, lines: exactly(frozen) }));
    must(await closing.confirm(closingId, null));
    expect(await stands()).toEqual(['2026-11-18', '2026-11-18']);
    await nextDay(shop);
    await closeDay(shop, 'B1', '2026-11-18');
    expect(await stands()).toEqual(['neither', 'neither']);
  }));

it('a sale of a terminal whose PC is gone is not waited for once its branch was closed without it for days', () =>
  withLost(2 * HOUR, 'T1', async ({ shop, finance, listener, stands }) => {
    await closeDay(shop);
    expect((await stands())[0]).toBe('2026-11-18');
    await withShop(
      async (another) => {
        const till = tellerOf(another, 'Till 2');
        another.clock.forward(2 * DAY);
        for (const [day, stood] of [
          ['20', '2026-11-21'],
          ['21', 'missing'],
        ] as const) {
          another.clock.forward(DAY);
          another.sell('T4', 10_000n);
          await another.read('T4');
          await closeDay(another, 'B1', `2026-11-${day}`);
          await listener.hear(till);
          expect(await standOf(finance)).toBe(stood);
        }
      },
      { T4: 'B1' },
    );
  }));
