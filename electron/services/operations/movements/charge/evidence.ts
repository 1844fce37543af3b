/** Looks for a charge whose outcome is not known in the gateway's list of transactions, by the reference that is ours alone. */
import type { AppError } from '#shared/errors/app-error.ts';
import { ok, type Result } from '#shared/errors/result.ts';
import { sameMoney } from '#shared/money/money.ts';
import type { ProfileContext } from '../../../context.ts';
import type { GatewayTransaction } from '../../../../gateway/endpoints/transactions.ts';
import type { OperationRecord } from '../../../../journal/operation-record.ts';
import { holdsNewer } from '../../../../journal/read-evidence.ts';
import { readAllPages } from '../../../read-all-pages.ts';
import type { OwnRead } from '../../machine/movement.ts';
import { failed, succeeded } from '../order/left.ts';

/**
 * Positive: a payment with our reference and amount. Anything else with our reference, unless it failed, proves nothing: a
 * person must see it. The list is read from its newest page on until the payment is found, else to its end, and without a
 * search: one that does not look at references would find nothing, too.
 */
export async function readChargeEvidence(
  { gateway, clock }: ProfileContext,
  record: OperationRecord,
  sameAccess: boolean,
): Promise<Result<OwnRead, AppError>> {
  const rows: GatewayTransaction[] = [];
  let serverAtMs: number | null = null;
  const amount = record.totals[0]?.amount;
  const isMade = (row: GatewayTransaction) =>
    row.merchantOrderId === record.orderId &&
    row.operation === 'pay' &&
    succeeded(row) &&
    amount !== undefined &&
    sameMoney(row.amount, amount);
  const read = await readAllPages(
    (page, limit) => gateway.transactions.list({ page, limit }),
    async (page) => {
      rows.push(...page.rows);
      serverAtMs = page.serverAtMs ?? serverAtMs;
    },
    () => rows.some(isMade),
  );
  if (!read.ok) return read;
  const made = rows.find(isMade);
  const undecided = rows.some((row) => row.merchantOrderId === record.orderId && !failed(row));
  const { saleRowId } = record.evidenceBefore;
  return ok({
    evidence: {
      atMs: clock.nowMs(),
      result: made ? 'positive' : undecided ? 'inconclusive' : 'negative',
      complete: read.value.unreadable === 0,
      originalListed: saleRowId === null || rows.some(({ transactionId }) => transactionId === saleRowId),
      newerData: holdsNewer(
        record,
        rows.map((row) => row.createdAt),
      ),
      sameAccess,
      serverAtMs,
    },
    madeId: made?.transactionId ?? null,
  });
}
