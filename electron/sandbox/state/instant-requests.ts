/** Instant settlement (§3.2): what is eligible, what it costs, its limits, and the way of a request by the time that has passed. */
import type { World } from '../world.ts';
import { newId, nextNumber } from './ids.ts';
import { post } from './ledger.ts';
import { shareOf, VAT_BASIS_POINTS, type SettlementRow } from './settlement-rows.ts';
import { dayOf } from './windows.ts';

export const RATE_BASIS_POINTS = 150;
export const FLAT_FEE_MINOR = 1_000;
export const PROCESSING_AFTER_MS = 6_000;
const ENDS_AFTER_MS = 25_000;
/** One request in ten is declined without being asked to (control path: the next one). */
const DECLINED_EVERY = 10;
const declineReasons = {
  en: [
    'The payout account is being verified by the bank.',
    'The daily payout file was already closed by the bank.',
  ],
  ar: ['البنك يراجع بيانات الحساب الذي تُصرف إليه المستحقات.', 'أغلق البنك ملف الصرف اليومي قبل وصول الطلب.'],
} as const;

export type InstantRequest = {
  request_id: string;
  status: 'PENDING' | 'PROCESSING' | 'TRANSFERRED' | 'DECLINED';
  /** A `Quote` as JSON: what it cost when it was made. */
  quote: string;
  total_minor: number;
  created_at_ms: number;
  /** From its creation to its transfer. */
  ends_after_ms: number;
  /** Set at the beginning where the request will be declined. */
  decline_reason: string | null;
};

export type Quote = {
  totalMinor: number;
  totalNetMinor: number;
  rateFeeMinor: number;
  vatMinor: number;
  totalFeesMinor: number;
  netTransferMinor: number;
  transactionIds: string[];
};

/** Unsettled sales in EGP that no request holds and no refund or void took back, oldest first. */
export const eligibleRows = (world: World): SettlementRow[] =>
  world.db
    .prepare(
      `SELECT * FROM settlement_row AS sale WHERE settled_at_ms IS NULL AND request_id IS NULL AND currency = 'EGP'
         AND payment_type = 'SALE' AND NOT EXISTS (SELECT 1 FROM settlement_row AS back
           WHERE back.order_id = sale.order_id AND back.payment_type IN ('REFUND', 'VOID'))
       ORDER BY created_at_ms, transaction_id`,
    )
    .all() as SettlementRow[];

export const sumOf = (rows: readonly SettlementRow[], key: 'amount_minor' | 'net_minor'): number =>
  rows.reduce((total, row) => total + row[key], 0);

export function quoteOf(rows: readonly SettlementRow[]): Quote {
  const totalMinor = sumOf(rows, 'amount_minor');
  const totalNetMinor = sumOf(rows, 'net_minor');
  const rateFeeMinor = shareOf(totalMinor, RATE_BASIS_POINTS);
  const vatMinor = shareOf(rateFeeMinor + FLAT_FEE_MINOR, VAT_BASIS_POINTS);
  const totalFeesMinor = rateFeeMinor + FLAT_FEE_MINOR + vatMinor;
  return {
    totalMinor,
    totalNetMinor,
    rateFeeMinor,
    vatMinor,
    totalFeesMinor,
    netTransferMinor: totalNetMinor - totalFeesMinor,
    transactionIds: rows.map((row) => row.transaction_id),
  };
}

/** Requested today and not declined. */
export function usedTodayMinor(world: World): number {
  const { used } = world.db
    .prepare(
      `SELECT COALESCE(SUM(total_minor), 0) AS used FROM instant_request WHERE created_at_ms >= ? AND status <> 'DECLINED'`,
    )
    .get(dayOf(world.clock.nowMs())) as { used: number };
  return used;
}

/** Stores a request as of `atMs` and holds its sales. The caller has checked the limits. */
export function createRequest(world: World, rows: readonly SettlementRow[], atMs: number): InstantRequest {
  const quote = quoteOf(rows);
  const number = nextNumber(world, 'instant');
  const reasons = declineReasons[world.language];
  const declined = world.declineNext || number % DECLINED_EVERY === 3;
  world.declineNext = false;
  const endsAfterMs = world.nextEndsAfterMs ?? ENDS_AFTER_MS;
  world.nextEndsAfterMs = null;
  const request: InstantRequest = {
    request_id: newId(world, 'IS'),
    status: 'PENDING',
    quote: JSON.stringify(quote),
    total_minor: quote.totalMinor,
    created_at_ms: atMs,
    ends_after_ms: endsAfterMs,
    decline_reason: declined ? (reasons[number % 2] ?? reasons[0]) : null,
  };
  world.db
    .prepare(
      `INSERT INTO instant_request (request_id, status, quote, total_minor, created_at_ms, ends_after_ms, decline_reason)
       VALUES (@request_id, @status, @quote, @total_minor, @created_at_ms, @ends_after_ms, @decline_reason)`,
    )
    .run(request);
  const hold = world.db.prepare('UPDATE settlement_row SET request_id = ? WHERE transaction_id = ?');
  for (const row of rows) hold.run(request.request_id, row.transaction_id);
  return request;
}

/** The states a request has gone through by now, with when. */
export function historyOf(request: InstantRequest): { status: InstantRequest['status']; atMs: number }[] {
  const { status, created_at_ms: atMs } = request;
  const history: { status: InstantRequest['status']; atMs: number }[] = [{ status: 'PENDING', atMs }];
  if (status === 'DECLINED') history.push({ status, atMs: atMs + PROCESSING_AFTER_MS });
  if (status === 'PROCESSING' || status === 'TRANSFERRED')
    history.push({ status: 'PROCESSING', atMs: atMs + PROCESSING_AFTER_MS });
  if (status === 'TRANSFERRED') history.push({ status, atMs: atMs + request.ends_after_ms });
  return history;
}

function statusAt(request: InstantRequest, nowMs: number): InstantRequest['status'] {
  const ageMs = nowMs - request.created_at_ms;
  if (ageMs < PROCESSING_AFTER_MS) return 'PENDING';
  if (request.decline_reason !== null) return 'DECLINED';
  return ageMs < request.ends_after_ms ? 'PROCESSING' : 'TRANSFERRED';
}

/** The early payout is deducted from the balance (§3.2): its sales leave the hold, its fees are taken. */
function deduct(world: World, request: InstantRequest): void {
  const quote = JSON.parse(request.quote) as Quote;
  post(world, {
    kind: 'early-payout',
    ref: request.request_id,
    atMs: request.created_at_ms + PROCESSING_AFTER_MS,
    currency: 'EGP',
    amounts: {
      'on-hold': -quote.totalNetMinor,
      early: quote.netTransferMinor,
      fees: quote.rateFeeMinor + FLAT_FEE_MINOR,
      vat: quote.vatMinor,
    },
  });
}

function payEarly(world: World, request: InstantRequest): void {
  const { netTransferMinor } = JSON.parse(request.quote) as Quote;
  const atMs = request.created_at_ms + request.ends_after_ms;
  const amounts = { early: -netTransferMinor, 'merchant-bank': netTransferMinor };
  post(world, { kind: 'early-transfer', ref: request.request_id, atMs, currency: 'EGP', amounts });
  world.db
    .prepare('UPDATE settlement_row SET settled_at_ms = ? WHERE request_id = ?')
    .run(atMs, request.request_id);
}

/** Moves requests on: transferred sales are settled at that moment, declined ones return to the normal schedule. */
export function advanceRequests(world: World): void {
  const { db } = world;
  const open = db
    .prepare(`SELECT * FROM instant_request WHERE status IN ('PENDING', 'PROCESSING')`)
    .all() as InstantRequest[];
  for (const request of open) {
    const status = statusAt(request, world.clock.nowMs());
    if (status === request.status) continue;
    const { request_id: id } = request;
    db.prepare('UPDATE instant_request SET status = ? WHERE request_id = ?').run(status, id);
    if (status === 'DECLINED')
      db.prepare('UPDATE settlement_row SET request_id = NULL WHERE request_id = ?').run(id);
    else if (request.status === 'PENDING') deduct(world, request);
    if (status === 'TRANSFERRED') payEarly(world, request);
  }
}
