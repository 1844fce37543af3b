/** Orders paid online (§4.2): authorized, captured, refunded, voided; every change is a transaction and an event. */
import { refuse } from '../errors.ts';
import { emitTransaction } from '../webhooks/events.ts';
import { amountJson, type World } from '../world.ts';
import { newHexId, newId } from './ids.ts';
import { prepared } from './prepared.ts';
import { setSessionStatus } from './session-rows.ts';
import { readSetting } from './settings.ts';
import { moveTowardSettlement, type Parts, type SettlementRow } from './settlement-rows.ts';
import { DAY_MS, dayOf } from './windows.ts';

export type OnlineOrder = {
  order_id: string;
  session_id: string | null;
  merchant_order_id: string;
  method: string;
  status: 'AUTHORIZED' | 'PAID' | 'REFUNDED' | 'VOIDED' | 'REVERSED';
  currency: string;
  authorized_minor: number;
  captured_minor: number;
  refunded_minor: number;
  voided_minor: number;
  hold_ends_at_ms: number;
  created_at_ms: number;
};

type Operation = 'pay' | 'authorize' | 'capture' | 'refund' | 'partial_refund' | 'void' | 'reversal';

export const orderOfSession = (world: World, sessionId: string): OnlineOrder | null =>
  (prepared(world.db, 'SELECT * FROM online_order WHERE session_id = ?').get(sessionId) as
    | OnlineOrder
    | undefined) ?? null;

/** What could still be refunded of the order, in minor units; 0 if there is none. */
export function refundableMinor(world: World, orderId: string | null): number {
  const order = orderId === null ? null : findOrder(world, orderId);
  return order?.status === 'PAID' ? order.captured_minor - order.refunded_minor : 0;
}

/** By the gateway's id, or the newest with this order reference of the merchant. */
export const findOrder = (world: World, id: string): OnlineOrder | null =>
  (prepared(
    world.db,
    `SELECT * FROM online_order WHERE order_id = @id OR merchant_order_id = @id
     ORDER BY order_id = @id DESC, rowid DESC LIMIT 1`,
  ).get({ id }) as OnlineOrder | undefined) ?? null;

/** Notes the transaction and tells the webhooks; answers its id. */
function record(world: World, order: OnlineOrder, operation: Operation, amountMinor: number): string {
  const transactionId = newId(world, 'TX');
  const atMs = world.clock.nowMs();
  prepared(world.db, 'INSERT INTO online_transaction VALUES (?, ?, ?, ?, ?, ?, ?)').run(
    transactionId,
    order.order_id,
    operation,
    amountMinor,
    order.currency,
    'SUCCESS',
    atMs,
  );
  const session =
    order.session_id === null
      ? undefined
      : (prepared(world.db, 'SELECT server_webhook FROM payment_session WHERE session_id = ?').get(
          order.session_id,
        ) as { server_webhook: string | null } | undefined);
  emitTransaction(world, {
    operation,
    transactionId,
    orderId: order.order_id,
    merchantOrderId: order.merchant_order_id,
    amountMinor,
    currency: order.currency,
    method: order.method,
    channel: 'online | e-commerce',
    atMs,
    serverWebhook: session?.server_webhook ?? null,
    sessionId: order.session_id,
  });
  return transactionId;
}

function settle(
  world: World,
  order: OnlineOrder,
  row: { paymentType: string; sourceId: string; amountMinor: number; parts?: Parts },
): void {
  const nowMs = world.clock.nowMs();
  moveTowardSettlement(
    world,
    {
      channel: 'online',
      method: order.method,
      source_id: row.sourceId,
      order_id: order.order_id,
      terminal_id: null,
      branch_id: null,
      merchant_order_id: order.merchant_order_id,
      ref_number: null,
      payment_type: row.paymentType,
      entry_mode: null,
      amount_minor: row.amountMinor,
      currency: order.currency,
      created_at_ms: nowMs,
    },
    dayOf(nowMs),
    row.parts,
  );
}

/** Writes the order's new sums and state, and the session's with it. */
function update(world: World, order: OnlineOrder, change: Partial<OnlineOrder>): OnlineOrder {
  const next = { ...order, ...change };
  prepared(
    world.db,
    `UPDATE online_order SET status = @status, captured_minor = @captured_minor, refunded_minor = @refunded_minor,
       voided_minor = @voided_minor WHERE order_id = @order_id`,
  ).run(next);
  if (next.session_id !== null && next.status !== order.status)
    setSessionStatus(world, next.session_id, next.status);
  return next;
}

type NewPayment = {
  sessionId: string | null;
  merchantOrderId: string;
  amountMinor: number;
  currency: string;
  method: string;
  manualCapture: boolean;
};
export type Done = { order: OnlineOrder; transactionId: string };

/** A payment that the bank approved: money at once, or a hold that a capture takes later. */
export function authorize(world: World, payment: NewPayment): Done {
  const nowMs = world.clock.nowMs();
  const { amountMinor, manualCapture } = payment;
  const order = prepared(
    world.db,
    `INSERT INTO online_order (order_id, session_id, merchant_order_id, method, status, currency, authorized_minor,
       captured_minor, hold_ends_at_ms, created_at_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING *`,
  ).get(
    newHexId(world, 'order'),
    payment.sessionId,
    payment.merchantOrderId,
    payment.method,
    manualCapture ? 'AUTHORIZED' : 'PAID',
    payment.currency,
    amountMinor,
    manualCapture ? 0 : amountMinor,
    nowMs + readSetting(world, 'hold_days') * DAY_MS,
    nowMs,
  ) as OnlineOrder;
  const transactionId = record(world, order, manualCapture ? 'authorize' : 'pay', amountMinor);
  if (!manualCapture) settle(world, order, { paymentType: 'SALE', sourceId: transactionId, amountMinor });
  return { order, transactionId };
}

/** The amount asked for, all that is left when none, or the refusal that names what is left. */
function upTo(left: number, wanted: number | null, currency: string): number {
  const minor = wanted ?? left;
  if (minor > left)
    throw refuse.overAmount({
      requested: amountJson(minor, currency),
      remaining: amountJson(left, currency),
      currency,
    });
  return minor;
}

/** Takes the money of an authorized order, wholly or in part, before the hold ends. */
export function capture(world: World, order: OnlineOrder, wanted: number | null): Done {
  const left = order.authorized_minor - order.captured_minor;
  const held = world.clock.nowMs() < order.hold_ends_at_ms;
  const possible =
    order.status === 'AUTHORIZED' || (order.status === 'PAID' && left > 0 && order.refunded_minor === 0);
  if (!possible || !held || left === 0) throw refuse.notThisOrder('capture');
  const minor = upTo(left, wanted, order.currency);
  const transactionId = record(world, order, 'capture', minor);
  settle(world, order, { paymentType: 'SALE', sourceId: transactionId, amountMinor: minor });
  const next = update(world, order, { status: 'PAID', captured_minor: order.captured_minor + minor });
  return { order: next, transactionId };
}

/** Gives money back, up to what was captured and not given back yet. */
export function refund(world: World, order: OnlineOrder, wanted: number | null): Done {
  const left = order.captured_minor - order.refunded_minor;
  if (order.status !== 'PAID' || left === 0) throw refuse.notThisOrder('refund');
  const minor = upTo(left, wanted, order.currency);
  const whole = minor === left && order.refunded_minor === 0;
  const transactionId = record(world, order, whole ? 'refund' : 'partial_refund', minor);
  settle(world, order, { paymentType: 'REFUND', sourceId: transactionId, amountMinor: -minor });
  const next = update(world, order, {
    refunded_minor: order.refunded_minor + minor,
    status: minor === left ? 'REFUNDED' : 'PAID',
  });
  return { order: next, transactionId };
}

/** Undoes the whole order before anything of it is settled, fees and all. */
function undo(world: World, order: OnlineOrder, operation: 'void' | 'reversal'): Done {
  const sales = prepared(
    world.db,
    `SELECT s.* FROM settlement_row s JOIN online_transaction t ON t.transaction_id = s.source_id AND s.channel = 'online'
     WHERE t.order_id = ? AND s.payment_type = 'SALE'`,
  ).all(order.order_id) as SettlementRow[];
  const movedOn = sales.some((row) => row.settled_at_ms !== null || row.request_id !== null);
  const open = order.status === 'AUTHORIZED' || order.status === 'PAID';
  if (!open || order.refunded_minor > 0 || movedOn) throw refuse.notThisOrder(operation);
  const minor = order.captured_minor === 0 ? order.authorized_minor : order.captured_minor;
  const transactionId = record(world, order, operation, minor);
  sales.forEach((sale, index) => {
    settle(world, order, {
      paymentType: 'VOID',
      sourceId: `${transactionId}#${index}`,
      amountMinor: -sale.amount_minor,
      parts: { fee: -sale.fee_minor, vat: -sale.vat_minor, net: -sale.net_minor },
    });
  });
  const status = operation === 'void' ? 'VOIDED' : 'REVERSED';
  return { order: update(world, order, { status, voided_minor: order.captured_minor }), transactionId };
}

export const voidOrder = (world: World, order: OnlineOrder): Done => undo(world, order, 'void');

/** A rail-level undo, online only for what was bought to pay later (§4.2). */
export function reverseOnline(world: World, order: OnlineOrder): Done {
  if (order.method !== 'bnpl') throw refuse.notThisOrder('reversal');
  return undo(world, order, 'reversal');
}
