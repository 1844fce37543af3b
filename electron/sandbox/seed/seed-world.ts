/** A believable merchant, made from the world's dice and clock alone. */
import type { World } from '../world.ts';
import { addSale, terminalPool } from '../state/sales.ts';
import { catchUp } from '../state/catch-up.ts';
import { seedOnline } from './seed-online.ts';
import { seedSettlements } from './seed-settlements.ts';
import { seedTerminals } from './seed-terminals.ts';

/** `transactions`: outstanding card transactions over all terminals. `historyDays`: days of settled sales behind today. */
export type WorldSize = { terminals: number; transactions: number; historyDays: number };

/** Outstanding rows of the last 16 hours, in the order of their time. */
function seedOutstanding(world: World, wanted: number): void {
  const { dice } = world;
  const pool = terminalPool(world);
  const nowMs = world.clock.nowMs();
  const ages = Array.from({ length: wanted }, () => dice.between(2 * 60, 16 * 3_600) * 1_000);
  for (const ageMs of ages.sort((a, b) => b - a)) {
    const terminalId = pool[dice.between(0, pool.length - 1)];
    if (terminalId === undefined) return;
    const roll = dice.next();
    const paymentType = roll < 0.955 ? 'SALE' : roll < 0.98 ? 'REFUND' : 'VOID';
    addSale(world, { terminalId, atMs: nowMs - ageMs, paymentType });
  }
}

export function seedWorld(world: World, { terminals, transactions, historyDays }: WorldSize): void {
  seedTerminals(world, terminals);
  seedSettlements(world, historyDays);
  seedOutstanding(world, transactions);
  if (terminals > 0) seedOnline(world);
  catchUp(world);
}
