/** What our journal knows of the same amount to the same number: still open, or done in the last thirty days. */
import { isDone, isEnded } from '#shared/domain/operation.ts';
import type { ProfileContext } from '../../../context.ts';
import { isRecent, paidKey, type Transfer } from './recipients.ts';

type SentBefore = { readonly opId: string; readonly atMs: number; readonly isOpen: boolean };

/** Of each of these transfers, the newest that is like it; null without one. */
export async function sentBefore(
  { db, clock }: ProfileContext,
  transfers: readonly Transfer[],
): Promise<(SentBefore | null)[]> {
  const rowIds = [...new Set(transfers.map(paidKey))];
  const ours = await db.call('journal.ofSameMoney', { kind: 'payout', orderId: null, rowIds });
  const found = new Map<string, SentBefore>();
  for (const record of ours) {
    const isOpen = !isEnded(record.state);
    if (!isOpen && !(isDone(record.state) && isRecent(record, clock.nowMs()))) continue;
    const { opId, createdAtMs: atMs } = record;
    for (const key of await db.call('journal.rowIdsOf', opId)) found.set(key, { opId, atMs, isOpen });
  }
  return transfers.map((transfer) => found.get(paidKey(transfer)) ?? null);
}
