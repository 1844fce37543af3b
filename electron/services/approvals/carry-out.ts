/** Carries a request out: the act itself decides the request, in its own transaction. */
import type { ApprovalRequest } from '#shared/contract/approvals.ts';
import { peopleError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { KeptOfRequest } from '../../database/repositories/approvals.ts';
import type { Approval } from '../people/index.ts';
import type { Requests } from './stored-requests.ts';

type Decider = Pick<Approval, 'by' | 'decision'>;
type CarriedOut = Promise<Result<{ request: ApprovalRequest }, AppError>>;
type ActOf = (request: ApprovalRequest, kept: KeptOfRequest) => Promise<Result<unknown, AppError>>;

/** The request after the act. If there was nothing left to do, the act did not decide it, and it is decided here. */
async function afterwards(
  requests: Requests,
  request: ApprovalRequest,
  { by, decision: sent }: Decider,
  done: Result<unknown, AppError>,
): CarriedOut {
  const { db, tellDecided, decided } = requests;
  const { requestId } = request;
  const opId = request.operation?.opId ?? null;
  const decision = { by, note: null, opId, ...(sent !== undefined && { decision: sent }) };
  const acted = await db.call('approvals.get', requestId);
  if (acted?.state === 'approved') await tellDecided(request, 'approved', decision);
  if (!done.ok) return done;
  const told = acted?.state === 'waiting' && (await decided(request, 'approved', decision));
  if (told && !told.ok) return told;
  const after = await db.call('approvals.get', requestId);
  return after ? ok({ request: after }) : err(peopleError('request-not-open'));
}

/** If the act is refused, the request goes on waiting. */
export async function carryOut(
  requests: Requests,
  { requestId }: ApprovalRequest,
  decider: Decider,
  act: ActOf,
): CarriedOut {
  const { db, log, deciding, open, isRecorded } = requests;
  const request = await open(requestId);
  if (!request.ok) return request;
  deciding.add(requestId);
  try {
    // Asked again: a PIN was typed meanwhile.
    const recorded = await isRecorded(requestId);
    if (!recorded.ok) return recorded;
    const done = await act(request.value, await db.call('approvals.kept', requestId));
    try {
      return await afterwards(requests, request.value, decider, done);
    } catch (error) {
      // It was carried out, or refused: that is the answer, whatever cannot be read or written of the request now.
      log.error('request-not-read-again', { requestId, error: String(error) });
      return done.ok ? ok({ request: request.value }) : done;
    }
  } finally {
    deciding.delete(requestId);
  }
}
