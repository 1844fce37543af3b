/**
 * Carries out what a person approved on another PC: by the calls that a dialog on this PC makes, with everything read and checked
 * again. Only the check of the PIN is another one.
 */
import type { ApprovalRequest } from '#shared/contract/approvals.ts';
import type { OrderMovementKind } from '#shared/contract/payments.ts';
import type { ApprovalKind, NewMovement } from '#shared/domain/approvals.ts';
import { reversalReasons } from '#shared/domain/operation.ts';
import { movementError, peopleError, type AppError } from '#shared/errors/app-error.ts';
import { err, type Result } from '#shared/errors/result.ts';
import { sameMoney, toDecimal, type Money } from '#shared/money/money.ts';
import type { ProfileSession } from '../core/profile-session.ts';
import { createApprovalHandlers, createConfirm } from '../services/approvals/index.ts';
import type { Acting, PeopleService } from '../services/people/index.ts';
import { createInstantSettlementHandlers } from './instant-settlement.ts';
import { createOperationHandlers } from './operations.ts';

type People = Pick<PeopleService, 'authorize' | 'signedIn' | 'limits'> & { acting: Pick<Acting, 'run'> };
type Done = Promise<Result<unknown, AppError>>;
type Calls = ReturnType<typeof callsOf>;
type Way = (asked: { session: ProfileSession; request: ApprovalRequest; calls: Calls }) => Done;

function callsOf(session: ProfileSession, people: People) {
  const use = <T>(work: (open: ProfileSession) => T): T => work(session);
  const confirm = createConfirm(people);
  return {
    ...createOperationHandlers(use, confirm),
    ...createInstantSettlementHandlers(use, confirm),
    ...createApprovalHandlers(use, people),
  };
}

const changed = () => err(peopleError('decision-changed'));
const formOf = ({ requestId, note }: ApprovalRequest, amount: Money) => ({
  note: note ?? '',
  typedAmount: toDecimal(amount),
  authorization: { pin: '', second: null, requestId },
});
/** The amount of a movement that has one. */
const amountOf = ({ totals: [total, ...more] }: ApprovalRequest): Money | null =>
  total && more.length === 0 ? total.amount : null;

const reverse: Way = async ({ request, calls }) => {
  const amount = amountOf(request);
  const reason = reversalReasons.find((one) => one === request.reason);
  if (!amount || !reason) return changed();
  const prepared = await calls['reversal.prepare']({ rowId: request.subject });
  if (!prepared.ok) return prepared;
  const { preparationId, transaction } = prepared.value;
  if (!sameMoney(transaction.amount, amount)) return changed();
  return calls['reversal.confirm']({ preparationId, reason, ...formOf(request, amount) });
};

const moveOrder =
  (kind: OrderMovementKind): Way =>
  async ({ request, calls }) => {
    const amount = amountOf(request);
    if (!amount) return changed();
    const prepared = await calls['orderMovement.prepare']({ kind, orderId: request.subject, amount });
    if (!prepared.ok) return prepared;
    const { preparationId } = prepared.value;
    const reason = request.reason ?? '';
    return calls['orderMovement.confirm']({ preparationId, reason, ...formOf(request, amount) });
  };

const charge: Way = async ({ request, calls }) => {
  const amount = amountOf(request);
  if (!amount) return changed();
  const prepared = await calls['charge.prepare']({ cardKey: request.subject, amount });
  if (!prepared.ok) return prepared;
  const { preparationId } = prepared.value;
  const reason = request.reason ?? '';
  return calls['charge.confirm']({ preparationId, reason, ...formOf(request, amount) });
};

/** The fees are asked for once more, as both people agreed to these and no others. */
const payEarly: Way = async ({ session, request, calls }) => {
  const { offer, transactionIds, requestId } = request;
  const amount = amountOf(request);
  const quoted = await session.instantSettlement.quote({ transactionIds });
  if (!quoted.ok) return quoted;
  const { quoteId, total, totalFees, netTransfer } = quoted.value;
  const isAsAsked =
    offer !== null &&
    amount !== null &&
    sameMoney(total, amount) &&
    sameMoney(totalFees, offer.totalFees) &&
    sameMoney(netTransfer, offer.netTransfer);
  if (!isAsAsked) return err(movementError('quote-changed'));
  const authorization = { pin: '', second: null, requestId };
  return calls['instantSettlement.confirm']({ quoteId, typedNet: toDecimal(netTransfer), authorization });
};

/** As it was asked for, by the same checks as if both people were here. */
const asAsked: Way = ({ request: { requestId }, calls }) =>
  calls['approvals.confirm']({ requestId, pin: '' });

const newMovements: Readonly<Record<NewMovement, Way>> = {
  reversal: reverse,
  refund: moveOrder('refund'),
  void: moveOrder('void'),
  capture: moveOrder('capture'),
  'order-reversal': moveOrder('order-reversal'),
  charge,
  'instant-settlement': payEarly,
};
const ways: Readonly<Partial<Record<ApprovalKind, Way>>> = newMovements;

export function carryOutHere(session: ProfileSession, request: ApprovalRequest, people: People): Done {
  const way = ways[request.kind] ?? asAsked;
  return way({ session, request, calls: callsOf(session, people) });
}
