/** A movement from its intent to its sending: the intent as its kind describes it, one attempt, and what was sent. */
import type { NewOperation } from '../../../database/repositories/journal/index.ts';
import type { MovementRequest, MovementVerdict } from '../../../gateway/gateway.ts';
import type { EvidenceBefore, OperationRecord } from '../../../journal/operation-record.ts';

/** The pipeline adds what is the same for every kind when it commits it. */
export type Intent = Pick<NewOperation, 'opId' | 'kind' | 'totals'> &
  Partial<
    Pick<NewOperation, 'terminalId' | 'orderId' | 'refNumber' | 'reason' | 'note' | 'rowIds' | 'knownOps'>
  > & {
    /** The subject without environment and merchant. One operation at a time may be open on it. */
    subject: string;
    request: MovementRequest;
    evidenceBefore: Partial<EvidenceBefore> & Pick<EvidenceBefore, 'readAtMs'>;
    /** When the thing to be moved was read; nothing is sent if that is too long ago. Null: the movement rests on no read. */
    readAtMs: number | null;
    /** Since when this PC has seen the thing to be moved as it is; not given: since the read. */
    seenSinceMs?: number;
    /** How many rows were stored before it, if that is part of its story. */
    stored?: number;
  };

/** `isStored`: false if the outcome is not in the journal. Then nobody knows it, and the operation is made safe later. */
export type Sent = { record: OperationRecord; verdict: MovementVerdict | null; isStored: boolean };
/** One attempt to send; `attemptNo` counts from 1. */
export type Attempt = {
  opId: string;
  attemptNo: number;
  request: MovementRequest;
  readAtMs: number | null;
};
