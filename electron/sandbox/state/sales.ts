/** Card sales on terminals: making them, as customers would. */
import { amountJson, type World } from '../world.ts';
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

type NewSale = {
  terminalId: string;
  atMs: number;
  amountMinor?: number;
  paymentType?: string;
  currency?: string;
};

export type NewPosRow = {
  terminal_id: string;
  merchant_order_id: string;
  ref_number: string;
  amount_minor: number;
  currency: string;
  payment_type: string;
  entry_mode: string;
  created_at_ms: number;
};

/** A new outstanding row of a terminal's list, with the six documented fields it answers (§2.11). */
export function addPosRow(world: World, row: NewPosRow): void {
  const body = JSON.stringify({
    merchant_order_id: row.merchant_order_id,
    ref_number: row.ref_number,
    amount: amountJson(row.amount_minor, row.currency),
    currency: row.currency,
    payment_type: row.payment_type,
    entry_mode: row.entry_mode,
  });
  prepared(
    world.db,
    `INSERT INTO pos_row (terminal_id, merchant_order_id, ref_number, amount_minor, currency, payment_type, entry_mode,
       created_at_ms, body) VALUES (@terminal_id, @merchant_order_id, @ref_number, @amount_minor, @currency, @payment_type,
       @entry_mode, @created_at_ms, @body)`,
  ).run({ ...row, body });
}

/** The cashier takes the last sale of the terminal back: its void or reversal stands beside it. No sale yet: one is made. */
export function undoLastSale(
  world: World,
  terminalId: string,
  atMs: number,
  paymentType: 'VOID' | 'REVERSAL',
): void {
  const last = world.db
    .prepare(
      `SELECT terminal_id, merchant_order_id, ref_number, amount_minor, currency, payment_type, entry_mode
       FROM pos_row AS sale WHERE terminal_id = ? AND acknowledged_at_ms IS NULL AND payment_type = 'SALE'
         AND NOT EXISTS (SELECT 1 FROM pos_row WHERE merchant_order_id = sale.merchant_order_id AND id > sale.id)
       ORDER BY id DESC LIMIT 1`,
    )
    .get(terminalId) as Omit<NewPosRow, 'created_at_ms'> | undefined;
  if (!last) return addSale(world, { terminalId, atMs });
  addPosRow(world, { ...last, payment_type: paymentType, created_at_ms: atMs });
}

/** A card transaction on the terminal, as a customer would make it. */
export function addSale(
  world: World,
  { terminalId, atMs, amountMinor, paymentType = 'SALE', currency = 'EGP' }: NewSale,
): void {
  addPosRow(world, {
    terminal_id: terminalId,
    merchant_order_id: newOrderId(world, atMs),
    ref_number: newReference(world, atMs),
    amount_minor: amountMinor ?? believableAmount(world),
    currency,
    payment_type: paymentType,
    entry_mode: believableEntryMode(world),
    created_at_ms: atMs,
  });
  prepared(world.db, 'UPDATE terminal SET last_seen_at_ms = ? WHERE terminal_id = ?').run(atMs, terminalId);
}
