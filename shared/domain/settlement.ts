import { sizeOf, type Money } from '../money/money.ts';
import { addsOfRow, type Kind } from './kinds/index.ts';
import type { OpenEnum } from './open-enum.ts';

/** Settlement window states named in assumptions ("Settlement"); an open set. */
export const windowStatuses = ['OPEN', 'CLOSED', 'SETTLED'] as const;
export type WindowStatus = (typeof windowStatuses)[number];

/** Instant settlement request states (interface §3.2). */
export const instantRequestStatuses = ['PENDING', 'PROCESSING', 'TRANSFERRED', 'DECLINED'] as const;
export type InstantRequestStatus = (typeof instantRequestStatuses)[number];

/**
 * Where the sales of a request stand: `asked` for, `paid`, or null, back on their normal schedule. A word that we do not know is
 * never final.
 */
export function earlyStateOf(status: OpenEnum<InstantRequestStatus>): 'asked' | 'paid' | null {
  if (status.kind === 'unknown') return 'asked';
  if (status.value === 'DECLINED') return null;
  return status.value === 'TRANSFERRED' ? 'paid' : 'asked';
}
/** The gateway has taken the amount out of the balance (§3.2): no window pays these sales any more. */
export const isDeducted = (status: OpenEnum<InstantRequestStatus>): boolean =>
  status.kind === 'known' && (status.value === 'PROCESSING' || status.value === 'TRANSFERRED');

/** What is odd about a settled row: it is shown as such, and counted as the gateway gives it. */
export const oddities = ['fee-above-amount', 'net-differs'] as const;
export type Oddity = (typeof oddities)[number];

type Amounts = {
  readonly kind: Kind;
  readonly undoes: string | null;
  readonly amount: Money;
  readonly fee: Money | null;
  readonly vat: Money | null;
  readonly net: Money | null;
};

/** For an unknown kind nobody can say whether the net differs. */
export function odditiesOf(row: Amounts): Oddity[] {
  const { amount, fee, vat, net, kind } = row;
  const taken = (fee?.minor ?? 0n) + (vat?.minor ?? 0n);
  const found: Oddity[] = [];
  if (taken > sizeOf(amount.minor)) found.push('fee-above-amount');
  if (kind !== 'unknown' && net !== null && net.minor !== addsOfRow(row).minor - taken)
    found.push('net-differs');
  return found;
}

/**
 * How the last reading of settled transactions ended. `moving`: all of it was gone through, again and again, and the gateway
 * still counts other rows than those it gave.
 */
export const syncEndings = ['whole', 'moving', 'cancelled', 'failed'] as const;
export type SyncEnding = (typeof syncEndings)[number];
