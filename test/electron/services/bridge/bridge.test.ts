import { expect, it } from 'vitest';
import type { SettledTransaction, SettlementWindow } from '#shared/contract/settlement.ts';
import { AFTERNOON_MS, closeDay, codeOf, HOUR, must, withShop, type Shop } from '../closing/shop.ts';

const egp = (minor: bigint) => ({ minor, currency: 'EGP' });
const instant = (atMs: number) => ({ kind: 'instant' as const, atMs, raw: new Date(atMs).toISOString() });

const window: SettlementWindow = {
  windowId: 'SW-1',
  status: { kind: 'known', value: 'SETTLED' },
  opensAt: instant(AFTERNOON_MS - HOUR),
  closesAt: instant(AFTERNOON_MS + HOUR),
  expectedPayoutDate: '2026-11-18',
  gross: null,
  fees: null,
  vat: null,
  adjustments: egp(0n),
  net: egp(19_544n),
  transactionsCount: null,
  bankReference: null,
  batches: [],
};
const settled = (order: number, windowId = 'SW-1', amount = 10_000n): SettledTransaction => ({
  transactionId: `TX-${order}`,
  merchantOrderId: `W-${order}`,
  refNumber: `R-${order}`,
  terminalId: 'T1',
  branchId: 'B1',
  branchName: null,
  channel: 'pos',
  method: 'CARD',
  paymentType: 'SALE',
  entryMode: 'CHIP',
  amount: egp(amount),
  fee: egp(200n),
  vat: egp(28n),
  net: egp(amount - 228n),
  settlementDate: instant(AFTERNOON_MS + 2 * HOUR),
  createdAt: null,
  windowId,
  batchId: null,
  raw: '{}',
});

async function settle(shop: Shop, rows: SettledTransaction[], windows = [window]): Promise<void> {
  const { db } = shop.session().context;
  await db.call('settlement.replaceWindows', { windows, readAtMs: shop.clock.nowMs() });
  const atMs = shop.clock.nowMs();
  const { run } = await db.call('settlement.beginSync', { branchIds: [], anew: true, atMs, anewAfterMs: 0 });
  await db.call('settlement.storePage', { run, rows, pagesDone: 1, total: rows.length });
}
/** Five sales of 100.00 in a closed day: one reversed, one settled in another window, one that waits, two settled. */
async function aDay(shop: Shop): Promise<void> {
  for (let n = 0; n < 5; n += 1) shop.sell('T1', 10_000n);
  const taken = shop.sell('T1', 10_000n, { type: 'REVERSAL' });
  const [first] = shop.tills.get('T1')?.rows ?? [];
  const back = shop.tills.get('T1')?.rows.find(({ rowId }) => rowId === taken);
  if (!first || !back) throw new Error('no rows');
  Object.assign(back, { merchantOrderId: first.merchantOrderId, refNumber: first.refNumber });
  await closeDay(shop);
  await settle(shop, [settled(2), settled(3), settled(4, 'SW-2')]);
}
const linesOf = async (shop: Shop) =>
  must(await shop.session().bridge.get({ subject: 'SW-1' })).lines.map(({ line, amount, count }) => [
    line,
    amount.minor,
    count,
  ]);

it('leads from the closes to the deposit, and each line opens its rows', () =>
  withShop(async (shop) => {
    await aDay(shop);
    expect(await linesOf(shop)).toEqual([
      ['closed', 50_000n, 5],
      ['reversed', -10_000n, 1],
      ['waiting', -10_000n, 1],
      ['elsewhere', -10_000n, 1],
      ['fees', -400n, 2],
      ['vat', -56n, 2],
    ]);
    const { bridge } = shop.session();
    const before = must(await bridge.get({ subject: 'SW-1' }));
    expect(before).toMatchObject({ expected: egp(19_544n), gatewayDiffers: egp(0n), unexplained: null });
    const waiting = must(await bridge.rows({ subject: 'SW-1', line: 'waiting', cursor: null, limit: 10 }));
    expect(waiting).toMatchObject({
      rows: [
        { orderId: 'W-5', terminalId: 'T1', zNumber: 1, businessDate: '2026-11-17', amount: egp(-10_000n) },
      ],
      next: null,
    });
    const first = must(await bridge.rows({ subject: 'SW-1', line: 'closed', cursor: null, limit: 3 }));
    const rest = must(await bridge.rows({ subject: 'SW-1', line: 'closed', cursor: first.next, limit: 3 }));
    expect([...first.rows, ...rest.rows].map(({ orderId }) => orderId)).toEqual([
      'W-1',
      'W-2',
      'W-3',
      'W-4',
      'W-5',
    ]);
  }));

it('takes a refund away, whichever sign the gateway gives it', () =>
  withShop(async (shop) => {
    await aDay(shop);
    const refund = { paymentType: 'REFUND', fee: null, vat: null, net: null };
    await settle(shop, [
      { ...settled(8, 'SW-1', 700n), ...refund },
      { ...settled(9, 'SW-1', -300n), ...refund },
    ]);
    expect(await linesOf(shop)).toContainEqual(['returns', -1_000n, 2]);
  }));

it('what the bank got is entered in parts, and what is missing is unexplained', () =>
  withShop(async (shop) => {
    await aDay(shop);
    const { bridge, audit } = shop.session();
    const part = { subject: 'SW-1', receivedOn: '2026-11-18', reference: 'CIB 1', note: '' };
    must(await bridge.enterDeposit({ ...part, typed: '١٠٠٫٠٠' }));
    const two = must(await bridge.enterDeposit({ ...part, typed: 'EGP 95' }));
    expect(two).toMatchObject({ deposited: egp(19_500n), unexplained: egp(-44n) });
    const wrong = two.deposits[1]?.depositId ?? '';
    const withdrawal = { subject: 'SW-1', depositId: wrong, reason: 'typed twice' };
    const after = must(await bridge.withdrawDeposit(withdrawal));
    expect(after).toMatchObject({ deposited: egp(10_000n), unexplained: egp(-9_544n) });
    expect(after.deposits.map(({ withdrawn }) => withdrawn?.reason ?? null)).toEqual([null, 'typed twice']);
    expect(codeOf(await bridge.withdrawDeposit(withdrawal))).toBe('invalid');
    expect(must(await bridge.get({ subject: 'SW-1' }))).toEqual(after);
    expect((await audit.verify())?.verdict.ok).toBe(true);
  }));

it('what is not an amount, or of a window that is not here, is refused and nothing is kept', () =>
  withShop(async (shop) => {
    await aDay(shop);
    const { bridge } = shop.session();
    const deposit = { receivedOn: '2026-11-18', reference: '', note: '' };
    for (const typed of ['', 'USD 5', '12.345', 'much'])
      expect(codeOf(await bridge.enterDeposit({ ...deposit, subject: 'SW-1', typed }))).toBe(
        'amount-not-understood',
      );
    expect(codeOf(await bridge.enterDeposit({ ...deposit, subject: 'SW-9', typed: '5' }))).toBe('invalid');
    expect(codeOf(await bridge.get({ subject: 'SW-9' }))).toBe('invalid');
    expect(must(await bridge.get({ subject: 'SW-1' })).deposits).toEqual([]);
  }));

it('windows that one payout paid are one bridge, and its deposit is for all of them', () =>
  withShop(async (shop) => {
    await aDay(shop);
    const paid = { ...window, bankReference: 'CIB-7', transactionsCount: 2 };
    const next = {
      ...paid,
      windowId: 'SW-2',
      opensAt: paid.closesAt,
      closesAt: instant(AFTERNOON_MS + 3 * HOUR),
      net: egp(9_772n),
      transactionsCount: 1,
    };
    await settle(shop, [], [paid, next]);
    const { bridge, settlement } = shop.session();
    const subject = 'payout/EGP/CIB-7';
    const view = must(await bridge.get({ subject }));
    expect(view).toMatchObject({ of: 'payout', windowIds: ['SW-2', 'SW-1'], expected: egp(29_316n) });
    expect(view.lines.some(({ line }) => line === 'elsewhere')).toBe(false);
    const deposit = { receivedOn: '2026-11-18', reference: '', note: '' };
    must(await bridge.enterDeposit({ ...deposit, subject, typed: '293.16' }));
    const { windows } = must(await settlement.windows());
    expect(windows.map((one) => [one.windowId, one.bridge.state, one.paidWith])).toEqual([
      ['SW-2', 'explained', ['SW-2', 'SW-1']],
      ['SW-1', 'explained', ['SW-2', 'SW-1']],
    ]);
    expect(codeOf(await bridge.get({ subject: 'payout/EGP/CIB-8' }))).toBe('invalid');
    expect(codeOf(await bridge.get({ subject: 'early/IS-1' }))).toBe('invalid');
  }));

it('a window whose sums are not those of its rows is shown as such, and a fee above the amount, too', () =>
  withShop(async (shop) => {
    await aDay(shop);
    const wrong = { ...window, transactionsCount: 3, gross: egp(30_000n), net: egp(20_000n) };
    const greedy = { ...settled(3), fee: egp(11_000n), vat: null, net: egp(-1_000n) };
    await settle(shop, [settled(2), greedy], [wrong]);
    const { db } = shop.session().context;
    const { run } = await db.call('settlement.beginSync', {
      branchIds: [],
      anew: false,
      atMs: shop.clock.nowMs(),
      anewAfterMs: 1,
    });
    const end = { run, branchIds: [], ending: 'moving' as const, summary: null, sumsAgree: null };
    await db.call('settlement.endSync', { ...end, readAtMs: shop.clock.nowMs() });
    const { windows } = must(await shop.session().settlement.windows());
    expect(windows[0]?.differs).toEqual([
      { figure: 'count', gateway: 3, rows: 2 },
      { figure: 'gross', gateway: egp(30_000n), rows: egp(20_000n) },
      { figure: 'net', gateway: egp(20_000n), rows: egp(8_772n) },
    ]);
    const fees = must(
      await shop.session().bridge.rows({ subject: 'SW-1', line: 'fees', cursor: null, limit: 10 }),
    );
    expect(fees.rows.map(({ orderId, odd }) => [orderId, odd])).toEqual([
      ['W-2', []],
      ['W-3', ['fee-above-amount']],
    ]);
  }));
