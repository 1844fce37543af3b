/** The requests of other PCs, as this PC shows them. */
import type { OtherApproval } from '#shared/contract/approvals.ts';
import type { Approvable } from './approvable.ts';
import { ENDED_SHOWN_MS } from './decide-elsewhere.ts';

/** The requests of this PC are shown whatever the thread of head office does: it may be busy with a long record. */
const OTHERS_WITHIN_MS = 2_000;

export async function requestsOfOthers({
  headOffice,
  context: { clock, log },
}: Pick<Approvable, 'headOffice' | 'context'>): Promise<OtherApproval[]> {
  let cancel = () => {};
  const late = new Promise<[]>((resolve) => {
    cancel = clock.after(OTHERS_WITHIN_MS, () => resolve([]));
  });
  try {
    const asked = await Promise.race([headOffice.othersAsked(clock.nowMs() - ENDED_SHOWN_MS), late]);
    return asked.flatMap(headOffice.asShown);
  } catch (error) {
    log.warn('requests-of-others-not-read', { error: String(error) });
    return [];
  } finally {
    cancel();
  }
}
