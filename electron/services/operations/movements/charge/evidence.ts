/** Looks for a charge whose outcome is not known in the gateway's list of transactions, by the reference that is ours alone. */
import type { AppError } from '#shared/errors/app-error.ts';
import type { Result } from '#shared/errors/result.ts';
import { sameMoney } from '#shared/money/money.ts';
import type { ProfileContext } from '../../../context.ts';
import type { GatewayTransaction } from '../../../../gateway/endpoints/transactions.ts';
import type { OperationRecord } from '../../../../journal/operation-record.ts';
import type { OwnRead } from '../../machine/movement.ts';
import { oneRow, readListEvidence } from '../list-evidence.ts';
import { failed, succeeded } from '../order/left.ts';

/**
 * Positive: a payment with our reference and amount. Anything else with our reference, unless it failed, proves nothing: a
 * person must see it. The list is read without a search: one that does not look at references would find nothing, too.
 */
export function readChargeEvidence(
  context: ProfileContext,
  record: OperationRecord,
  sameAccess: boolean,
): Promise<Result<OwnRead, AppError>> {
  const amount = record.totals[0]?.amount;
  const idOf = ({ transactionId }: GatewayTransaction) => transactionId;
  const isMade = (row: GatewayTransaction) =>
    row.operation === 'pay' && succeeded(row) && amount !== undefined && sameMoney(row.amount, amount);
  return readListEvidence(context, record, sameAccess, {
    readPage: (page, limit) => context.gateway.transactions.list({ page, limit }),
    idOf,
    isOurs: (row) => row.merchantOrderId === record.orderId && !failed(row),
    madeIn: oneRow(isMade, idOf),
  });
}
