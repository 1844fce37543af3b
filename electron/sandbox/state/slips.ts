/** Makes on purpose the mistakes that acquirers make between a sale and the bank, for reconciliation to find. */
import type { World } from '../world.ts';
import { documents } from './documents.ts';
import { newOrderId, newReference } from './ids.ts';
import { post } from './ledger.ts';
import { prepared } from './prepared.ts';
import {
  feesOf,
  moveTowardSettlement,
  QUOTED_RATES,
  type Parts,
  type SettlementRow,
} from './settlement-rows.ts';
import { batchIdOf, DAY_MS, dayOf, nextPayoutMs, windowOfDay } from './windows.ts';

export const slipNames = [
  'lost', // it never settles
  'over', // settled with 10.00 more
  'under', // settled with 10.00 less
  'currency', // settled in US dollars
  'twice', // settled a second time
  'late', // settled four days later than usual
  'fee', // with several times the usual fee
  'word', // an entry of a kind that is in no interface, without money, beside it
  'stranger', // a sale that no terminal has listed, beside it
] as const;
export type Slip = (typeof slipNames)[number];

const OFF_MINOR = 1_000;
const USUAL_BASIS_POINTS = QUOTED_RATES.card;
const DEAR_BASIS_POINTS = 900;
/** More than two banking days on any day of the week. */
const LATE_MS = 4 * DAY_MS;

const slips = documents<{ slip: Slip }>('slip');

/** The row as it was is taken back in the ledger, and the row as it is now is posted. */
function repost(world: World, row: SettlementRow, sign: 1 | -1): void {
  const { transaction_id: ref, amount_minor, net_minor, fee_minor, vat_minor, currency } = row;
  post(world, {
    kind: sign === 1 ? 'sale' : 'sale-corrected',
    ref,
    atMs: world.clock.nowMs(),
    currency,
    amounts: {
      shoppers: -sign * amount_minor,
      'on-hold': sign * net_minor,
      fees: sign * fee_minor,
      vat: sign * vat_minor,
    },
  });
}

function settleWith(world: World, row: SettlementRow, amountMinor: number, { fee, vat, net }: Parts): void {
  const next = { ...row, amount_minor: amountMinor, fee_minor: fee, vat_minor: vat, net_minor: net };
  repost(world, row, -1);
  prepared(
    world.db,
    `UPDATE settlement_row SET amount_minor = @amount_minor, fee_minor = @fee_minor, vat_minor = @vat_minor,
       net_minor = @net_minor WHERE transaction_id = @transaction_id`,
  ).run({
    transaction_id: row.transaction_id,
    amount_minor: amountMinor,
    fee_minor: fee,
    vat_minor: vat,
    net_minor: net,
  });
  repost(world, next, 1);
}

function remove(world: World, row: SettlementRow): void {
  repost(world, row, -1);
  prepared(world.db, 'DELETE FROM settlement_row WHERE transaction_id = ?').run(row.transaction_id);
}

function delay(world: World, row: SettlementRow): void {
  const dayMs = dayOf(world.clock.nowMs()) + LATE_MS;
  const windowId = windowOfDay(world, dayMs, row.currency);
  prepared(
    world.db,
    'UPDATE settlement_row SET window_id = ?, batch_id = ?, expected_at_ms = ? WHERE transaction_id = ?',
  ).run(windowId, batchIdOf(windowId, row.branch_id ?? 'BR-00'), nextPayoutMs(dayMs), row.transaction_id);
}

/** A second entry of today, like the row but for `change`. */
function beside(world: World, row: SettlementRow, change: Partial<SettlementRow>, parts: Parts): void {
  moveTowardSettlement(world, { ...row, source_id: null, ...change }, dayOf(world.clock.nowMs()), parts);
}

const partsOf = ({ fee_minor, vat_minor, net_minor }: SettlementRow): Parts => ({
  fee: fee_minor,
  vat: vat_minor,
  net: net_minor,
});

const MAKES: Record<Slip, (world: World, row: SettlementRow) => void> = {
  lost: remove,
  over: (world, row) => withAmount(world, row, row.amount_minor + OFF_MINOR),
  under: (world, row) => withAmount(world, row, row.amount_minor - OFF_MINOR),
  currency: (world, row) => {
    remove(world, row);
    beside(world, row, { currency: 'USD' }, partsOf(row));
  },
  twice: (world, row) => beside(world, row, {}, partsOf(row)),
  late: delay,
  fee: (world, row) => settleWith(world, row, row.amount_minor, feesOf(row.amount_minor, DEAR_BASIS_POINTS)),
  word: (world, row) =>
    beside(
      world,
      row,
      { ...ownNames(world), payment_type: 'BALANCE_INQUIRY', amount_minor: 0 },
      { fee: 0, vat: 0, net: 0 },
    ),
  stranger: (world, row) => beside(world, row, ownNames(world), feesOf(row.amount_minor, USUAL_BASIS_POINTS)),
};

const withAmount = (world: World, row: SettlementRow, amountMinor: number) =>
  settleWith(world, row, amountMinor, feesOf(amountMinor, USUAL_BASIS_POINTS));

function ownNames(world: World) {
  const nowMs = world.clock.nowMs();
  const orderId = newOrderId(world, nowMs);
  return { order_id: orderId, merchant_order_id: orderId, ref_number: newReference(world, nowMs) };
}

/** False where no such sale is on its way to the bank. */
export function makeSlip(world: World, orderId: string, slip: Slip): boolean {
  const row = prepared(
    world.db,
    `SELECT * FROM settlement_row WHERE order_id = ? AND payment_type = 'SALE' AND settled_at_ms IS NULL AND request_id IS NULL`,
  ).get(orderId) as SettlementRow | undefined;
  if (!row) return false;
  slips.insert(world, orderId, { slip });
  MAKES[slip](world, row);
  return true;
}
