/** The states of every movement of money. The steps between them are in electron/journal/transitions.ts. */
export const movementKinds = [
  'reversal',
  'acknowledgement',
  'instant-settlement',
  'refund',
  'void',
  'capture',
  'payout',
  'payout-batch', // transfers to many, sent together
  'charge',
  'order-reversal', // of what was bought to pay later
] as const;
export type MovementKind = (typeof movementKinds)[number];

/** Money that goes back to whoever paid it: shown below zero, beside its word. */
export const givesBack = (kind: MovementKind): boolean =>
  kind === 'reversal' || kind === 'refund' || kind === 'void' || kind === 'order-reversal';

export const operationStates = [
  'INTENT', // durable, nothing sent
  'SENDING', // from now on the money may have moved
  'NOT_SENT', // proven: no byte was written
  'SUCCEEDED',
  'REFUSED',
  'UNKNOWN', // may have happened; nobody says "failed"
  'CHECKING', // being resolved by reads
  'SUCCEEDED_BY_READ',
  'ABSENT', // believed not to have happened; only a person may send again
  'NEEDS_PERSON',
  'RESOLVED_DONE',
  'RESOLVED_NOT_DONE',
  'DISPUTED', // a later read contradicts a resolution
  'EXPIRED', // an intent that was never sent, found at start
] as const;
export type OperationState = (typeof operationStates)[number];

const among =
  (states: readonly OperationState[]) =>
  (state: OperationState): boolean =>
    states.includes(state);

/** Ended: the lock on the subject is released. */
export const endedStates = [
  'NOT_SENT',
  'SUCCEEDED',
  'REFUSED',
  'SUCCEEDED_BY_READ',
  'RESOLVED_DONE',
  'RESOLVED_NOT_DONE',
  'EXPIRED',
] as const satisfies readonly OperationState[];

export const isEnded = among(endedStates);

/** It happened: the gateway said so, a read showed it, or a person recorded it with evidence from outside. */
export const doneStates = [
  'SUCCEEDED',
  'SUCCEEDED_BY_READ',
  'RESOLVED_DONE',
] as const satisfies readonly OperationState[];

export const isDone = among(doneStates);

/** "Result not known": the badge counts these, and they have the unknown colour. */
export const unknownStates = [
  'UNKNOWN',
  'CHECKING',
  'ABSENT',
  'NEEDS_PERSON',
  'DISPUTED',
] as const satisfies readonly OperationState[];

export const isUnknown = among(unknownStates);

/** How a movement is said to have ended. `not-done`: it did not happen, and nothing failed. */
export type Ending = 'done' | 'refused' | 'not-sent' | 'not-done' | 'unknown';

/** Only a refused movement, or one that is proven not to have left, has failed. */
export function endingOf(state: OperationState): Ending {
  if (isDone(state)) return 'done';
  switch (state) {
    case 'REFUSED':
      return 'refused';
    case 'NOT_SENT':
      return 'not-sent';
    case 'EXPIRED':
    case 'RESOLVED_NOT_DONE':
      return 'not-done';
    default:
      return 'unknown';
  }
}

/** Why a person reverses. 'other' wants a note. */
export const reversalReasons = [
  'wrong-amount',
  'duplicate',
  'customer-cancelled',
  'terminal-error',
  'test-sale',
  'suspected-fraud',
  'other',
] as const;
export type ReversalReason = (typeof reversalReasons)[number];

/** The word of a person about an operation that stayed unknown. */
export const resolutions = ['done', 'not-done'] as const;
export type Resolution = (typeof resolutions)[number];
export const evidenceKinds = [
  'provider-portal',
  'bank-statement',
  'provider-ticket',
  'terminal-receipt',
] as const;
export type EvidenceKind = (typeof evidenceKinds)[number];
