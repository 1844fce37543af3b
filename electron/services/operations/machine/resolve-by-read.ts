/** Settling what is not known: a read is turned into evidence, and the evidence into the next state. Never sends. */
import type { Change } from '../../../database/repositories/journal/index.ts';
import {
  isBelievedAbsent,
  nextCheckDelayMs,
  nextLookAtMs,
  PERSON_AFTER_MS,
  type EvidenceRead,
} from '../../../journal/evidence.ts';
import type { OperationRecord } from '../../../journal/operation-record.ts';
import type { Capabilities } from '../../../gateway/capabilities.ts';
import type { OperationState } from '#shared/domain/operation.ts';

type Step = Pick<Change, 'code' | 'to' | 'params' | 'patch'>;

const KEPT_READS = 60;
const WAITING: readonly OperationState[] = ['UNKNOWN', 'CHECKING', 'ABSENT'];

/** Where a list does not show reversed sales, not seeing it there proves nothing: only a person can say that it is not done. */
const canBeAbsent = ({ kind }: OperationRecord, { listShowsReversed }: Capabilities) =>
  kind !== 'reversal' || listShowsReversed;

/** The changes one read makes, in order; none where the operation is not open to reads. Pure. */
export function stepsAfterRead(
  record: OperationRecord,
  read: EvidenceRead,
  nowMs: number,
  capabilities: Capabilities,
): Step[] {
  const { state } = record;
  const reads = [...record.reads.slice(1 - KEPT_READS), read];
  const params = { result: read.result };
  if (read.result === 'positive') {
    if (state === 'RESOLVED_NOT_DONE') {
      // Not at once: who called it not done sees it disputed before another read may settle it.
      const nextCheckAtMs = nowMs + nextCheckDelayMs(record.checksCount);
      return [{ code: 'disputed', to: 'DISPUTED', params, patch: { reads, nextCheckAtMs } }];
    }
    return [
      {
        code: 'settled-by-read',
        to: 'SUCCEEDED_BY_READ',
        params,
        patch: { reads, nextCheckAtMs: null, error: null },
      },
    ];
  }
  if (state === 'RESOLVED_NOT_DONE')
    return [
      { code: 'read', to: state, params, patch: { reads, nextCheckAtMs: nextLookAtMs(record, nowMs) } },
    ];
  const checksCount = record.checksCount + 1;
  const patch = { reads, checksCount, nextCheckAtMs: nowMs + nextCheckDelayMs(checksCount) };
  const noted: Step = { code: 'read', to: state === 'UNKNOWN' ? 'CHECKING' : state, params, patch };
  const sentAtMs = record.sendingAtMs ?? record.createdAtMs;
  if (WAITING.includes(state) && Math.abs(nowMs - sentAtMs) > PERSON_AFTER_MS) {
    return [noted, { code: 'needs-person', to: 'NEEDS_PERSON', params: {}, patch: {} }];
  }
  const absent =
    WAITING.includes(state) &&
    state !== 'ABSENT' &&
    canBeAbsent(record, capabilities) &&
    isBelievedAbsent(reads, sentAtMs, capabilities.settleWindowMs);
  if (absent) {
    return [noted, { code: 'believed-absent', to: 'ABSENT', params: {}, patch: {} }];
  }
  return [noted];
}
