/** A close counts its own day, in net: from its first step the same sums as its X and its Z. */
import { describe, expect, it } from 'vitest';
import { transactionFilterSchema } from '#shared/contract/terminals.ts';
import { begin, closeIt, DAY, exactly, must, withShop, type Shop } from './shop.ts';

const egp = (minor: bigint) => ({ minor, currency: 'EGP' });
const total = (count: number, minor: bigint) => ({ count, amount: egp(minor) });

/** What undoes the last sale of the terminal: same order and reference. */
function undo(shop: Shop, terminalId: string, type: string): void {
  const rows = shop.tills.get(terminalId)?.rows ?? [];
  const sale = rows.at(-1);
  if (!sale) throw new Error('nothing was sold');
  shop.sell(terminalId, sale.amount.minor, { type });
  const { merchantOrderId, refNumber } = sale;
  const [undoing] = rows.splice(-1);
  const raw: unknown = JSON.parse(undoing?.raw ?? '{}');
  if (undoing && typeof raw === 'object')
    rows.push({
      ...undoing,
      merchantOrderId,
      refNumber,
      raw: JSON.stringify({ ...raw, merchant_order_id: merchantOrderId, ref_number: refNumber }),
    });
}

/** Tuesday's business day in the shop; Wednesday has begun when its close does. */
async function twoDays(shop: Shop): Promise<string> {
  shop.sell('T1', 10_000n);
  shop.sell('T2', 3_000n);
  undo(shop, 'T2', 'VOID');
  shop.sell('T1', 2_839n);
  undo(shop, 'T1', 'REVERSAL');
  shop.sell('T1', 235n, { type: 'REFUND' });
  await shop.read('T1');
  await shop.read('T2');
  shop.clock.forward(DAY);
  shop.sell('T1', 77_700n);
  await shop.read('T1');
  return (await begin(shop, 'B1', '2026-11-17')).closing.closingId;
}

const ownDay = {
  net: [total(6, 9_765n)],
  sales: [total(3, 15_839n)],
  returns: [total(3, -6_074n)],
  undone: [total(2, 5_839n)],
  notSummed: [],
  refunds: [total(1, -235n)],
  voids: [total(1, -3_000n)],
  reversals: [total(1, -2_839n)],
};

/** Closes it and leaves what is outstanding as it is. */
async function closeLeaving(shop: Shop, closingId: string): Promise<void> {
  const { closing } = shop.session();
  must(await closing.read({ closingId, terminalIds: null }));
  for (const terminalId of ['T1', 'T2'])
    must(
      await closing.leaveOutstanding({
        closingId,
        terminalId,
        leave: { reason: 'other', note: 'tomorrow' },
      }),
    );
  const frozen = must(await closing.freeze({ closingId, provisional: false }));
  must(await closing.count({ closingId, lines: exactly(frozen) }));
  must(await closing.confirm(closingId, null));
}

describe('a sale and what undoes it', () => {
  it('know each other in the list, and the head of the terminal has the parts of its net', () =>
    withShop(async (shop) => {
      shop.sell('T1', 10_000n);
      const saleId = shop.sell('T1', 2_839n);
      undo(shop, 'T1', 'REVERSAL');
      await shop.read('T1');
      const { terminals } = shop.session();
      const filter = transactionFilterSchema.parse({});
      const summary = must(await terminals.summary({ terminalId: 'T1', filter: { ...filter, text: 'R-1' } }));
      expect(summary.outstanding).toEqual({
        net: [total(3, 10_000n)],
        sales: [total(2, 12_839n)],
        returns: [total(1, -2_839n)],
        undone: [total(1, 2_839n)],
        notSummed: [],
      });
      const { transaction: sale } = must(await terminals.detail({ rowId: saleId }));
      const [undoing] = sale.undoneBy;
      expect(sale).toMatchObject({ undoesRow: null, reversedHere: null, undoneBy: [{ kind: 'reversal' }] });
      const { transaction: other } = must(await terminals.detail({ rowId: undoing?.rowId ?? '' }));
      expect(other).toMatchObject({
        undoes: saleId,
        undoesRow: { rowId: saleId, refNumber: sale.refNumber },
      });
    }));
});

describe('a close that is begun the day after', () => {
  it('counts its own day from the first step on, and so do its X and its Z', () =>
    withShop(async (shop) => {
      const closingId = await twoDays(shop);
      const { closing } = shop.session();
      expect(must(await closing.detail({ closingId })).sums).toEqual(ownDay);
      const x = must(await closing.x({ branchKey: 'B1' }));
      expect(x).toMatchObject({ businessDate: '2026-11-17', begun: closingId, sums: ownDay });
      const { z } = await closeIt(shop, closingId);
      expect(z.content.sums).toEqual(ownDay);
      const page = { branchKey: 'B1', cursor: null, limit: 1 };
      expect(must(await closing.history(page)).rows[0]).toMatchObject({ sums: ownDay, netNow: null });
    }));

  it('says what of another day is acknowledged with it, and in whose close that stays', () =>
    withShop(async (shop) => {
      const closingId = await twoDays(shop);
      const prepare = async () => {
        const { operations } = shop.session();
        const input = { terminalId: 'T1', seenReadAtMs: null };
        const { days, sums } = must(await operations.prepareAcknowledgement(input));
        return { net: sums.net, days: days.map((day) => [day.businessDate, day.count, day.sums.net]) };
      };
      expect(await prepare()).toEqual({
        net: [total(5, 87_465n)],
        days: [
          ['2026-11-17', 4, [total(4, 9_765n)]],
          ['2026-11-18', 1, [total(1, 77_700n)]],
        ],
      });
      await closeLeaving(shop, closingId);
      expect((await prepare()).days.map(([date, count]) => [date, count])).toEqual([
        ['2026-11-17', 4],
        ['2026-11-18', 1],
      ]);
      const [branch] = must(await shop.session().today.get()).branches;
      // What the closed day has is acknowledged with the terminal; the close of this day waits for its own row.
      expect(branch).toMatchObject({
        branchKey: 'B1',
        outstandingCount: 7,
        outstandingClosed: 6,
        standsBetween: { outstanding: 1 },
      });
      await closeLeaving(shop, (await begin(shop)).closing.closingId);
      const [closed] = must(await shop.session().today.get()).branches;
      expect(closed).toMatchObject({
        closing: { state: 'closed' },
        outstandingCount: 7,
        outstandingClosed: 7,
      });
    }));

  it('takes a terminal that is left out from the sums of its head', () =>
    withShop(async (shop) => {
      const closingId = await twoDays(shop);
      const leave = { reason: 'unreachable' as const, note: '' };
      const left = must(await shop.session().closing.leaveOut({ closingId, terminalId: 'T1', leave }));
      expect(left.sums).toMatchObject({ net: [total(2, 0n)], sales: [total(1, 3_000n)] });
    }));

  it('shows a person who counts blind no sum', () =>
    withShop(async (shop) => {
      const closingId = await twoDays(shop);
      shop.countsBlind = true;
      expect(must(await shop.session().closing.detail({ closingId })).sums).toBeNull();
    }));

  it('shows a person who counts blind no net of a day that is open, nor what another day is compared with', () =>
    withShop(async (shop) => {
      await twoDays(shop);
      shop.clock.forward(7 * 86_400_000);
      const month = async () =>
        must(await shop.session().closing.calendar({ branchKey: 'B1', month: '2026-11' })).days;
      expect((await month()).flatMap(({ weekBefore }) => weekBefore).length).toBeGreaterThan(0);
      shop.countsBlind = true;
      const days = await month();
      const open = days.filter(({ state }) => state === 'open' || state === 'late');
      expect(open.length).toBeGreaterThan(0);
      expect(open.flatMap(({ net }) => net)).toEqual([]);
      expect(days.flatMap(({ weekBefore }) => weekBefore)).toEqual([]);
    }));
});
