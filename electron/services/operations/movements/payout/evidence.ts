/** Looks for a transfer whose outcome is not known in the gateway's list of transfers, by the name that is ours alone. */
import type { AppError } from '#shared/errors/app-error.ts';
import { ok, type Result } from '#shared/errors/result.ts';
import { sameMoney } from '#shared/money/money.ts';
import type { ProfileContext } from '../../../context.ts';
import type { GatewayTransfer } from '../../../../gateway/endpoints/transfers.ts';
import type { OperationRecord } from '../../../../journal/operation-record.ts';
import { holdsNewer } from '../../../../journal/read-evidence.ts';
import { readAllPages } from '../../../read-all-pages.ts';
import type { OwnRead } from '../../machine/movement.ts';

/**
 * Positive: a transfer with our name and amount. A transfer with our name and another amount proves nothing; a person must see
 * it.
 */
export async function readPayoutEvidence(
  { gateway, clock }: ProfileContext,
  record: OperationRecord,
  sameAccess: boolean,
): Promise<Result<OwnRead, AppError>> {
  const rows: GatewayTransfer[] = [];
  let serverAtMs: number | null = null;
  const read = await readAllPages(
    (page, limit) => gateway.payouts.listTransfers({ page, limit }),
    async (page) => {
      rows.push(...page.rows);
      serverAtMs = page.serverAtMs ?? null;
    },
  );
  if (!read.ok) return read;
  const amount = record.totals[0]?.amount;
  const ours = rows.filter((row) => row.merchantTransferId === record.orderId);
  const made = ours.find((row) => amount !== undefined && sameMoney(row.amount, amount));
  const unproven = ours.length > 0 ? ('inconclusive' as const) : ('negative' as const);
  const { saleRowId } = record.evidenceBefore;
  return ok({
    evidence: {
      atMs: clock.nowMs(),
      result: made ? 'positive' : unproven,
      complete: read.value.unreadable === 0,
      originalListed: saleRowId === null || rows.some(({ transferId }) => transferId === saleRowId),
      newerData: holdsNewer(
        record,
        rows.map((row) => row.createdAt),
      ),
      sameAccess,
      serverAtMs,
    },
    madeId: made?.transferId ?? null,
  });
}
