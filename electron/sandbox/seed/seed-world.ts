/** A believable merchant, made from the world's dice and clock alone. */
import type { World } from '../world.ts';
import { addSale, terminalPool, undoLastSale } from '../state/sales.ts';
import { catchUp } from '../state/catch-up.ts';
import { seedOnline } from './seed-online.ts';
import { seedSettlements } from './seed-settlements.ts';
import { seedTerminals } from './seed-terminals.ts';

/** `transactions`: outstanding card transactions over all terminals. `historyDays`: days of settled sales behind today. */
export type WorldSize = { terminals: number; transactions: number; historyDays: number };

/** What few rows are, in turn, so that a list of some size has every kind. */
const RARE = ['VOID', 'REVERSAL', 'VOID', 'AUTHORIZATION'] as const;

/** Outstanding rows of the last 16 hours, in the order of their time. */
function seedOutstanding(world: World, wanted: number): void {
  const { dice } = world;
  const pool = terminalPool(world);
  const nowMs = world.clock.nowMs();
  let rare = 0;
  const ages = Array.from({ length: wanted }, () => dice.between(2 * 60, 16 * 3_600) * 1_000);
  for (const ageMs of ages.sort((a, b) => b - a)) {
    const terminalId = pool[dice.between(0, pool.length - 1)];
    if (terminalId === undefined) return;
    const roll = dice.next();
    const atMs = nowMs - ageMs;
    const kind = roll < 0.955 ? 'SALE' : roll < 0.98 ? 'REFUND' : (RARE[rare++ % RARE.length] ?? 'VOID');
    if (kind === 'VOID' || kind === 'REVERSAL') undoLastSale(world, terminalId, atMs, kind);
    else addSale(world, { terminalId, atMs, paymentType: kind });
  }
}

export function seedWorld(world: World, { terminals, transactions, historyDays }: WorldSize): void {
  seedTerminals(world, terminals);
  seedSettlements(world, historyDays);
  seedOutstanding(world, transactions);
  if (terminals > 0) seedOnline(world);
  catchUp(world);
}
