/**
 * What the transactions of one order add up to (§6), for lists and drawers. What may be moved is decided by a fresh read.
 * Pure.
 */
import { foldWord, knownKindOf, type SayableKind } from './kinds/index.ts';
import { absolute, addMoney, money, type Money } from '../money/money.ts';

export const paymentStates = [
  'authorised',
  'paid',
  'part-captured',
  'part-refunded',
  'refunded',
  'voided',
  'reversed',
  'pending',
  'failed',
  'unknown',
] as const;
export type PaymentState = (typeof paymentStates)[number];

/** What a customer paid at. */
export const paymentOrigins = ['checkout', 'link', 'invoice', 'page', 'terminal'] as const;
/** What needs an eye or a word beside the state: ours whose result is not known or to come, a hold, money that came early. */
export const paymentFlags = ['unknown', 'moving', 'hold-ending', 'early'] as const;
export type PaymentFlag = (typeof paymentFlags)[number];

/** No record says how long a hold lasts: the account of the merchant has one of these lengths (§8). */
export const holdLengths = [7, 30] as const;
export type HoldDays = (typeof holdLengths)[number];
const DAY_MS = 86_400_000;
/** So long before its end a hold is told of; and once more. */
const HOLD_ENDING_MS = 2 * DAY_MS;
export const HOLD_URGENT_MS = DAY_MS;
export const holdEndsAtMs = (beganAtMs: number, days: HoldDays): number => beganAtMs + days * DAY_MS;
/** Holds that end soon began after `fromMs`, and at `toMs` at the latest. One that has ended is none of them. */
export const beganOfHoldsEnding = (days: HoldDays, nowMs: number) => ({
  fromMs: nowMs - days * DAY_MS,
  toMs: nowMs - days * DAY_MS + HOLD_ENDING_MS,
});

type Row = { operation: string | null; status: string | null; amount: Money };
type PaymentFigures = {
  state: PaymentState;
  /** Null if the transactions are of several currencies, or say something that we do not know. */
  amount: Money | null;
  captured: Money | null;
  /** Refunded; all that was taken if it was voided or reversed. */
  returned: Money | null;
  /** What can still be given back; of a hold, what can still be captured. */
  left: Money | null;
};

const KNOWN = ['pay', 'authorize', 'capture', 'refund', 'partial_refund', 'void', 'reversal'];
/** A terminal has other words for the same: `authorization` of a hold. */
const OF_KIND: Readonly<Partial<Record<SayableKind, string>>> = {
  sale: 'pay',
  authorization: 'authorize',
  refund: 'refund',
  void: 'void',
  reversal: 'reversal',
};
function operationOf(word: string | null): string | null {
  if (word === null || KNOWN.includes(word)) return word;
  const kind = knownKindOf(foldWord(word));
  return (kind && OF_KIND[kind]) ?? word;
}
const UNMADE = ['FAILED', 'FAILURE', 'DECLINED', 'REJECTED', 'EXPIRED', 'ABANDONED'];
const wordOf = ({ status }: Row) => status?.toUpperCase() ?? '';
const isCertain = (row: Row) => row.status === null || wordOf(row) === 'SUCCESS';
const isUnmade = (row: Row) => UNMADE.includes(wordOf(row));

const UNKNOWN: PaymentFigures = {
  state: 'unknown',
  amount: null,
  captured: null,
  returned: null,
  left: null,
};

function stateOf(
  rows: readonly Row[],
  figures: { authorized: bigint; taken: bigint; back: bigint },
): PaymentState {
  const { authorized, taken, back } = figures;
  const has = (operation: string) => rows.some((row) => isCertain(row) && row.operation === operation);
  if (has('void')) return 'voided';
  if (has('reversal')) return 'reversed';
  if (rows.some((row) => !isCertain(row) && !isUnmade(row))) return 'pending';
  // A refund that the gateway lists as an order of its own.
  if (authorized === 0n && taken === 0n) return back > 0n ? 'refunded' : 'failed';
  if (taken === 0n) return 'authorised';
  if (back > 0n) return back >= taken ? 'refunded' : 'part-refunded';
  return authorized > taken ? 'part-captured' : 'paid';
}

export function paymentOf(listed: readonly Row[]): PaymentFigures {
  const rows = listed.map((row) => ({ ...row, operation: operationOf(row.operation) }));
  const currency = rows[0]?.amount.currency;
  if (currency === undefined || rows.some(({ amount }) => amount.currency !== currency)) return UNKNOWN;
  if (rows.some((row) => !isUnmade(row) && !KNOWN.includes(row.operation ?? ''))) return UNKNOWN;
  const sum = (...operations: string[]) =>
    rows
      .filter((row) => isCertain(row) && operations.includes(row.operation ?? ''))
      .reduce((total, { amount }) => addMoney(total, absolute(amount)), money(0n, currency)).minor;
  const authorized = sum('authorize');
  const taken = sum('pay', 'capture');
  const back = sum('refund', 'partial_refund');
  const undoes = rows.some((row) => isCertain(row) && ['void', 'reversal'].includes(row.operation ?? ''));
  // The sale that it undoes is in another order: what this adds to a sum is not known here.
  if (undoes && authorized === 0n && taken === 0n) return UNKNOWN;
  const state = stateOf(rows, { authorized, taken, back });
  const asked = rows.find(({ operation }) => ['pay', 'authorize'].includes(operation ?? ''));
  const whole = authorized > 0n ? authorized : sum('pay');
  const undone = state === 'voided' || state === 'reversed';
  const left = undone ? 0n : state === 'authorised' ? authorized : taken - back;
  return {
    state,
    amount: whole > 0n ? money(whole, currency) : asked ? absolute(asked.amount) : null,
    captured: money(taken, currency),
    returned: money(undone ? taken : back, currency),
    left: money(left > 0n ? left : 0n, currency),
  };
}
