/** Card sales on terminals: making them, as customers would. */
import type { World } from '../world.ts';
import { newOrderId, newReference } from './ids.ts';
import { prepared } from './prepared.ts';

/** A believable amount in minor units, 15 to 6,500 pounds: many small, few large; prices end as prices do. */
export function believableAmount({ dice }: World): number {
  const pounds = Math.floor(15 * Math.exp(dice.next() ** 1.6 * Math.log(6_500 / 15)));
  return pounds * 100 + dice.pick([0, 0, 0, 0, 50, 25, 75, 95]);
}

export function believableEntryMode({ dice }: World): string {
  const roll = dice.next();
  if (roll < 0.68) return 'CONTACTLESS';
  if (roll < 0.94) return 'CHIP';
  return roll < 0.98 ? 'MAGSTRIPE' : 'MANUAL';
}

/** Terminal ids, each as often as its terminal is busy; those of weight 0 only where `quietToo`. */
export function terminalPool(world: World, quietToo = false): string[] {
  const terminals = world.db
    .prepare('SELECT terminal_id, weight FROM terminal WHERE foreign_merchant = 0 ORDER BY terminal_id')
    .all() as { terminal_id: string; weight: number }[];
  return terminals.flatMap(({ terminal_id, weight }) =>
    Array.from({ length: quietToo ? Math.max(1, weight) : weight }, () => terminal_id),
  );
}

export type NewSale = {
  terminalId: string;
  atMs: number;
  amountMinor?: number;
  paymentType?: string;
  currency?: string;
};

/** A new outstanding row on the terminal. */
export function addSale(
  world: World,
  { terminalId, atMs, amountMinor, paymentType = 'SALE', currency = 'EGP' }: NewSale,
): void {
  const { db } = world;
  prepared(
    db,
    `INSERT INTO pos_row (terminal_id, merchant_order_id, ref_number, amount_minor, currency, payment_type, entry_mode, created_at_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    terminalId,
    newOrderId(world, atMs),
    newReference(world, atMs),
    amountMinor ?? believableAmount(world),
    currency,
    paymentType,
    believableEntryMode(world),
    atMs,
  );
  prepared(db, 'UPDATE terminal SET last_seen_at_ms = ? WHERE terminal_id = ?').run(atMs, terminalId);
}
