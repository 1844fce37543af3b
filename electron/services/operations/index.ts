/** The use cases of movements of money: prepare, confirm, follow, send again, resolve. */
import { createHash } from 'node:crypto';
import { inputError, movementError, type AppError } from '#shared/errors/app-error.ts';
import type { InputOf, OutputOf, ParsedInputOf } from '#shared/contract/index.ts';
import type { ApprovalRequest } from '#shared/contract/approvals.ts';
import type { Operation } from '#shared/contract/operations.ts';
import type { Money } from '#shared/money/money.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { ProfileContext } from '../../core/context.ts';
import { nextLookAtMs } from '../../journal/evidence.ts';
import type { OperationRecord } from '../../journal/operation-record.ts';
import type { InstantSettlementService } from '../instant-settlement/index.ts';
import type { TerminalService } from '../terminals/index.ts';
import type { Approval } from '../people/index.ts';
import { createAcknowledgements } from './kinds/acknowledge.ts';
import { createChecker } from './machine/checker.ts';
import { checkOffer, instantSettlementIntent } from './kinds/instant-settlement.ts';
import { createMovementKinds } from './kinds/index.ts';
import { createLeftBehind } from './machine/left-behind.ts';
import type { OrderMovementKind } from './kinds/order-left.ts';
import {
  checkOrderForm,
  planOrderMovement,
  orderIntent,
  type OrderForm,
  type OrderPlan,
} from './kinds/order.ts';
import { checkPayoutForm, payoutIntent, type PayoutForm } from './kinds/payout.ts';
import { createPreparations } from './machine/preparations.ts';
import { recoverOperations } from './machine/recover.ts';
import { checkTypedAmount } from './kinds/reversal.ts';
import { createReversals } from './kinds/reverse.ts';
import { createSendAgain } from './machine/send-again.ts';
import type { Sent } from './machine/send-once.ts';
import { approvalFacts, decidedBy, type ToApprove } from './approval-facts.ts';
import { startMovement, type Begin, type ReadAgain } from './machine/start-movement.ts';
import { canResolve, isFollowed, toDetail, toOperation } from './view.ts';

export type OperationService = ReturnType<typeof createOperationService>;
type Detail = Result<OutputOf<'operations.detail'>>;
type ResolveForm = Omit<InputOf<'operations.resolve'>, 'authorization'>;
type Needs = { terminals: TerminalService; instantSettlement: InstantSettlementService };

export function createOperationService(context: ProfileContext, needs: Needs) {
  const { db, clock, emit, log } = context;
  const { terminals, instantSettlement } = needs;
  const orders = createPreparations<OrderPlan>(context);
  const usedPayoutForms = new Set<string>();
  /** Offers that were confirmed: each is used once. */
  const usedQuotes = new Set<string>();
  let inFlight = 0;
  let blocked = true;
  let stopped = false;
  let ended = false;

  const told = (record: OperationRecord) => {
    emit('operations.changed', { opIds: [record.opId] });
    if (record.terminalId !== null) emit('terminals.changed', { terminalIds: [record.terminalId] });
    if (record.kind === 'instant-settlement') emit('instantSettlement.changed', { what: 'eligible' });
  };
  const kinds = createMovementKinds(context, instantSettlement);
  const checker = createChecker(context, { terminals, kinds }, told);
  const leftBehind = createLeftBehind(context, {
    inTurn: checker.inTurn,
    isDoubtful: () => stopped,
    onSafe: (record) => {
      told(record);
      void checker.plan();
    },
  });

  /** Every send goes through here: counted, told, and followed when its outcome is not known. */
  async function move(send: () => Promise<Result<Sent, AppError>>): Promise<Result<Sent, AppError>> {
    if (blocked || stopped || ended) return err(movementError('journal-blocked'));
    inFlight += 1;
    try {
      const sent = await send();
      if (sent.ok) told(sent.value.record);
      return sent;
    } finally {
      inFlight -= 1;
      void checker.plan();
    }
  }

  const begin: Begin = (intent, approval = null) =>
    move(async () => {
      const made = await intent();
      if (!made.ok) return made;
      const decided = { approval: approvalFacts(approval), decides: decidedBy(approval) };
      return leftBehind.attempt(made.value.opId, () =>
        startMovement(context, kinds, { ...made.value, ...decided }),
      );
    });

  async function detailOf(opId: string): Promise<Detail> {
    const record = await db.call('journal.get', opId);
    if (!record) return err(movementError('operation-not-found', { opId }));
    return ok(toDetail(record, await db.call('journal.events', opId)));
  }
  /** What was done is done: a story that cannot be read now is not told as a failure. */
  const detailAfter = (record: OperationRecord): Promise<Detail> =>
    detailOf(record.opId).catch((error: unknown) => {
      log.error('story-not-read', { opId: record.opId, error: String(error) });
      return ok(toDetail(record, []));
    });

  const readAgain: ReadAgain = (terminalId) =>
    terminals.readTerminal(terminalId).catch((error: unknown) => {
      log.warn('read-after-movement-failed', { error: String(error) });
      return null;
    });

  const sendAgain = createSendAgain(
    context,
    { terminals, kinds },
    { checker, leftBehind, move, detailOf, detailAfter },
  );

  return {
    inFlight: () => inFlight,
    /** What a person has confirmed is in flight from here on, through the check of the PIN and what is read before it. */
    async confirming<T>(work: () => Promise<T>): Promise<T> {
      inFlight += 1;
      try {
        return await work();
      } finally {
        inFlight -= 1;
      }
    },
    counts: () => db.call('journal.counts', null),

    /** No movement starts while the audit record is broken; reads and following go on. */
    stopMoney: (stop: boolean) => void (stopped = stop),

    /** Before anything else may move: open operations are made safe, and following them begins. */
    async recover(fromBackup = false): Promise<void> {
      blocked = !(await checker.inTurn(() => recoverOperations(context, fromBackup)));
      await checker.plan();
    },

    async page({
      scope,
      kind,
      cursor,
      limit,
    }: ParsedInputOf<'operations.page'>): Promise<Result<OutputOf<'operations.page'>>> {
      const afterSeq = cursor === null ? null : Number(cursor);
      if (Number.isNaN(afterSeq)) return err(inputError('invalid', { where: 'cursor' }));
      const records = await db.call('journal.page', { scope, kind, afterSeq, limit: limit + 1 });
      const shown = records.slice(0, limit);
      return ok({
        rows: shown.map(toOperation),
        next: records.length > limit ? String(shown.at(-1)?.seq ?? '') : null,
      });
    },

    detail: ({ opId }: InputOf<'operations.detail'>): Promise<Detail> => detailOf(opId),

    async checkNow({ opId }: InputOf<'operations.checkNow'>): Promise<Detail> {
      const record = await db.call('journal.get', opId);
      if (!record) return err(movementError('operation-not-found', { opId }));
      if (!isFollowed(record)) return detailOf(opId);
      const checked = await checker.check(record);
      void checker.plan();
      return checked.ok ? detailOf(opId) : checked;
    },

    /** Only a person, only from ABSENT, only after one more fresh read, and one press at a time. */
    sendAgain,

    ...createAcknowledgements(context, terminals, { begin, readAgain }),
    ...createReversals(context, terminals, { begin, readAgain }),

    async resolve(
      { opId, resolution, evidence, evidenceReference, reason }: ResolveForm,
      approval: Approval | null = null,
    ): Promise<Detail> {
      const done = resolution === 'done';
      // A read may have settled it while the person was writing, and may be about to.
      const after = await checker.inTurn(async () => {
        const record = await db.call('journal.get', opId);
        if (!record) return err(movementError('operation-not-found', { opId }));
        if (!canResolve(record.state))
          return err(movementError('not-allowed-in-state', { state: record.state }));
        return ok(
          await db.call('journal.change', {
            opId,
            code: done ? 'resolved-done' : 'resolved-not-done',
            to: done ? 'RESOLVED_DONE' : 'RESOLVED_NOT_DONE',
            params: { evidence, evidenceReference, reason, ...approvalFacts(approval) },
            patch: { nextCheckAtMs: done ? null : nextLookAtMs(record, clock.nowMs()) },
            decides: decidedBy(approval),
            atMs: clock.nowMs(),
          }),
        );
      });
      if (!after.ok) return after;
      told(after.value);
      void checker.plan();
      return detailAfter(after.value);
    },

    /** What was retyped is the amount, as `sendAgain` will want it. */
    checkRetyped(totals: ApprovalRequest['totals'], retyped: string): Result<null, AppError> {
      const amount = totals[0]?.amount;
      return amount ? checkTypedAmount(retyped, amount) : err(inputError('amount-not-understood'));
    },

    instantSettlementToApprove(quoteId: string): Result<ToApprove, AppError> {
      const offer = instantSettlement.offerOf(quoteId);
      if (!offer) return err(movementError('quote-expired'));
      const transactionIds = offer.transactionIds.toSorted();
      const totals = [{ count: offer.count, amount: offer.total }];
      const subject = createHash('sha256').update(transactionIds.join(' ')).digest('hex');
      return ok({ kind: 'instant-settlement', subject, transactionIds, totals, reason: null, note: null });
    },

    async confirmInstantSettlement(
      input: Omit<InputOf<'instantSettlement.confirm'>, 'authorization'>,
      approval: Approval | null = null,
    ): Promise<Result<OutputOf<'instantSettlement.confirm'>>> {
      const isUsed = () => usedQuotes.has(input.quoteId);
      // Not "expired", which would have another offer made without a look at what came of this one.
      if (isUsed()) return err(movementError('preparation-expired'));
      const offer = await checkOffer(context, instantSettlement, input);
      if (!offer.ok) return offer;
      if (isUsed()) return err(movementError('preparation-expired'));
      usedQuotes.add(input.quoteId);
      const sent = await begin(
        () => instantSettlementIntent(context, instantSettlement, offer.value),
        approval,
      );
      if (!sent.ok) return sent;
      const { record, verdict } = sent.value;
      const made = verdict?.kind === 'succeeded' ? verdict.request : null;
      const request = made ? await instantSettlement.storeRequest(made) : null;
      return ok({
        operation: toOperation(record),
        request: request && { ...request, operationId: record.opId },
      });
    },

    /** Refund, void or capture: the order is read again, and the plan is what a person then confirms, once. */
    async prepareOrderMovement(wanted: {
      kind: OrderMovementKind;
      orderId: string;
      amount: Money | null;
    }): Promise<Result<{ preparationId: string; plan: OrderPlan }>> {
      const plan = await planOrderMovement(context, wanted);
      if (!plan.ok) return plan;
      return ok({ preparationId: orders.add(plan.value), plan: plan.value });
    },

    async confirmOrderMovement(
      preparationId: string,
      form: OrderForm,
    ): Promise<Result<{ operation: Operation }>> {
      const plan = await orders.confirm(preparationId, {
        check: (confirmed) => checkOrderForm(confirmed, form),
        planAgain: (confirmed) => planOrderMovement(context, confirmed),
      });
      if (!plan.ok) return plan;
      const sent = await begin(() => orderIntent(context, plan.value, form));
      return sent.ok ? ok({ operation: toOperation(sent.value.record) }) : sent;
    },

    /** `formId` is the dialog's own: one dialog is one payout, however often it is confirmed. */
    async confirmPayout(formId: string, form: PayoutForm): Promise<Result<{ operation: Operation }>> {
      if (usedPayoutForms.has(formId)) return err(movementError('preparation-expired'));
      const complete = checkPayoutForm(form);
      if (!complete.ok) return complete;
      usedPayoutForms.add(formId);
      const sent = await begin(() => payoutIntent(context, form));
      return sent.ok ? ok({ operation: toOperation(sent.value.record) }) : sent;
    },

    /** Nothing leaves any more from here on. */
    stop: (): Promise<void> => {
      ended = true;
      leftBehind.stop();
      return checker.stop();
    },
  };
}
