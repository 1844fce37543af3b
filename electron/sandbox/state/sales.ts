/** Card sales on terminals: making them, as customers would. */
import type { World } from '../world.ts';

const DAY_MS = 86_400_000;

function nextNumber(world: World, name: string): number {
  const row = world.db
    .prepare(
      'INSERT INTO counter (name, value) VALUES (?, 1) ON CONFLICT(name) DO UPDATE SET value = value + 1 RETURNING value',
    )
    .get(name) as { value: number };
  return row.value;
}

export const newId = (world: World, prefix: string): string =>
  `${prefix}-${String(nextNumber(world, prefix)).padStart(6, '0')}`;

/** A believable amount in minor units: many small, few large; prices end as prices do. */
export function believableAmount({ dice }: World): number {
  const pounds = Math.floor(15 * Math.exp(dice.next() ** 1.6 * Math.log(6_500 / 15)));
  return pounds * 100 + dice.pick([0, 0, 0, 50, 25, 75, 95, 0]);
}

/** 12 digits, the retrieval reference number of a card sale. */
const reference = ({ dice }: World): string =>
  `${dice.between(600_000, 699_999)}${dice.between(100_000, 999_999)}`;

export type NewSale = {
  terminalId: string;
  atMs: number;
  amountMinor?: number;
  paymentType?: string;
  currency?: string;
};

export function addSale(
  world: World,
  { terminalId, atMs, amountMinor, paymentType = 'SALE', currency = 'EGP' }: NewSale,
): void {
  const { dice, db } = world;
  const order = `NM-${new Date(atMs).toISOString().slice(2, 7).replace('-', '')}-${String(nextNumber(world, 'order')).padStart(6, '0')}`;
  const roll = dice.next();
  const entryMode = roll < 0.68 ? 'CONTACTLESS' : roll < 0.94 ? 'CHIP' : roll < 0.98 ? 'MAGSTRIPE' : 'MANUAL';
  db.prepare(
    `INSERT INTO pos_row (terminal_id, merchant_order_id, ref_number, amount_minor, currency, payment_type, entry_mode, created_at_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    terminalId,
    order,
    reference(world),
    amountMinor ?? believableAmount(world),
    currency,
    paymentType,
    entryMode,
    atMs,
  );
  db.prepare('UPDATE terminal SET last_seen_at_ms = ? WHERE terminal_id = ?').run(atMs, terminalId);
}

/** What the acquirer keeps: 1.75–2.2 % and 14 % VAT on it, in minor units, rounded half up. */
export function feesOf(amountMinor: number, basisPoints: number): { fee: number; vat: number; net: number } {
  const fee = Math.floor((amountMinor * basisPoints + 5_000) / 10_000);
  const vat = Math.floor((fee * 14 + 50) / 100);
  return { fee, vat, net: amountMinor - fee - vat };
}

/** The next banking day after `atMs`: not a Friday or Saturday. */
export function nextBankingDayMs(atMs: number): number {
  let day = Math.floor(atMs / DAY_MS) * DAY_MS + DAY_MS;
  while ([5, 6].includes(new Date(day).getUTCDay())) day += DAY_MS;
  return day + 9 * 3_600_000;
}
