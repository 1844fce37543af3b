/** One payment as it is listed: its figures, where it was paid, its customer, its settlement window and its flags. */
import type { Payment } from '#shared/contract/payments.ts';
import { endedStates, isUnknown, type OperationState } from '#shared/domain/operation.ts';
import {
  beganOfHoldsEnding,
  paymentOrigins,
  type HoldDays,
  type PaymentFlag,
  type PaymentState,
} from '#shared/domain/payment.ts';
import { money, type Money } from '#shared/money/money.ts';
import { maskContacts } from '#shared/text/contacts.ts';
import type { ReadableDb, ReadableFiles } from '../db.ts';

type PaymentRow = {
  key: string;
  order_id: string | null;
  merchant_order_id: string | null;
  ref_number: string | null;
  terminal_id: string | null;
  channel: string | null;
  method: string | null;
  at_ms: bigint;
  state: PaymentState;
  currency: string | null;
  amount_minor: bigint | null;
  captured_minor: bigint | null;
  returned_minor: bigint | null;
  left_minor: bigint | null;
  is_gone: bigint;
  is_held: bigint;
  made_from: string;
  window_id: string;
  /** Empty if nobody is known. */
  customer: string;
  is_by_id: bigint;
  is_early: bigint;
};

/**
 * A checkout whose payment names another order is not of this one, whatever the merchant called it. `+`: compared as text, the index by
 * the gateway's order would not be used.
 */
const BY_ID = `json_valid(checkout.payment) AND json_extract(checkout.payment, '$.orderId') = +payment.order_id`;

/** What the list knows of a payment. Joined to the payments, it takes twenty times as long. */
type Listed = Pick<PaymentRow, 'is_gone' | 'is_held' | 'made_from' | 'window_id' | 'customer' | 'is_early'>;
const LISTED =
  'SELECT is_gone, is_held, made_from, window_id, customer, is_early FROM payment_to_list WHERE row = ?';

/** A condition on `payment` follows. Exported so that a test can read its plan. */
export const PAYMENT = `SELECT payment.*, payment.rowid AS row,
  EXISTS (SELECT 1 FROM checkout WHERE ${BY_ID}) AS is_by_id
  FROM payment WHERE`;

const amountIn = (row: PaymentRow, minor: bigint | null): Money | null =>
  minor === null || row.currency === null ? null : money(minor, row.currency);

const IS_OPEN = `state NOT IN (${endedStates.map((state) => `'${state}'`).join(', ')})`;
/** Our movements of this order that have not ended, by the gateway's id of it. */
const OPEN = `SELECT state FROM operation WHERE order_id = ? AND ${IS_OPEN}`;
const ALL_OPEN = `SELECT order_id, state FROM operation WHERE order_id IS NOT NULL AND ${IS_OPEN}`;
type Open = { order_id: string; state: OperationState };

/** The orders that have this flag because of what we have begun. What is not known is said rather than that it is under way. */
export function ordersFlagged(journal: ReadableDb, flag: 'unknown' | 'moving'): string[] {
  const open = journal.prepare<Open>(ALL_OPEN).all();
  const unsure = new Set(open.filter(({ state }) => isUnknown(state)).map((one) => one.order_id));
  if (flag === 'unknown') return [...unsure];
  return [...new Set(open.map((one) => one.order_id))].filter((orderId) => !unsure.has(orderId));
}

/** `holdDays`: how long a hold lasts. Without it none is flagged. */
export type FlaggedAt = { readonly nowMs: number; readonly holdDays?: HoldDays | undefined };

function flagsOf(journal: ReadableDb, row: PaymentRow, at: FlaggedAt): PaymentFlag[] {
  const open =
    row.order_id === null ? [] : journal.prepare<{ state: OperationState }>(OPEN).all(row.order_id);
  const isUnsure = open.some(({ state }) => isUnknown(state));
  const ends = at.holdDays === undefined ? null : beganOfHoldsEnding(at.holdDays, at.nowMs);
  const isEnding = ends !== null && row.at_ms > ends.fromMs && row.at_ms <= ends.toMs;
  return [
    ...(isUnsure ? (['unknown'] as const) : []),
    ...(open.length > 0 && !isUnsure ? (['moving'] as const) : []),
    ...(row.is_held === 1n && isEnding ? (['hold-ending'] as const) : []),
    ...(row.is_early === 1n ? (['early'] as const) : []),
  ];
}

const paymentFrom = (journal: ReadableDb, row: PaymentRow, at: FlaggedAt): Payment => ({
  key: row.key,
  orderId: row.order_id,
  merchantOrderId: row.merchant_order_id,
  refNumber: row.ref_number,
  terminalId: row.terminal_id,
  channel: row.channel,
  method: row.method,
  atMs: row.at_ms === 0n ? null : Number(row.at_ms),
  state: row.state,
  amount: amountIn(row, row.amount_minor),
  captured: amountIn(row, row.captured_minor),
  returned: amountIn(row, row.returned_minor),
  left: amountIn(row, row.left_minor),
  from: paymentOrigins.find((origin) => origin === row.made_from) ?? null,
  customer: row.customer || null,
  joinedBy: row.made_from === 'terminal' || row.is_by_id === 1n ? 'id' : 'reference',
  windowId: row.window_id === '' ? null : row.window_id,
  flags: flagsOf(journal, row, at),
  isGone: row.is_gone === 1n,
});

/** As the person who asks may see it: a customer may be called by a phone or an email. */
export const paymentFor = (payment: Payment, seesContacts: boolean): Payment =>
  seesContacts ? payment : { ...payment, customer: payment.customer && maskContacts(payment.customer) };

type Files = Pick<ReadableFiles, 'cache' | 'journal'>;

/** Finds payments one by one, with a statement that is prepared once. */
export function paymentFinder({ cache, journal }: Files, by: 'key' | 'rowid', at: FlaggedAt) {
  const find = cache.prepare<PaymentRow & { row: bigint }>(`${PAYMENT} payment.${by} = ?`).safeIntegers();
  const findListed = cache.prepare<Listed>(LISTED).safeIntegers();
  return (name: string | bigint): Payment | null => {
    const row = find.get(name);
    const listed = row && findListed.get(row.row);
    return row && listed ? paymentFrom(journal, { ...row, ...listed }, at) : null;
  };
}
