/** Looks for a transfer whose outcome is not known in the gateway's list of transfers, by the name that is ours alone. */
import type { AppError } from '#shared/errors/app-error.ts';
import type { Result } from '#shared/errors/result.ts';
import { sameMoney } from '#shared/money/money.ts';
import type { ProfileContext } from '../../../context.ts';
import type { GatewayTransfer } from '../../../../gateway/endpoints/transfers.ts';
import type { OperationRecord } from '../../../../journal/operation-record.ts';
import type { OwnRead } from '../../machine/movement.ts';
import { oneRow, readListEvidence } from '../list-evidence.ts';

/**
 * Positive: a transfer with our name and amount. A transfer with our name and another amount proves nothing: a person must see
 * it.
 */
export function readPayoutEvidence(
  context: ProfileContext,
  record: OperationRecord,
  sameAccess: boolean,
): Promise<Result<OwnRead, AppError>> {
  const amount = record.totals[0]?.amount;
  const idOf = ({ transferId }: GatewayTransfer) => transferId;
  const isMade = (row: GatewayTransfer) => amount !== undefined && sameMoney(row.amount, amount);
  return readListEvidence(context, record, sameAccess, {
    readPage: (page, limit) => context.gateway.payouts.listTransfers({ page, limit }),
    idOf,
    isOurs: (row) => row.merchantTransferId === record.orderId,
    madeIn: oneRow(isMade, idOf),
  });
}
