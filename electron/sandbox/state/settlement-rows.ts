/** Acknowledged transactions on their way to the bank. */
import type { World } from '../world.ts';
import { newId } from './ids.ts';
import { prepared } from './prepared.ts';
import { batchIdOf, hasWindows, nextPayoutMs, windowOfDay } from './windows.ts';

export type SettlementRow = {
  transaction_id: string;
  merchant_order_id: string;
  ref_number: string;
  terminal_id: string;
  branch_id: string | null;
  payment_type: string;
  entry_mode: string;
  amount_minor: number;
  fee_minor: number;
  vat_minor: number;
  net_minor: number;
  currency: string;
  created_at_ms: number;
  expected_at_ms: number;
  settled_at_ms: number | null;
  window_id: string | null;
  batch_id: string | null;
  request_id: string | null;
};

/** Minor units rounded half up: `basisPoints` hundredths of a percent of `amountMinor`. */
export const shareOf = (amountMinor: number, basisPoints: number): number =>
  Math.floor((amountMinor * basisPoints + 5_000) / 10_000);

export const VAT_BASIS_POINTS = 1_400;

/** What the acquirer keeps of a sale: 1.75 to 2.2 % and 14 % VAT on it. */
function feesOf(amountMinor: number, basisPoints: number): { fee: number; vat: number; net: number } {
  const fee = shareOf(amountMinor, basisPoints);
  const vat = shareOf(fee, VAT_BASIS_POINTS);
  return { fee, vat, net: amountMinor - fee - vat };
}

export type Acknowledged = Pick<
  SettlementRow,
  | 'terminal_id'
  | 'branch_id'
  | 'merchant_order_id'
  | 'ref_number'
  | 'payment_type'
  | 'entry_mode'
  | 'amount_minor'
  | 'currency'
  | 'created_at_ms'
>;

/**
 * An acknowledged sale or refund goes into the window and batch of `dayMs` (in test into neither, §1). A refund takes its
 * amount back from the merchant, without a fee.
 */
export function moveTowardSettlement(world: World, row: Acknowledged, dayMs: number): void {
  const windowId = hasWindows(world) ? windowOfDay(world, dayMs, row.currency) : null;
  const refund = row.payment_type === 'REFUND';
  const amount = refund ? -row.amount_minor : row.amount_minor;
  const { fee, vat, net } = refund
    ? { fee: 0, vat: 0, net: amount }
    : feesOf(amount, world.dice.pick([175, 185, 200, 220]));
  prepared(
    world.db,
    `INSERT INTO settlement_row (transaction_id, merchant_order_id, ref_number, terminal_id, branch_id, payment_type, entry_mode,
         amount_minor, fee_minor, vat_minor, net_minor, currency, created_at_ms, expected_at_ms, window_id, batch_id)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    newId(world, 'TX'),
    row.merchant_order_id,
    row.ref_number,
    row.terminal_id,
    row.branch_id,
    row.payment_type,
    row.entry_mode,
    amount,
    fee,
    vat,
    net,
    row.currency,
    row.created_at_ms,
    nextPayoutMs(dayMs),
    windowId,
    windowId === null ? null : batchIdOf(windowId, row.branch_id ?? 'BR-00'),
  );
}

/** Pays what is due; sales of an instant settlement request are paid by that request, not twice. */
export function settleDue(world: World): void {
  world.db
    .prepare(
      `UPDATE settlement_row SET settled_at_ms = expected_at_ms
       WHERE settled_at_ms IS NULL AND request_id IS NULL AND expected_at_ms <= ?`,
    )
    .run(world.clock.nowMs());
}
