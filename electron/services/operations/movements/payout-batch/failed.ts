/** The transfers of a batch that have failed by a read of now and were not paid again: the only ones that may be sent once more. */
import { isDone } from '#shared/domain/operation.ts';
import { movementError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import { sameMoney, type Money } from '#shared/money/money.ts';
import type { ProfileContext } from '../../../context.ts';
import type { GatewayTransfer } from '../../../../gateway/endpoints/transfers.ts';
import type { OperationRecord } from '../../../../journal/operation-record.ts';
import { readAllPages } from '../../../read-all-pages.ts';
import { paidKey, type Transfer } from '../payout/recipients.ts';
import { byName, sentBatch } from './stored.ts';

type Shown = Pick<GatewayTransfer, 'merchantTransferId' | 'amount' | 'status'>;

/** The batch as the gateway has it; without its id, its transfers in the list of all. */
async function readMembers(
  { gateway }: ProfileContext,
  { requestId }: OperationRecord,
  names: ReadonlySet<string>,
): Promise<Result<Shown[], AppError>> {
  if (requestId !== null) {
    const batch = await gateway.payouts.getBatch(requestId);
    if (!batch.ok) return batch;
    return ok(batch.value.batchId === requestId ? batch.value.transfers : []);
  }
  const found: Shown[] = [];
  const read = await readAllPages(
    (page, limit) => gateway.payouts.listTransfers({ page, limit }),
    async ({ rows }) =>
      void found.push(...rows.filter((row) => row.merchantTransferId && names.has(row.merchantTransferId))),
    () => found.length >= names.size,
  );
  return read.ok ? ok(found) : read;
}

/**
 * Those of these failed transfers of a batch that were not paid again: each transfer of its kind that was done since takes one
 * away, in whichever way it was sent. What pays again the failed ones of another batch is not counted: it stands for those.
 * `done`: what was done on the same money, oldest first.
 */
export async function notPaidAgain(
  { db }: ProfileContext,
  { opId, failed, done }: { opId: string; failed: readonly Transfer[]; done: readonly OperationRecord[] },
): Promise<Transfer[]> {
  const paid: string[] = [];
  for (const record of done.slice(done.findIndex((one) => one.opId === opId) + 1)) {
    if (record.refNumber !== null && record.refNumber !== opId) continue;
    if (record.kind === 'payout-batch') paid.push(...sentBatch(record).transfers.map(paidKey));
    else paid.push(...(await db.call('journal.rowIdsOf', record.opId)));
  }
  return failed.filter((transfer) => {
    const at = paid.indexOf(paidKey(transfer));
    if (at !== -1) paid.splice(at, 1);
    return at === -1;
  });
}

const hasFailed = ({ amount, status }: Shown, sent: Money) =>
  sameMoney(amount, sent) && status?.kind === 'known' && status.value === 'FAILED';

/**
 * `status` FAILED only: a state that is not known is not final. The numbers are those of the stored request, by the name of each
 * transfer; one that the gateway shows with another amount is not ours to send again.
 */
export async function failedOf(context: ProfileContext, opId: string): Promise<Result<Transfer[], AppError>> {
  const { db } = context;
  const record = await db.call('journal.get', opId);
  if (!record || record.kind !== 'payout-batch') return err(movementError('operation-not-found', { opId }));
  if (!isDone(record.state)) return err(movementError('not-allowed-in-state', { state: record.state }));
  const asked = byName(sentBatch(record).transfers);
  const shown = await readMembers(context, record, new Set(asked.keys()));
  if (!shown.ok) return shown;
  const failed: Transfer[] = [];
  for (const [name, { merchantTransferId: _, ...transfer }] of asked) {
    const rows = shown.value.filter((row) => row.merchantTransferId === name);
    if (rows.length > 0 && rows.every((row) => hasFailed(row, transfer.amount))) failed.push(transfer);
  }
  return ok(failed);
}
