/** The kinds of requests for approval: the one table of what differs between them. */
import { sameMoney, type Money } from '../money/money.ts';
import type { EvidenceKind } from './operation.ts';
import type { Right } from './rights.ts';

type Kind = {
  /** The right of the act itself; `of-movement`: of the movement that it is about. */
  readonly right: Right | 'of-movement';
  /**
   * `new-movement`: approved in its own dialog after a fresh read, with its amount typed. `sent-again`: carried out as it was asked for;
   * who decides on another PC types the amount. `as-asked`: carried out as it was asked for.
   */
  readonly way: 'new-movement' | 'sent-again' | 'as-asked';
};

export const approvalKinds = {
  reversal: { right: 'reverse', way: 'new-movement' },
  'instant-settlement': { right: 'instant-settle', way: 'new-movement' },
  refund: { right: 'order-movements', way: 'new-movement' },
  void: { right: 'order-movements', way: 'new-movement' },
  capture: { right: 'order-movements', way: 'new-movement' },
  'order-reversal': { right: 'order-movements', way: 'new-movement' },
  charge: { right: 'saved-cards', way: 'new-movement' },
  /** operations.sendAgain above the limit. */
  'send-again': { right: 'of-movement', way: 'sent-again' },
  /** operations.resolve above the limit. */
  resolve: { right: 'operations.resolve', way: 'as-asked' },
  /** closing.carry. */
  'carry-operation': { right: 'close.confirm', way: 'as-asked' },
  /** closing.confirm with a large difference. */
  'close-day': { right: 'close.confirm', way: 'as-asked' },
  /** closing.provisional with a large difference. */
  'close-provisional': { right: 'close.confirm', way: 'as-asked' },
  /** closing.reopen. */
  'reopen-day': { right: 'close.reopen', way: 'as-asked' },
  /** reconciliation.writeOff above the limit. */
  'write-off': { right: 'reconcile', way: 'as-asked' },
  /** reconciliation.applySheet, its write-offs together above the limit. */
  'write-off-sheet': { right: 'reconcile', way: 'as-asked' },
} as const satisfies Readonly<Record<string, Kind>>;
export type ApprovalKind = keyof typeof approvalKinds;
/** Those with a dialog of their own. */
export type NewMovement = {
  [K in ApprovalKind]: (typeof approvalKinds)[K]['way'] extends 'new-movement' ? K : never;
}[ApprovalKind];
export const isNewMovement = (kind: ApprovalKind): kind is NewMovement =>
  approvalKinds[kind].way === 'new-movement';
export const approvalKindNames = Object.keys(approvalKinds) as [ApprovalKind, ...ApprovalKind[]];

/** What it is about is a day of a branch: its amounts are what a count should come to. */
export const isOfDay = (kind: ApprovalKind): boolean => approvalKinds[kind].right.startsWith('close.');

type Total = { readonly count: number; readonly amount: Money };

export const sameAmounts = (totals: readonly Total[], amounts: readonly Money[]): boolean =>
  totals.length === amounts.length &&
  totals.every(({ amount }, at) => {
    const other = amounts[at];
    return other !== undefined && sameMoney(amount, other);
  });

/** The amount that is typed by who decides on another PC; null where nothing is sent. Of an early payout what would arrive. */
export function amountToType({
  kind,
  totals,
  offer,
}: {
  readonly kind: ApprovalKind;
  readonly totals: readonly Total[];
  readonly offer: { readonly netTransfer: Money } | null;
}): Money | null {
  if (approvalKinds[kind].way === 'as-asked') return null;
  return offer?.netTransfer ?? totals[0]?.amount ?? null;
}

/** What a PC tells another of its request; a decision can be taken back until it is used. */
export const decisionWords = ['approved', 'refused', 'taken-back'] as const;

/** Whether a request of another PC can be decided here now: it waits, and no decision on it is under way. */
export const canBeDecided = ({ state, stays, sent }: Decidable, nowMs: number): boolean =>
  state === 'waiting' && stays === null && (sent === null || sent.error !== null || sent.untilMs < nowMs);
/** A decision of this PC is in force, and may come back. */
export const canBeTakenBack = (
  { state, takeBackUntilMs }: Pick<Decidable, 'state'> & { readonly takeBackUntilMs: number | null },
  nowMs: number,
): boolean => state === 'waiting' && takeBackUntilMs !== null && takeBackUntilMs >= nowMs;
type Decidable = {
  readonly state: string;
  readonly stays: string | null;
  readonly sent: { readonly error: unknown; readonly untilMs: number } | null;
};

/** More exceptions or differences are no longer told to other PCs, and so not decided there. */
export const MOST_DECIDED_ELSEWHERE = 50;
export const reasonsToStay = ['receipt', 'long'] as const;
type ReasonToStay = (typeof reasonsToStay)[number];

/** Why a request can be decided on its own PC only: the paper lies there, or there is more to it than others are told. Null: it is decided anywhere. */
export function staysOnItsPc({
  resolution,
  exceptions,
  differences,
}: {
  readonly resolution: { readonly evidence: EvidenceKind } | null;
  readonly exceptions: readonly unknown[];
  readonly differences: readonly unknown[];
}): ReasonToStay | null {
  if (resolution?.evidence === 'terminal-receipt') return 'receipt';
  return Math.max(exceptions.length, differences.length) > MOST_DECIDED_ELSEWHERE ? 'long' : null;
}
