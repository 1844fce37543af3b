/** Sends something for approval. */
import type { ApprovalRequest } from '#shared/contract/approvals.ts';
import { peopleError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { NewApproval } from '../../database/repositories/approvals.ts';
import type { AskedAbout } from '../operations/index.ts';
import { uuidv7 } from '../uuid.ts';
import type { Requests, Who } from './stored-requests.ts';

type About = Pick<
  NewApproval,
  | 'transactionIds'
  | 'operation'
  | 'closing'
  | 'resolution'
  | 'offer'
  | 'differences'
  | 'authorized'
  | 'exceptions'
  | 'reason'
  | 'note'
  | 'kept'
>;
/** `about`: which sale, card or recipient it is, for a person who decides on another PC. The record keeps it. */
export type Asked = Pick<NewApproval, 'kind' | 'subject' | 'totals'> &
  Partial<About> & { readonly about?: AskedAbout };
const nothingMore: About = {
  transactionIds: [],
  operation: null,
  closing: null,
  resolution: null,
  offer: null,
  differences: [],
  authorized: null,
  exceptions: [],
  reason: null,
  note: null,
  kept: { retyped: null, figures: null },
};

export async function request(
  requests: Requests,
  { about, ...asked }: Asked,
  who: Who,
): Promise<Result<{ request: ApprovalRequest }>> {
  const { db, clock } = requests;
  const requestId = uuidv7(requests);
  const by = { requestedById: who.personId, requestedBy: who.name };
  const made: NewApproval = { ...nothingMore, ...asked, requestId, ...by, atMs: clock.nowMs() };
  const waiting = await db.call('approvals.create', made);
  if (waiting) return err(peopleError('request-waiting', { requestedBy: waiting.requestedBy }));
  const stored = await requests.open(requestId);
  if (!stored.ok) return stored;
  const { reason, note } = made;
  const sha256 = await db.call('approvals.sha256', requestId);
  const params = { requestedBy: who.name, reason, note, sha256, ...(about && { about }) };
  if (await requests.tell('approval.requested', stored.value, params)) return ok({ request: stored.value });
  // A request that the record does not hold could never be approved.
  await requests.decided(stored.value, 'withdrawn', { by: who.name, note: null, opId: null });
  return err(peopleError('request-not-recorded'));
}
