/** Requests for approval: made by one person, decided by another. Approving is confirming the movement itself. */
import type { ApprovalKind, ApprovalRequest } from '#shared/contract/approvals.ts';
import { peopleError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import { toDecimal } from '#shared/money/money.ts';
import type { NewEntry } from '../../audit/entry.ts';
import type { ProfileContext } from '../../core/context.ts';
import type { KeptOfRequest, NewApproval } from '../../database/repositories/approvals.ts';
import { uuidv7 } from '../uuid.ts';

export type { KeptOfRequest } from '../../database/repositories/approvals.ts';

type Who = { readonly personId: string; readonly name: string };
type About = Pick<
  NewApproval,
  | 'transactionIds'
  | 'operation'
  | 'closing'
  | 'resolution'
  | 'differences'
  | 'exceptions'
  | 'reason'
  | 'note'
  | 'kept'
>;
export type Asked = Pick<NewApproval, 'kind' | 'subject' | 'totals'> & Partial<About>;
const nothingMore: About = {
  transactionIds: [],
  operation: null,
  closing: null,
  resolution: null,
  differences: [],
  exceptions: [],
  reason: null,
  note: null,
  kept: { retyped: null, figures: null },
};
/** So long who asked is told that it was refused, and of so many. */
const TOLD_FOR_MS = 7 * 86_400_000;
const MOST_TOLD = 20;
export type ApprovalService = ReturnType<typeof createApprovalService>;

const amountsText = ({ totals }: Pick<ApprovalRequest, 'totals'>) =>
  totals.map(({ amount }) => `${amount.currency} ${toDecimal(amount)}`);

export type RecordOfRequests = {
  /** False where the storage refused it. */
  record: (entry: NewEntry) => Promise<boolean>;
  /** Verifies all of the record. */
  isWhole: () => Promise<boolean>;
};

export function createApprovalService(context: ProfileContext, { record, isWhole }: RecordOfRequests) {
  const { db, clock, emit, log } = context;
  /** What is being carried out can be neither withdrawn nor decided a second time. */
  const deciding = new Set<string>();

  const tell = (action: NewEntry['action'], request: ApprovalRequest, params: NewEntry['params']) => {
    const facts = { kind: request.kind, subject: request.subject, amounts: amountsText(request) };
    emit('approvals.changed', {});
    return record({ action, target: request.requestId, params: { ...facts, ...params }, outcome: 'ok' });
  };
  const tellDecided = (
    request: ApprovalRequest,
    state: 'approved' | 'refused' | 'withdrawn',
    { by, note, opId }: { by: string; note: string | null; opId: string | null },
  ) => void tell(`approval.${state}`, request, { requestedBy: request.requestedBy, by, note, opId });

  async function open(requestId: string): Promise<Result<ApprovalRequest, AppError>> {
    const request = await db.call('approvals.get', requestId);
    return request?.state === 'waiting' && !deciding.has(requestId)
      ? ok(request)
      : err(peopleError('request-not-open'));
  }

  const isRecorded = async ({ requestId }: ApprovalRequest): Promise<Result<null, AppError>> =>
    (await db.call('approvals.isRecorded', requestId)) ? ok(null) : err(peopleError('request-not-recorded'));

  /** One that may be approved: it waits, and a record that is whole says that it was asked for as it is stored. */
  async function proven(requestId: string): Promise<Result<ApprovalRequest, AppError>> {
    const request = await open(requestId);
    if (!request.ok) return request;
    if (!(await isWhole())) return err(peopleError('request-not-recorded'));
    const recorded = await isRecorded(request.value);
    return recorded.ok ? request : recorded;
  }

  async function decided(
    request: ApprovalRequest,
    state: 'approved' | 'refused' | 'withdrawn',
    { by, note, opId }: { by: string; note: string | null; opId: string | null },
  ): Promise<Result<Record<string, never>>> {
    const { requestId } = request;
    const atMs = clock.nowMs();
    const first = await db.call('approvals.decide', { requestId, state, by, atMs, note, opId });
    if (!first) return err(peopleError('request-not-open'));
    tellDecided(request, state, { by, note, opId });
    return ok({});
  }

  /** The request after it was carried out: decided with the movement, or here where there was nothing left to do. */
  async function afterwards(
    request: ApprovalRequest,
    by: string,
    done: Result<unknown, AppError>,
  ): Promise<Result<{ request: ApprovalRequest }, AppError>> {
    const { requestId } = request;
    const decision = { by, note: null, opId: request.operation?.opId ?? null };
    const acted = await db.call('approvals.get', requestId);
    if (acted?.state === 'approved') tellDecided(request, 'approved', decision);
    if (!done.ok) return done;
    const told = acted?.state === 'waiting' && (await decided(request, 'approved', decision));
    if (told && !told.ok) return told;
    const after = await db.call('approvals.get', requestId);
    return after ? ok({ request: after }) : err(peopleError('request-not-open'));
  }

  return {
    list: async (personId: string | null) => {
      const sinceMs = clock.nowMs() - TOLD_FOR_MS;
      const mine = personId !== null && { personId, sinceMs, limit: MOST_TOLD };
      return ok({
        requests: await db.call('approvals.waiting', null),
        refused: mine ? await db.call('approvals.refused', mine) : [],
      });
    },

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
      const sha256 = await db.call('approvals.sha256', made.requestId);
      const told = await tell('approval.requested', request.value, {
        requestedBy: who.name,
        reason: made.reason,
        note: made.note,
        sha256,
      });
      // What the record does not hold could never be approved.
      if (!told) {
        await decided(request.value, 'withdrawn', { by: who.name, note: null, opId: null });
        return err(peopleError('request-not-recorded'));
      }
      return ok({ request: request.value });
    },

    /** The request that this confirmation names: it must wait, and be about the same thing. */
    async waiting(
      requestId: string,
      kind: ApprovalKind | null,
      subject: string,
    ): Promise<Result<ApprovalRequest, AppError>> {
      const request = await proven(requestId);
      if (!request.ok) return request;
      return request.value.kind === kind && request.value.subject === subject
        ? request
        : err(peopleError('request-not-open'));
    },

    /** Decided with the movement, in its own transaction. */
    approved: (request: ApprovalRequest, by: string, opId: string): void =>
      tellDecided(request, 'approved', { by, note: null, opId }),

    open: proven,

    /**
     * Carries out what was asked for, which decides the request in its own transaction; where it is refused the request
     * waits on. Where there was nothing left to do, it is decided here.
     */
    async carryOut(
      { requestId }: ApprovalRequest,
      by: string,
      act: (request: ApprovalRequest, kept: KeptOfRequest) => Promise<Result<unknown, AppError>>,
    ): Promise<Result<{ request: ApprovalRequest }, AppError>> {
      const request = await open(requestId);
      if (!request.ok) return request;
      deciding.add(requestId);
      try {
        // Again: a PIN was typed meanwhile.
        const recorded = await isRecorded(request.value);
        if (!recorded.ok) return recorded;
        const done = await act(request.value, await db.call('approvals.kept', requestId));
        try {
          return await afterwards(request.value, by, done);
        } catch (error) {
          // It was carried out, or refused: that is the answer, whatever cannot be read or written of the request now.
          log.error('request-not-read-again', { requestId, error: String(error) });
          return done.ok ? ok({ request: request.value }) : done;
        }
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
