/** Requests for approval: made by one person, decided by another. Approving is confirming the movement itself. */
import type { ApprovalKind, ApprovalRequest } from '#shared/contract/approvals.ts';
import { peopleError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import { toDecimal } from '#shared/money/money.ts';
import type { NewEntry } from '../../audit/entry.ts';
import type { ProfileContext } from '../../core-context.ts';
import type { KeptOfRequest, NewApproval } from '../../database/repositories/approvals.ts';
import { uuidv7 } from '../uuid.ts';

export type { KeptOfRequest } from '../../database/repositories/approvals.ts';

type Who = { readonly personId: string; readonly name: string };
type About = Pick<
  NewApproval,
  'transactionIds' | 'operation' | 'closing' | 'resolution' | 'differences' | 'reason' | 'note' | 'kept'
>;
export type Asked = Pick<NewApproval, 'kind' | 'subject' | 'totals'> & Partial<About>;
const nothingMore: About = {
  transactionIds: [],
  operation: null,
  closing: null,
  resolution: null,
  differences: [],
  reason: null,
  note: null,
  kept: { retyped: null, figures: null },
};
export type ApprovalService = ReturnType<typeof createApprovalService>;

const amountsText = ({ totals }: Pick<ApprovalRequest, 'totals'>) =>
  totals.map(({ amount }) => `${amount.currency} ${toDecimal(amount)}`);

export function createApprovalService(context: ProfileContext, record: (entry: NewEntry) => void) {
  const { db, clock, emit } = context;
  /** What is being carried out can be neither withdrawn nor decided a second time. */
  const deciding = new Set<string>();

  const tell = (action: NewEntry['action'], request: ApprovalRequest, params: NewEntry['params']) => {
    const facts = { kind: request.kind, subject: request.subject, amounts: amountsText(request) };
    record({ action, target: request.requestId, params: { ...facts, ...params }, outcome: 'ok' });
    emit('approvals.changed', {});
  };

  async function open(requestId: string): Promise<Result<ApprovalRequest, AppError>> {
    const request = await db.call('approvals.get', requestId);
    return request?.state === 'waiting' && !deciding.has(requestId)
      ? ok(request)
      : err(peopleError('request-not-open'));
  }

  async function decided(
    request: ApprovalRequest,
    state: 'approved' | 'refused' | 'withdrawn',
    { by, note, opId }: { by: string; note: string | null; opId: string | null },
  ): Promise<Result<Record<string, never>>> {
    const { requestId, requestedBy } = request;
    const atMs = clock.nowMs();
    const first = await db.call('approvals.decide', { requestId, state, by, atMs, note, opId });
    if (!first) return err(peopleError('request-not-open'));
    tell(`approval.${state}`, request, { requestedBy, by, note, opId });
    return ok({});
  }

  return {
    list: async () => ok({ requests: await db.call('approvals.waiting', null) }),

    async request(asked: Asked, who: Who): Promise<Result<{ request: ApprovalRequest }>> {
      const made: NewApproval = {
        ...nothingMore,
        ...asked,
        requestId: uuidv7(context),
        requestedById: who.personId,
        requestedBy: who.name,
        atMs: clock.nowMs(),
      };
      const waiting = await db.call('approvals.create', made);
      if (waiting) return err(peopleError('request-waiting', { requestedBy: waiting.requestedBy }));
      const request = await open(made.requestId);
      if (!request.ok) return request;
      tell('approval.requested', request.value, {
        requestedBy: who.name,
        reason: made.reason,
        note: made.note,
      });
      return ok({ request: request.value });
    },

    /** The request that this confirmation names: it must wait, and be about the same thing. */
    async waiting(
      requestId: string,
      kind: ApprovalKind | null,
      subject: string,
    ): Promise<Result<ApprovalRequest, AppError>> {
      const request = await open(requestId);
      if (!request.ok) return request;
      return request.value.kind === kind && request.value.subject === subject
        ? request
        : err(peopleError('request-not-open'));
    },

    approved: (request: ApprovalRequest, by: string, opId: string) =>
      decided(request, 'approved', { by, note: null, opId }),

    open,

    /** Carries out what was asked for; where that is refused the request waits on. */
    async carryOut(
      { requestId }: ApprovalRequest,
      by: string,
      act: (request: ApprovalRequest, kept: KeptOfRequest) => Promise<Result<unknown, AppError>>,
    ): Promise<Result<{ request: ApprovalRequest }, AppError>> {
      const request = await open(requestId);
      if (!request.ok) return request;
      deciding.add(requestId);
      try {
        const done = await act(request.value, await db.call('approvals.kept', requestId));
        if (!done.ok) return done;
        const opId = request.value.operation?.opId ?? null;
        const told = await decided(request.value, 'approved', { by, note: null, opId });
        if (!told.ok) return told;
        const after = await db.call('approvals.get', requestId);
        return after ? ok({ request: after }) : err(peopleError('request-not-open'));
      } finally {
        deciding.delete(requestId);
      }
    },

    /** Done with both people there, or not to be done any more: nobody has to decide on it. */
    async overtaken(subject: string, kinds: readonly ApprovalKind[], by: string): Promise<void> {
      const waiting = await db.call('approvals.waiting', null);
      for (const request of waiting)
        if (request.subject === subject && kinds.includes(request.kind) && !deciding.has(request.requestId))
          await decided(request, 'withdrawn', { by, note: null, opId: null });
    },

    async refuse(requestId: string, note: string, who: Who): Promise<Result<Record<string, never>>> {
      const request = await open(requestId);
      if (!request.ok) return request;
      if (request.value.requestedById === who.personId) return err(peopleError('own-request'));
      return decided(request.value, 'refused', { by: who.name, note, opId: null });
    },

    async withdraw(requestId: string, who: Who): Promise<Result<Record<string, never>>> {
      const request = await open(requestId);
      if (!request.ok) return request;
      if (request.value.requestedById !== who.personId) return err(peopleError('request-not-open'));
      return decided(request.value, 'withdrawn', { by: who.name, note: null, opId: null });
    },
  };
}
