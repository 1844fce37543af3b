/** The transfers of a batch as they were sent: read from the stored bytes, which are the only place that has their numbers. */
import type { OperationRecord } from '../../../../journal/operation-record.ts';
import {
  readTransferBatchRequest,
  type TransferBatchRequest,
  type TransferRequest,
} from '../../../../gateway/endpoints/transfers.ts';

export function sentBatch({ opId, body }: Pick<OperationRecord, 'opId' | 'body'>): TransferBatchRequest {
  const sent = readTransferBatchRequest(new TextDecoder().decode(body));
  if (!sent) throw new Error(`the batch ${opId} cannot be read`);
  return sent;
}

/** The transfers by the names that they have at the gateway. */
export const byName = (transfers: readonly TransferRequest[]): ReadonlyMap<string, TransferRequest> =>
  new Map(transfers.map((one) => [one.merchantTransferId, one]));
