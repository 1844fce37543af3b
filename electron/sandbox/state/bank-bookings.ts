/** What the merchant's bank books by itself: it takes a deposit or a part of one back, or charges its fee. No part of the ledger. */
import type { World } from '../world.ts';
import { documents } from './documents.ts';
import { newHexId } from './ids.ts';
import { prepared } from './prepared.ts';

export const bookingNames = [
  'return', // the newest deposit is taken back whole
  'chargeback', // a part of the newest deposit is taken back: a cardholder disputes a sale
  'fee', // the fee of the account for a month
] as const;
export type BookingName = (typeof bookingNames)[number];

export type BankBooking = {
  readonly name: BookingName;
  /** The deposit's reference; null: it is about no deposit. */
  readonly reference: string | null;
  readonly currency: string;
  /** Negative: it leaves the account. */
  readonly minor: number;
  readonly atMs: number;
};

const DISPUTED_MINOR = 12_500;
const FEE_MINOR = 5_000;
const bookings = documents<BankBooking>('bank-booking');

export type Deposit = {
  readonly ref: string;
  readonly kind: string;
  readonly at_ms: number;
  readonly currency: string;
  readonly amount_minor: number;
  readonly bank_reference: string | null;
};
/** What reached the bank, oldest first. */
export const depositsBetween = (world: World, fromMs: number, toMs: number): Deposit[] =>
  prepared(
    world.db,
    `SELECT l.ref, l.kind, l.at_ms, l.currency, l.amount_minor, w.bank_reference FROM ledger l
     LEFT JOIN settlement_window w ON w.window_id = l.ref AND l.kind = 'settlement'
     WHERE l.account = 'merchant-bank' AND l.at_ms >= ? AND l.at_ms < ? ORDER BY l.at_ms, l.posting`,
  ).all(fromMs, toMs) as Deposit[];
export const referenceOf = ({ bank_reference, ref }: Deposit): string => bank_reference ?? ref;

/** Oldest first. */
export const bookingsBetween = (world: World, fromMs: number, toMs: number): BankBooking[] =>
  bookings
    .all(world)
    .map(({ value }) => value)
    .filter(({ atMs }) => atMs >= fromMs && atMs < toMs)
    .reverse();

/** Books it now. False if no settlement has reached the bank that it could take back. */
export function book(world: World, name: BookingName): boolean {
  const atMs = world.clock.nowMs();
  const keep = (booking: Omit<BankBooking, 'name' | 'atMs'>) =>
    void bookings.insert(world, newHexId(world, 'bank-booking'), { ...booking, name, atMs });
  if (name === 'fee') {
    keep({ reference: null, currency: 'EGP', minor: -FEE_MINOR });
    return true;
  }
  const used = new Set(bookings.all(world).map(({ value }) => value.reference));
  const deposit = depositsBetween(world, 0, atMs).findLast(
    (one) => one.kind === 'settlement' && one.amount_minor > DISPUTED_MINOR && !used.has(referenceOf(one)),
  );
  if (!deposit) return false;
  const minor = name === 'return' ? -deposit.amount_minor : -DISPUTED_MINOR;
  keep({ reference: referenceOf(deposit), currency: deposit.currency, minor });
  return true;
}
