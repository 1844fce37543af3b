/** The model of R6: what one reversal may be after each command, and how many requests may have left. Nothing else. */
import type { OperationState } from '#shared/domain/operation.ts';
import { clear, type Weather } from './wire.ts';

/** What the gateway does with the next movement. */
export const fates = [
  'answers',
  'not-connected',
  'dropped',
  'timeout',
  'acts-in-silence',
  'refuses',
  'late',
] as const;
export type Fate = (typeof fates)[number];

export const weatherOf: Record<Fate, Weather> = {
  answers: clear,
  'not-connected': { ...clear, notConnected: 1 },
  dropped: { ...clear, droppedBefore: 1 },
  timeout: { ...clear, droppedBefore: 1 },
  'acts-in-silence': { ...clear, droppedAfter: 1 },
  refuses: { ...clear, refused: 1 },
  late: { ...clear, late: 1, latestMs: 300_000 },
};

const FIRST: Record<Fate, OperationState> = {
  answers: 'SUCCEEDED',
  'not-connected': 'NOT_SENT',
  dropped: 'UNKNOWN',
  timeout: 'UNKNOWN',
  'acts-in-silence': 'UNKNOWN',
  refuses: 'REFUSED',
  late: 'UNKNOWN',
};

/** A second attempt that did not happen leaves the first one not known. `meanwhile`: its order was moved, and the journal does not know that. */
export const statesAfterSend = (fate: Fate, attempt: number, meanwhile: boolean): OperationState[] => {
  const state = FIRST[fate];
  const refused = meanwhile && fate === 'answers';
  // "Already done" may be ours or the other's.
  if (attempt === 1) return refused ? [state, 'REFUSED', 'UNKNOWN'] : [state];
  if (refused) return [state, 'CHECKING', 'UNKNOWN'];
  // The first attempt may arrive before the second, which is then told that it is done already.
  return state === 'NOT_SENT' || state === 'REFUSED' ? ['CHECKING', 'UNKNOWN'] : [state, 'UNKNOWN'];
};

/** Where reads, time and a restart may lead, from each state. */
const READS: Partial<Record<OperationState, OperationState[]>> = {
  INTENT: ['EXPIRED', 'CHECKING'],
  SENDING: ['UNKNOWN'],
  UNKNOWN: ['CHECKING', 'SUCCEEDED_BY_READ', 'NEEDS_PERSON'],
  CHECKING: ['ABSENT', 'SUCCEEDED_BY_READ', 'NEEDS_PERSON'],
  ABSENT: ['SUCCEEDED_BY_READ', 'NEEDS_PERSON'],
  NEEDS_PERSON: ['SUCCEEDED_BY_READ'],
  RESOLVED_NOT_DONE: ['DISPUTED'],
  DISPUTED: ['SUCCEEDED_BY_READ'],
};
export function mayBeLater(from: OperationState): OperationState[] {
  const reached = [from];
  for (const state of reached)
    for (const next of READS[state] ?? []) if (!reached.includes(next)) reached.push(next);
  return reached;
}

/** Each operation as last seen, the confirmations given, and the requests they may have put on the wire. */
export type Model = { seen: Map<string, OperationState>; confirmations: number; mostSends: number };
export const freshModel = (): Model => ({ seen: new Map(), confirmations: 0, mostSends: 0 });
