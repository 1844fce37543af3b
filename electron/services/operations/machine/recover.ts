/** What is done with operations that were left without an outcome, at start and when a store failed: nothing is ever sent here. */
import type { OperationState } from '#shared/domain/operation.ts';
import type { ProfileContext } from '../../../core/context.ts';
import type { Change } from '../../../database/repositories/journal/index.ts';
import type { OperationRecord } from '../../../journal/operation-record.ts';

type Left = Pick<Change, 'code'> & { to: OperationState };

/** What becomes of an operation that nobody is sending; null where nothing has to. */
function safeState({ state, attemptNo }: OperationRecord, mayHaveLeft: boolean): Left | null {
  if (state === 'SENDING') return { code: 'recovered', to: 'UNKNOWN' };
  if (state !== 'INTENT') return null;
  const neverSent = attemptNo === 0 && !mayHaveLeft;
  return neverSent ? { code: 'expired', to: 'EXPIRED' } : { code: 'recovered', to: 'CHECKING' };
}

/** Answers the operation as it is then; null where it was safe. Only for one that nobody is sending. `mayHaveLeft`: the journal proves nothing of an intent. */
export async function makeSafe(
  { db, clock }: ProfileContext,
  record: OperationRecord,
  mayHaveLeft = false,
): Promise<OperationRecord | null> {
  const left = safeState(record, mayHaveLeft);
  if (!left) return null;
  const atMs = clock.nowMs();
  return db.call('journal.change', {
    opId: record.opId,
    ...left,
    params: { from: record.state },
    patch: left.to === 'EXPIRED' ? {} : { nextCheckAtMs: atMs },
    atMs,
  });
}

/**
 * Answers false where no operation may be touched: money must stay blocked. `fromBackup`: the journal is an older copy, or
 * may be one, so an INTENT in it may have been sent since, and is followed like everything that is not known.
 */
export async function recoverOperations(context: ProfileContext, fromBackup = false): Promise<boolean> {
  const { db, log } = context;
  const gate = await db.call('journal.gate', null);
  if (gate === 'damaged' || (gate === 'unconfirmed' && !fromBackup)) {
    log.error('operations-not-recovered', { journal: gate });
    return false;
  }
  for (const record of await db.call('journal.settleable', { terminalId: null }))
    await makeSafe(context, record, fromBackup);
  return true;
}
