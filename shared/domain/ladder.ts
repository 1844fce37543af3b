/**
 * How much an action asks of a person. L0: nothing. L1: a confirmation with count and total. L2: a reason or a retyped amount,
 * and the person's PIN. L3: the same, and the PIN of a second person who may approve.
 */
import type { Money } from '../money/money.ts';
import type { MovementKind } from './operation.ts';

export const levels = ['L0', 'L1', 'L2', 'L3'] as const;
export type Level = (typeof levels)[number];

export const limitNames = ['reversal', 'instantSettlement', 'orderMovement', 'payout', 'writeOff'] as const;
export type LimitName = (typeof limitNames)[number];
/** Amounts above which a second person is needed: at most one a currency. */
export type Limits = Readonly<Record<LimitName, readonly Money[]>>;

const egp = (minor: bigint): readonly Money[] => [{ minor, currency: 'EGP' }];
export const defaultLimits: Limits = {
  reversal: egp(1_000_000n),
  instantSettlement: egp(5_000_000n),
  orderMovement: egp(1_000_000n),
  payout: egp(1_000_000n),
  writeOff: egp(10_000n),
};

/** Null: no amount is confirmed by it, so no limit holds. */
export const limitNameOf: Readonly<Record<MovementKind, LimitName | null>> = {
  reversal: 'reversal',
  acknowledgement: null,
  'instant-settlement': 'instantSettlement',
  refund: 'orderMovement',
  void: 'orderMovement',
  capture: 'orderMovement',
  payout: 'payout',
  'payout-batch': 'payout',
  charge: 'orderMovement',
  'order-reversal': 'orderMovement',
};

/** `move`: a new movement. The others are about one that was made before. */
export type LadderAction =
  | { readonly do: 'move' | 'send-again' | 'resolve'; readonly kind: MovementKind }
  | { readonly do: 'read' | 'export' }
  | { readonly do: 'close-day' | 'change-people' | 'acknowledge-unreadable' | 'delete-card' | 'delete-entry' }
  | { readonly do: 'take-over' }
  | { readonly do: 'make-key' | 'add-addresses' | 'delete-key' | 'restrict-addresses' }
  | { readonly do: 'make-schedule' | 'first-transfer' | 'change-recipient' }
  | { readonly do: 'write-off' }
  | { readonly do: 'close-with-large-difference' | 'close-over-unknown' | 'reopen-close' };

/** The limits that the amounts of an act are held against; none for an act without an amount. */
export function limitsOf(action: LadderAction, limits: Limits): readonly Money[] {
  if (action.do === 'write-off') return limits.writeOff;
  if (action.do !== 'move' && action.do !== 'send-again' && action.do !== 'resolve') return [];
  const name = limitNameOf[action.kind];
  return name === null ? [] : limits[name];
}

/** Money that is sent to others. */
export const isTransfer = (kind: MovementKind): boolean => kind === 'payout' || kind === 'payout-batch';

/** Without a limit for its currency nobody has said what is safe: that needs two. */
const isOver = (amount: Money, limits: readonly Money[]): boolean => {
  const limit = limits.find(({ currency }) => currency === amount.currency);
  return limit === undefined || amount.minor > limit.minor;
};

export function levelOf(
  action: LadderAction,
  { amounts, limits }: { amounts: readonly Money[]; limits: Limits },
): Level {
  switch (action.do) {
    case 'read':
    case 'export':
      return 'L0';
    case 'close-day':
      return 'L1';
    case 'change-people':
    case 'acknowledge-unreadable':
    case 'delete-card':
    case 'delete-entry':
    case 'take-over':
    case 'make-key':
    case 'add-addresses':
      return 'L2';
    case 'close-with-large-difference':
    case 'close-over-unknown':
    case 'reopen-close':
    case 'delete-key':
    case 'restrict-addresses':
    case 'make-schedule':
    case 'first-transfer':
    case 'change-recipient':
      return 'L3';
    case 'write-off':
      return amounts.length === 0 || amounts.some((amount) => isOver(amount, limits.writeOff)) ? 'L3' : 'L2';
    case 'move':
    case 'send-again':
    case 'resolve': {
      const name = limitNameOf[action.kind];
      if (name === null) return action.do === 'move' ? 'L1' : 'L2';
      // Whoever it goes to, a sheet is read by two.
      if (action.do === 'move' && action.kind === 'payout-batch') return 'L3';
      // It may be the first transfer to its number, or leave a second time.
      if (action.do === 'send-again' && isTransfer(action.kind)) return 'L3';
      // A movement whose amount is not known cannot be said to be under the limit.
      return amounts.length === 0 || amounts.some((amount) => isOver(amount, limits[name])) ? 'L3' : 'L2';
    }
  }
}
