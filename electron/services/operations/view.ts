/** A journal record as the window sees it, and what may be done with it now. */
import type { Operation, OperationEvent } from '#shared/contract/operations.ts';
import type { OutputOf } from '#shared/contract/index.ts';
import type { OperationState } from '#shared/domain/operation.ts';
import type { OperationRecord } from '../../journal/operation-record.ts';

export const toOperation = (record: OperationRecord): Operation => ({
  opId: record.opId,
  kind: record.kind,
  state: record.state,
  environment: record.environment,
  terminalId: record.terminalId,
  orderId: record.orderId,
  refNumber: record.refNumber,
  totals: record.totals,
  actor: record.actor,
  reason: record.reason,
  note: record.note,
  createdAtMs: record.createdAtMs,
  updatedAtMs: record.updatedAtMs,
  attemptNo: record.attemptNo,
  nextCheckAtMs: record.nextCheckAtMs,
  checksCount: record.checksCount,
  messages: record.messages,
  error: record.error,
  requestId: record.requestId,
});

const CHECKABLE: readonly OperationState[] = ['UNKNOWN', 'CHECKING', 'ABSENT', 'NEEDS_PERSON', 'DISPUTED'];
export const canCheck = (state: OperationState): boolean => CHECKABLE.includes(state);
/** Also what a person called not done, which a read may contradict; on a terminal, each reading of it does so unasked. */
export const isFollowed = ({ state, terminalId }: OperationRecord): boolean =>
  canCheck(state) || (state === 'RESOLVED_NOT_DONE' && terminalId === null);
export const canResolve = (state: OperationState): boolean =>
  state === 'NEEDS_PERSON' || state === 'DISPUTED';
export const canSendAgain = (state: OperationState): boolean => state === 'ABSENT';

export function toDetail(record: OperationRecord, events: OperationEvent[]): OutputOf<'operations.detail'> {
  return {
    operation: toOperation(record),
    events,
    canCheckNow: isFollowed(record),
    canSendAgain: canSendAgain(record.state),
    canResolve: canResolve(record.state),
    request: { method: record.method, url: record.url, body: new TextDecoder().decode(record.body) },
  };
}
