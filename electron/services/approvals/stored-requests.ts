/** Requests as they are stored: which may be decided, what deciding writes, and what the audit record says of it. */
import type { ApprovalRequest } from '#shared/contract/approvals.ts';
import { peopleError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import { toDecimal, type Money } from '#shared/money/money.ts';
import type { NewEntry } from '../../audit/entry.ts';
import type { ProfileContext } from '../context.ts';

export type Who = {
  readonly personId: string;
  readonly name: string;
  /** The entry by which another PC of the chain decided it. */
  readonly decision?: string;
};
export type RecordOfRequests = {
  /** False if the storage refused it. */
  record: (entry: NewEntry) => Promise<boolean>;
  /** Verifies all of the record. */
  isWhole: () => Promise<boolean>;
};
type Decision = {
  readonly by: string;
  readonly note: string | null;
  readonly opId: string | null;
  readonly decision?: string;
};
/** A request, or as much as a decision says of one that is not here. */
export type DeclinedOf = Pick<ApprovalRequest, 'requestId' | 'totals'> & {
  readonly kind?: string;
  readonly closing?: ApprovalRequest['closing'];
};
type Decided = 'approved' | 'refused' | 'withdrawn';
export type Requests = ReturnType<typeof createRequests>;

/** Whose day it is: who counts that branch blind is not shown the amounts. */
export const branchOf = ({ closing }: Pick<DeclinedOf, 'closing'>): { branch?: string } =>
  closing ? { branch: closing.branchKey } : {};

export const amountText = ({ amount }: { readonly amount: Money }): string =>
  `${amount.currency} ${toDecimal(amount)}`;

export function createRequests(context: ProfileContext, { record, isWhole }: RecordOfRequests) {
  const { db, clock, emit } = context;
  /** A request that is being carried out can be neither withdrawn nor decided a second time. */
  const deciding = new Set<string>();

  const tell = (action: NewEntry['action'], request: ApprovalRequest, params: NewEntry['params']) => {
    const amounts = request.totals.map(amountText);
    const facts = { kind: request.kind, subject: request.subject, amounts, ...branchOf(request) };
    emit('approvals.changed', {});
    return record({ action, target: request.requestId, params: { ...facts, ...params }, outcome: 'ok' });
  };
  const tellDeclined = (of: DeclinedOf, params: NewEntry['params']) => {
    emit('approvals.changed', {});
    const { requestId: target, totals, kind = '' } = of;
    const facts = { kind, amounts: totals.map(amountText), ...branchOf(of), ...params };
    return record({ action: 'approval.declined', target, params: facts, outcome: 'ok' });
  };
  const tellDecided = (request: ApprovalRequest, state: Decided, decision: Decision): Promise<boolean> =>
    tell(`approval.${state}`, request, { requestedBy: request.requestedBy, ...decision });

  async function open(requestId: string): Promise<Result<ApprovalRequest, AppError>> {
    const request = await db.call('approvals.get', requestId);
    if (request?.state === 'waiting' && !deciding.has(requestId)) return ok(request);
    const by = request?.decidedBy ?? null;
    return err(peopleError('request-not-open', by === null ? {} : { cause: 'ended', by }));
  }
  const isRecorded = async (requestId: string): Promise<Result<null, AppError>> =>
    (await db.call('approvals.isRecorded', requestId)) ? ok(null) : err(peopleError('request-not-recorded'));

  return {
    ...context,
    deciding,
    tell,
    tellDecided,
    tellDeclined,
    open,
    isRecorded,
    /** Returns the request if it is still waiting and the intact audit record confirms it. */
    proven: async (requestId: string): Promise<Result<ApprovalRequest, AppError>> => {
      const request = await open(requestId);
      if (!request.ok) return request;
      if (!(await isWhole())) return err(peopleError('request-not-recorded'));
      const recorded = await isRecorded(requestId);
      return recorded.ok ? request : recorded;
    },
    decided: async (
      request: ApprovalRequest,
      state: Decided,
      decision: Decision,
    ): Promise<Result<Record<string, never>>> => {
      const { requestId } = request;
      const { by, note, opId } = decision;
      const stored = { requestId, state, atMs: clock.nowMs(), by, note, opId };
      const first = await db.call('approvals.decide', stored);
      if (!first) return err(peopleError('request-not-open'));
      // The record is what other PCs hear of it: who is answered finds it there.
      await tellDecided(request, state, decision);
      return ok({});
    },
  };
}
