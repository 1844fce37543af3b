/** Looks for a batch whose outcome is not known in the gateway's list of transfers, by the names of its transfers. */
import type { AppError } from '#shared/errors/app-error.ts';
import type { Result } from '#shared/errors/result.ts';
import { sameMoney } from '#shared/money/money.ts';
import type { ProfileContext } from '../../../context.ts';
import type { GatewayTransfer } from '../../../../gateway/endpoints/transfers.ts';
import type { OperationRecord } from '../../../../journal/operation-record.ts';
import type { OwnRead } from '../../machine/movement.ts';
import { readListEvidence } from '../list-evidence.ts';
import { byName, sentBatch } from './stored.ts';

/**
 * Positive: each transfer of the batch, under its name and with its amount, and all of them of one batch. Some of them alone, or
 * one of another amount, prove nothing: a batch is made whole or not at all, so a person must see that.
 */
export async function readBatchEvidence(
  context: ProfileContext,
  record: OperationRecord,
  sameAccess: boolean,
): Promise<Result<OwnRead, AppError>> {
  const asked = byName(sentBatch(record).transfers);
  const isOurs = ({ merchantTransferId: name }: GatewayTransfer) => name !== null && asked.has(name);
  function madeIn(ours: readonly GatewayTransfer[]) {
    const shown = byNameOf(ours);
    for (const [name, { amount }] of asked) {
      const row = shown.get(name);
      if (!row || !sameMoney(row.amount, amount)) return null;
    }
    const batches = new Set([...shown.values()].map(({ batchId }) => batchId));
    return batches.size === 1 ? { id: [...batches][0] ?? null } : null;
  }
  return readListEvidence(context, record, sameAccess, {
    readPage: (page, limit) => context.gateway.payouts.listTransfers({ page, limit }),
    idOf: ({ transferId }) => transferId,
    isOurs,
    madeIn,
  });
}

const byNameOf = (rows: readonly GatewayTransfer[]) =>
  new Map(rows.map((row) => [row.merchantTransferId ?? '', row]));
