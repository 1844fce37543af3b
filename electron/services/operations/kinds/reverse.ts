/** The use cases of reversal: prepare, ask for approval, confirm. */
import type { InputOf, OutputOf, ParsedInputOf } from '#shared/contract/index.ts';
import { inputError, movementError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { ProfileContext } from '../../../core/context.ts';
import type { Approval } from '../../people/index.ts';
import type { TerminalService } from '../../terminals/index.ts';
import type { ToApprove } from '../approval-facts.ts';
import { createPreparations } from '../machine/preparations.ts';
import {
  checkReversalForm,
  planReversal,
  reversalPreparation,
  reversalIntent,
  type ReversalPlan,
} from './reversal.ts';
import type { Begin, ReadAgain } from '../machine/start-movement.ts';
import { toOperation } from '../view.ts';

/** As a dialog fills it in; the PINs have been checked before it comes here. */
type ReversalForm = Omit<ParsedInputOf<'reversal.confirm'>, 'authorization'>;

export function createReversals(
  context: ProfileContext,
  terminals: TerminalService,
  { begin, readAgain }: { begin: Begin; readAgain: ReadAgain },
) {
  const { gateway } = context;
  const reversals = createPreparations<ReversalPlan>(context);

  return {
    async prepareReversal({
      rowId,
    }: InputOf<'reversal.prepare'>): Promise<Result<OutputOf<'reversal.prepare'>>> {
      const plan = await planReversal(context, terminals, rowId);
      if (!plan.ok) return plan;
      const preparationId = reversals.add(plan.value);
      return ok(reversalPreparation(preparationId, plan.value, gateway.reversalOrderIdField));
    },

    /** What a request for approval of this reversal would hold. */
    reversalToApprove(
      preparationId: string,
      { reason, note }: Pick<ReversalForm, 'reason' | 'note'>,
    ): Result<ToApprove, AppError> {
      const plan = reversals.get(preparationId);
      if (!plan) return err(movementError('preparation-expired'));
      if (reason === 'other' && note.trim() === '') return err(inputError('note-needed'));
      const { rowId, amount } = plan.transaction;
      const totals = [{ count: 1, amount }];
      const facts = { subject: rowId, transactionIds: [rowId], totals };
      return ok({ kind: 'reversal', ...facts, reason, note: note.trim() || null });
    },

    async confirmReversal(
      input: ReversalForm,
      approval: Approval | null = null,
    ): Promise<Result<OutputOf<'reversal.confirm'>>> {
      const plan = await reversals.confirm(input.preparationId, {
        check: (confirmed) => checkReversalForm(confirmed, input),
        planAgain: ({ transaction }) => planReversal(context, terminals, transaction.rowId),
      });
      if (!plan.ok) return plan;
      const sent = await begin(() => reversalIntent(context, plan.value, input), approval);
      if (!sent.ok) return sent;
      if (sent.value.record.state === 'SUCCEEDED') void readAgain(plan.value.transaction.terminalId);
      return ok({ operation: toOperation(sent.value.record) });
    },
  };
}
