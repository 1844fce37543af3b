/** Reads the transactions of an order for the outcome of a refund, void or capture that is not known. */
import type { OrderMovementKind } from '#shared/contract/payments.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { ok, type Result } from '#shared/errors/result.ts';
import { absolute, sameMoney } from '#shared/money/money.ts';
import type { ProfileContext } from '../../../context.ts';
import type { GatewayTransaction } from '../../../../gateway/endpoints/transactions.ts';
import type { EvidenceRead } from '../../../../journal/evidence.ts';
import type { OperationRecord } from '../../../../journal/operation-record.ts';
import { shareOf } from '../../../../journal/own-share.ts';
import { holdsNewer, idOf } from '../../../../journal/read-evidence.ts';
import type { OwnRead } from '../../machine/movement.ts';
import { failed, LEAVES, succeeded } from './left.ts';
import { readOrder } from './plan.ts';

/**
 * Positive: the order has a new transaction of this kind and amount, and no other operation of ours can have made it. "Not
 * there" needs a list that holds something newer than our send; the newest transactions of the merchant may show that.
 */
export async function readOrderEvidence(
  context: ProfileContext,
  record: OperationRecord,
  sameAccess: boolean,
): Promise<Result<OwnRead, AppError>> {
  // Read first: if this list is newer than our send, so is the order's own list below. The other way round proves nothing.
  const newest = await context.gateway.transactions.list({ page: 1, limit: 20 });
  const read = await readOrder(context, record.orderId ?? '');
  if (!read.ok) return read;
  const { rows, unreadable } = read.value;
  const before = new Set(record.evidenceBefore.listedRowIds);
  const amount = record.totals[0]?.amount;
  const leaves = LEAVES[record.kind as OrderMovementKind];
  const idsOf = (some: readonly GatewayTransaction[]) => some.map((row) => row.transactionId);
  const newOfKind = rows.filter(
    (row) => !before.has(row.transactionId) && leaves.includes(row.operation ?? ''),
  );
  const ofAmount = (row: GatewayTransaction) =>
    amount !== undefined && sameMoney(absolute(row.amount), amount);
  const ofKind = newOfKind.filter(succeeded);
  const made = ofKind.filter(ofAmount);
  const others = await context.db.call('journal.othersLike', record.opId);
  const listed = new Set(idsOf(rows));
  const share = shareOf(
    idsOf(made),
    listed,
    others,
    others.filter(({ totals: [total] }) => amount && total && sameMoney(total.amount, amount)),
  );
  // It may be listed with another amount. That proves neither that it happened nor that it did not.
  const another = shareOf(idsOf(ofKind), listed, others, []).kind !== 'none';
  const undecided = newOfKind.some((row) => !succeeded(row) && !failed(row));
  const none = another || undecided ? ('inconclusive' as const) : ('negative' as const);
  const evidence: EvidenceRead = {
    atMs: context.clock.nowMs(),
    result: ({ own: 'positive', none, shared: 'inconclusive' } as const)[share.kind],
    complete: unreadable === 0,
    originalListed: rows.some((row) => row.transactionId === record.evidenceBefore.saleRowId),
    newerData:
      newest.ok &&
      holdsNewer(
        record,
        newest.value.rows.map((row) => row.createdAt),
      ),
    sameAccess,
    serverAtMs: newest.ok ? (newest.value.serverAtMs ?? null) : null,
  };
  return ok({ evidence, madeId: idOf(share) });
}
