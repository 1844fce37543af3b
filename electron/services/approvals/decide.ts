/** Ends a request without its act: refused, withdrawn, or overtaken by the act itself. */
import type { ApprovalKind } from '#shared/domain/approvals.ts';
import { peopleError } from '#shared/errors/app-error.ts';
import { err, type Result } from '#shared/errors/result.ts';
import type { Requests, Who } from './stored-requests.ts';

type Ended = Promise<Result<Record<string, never>>>;

export async function refuse({ open, decided }: Requests, requestId: string, note: string, who: Who): Ended {
  const request = await open(requestId);
  if (!request.ok) return request;
  if (request.value.requestedById === who.personId) return err(peopleError('own-request'));
  const { name: by, decision } = who;
  return decided(request.value, 'refused', {
    by,
    note,
    opId: null,
    ...(decision !== undefined && { decision }),
  });
}

export async function withdraw({ open, decided }: Requests, requestId: string, who: Who): Ended {
  const request = await open(requestId);
  if (!request.ok) return request;
  if (request.value.requestedById !== who.personId) return err(peopleError('request-not-open'));
  return decided(request.value, 'withdrawn', { by: who.name, note: null, opId: null });
}

/** The act was done with both people there, or is not to be done any more: nobody has to decide on these requests. */
export async function overtaken(
  { db, deciding, decided }: Requests,
  subject: string,
  kinds: readonly ApprovalKind[],
  by: string,
): Promise<void> {
  for (const request of await db.call('approvals.waiting', null))
    if (request.subject === subject && kinds.includes(request.kind) && !deciding.has(request.requestId))
      await decided(request, 'withdrawn', { by, note: null, opId: null });
}
