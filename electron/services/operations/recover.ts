/** What is done with open operations at start: nothing is ever sent here. */
import type { ProfileContext } from '../../core-context.ts';

/**
 * Answers false where no operation may be touched: money must stay blocked. `fromBackup`: the journal is an older copy, or
 * may be one, so an INTENT in it may have been sent since, and is followed like everything that is not known.
 */
export async function recoverOperations(
  { db, clock, log }: ProfileContext,
  fromBackup = false,
): Promise<boolean> {
  const gate = await db.call('journal.gate', null);
  if (gate === 'damaged' || (gate === 'unconfirmed' && !fromBackup)) {
    log.error('operations-not-recovered', { journal: gate });
    return false;
  }
  const atMs = clock.nowMs();
  for (const { opId, state, attemptNo } of await db.call('journal.settleable', { terminalId: null })) {
    const change = (code: 'expired' | 'recovered', to: 'EXPIRED' | 'CHECKING' | 'UNKNOWN') =>
      db.call('journal.change', {
        opId,
        code,
        to,
        params: { from: state },
        patch: to === 'EXPIRED' ? {} : { nextCheckAtMs: atMs },
        atMs,
      });
    if (state === 'INTENT')
      await (attemptNo === 0 && !fromBackup ? change('expired', 'EXPIRED') : change('recovered', 'CHECKING'));
    if (state === 'SENDING') await change('recovered', 'UNKNOWN');
  }
  return true;
}
