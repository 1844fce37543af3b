/** What a kind of movement says of one that a person has confirmed; what is the same for all is added when it is committed. */
import type { NewOperation } from '../../../database/repositories/journal/index.ts';
import type { MovementRequest } from '../../../gateway/gateway.ts';
import type { EvidenceBefore } from '../../../journal/operation-record.ts';

export type Intent = Pick<NewOperation, 'opId' | 'kind' | 'totals'> &
  Partial<
    Pick<NewOperation, 'terminalId' | 'orderId' | 'refNumber' | 'reason' | 'note' | 'rowIds' | 'knownOps'>
  > & {
    /** The part of the subject below environment and merchant: one open operation at a time on it. */
    subject: string;
    request: MovementRequest;
    evidenceBefore: Partial<EvidenceBefore> & Pick<EvidenceBefore, 'readAtMs'>;
    /** When what it is about was read; too long ago, and nothing is sent. Null: it is about nothing that was read. */
    readAtMs: number | null;
    /** How many rows were stored for it before, where that is part of its story. */
    stored?: number;
    approval?: NonNullable<NewOperation['approval']>;
    decides?: NonNullable<NewOperation['decides']> | null;
  };
