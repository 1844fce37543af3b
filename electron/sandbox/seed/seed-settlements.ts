/** Days of acknowledged sales, today's too, and a few instant settlement requests among them. */
import type { World } from '../world.ts';
import { newOrderId, newReference } from '../state/ids.ts';
import { createRequest } from '../state/instant-requests.ts';
import { believableAmount, believableEntryMode, terminalPool } from '../state/sales.ts';
import { moveTowardSettlement, type SettlementRow } from '../state/settlement-rows.ts';
import { DAY_MS, dayOf } from '../state/windows.ts';

const HOUR_MS = 3_600_000;
/** Days back on which finance asked for an early payout in the evening. */
const REQUEST_DAYS: readonly number[] = [12, 9, 6, 3];

type Span = { fromMs: number; toMs: number };

/** `count` acknowledged transactions of the window of `dayMs`, made within the span. */
function addAcknowledged(world: World, dayMs: number, count: number, { fromMs, toMs }: Span): void {
  const { dice, db } = world;
  const pool = terminalPool(world, true);
  const branchOf = db.prepare('SELECT branch_id FROM terminal WHERE terminal_id = ?').pluck();
  const times = Array.from({ length: count }, () => fromMs + Math.floor(dice.next() * (toMs - fromMs)));
  for (const atMs of times.sort((a, b) => a - b)) {
    const terminalId = pool[dice.between(0, pool.length - 1)];
    if (terminalId === undefined) return;
    const paymentType = dice.next() < 0.985 ? 'SALE' : 'REFUND';
    const amountMinor = believableAmount(world);
    const orderId = newOrderId(world, atMs);
    moveTowardSettlement(
      world,
      {
        channel: 'pos',
        method: 'card',
        source_id: null,
        terminal_id: terminalId,
        branch_id: branchOf.get(terminalId) as string | null,
        order_id: orderId,
        merchant_order_id: orderId,
        ref_number: newReference(world, atMs),
        payment_type: paymentType,
        entry_mode: believableEntryMode(world),
        amount_minor: paymentType === 'REFUND' ? -amountMinor : amountMinor,
        currency: 'EGP',
        created_at_ms: atMs,
      },
      dayMs,
    );
  }
}

/** An early payout of some of the day's sales, asked for that evening. */
function addRequest(world: World, dayMs: number): void {
  const rows = world.db
    .prepare(
      `SELECT * FROM settlement_row WHERE payment_type = 'SALE' AND created_at_ms BETWEEN ? AND ?
       ORDER BY created_at_ms, transaction_id LIMIT ?`,
    )
    .all(dayMs, dayMs + 18 * HOUR_MS, world.dice.between(9, 20)) as SettlementRow[];
  if (rows.length > 0) createRequest(world, rows, dayMs + 20 * HOUR_MS);
}

export function seedSettlements(world: World, historyDays: number): void {
  const nowMs = world.clock.nowMs();
  const today = dayOf(nowMs);
  for (let back = historyDays; back >= 1; back -= 1) {
    const dayMs = today - back * DAY_MS;
    const weekend = [5, 6].includes(new Date(dayMs).getUTCDay());
    const count = world.dice.between(70, 100) + (weekend ? 35 : 0);
    addAcknowledged(world, dayMs, count, { fromMs: dayMs + 7 * HOUR_MS, toMs: dayMs + 22 * HOUR_MS });
    if (REQUEST_DAYS.includes(back)) addRequest(world, dayMs);
  }
  // Acknowledged today, sold since yesterday evening: what an early payout can be asked for at any hour.
  addAcknowledged(world, today, world.dice.between(55, 80), {
    fromMs: nowMs - 16 * HOUR_MS,
    toMs: nowMs - HOUR_MS,
  });
}
