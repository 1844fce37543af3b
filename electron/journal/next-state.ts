/**
 * The next state of an operation: after a send, after an interruption, and after a read. Everything that decides a state by
 * itself is in this file; `transitions.ts` says which steps are allowed at all. Pure.
 */
import type { OperationState } from '#shared/domain/operation.ts';
import type { Change } from '../database/repositories/journal/index.ts';
import type { Capabilities } from '../gateway/capabilities.ts';
import type { MovementVerdict, SendOutcome } from '../gateway/gateway.ts';
import {
  isBelievedAbsent,
  nextCheckDelayMs,
  nextLookAtMs,
  PERSON_AFTER_MS,
  type EvidenceRead,
} from './evidence.ts';
import type { OperationRecord } from './operation-record.ts';

type Step = Pick<Change, 'code' | 'to' | 'params' | 'patch'>;

/** The state of one attempt after its send. The verdict is null if there was no answer to judge. */
function stepOfAttempt(outcome: SendOutcome, verdict: MovementVerdict | null): Step {
  if (outcome.kind === 'not-sent') {
    const error = { ...outcome.error, outcome: 'not-applied' as const };
    return { code: 'not-sent', to: 'NOT_SENT', params: { code: error.code }, patch: { error } };
  }
  if (outcome.kind === 'no-answer' || verdict === null) {
    const error = outcome.kind === 'no-answer' ? { ...outcome.error, outcome: 'unknown' as const } : null;
    return { code: 'not-known', to: 'UNKNOWN', params: { code: error?.code ?? '' }, patch: { error } };
  }
  if (verdict.kind === 'succeeded') {
    const { messages, request, order, transfer, batch } = verdict;
    // The gateway's own name for what was made: a later read must not take it for the doing of another operation.
    const requestId = request?.requestId ?? order?.transactionId ?? transfer?.transferId ?? batch?.batchId;
    const patch = { messages, error: null, ...(requestId !== undefined && { requestId }) };
    return { code: 'succeeded', to: 'SUCCEEDED', params: {}, patch };
  }
  const { error } = verdict;
  const patch = { messages: error.messages ?? null, error };
  if (verdict.kind === 'refused')
    return { code: 'refused', to: 'REFUSED', params: { code: error.code }, patch };
  const params = { code: error.code, ...(verdict.hint && { hint: verdict.hint }) };
  return { code: 'not-known', to: 'UNKNOWN', params, patch };
}

/**
 * What the outcome of attempt `attemptNo` (from 1) makes of the operation. If a second attempt did not happen, the first one
 * is still not known, so the operation goes back to being checked.
 */
export function stepAfterSend(
  outcome: SendOutcome,
  verdict: MovementVerdict | null,
  attemptNo: number,
  nowMs: number,
): Step {
  const step = stepOfAttempt(outcome, verdict);
  const didNotHappen = step.to === 'NOT_SENT' || step.to === 'REFUSED';
  const to = attemptNo > 1 && didNotHappen ? 'CHECKING' : step.to;
  if (to !== 'UNKNOWN' && to !== 'CHECKING') return step;
  const nextCheckAtMs = nowMs + nextCheckDelayMs(0);
  return { ...step, to, patch: { ...step.patch, nextCheckAtMs, checksCount: 0 } };
}

/**
 * What becomes of an operation that has no outcome and that nobody is sending: after a crash, or after a write that failed.
 * Null if it is safe as it is. `mayHaveLeft`: this journal cannot prove that an intent in it was never sent.
 */
export function safeState(
  { state, attemptNo }: Pick<OperationRecord, 'state' | 'attemptNo'>,
  mayHaveLeft: boolean,
): { code: 'recovered' | 'expired'; to: OperationState } | null {
  if (state === 'SENDING') return { code: 'recovered', to: 'UNKNOWN' };
  if (state !== 'INTENT') return null;
  const wasNeverSent = attemptNo === 0 && !mayHaveLeft;
  return wasNeverSent ? { code: 'expired', to: 'EXPIRED' } : { code: 'recovered', to: 'CHECKING' };
}

const KEPT_READS = 60;
const WAITING: readonly OperationState[] = ['UNKNOWN', 'CHECKING', 'ABSENT'];

/** If a list does not show reversed sales, not seeing one there proves nothing: only a person can say that it did not happen. */
const canBeAbsent = ({ kind }: OperationRecord, { listShowsReversed }: Capabilities) =>
  kind !== 'reversal' || listShowsReversed;

/** The changes that one read makes, in order. */
export function stepsAfterRead(
  record: OperationRecord,
  read: EvidenceRead,
  nowMs: number,
  capabilities: Capabilities,
): Step[] {
  const reads = [...record.reads.slice(1 - KEPT_READS), read];
  if (read.result === 'positive') return [afterPositiveRead(record, reads, nowMs)];
  const { state } = record;
  const params = { result: read.result };
  if (state === 'RESOLVED_NOT_DONE')
    return [
      { code: 'read', to: state, params, patch: { reads, nextCheckAtMs: nextLookAtMs(record, nowMs) } },
    ];
  const checksCount = record.checksCount + 1;
  const patch = { reads, checksCount, nextCheckAtMs: nowMs + nextCheckDelayMs(checksCount) };
  const noted: Step = { code: 'read', to: state === 'UNKNOWN' ? 'CHECKING' : state, params, patch };
  if (!WAITING.includes(state)) return [noted];
  const sentAtMs = record.sendingAtMs ?? record.createdAtMs;
  if (Math.abs(nowMs - sentAtMs) > PERSON_AFTER_MS)
    return [noted, { code: 'needs-person', to: 'NEEDS_PERSON', params: {}, patch: {} }];
  const isAbsent =
    state !== 'ABSENT' &&
    canBeAbsent(record, capabilities) &&
    isBelievedAbsent(reads, sentAtMs, capabilities.listLagMs);
  return isAbsent ? [noted, { code: 'believed-absent', to: 'ABSENT', params: {}, patch: {} }] : [noted];
}

function afterPositiveRead(record: OperationRecord, reads: EvidenceRead[], nowMs: number): Step {
  const params = { result: 'positive' };
  if (record.state === 'RESOLVED_NOT_DONE') {
    // Not done at once: the person who called it not done sees the dispute before another read may end it.
    const nextCheckAtMs = nowMs + nextCheckDelayMs(record.checksCount);
    return { code: 'disputed', to: 'DISPUTED', params, patch: { reads, nextCheckAtMs } };
  }
  const patch = { reads, nextCheckAtMs: null, error: null };
  return { code: 'settled-by-read', to: 'SUCCEEDED_BY_READ', params, patch };
}
