/** A journal record as the window sees it, and what a person may do with it now. */
import type { Operation, OperationEvent } from '#shared/contract/operations.ts';
import type { OutputOf } from '#shared/contract/index.ts';
import { isUnknown, type OperationState } from '#shared/domain/operation.ts';
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
  unread: record.unread,
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

type Sent = Pick<OperationRecord, 'method' | 'url'> & { readonly body: Uint8Array };

/** For the person who has just typed what is in it. */
export const requestAsSent = ({ method, url, body }: Sent): OutputOf<'operations.detail'>['request'] => ({
  method,
  url,
  body: new TextDecoder().decode(body),
});

/**
 * What is or will be sent, as every person may see it: without a card's token, with which the card can be charged, and
 * without the number of a recipient but for its end.
 */
export function shownRequest(
  sent: Sent & Pick<OperationRecord, 'kind'>,
): OutputOf<'operations.detail'>['request'] {
  const { body, ...rest } = requestAsSent(sent);
  switch (sent.kind) {
    case 'charge':
      return { ...rest, body: body.replace(/("cardToken":\s*)"[^"]*"/, '$1"…"') };
    case 'payout':
    case 'payout-batch':
      return { ...rest, body: body.replace(/("recipientNumber":\s*)"[^"]*?([^"]{0,4})"/g, '$1"•••• $2"') };
    default:
      return { ...rest, body };
  }
}

/**
 * True if reads go on for it: its outcome is not known, or a person called it not done and a read may contradict that. On a
 * terminal each reading does so unasked.
 */
export const isFollowed = ({ state, terminalId }: OperationRecord): boolean =>
  isUnknown(state) || (state === 'RESOLVED_NOT_DONE' && terminalId === null);
export const canResolve = (state: OperationState): boolean =>
  state === 'NEEDS_PERSON' || state === 'DISPUTED';
export const canSendAgain = (state: OperationState): boolean => state === 'ABSENT';

export function toDetail(
  record: OperationRecord,
  events: OperationEvent[],
  unreadable: OutputOf<'operations.detail'>['unreadable'],
): OutputOf<'operations.detail'> {
  return {
    operation: toOperation(record),
    events,
    unreadable,
    canCheckNow: isFollowed(record),
    canSendAgain: canSendAgain(record.state),
    canResolve: canResolve(record.state),
    request: shownRequest(record),
  };
}
