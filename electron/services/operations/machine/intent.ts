/** A confirmed movement as its kind describes it. The pipeline adds what is the same for every kind when it commits it. */
import type { NewOperation } from '../../../database/repositories/journal/index.ts';
import type { MovementRequest } from '../../../gateway/gateway.ts';
import type { EvidenceBefore } from '../../../journal/operation-record.ts';

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
    /** How many rows were stored before it, if that is part of its story. */
    stored?: number;
  };
