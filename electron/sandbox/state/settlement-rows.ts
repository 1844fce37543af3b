/** Acknowledged card sales and captured online payments on their way to the bank. */
import type { World } from '../world.ts';
import { newId } from './ids.ts';
import { post } from './ledger.ts';
import { prepared } from './prepared.ts';
import { batchIdOf, hasWindows, nextPayoutMs, windowOfDay } from './windows.ts';

export type SettlementRow = {
  transaction_id: string;
  channel: 'pos' | 'online';
  method: string;
  /** The pos_row or online_transaction it comes from; null if it was seeded. */
  source_id: string | null;
  /** The gateway's order online; at a till the merchant's, which is one terminal's. */
  order_id: string;
  merchant_order_id: string;
  ref_number: string | null;
  terminal_id: string | null;
  branch_id: string | null;
  payment_type: string;
  entry_mode: string | null;
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

export type Parts = { fee: number; vat: number; net: number };

/** What the gateway quotes by method, in basis points. */
export const QUOTED_RATES = { card: 200, wallet: 150, bnpl: 500 } as const;

/** What the acquirer keeps of a sale, and 14 % VAT on it. */
export function feesOf(amountMinor: number, basisPoints: number): Parts {
  const fee = shareOf(amountMinor, basisPoints);
  const vat = shareOf(fee, VAT_BASIS_POINTS);
  return { fee, vat, net: amountMinor - fee - vat };
}

const quotedRate = (method: string): number =>
  method === 'wallet' || method === 'bnpl' ? QUOTED_RATES[method] : QUOTED_RATES.card;

type Moving = Pick<
  SettlementRow,
  | 'channel'
  | 'method'
  | 'source_id'
  | 'order_id'
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

const COLUMNS = [
  'transaction_id',
  'channel',
  'method',
  'source_id',
  'order_id',
  'merchant_order_id',
  'ref_number',
  'terminal_id',
  'branch_id',
  'payment_type',
  'entry_mode',
  'amount_minor',
  'fee_minor',
  'vat_minor',
  'net_minor',
  'currency',
  'created_at_ms',
  'expected_at_ms',
  'window_id',
  'batch_id',
] as const;
const INSERT = `INSERT INTO settlement_row (${COLUMNS.join(', ')}) VALUES (${COLUMNS.map((name) => `@${name}`).join(', ')})`;

/** What an online transaction is called everywhere; a void takes back several rows, each under a name of its own. */
const ownTransaction = ({ channel, source_id: source }: Moving): string | null =>
  channel === 'online' && source !== null && !source.includes('#') ? source : null;

/**
 * A sale, refund or void goes into the window and batch of `dayMs` (in test into neither, §1). `amount_minor` is signed:
 * a refund takes its amount back from the merchant, without a fee. `parts` where the fees are known already.
 */
export function moveTowardSettlement(world: World, row: Moving, dayMs: number, parts?: Parts): void {
  const windowId = hasWindows(world) ? windowOfDay(world, dayMs, row.currency) : null;
  const { amount_minor: amount, currency } = row;
  const { fee, vat, net } =
    parts ?? (amount < 0 ? { fee: 0, vat: 0, net: amount } : feesOf(amount, quotedRate(row.method)));
  // A number is drawn and not used. Without it every later sale of a seed would be another one.
  if (!parts && amount >= 0) world.dice.next();
  const transactionId = ownTransaction(row) ?? newId(world, 'TX');
  prepared(world.db, INSERT).run({
    ...row,
    transaction_id: transactionId,
    fee_minor: fee,
    vat_minor: vat,
    net_minor: net,
    expected_at_ms: nextPayoutMs(dayMs),
    window_id: windowId,
    batch_id: windowId === null ? null : batchIdOf(windowId, row.branch_id ?? 'BR-00'),
  });
  const amounts = { shoppers: -amount, 'on-hold': net, fees: fee, vat };
  post(world, { kind: 'sale', ref: transactionId, atMs: row.created_at_ms, currency, amounts });
}

type Due = { window_id: string | null; currency: string; expected_at_ms: number; net: number };

/** Pays what is due; sales of an instant settlement request are paid by that request, not twice. */
export function settleDue(world: World): void {
  const nowMs = world.clock.nowMs();
  const unpaid = 'settled_at_ms IS NULL AND request_id IS NULL AND expected_at_ms <= ?';
  const due = prepared(
    world.db,
    `SELECT window_id, currency, expected_at_ms, SUM(net_minor) AS net FROM settlement_row
     WHERE ${unpaid} GROUP BY window_id, currency, expected_at_ms`,
  ).all(nowMs) as Due[];
  for (const { window_id: windowId, currency, expected_at_ms: atMs, net } of due) {
    const amounts = { 'on-hold': -net, 'merchant-bank': net };
    post(world, { kind: 'settlement', ref: windowId ?? 'settlement', atMs, currency, amounts });
  }
  if (due.length > 0)
    prepared(world.db, `UPDATE settlement_row SET settled_at_ms = expected_at_ms WHERE ${unpaid}`).run(nowMs);
}
