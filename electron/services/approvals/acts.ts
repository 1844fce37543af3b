/** The acts that are approved by a request: which right each asks for, and how each is done. */
import type { ApprovalRequest } from '#shared/contract/approvals.ts';
import { approvalKinds } from '#shared/domain/approvals.ts';
import { rightOfKind, type Right } from '#shared/domain/rights.ts';
import { peopleError, type AppError } from '#shared/errors/app-error.ts';
import { err, type Result } from '#shared/errors/result.ts';
import type { KeptOfRequest } from '../../database/repositories/approvals.ts';
import type { Approval } from '../people/index.ts';
import type { Approvable } from './approvable.ts';

export const carrySubject = (closingId: string, opId: string): string => `${closingId}/${opId}`;

/** The right of the act itself; null if the request does not say what it is about. */
export function rightOf({ kind, operation }: Pick<ApprovalRequest, 'kind' | 'operation'>): Right | null {
  const { right } = approvalKinds[kind];
  return right === 'of-movement' ? operation && rightOfKind[operation.kind] : right;
}

/** Through the same path as if both had been there, with its own checks. */
export async function actOf(
  { operations, closing, reconciliation }: Approvable,
  request: ApprovalRequest,
  kept: KeptOfRequest,
  approval: Approval,
): Promise<Result<unknown, AppError>> {
  const { operation, resolution, requestId } = request;
  const { approvedBy, by, faultNow } = approval;
  const decides = { requestId, by };
  const requested = { figures: kept.figures, decides, ...(faultNow && { faultNow }) };
  const note = request.note ?? '';
  const opId = operation?.opId ?? '';
  const closingId = request.closing?.closingId ?? '';
  switch (request.kind) {
    case 'reversal':
    case 'refund':
    case 'void':
    case 'capture':
    case 'order-reversal':
    case 'charge':
    case 'instant-settlement':
      return err(peopleError('request-not-open'));
    case 'send-again':
      return operations.sendAgain({ opId, retyped: kept.retyped ?? '' }, { ...approval, requestId });
    case 'resolve':
      if (!resolution) return err(peopleError('request-not-open'));
      return operations.resolve({ opId, ...resolution, reason: note }, { ...approval, requestId });
    case 'carry-operation':
      return closing.carry({ closingId, opId, note }, approvedBy, decides);
    case 'close-day':
      return closing.confirm(closingId, approvedBy, requested);
    case 'close-provisional':
      return closing.provisional(closingId, note, approvedBy, requested);
    case 'reopen-day':
      return closing.reopen(closingId, note, approvedBy, decides);
    case 'write-off':
    case 'write-off-sheet':
      return reconciliation.decideAsked(request.exceptions, approvedBy, decides);
  }
}
