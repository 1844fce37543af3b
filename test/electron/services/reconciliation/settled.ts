/** A shop with closed days and settled transactions, and a run of reconciliation over them. */
import type { z } from 'zod';
import type { SettledTransaction, SettlementWindow } from '#shared/contract/settlement.ts';
import { exceptionFilterSchema, type ReconcileException } from '#shared/contract/reconciliation-items.ts';
import type { Comparison } from '#shared/domain/reconciliation.ts';
import { AFTERNOON_MS, closeDay, DAY, HOUR, must, type Shop } from '../closing/shop.ts';

export { codeOf, DAY, HOUR, must, withShop, type Shop } from '../closing/shop.ts';
export const egp = (minor: bigint) => ({ minor, currency: 'EGP' });
const instant = (atMs: number) => ({ kind: 'instant' as const, atMs, raw: new Date(atMs).toISOString() });

export const windowOf = (
  windowId: string,
  net: bigint,
  more: Partial<SettlementWindow> = {},
): SettlementWindow => ({
  windowId,
  status: { kind: 'known', value: 'SETTLED' },
  opensAt: instant(AFTERNOON_MS - HOUR),
  closesAt: instant(AFTERNOON_MS + HOUR),
  expectedPayoutDate: '2026-11-18',
  gross: null,
  fees: null,
  vat: null,
  adjustments: egp(0n),
  net: egp(net),
  transactionsCount: null,
  bankReference: null,
  batches: [],
  ...more,
});
/** As the gateway settles the n-th sale of the shop, the day after. */
export const settled = (order: number, more: Partial<SettledTransaction> = {}): SettledTransaction => ({
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
  amount: egp(10_000n),
  fee: egp(200n),
  vat: egp(28n),
  net: egp(9_772n),
  settlementDate: instant(AFTERNOON_MS + DAY),
  createdAt: null,
  windowId: 'SW-1',
  batchId: null,
  raw: '{}',
  ...more,
});
export const settledOn = (days: number) => ({ settlementDate: instant(AFTERNOON_MS + days * DAY) });

export async function settle(
  shop: Shop,
  rows: SettledTransaction[],
  windows: SettlementWindow[] = [windowOf('SW-1', 19_544n)],
): Promise<void> {
  const { db } = shop.session().context;
  await db.call('settlement.replaceWindows', { windows, readAtMs: shop.clock.nowMs() });
  const atMs = shop.clock.nowMs();
  const { run } = await db.call('settlement.beginSync', { branchIds: [], anew: true, atMs, anewAfterMs: 0 });
  await db.call('settlement.storePage', { run, rows, pagesDone: 1, total: rows.length });
  const sums = { branchIds: [], ending: 'whole' as const, summary: null, sumsAgree: true };
  await db.call('settlement.endSync', { run, ...sums, readAtMs: shop.clock.nowMs() });
}
/** So many sales of 100.00 at T1 in a day that is closed. */
export async function aClosedDay(shop: Shop, sales: number): Promise<void> {
  for (let n = 0; n < sales; n += 1) shop.sell('T1', 10_000n);
  await closeDay(shop);
}

/** Until no run is under way: one may have begun by itself, on what was changed a while ago. */
async function atRest(shop: Shop): Promise<void> {
  while (must(await shop.session().reconciliation.overview()).running)
    await new Promise((resolve) => setTimeout(resolve, 20));
}
/** A run that begins now, and what there is after it. */
export async function reconcile(shop: Shop) {
  const { reconciliation } = shop.session();
  await atRest(shop);
  must(await reconciliation.run());
  await atRest(shop);
  return must(await reconciliation.overview());
}
export async function exceptions(
  shop: Shop,
  comparison: Comparison = 'sales',
  filter: z.input<typeof exceptionFilterSchema> = {},
): Promise<ReconcileException[]> {
  const input = { comparison, filter: exceptionFilterSchema.parse(filter), sort: 'oldest' as const };
  return must(await shop.session().reconciliation.exceptions({ ...input, cursor: null, limit: 200 })).rows;
}

/** What the last run proposes. */
export const proposalsOf = async (shop: Shop, { alike = null }: { alike?: string | null } = {}) =>
  must(await shop.session().reconciliation.proposals({ text: '', alike, cursor: null, limit: 50 })).rows;
/** As a person accepts them: with the difference that was shown. */
export const pairsOf = (rows: Awaited<ReturnType<typeof proposalsOf>>) =>
  rows.map(({ ours, theirs, difference }) => ({
    ours: ours.map(({ itemId }) => itemId),
    theirs: theirs.map(({ itemId }) => itemId),
    difference,
  }));
