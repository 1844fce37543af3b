/**
 * Reversal of a sale at a terminal (§4.2, §4.10), in the order in which it happens: the dialog is prepared, a person
 * confirms it, the intent is made, the answer is judged, and reads show what became of it.
 */
import type { InputOf, OutputOf, ParsedInputOf } from '#shared/contract/index.ts';
import { inputError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { ProfileContext } from '../../../context.ts';
import type { OperationRecord } from '../../../../journal/operation-record.ts';
import { evidenceFromTerminal } from '../../../../journal/read-evidence.ts';
import type { Approval } from '../../../people/index.ts';
import type { TerminalRead, TerminalService } from '../../../terminals/index.ts';
import { uuidv7 } from '../../../uuid.ts';
import type { ToApprove } from '../../approval-facts.ts';
import type { Intent } from '../../machine/intent.ts';
import type { Movement, Renewal } from '../../machine/movement.ts';
import type { Pipeline } from '../../machine/pipeline.ts';
import { checkRetypedAmount, checkTypedAmount } from '../../machine/retyped.ts';
import { checkNoCard } from '../../machine/written.ts';
import { toOperation } from '../../view.ts';
import { createPreparations } from '../preparations.ts';
import { readTerminalAfter } from '../read-terminal-after.ts';
import { planReversal, rowIdsOf, type ReversalPlan } from './plan.ts';

/** The dialog as a person filled it in. The PINs have been checked before it comes here. */
type ReversalForm = Omit<ParsedInputOf<'reversal.confirm'>, 'authorization' | 'preparationId'>;
type Reversal = Movement<{ rowId: string }, ReversalPlan, ReversalForm>;

export function createReversals(
  context: ProfileContext,
  { movement, pipeline, terminals }: { movement: Reversal; pipeline: Pipeline; terminals: TerminalService },
) {
  const preparations = createPreparations(context, movement);
  return {
    async prepareReversal({
      rowId,
    }: InputOf<'reversal.prepare'>): Promise<Result<OutputOf<'reversal.prepare'>>> {
      const plan = await movement.plan({ rowId });
      if (!plan.ok) return plan;
      const { transaction, readAtMs, orderId } = plan.value;
      const orderIdField = context.gateway.reversalOrderIdField;
      const preparationId = preparations.add(plan.value);
      return ok({ preparationId, transaction, readAtMs, orderId, orderIdField });
    },

    /** The content of a request for approval of this reversal. */
    reversalToApprove(
      preparationId: string,
      { reason, note }: Pick<ReversalForm, 'reason' | 'note'>,
    ): Result<ToApprove, AppError> {
      const plan = preparations.get(preparationId);
      if (!plan.ok) return plan;
      const written = checkReason({ reason, note });
      if (!written.ok) return written;
      const { rowId, amount, terminalId, refNumber, merchantOrderId } = plan.value.transaction;
      const totals = [{ count: 1, amount }];
      const about = { terminalId, refNumber, merchantOrderId };
      const facts = { subject: rowId, transactionIds: [rowId], totals, about };
      return ok({ kind: 'reversal', ...facts, reason, note: note.trim() || null });
    },

    async confirmReversal(
      { preparationId, ...form }: ReversalForm & { preparationId: string },
      approval: Approval | null = null,
    ): Promise<Result<OutputOf<'reversal.confirm'>>> {
      const plan = await preparations.confirm(preparationId, form);
      if (!plan.ok) return plan;
      const sent = await pipeline.run(() => movement.intent(plan.value, form), approval);
      if (!sent.ok) return sent;
      const { record } = sent.value;
      if (record.state === 'SUCCEEDED')
        void readTerminalAfter(context, terminals, plan.value.transaction.terminalId);
      return ok({ operation: toOperation(record) });
    },
  };
}

export const reversalMovement = (context: ProfileContext, terminals: TerminalService): Reversal => ({
  plan: ({ rowId }) => planReversal(context, terminals, rowId),
  checkForm: ({ transaction }, form) => {
    const written = checkReason(form);
    return written.ok ? checkTypedAmount(form.typedAmount, transaction.amount) : written;
  },
  intent: (plan, form) => reversalIntent(context, plan, form),
  judge:
    ({ orderId }) =>
    (status, body) =>
      context.gateway.readReversalAnswer(orderId ?? '', status, body),
  rebuild: ({ orderId }) => context.gateway.buildReversal(orderId ?? ''),
  evidence: {
    from: 'terminal',
    judge: (record, read, sameAccess) => judgeReading(context, record, read, sameAccess),
    readAgain: (record) => readAgain(terminals, record),
  },
});

const checkReason = (form: Pick<ReversalForm, 'reason' | 'note'>): Result<null, AppError> =>
  form.reason === 'other' && form.note.trim() === '' ? err(inputError('note-needed')) : checkNoCard(form);

async function reversalIntent(
  context: ProfileContext,
  { rowId, transaction, orderId, readAtMs, listedRowIds, knownOps }: ReversalPlan,
  { reason, note }: Pick<ReversalForm, 'reason' | 'note'>,
): Promise<Result<Intent, AppError>> {
  const request = await context.gateway.buildReversal(orderId);
  if (!request.ok) return request;
  return ok({
    opId: uuidv7(context),
    kind: 'reversal',
    subject: `rev:${orderId}`,
    terminalId: transaction.terminalId,
    orderId,
    refNumber: transaction.refNumber,
    totals: [{ count: 1, amount: transaction.amount }],
    reason,
    note: note.trim() || null,
    rowIds: [rowId],
    knownOps,
    request: request.value,
    evidenceBefore: { readAtMs, listedRowIds, saleRowId: rowId },
    readAtMs,
    seenSinceMs: transaction.firstSeenAtMs,
  });
}

async function judgeReading(
  { db, gateway, capabilities }: ProfileContext,
  record: OperationRecord,
  { reading, decided, readAtMs, serverAtMs }: TerminalRead,
  sameAccess: boolean,
) {
  return evidenceFromTerminal(record, {
    reading,
    reversalIds: new Set(decided.flatMap(({ rowId, kind }) => (kind === 'reversal' ? [rowId] : []))),
    atMs: readAtMs,
    serverAtMs,
    sameAccess,
    orderIdField: gateway.reversalOrderIdField,
    listLagMs: capabilities.listLagMs,
    others: await db.call('journal.othersLike', record.opId),
  });
}

/** A second attempt: what is listed before it is no proof of it. */
async function readAgain(
  terminals: TerminalService,
  { terminalId, totals }: OperationRecord,
): Promise<Result<Renewal, AppError>> {
  const read = await terminals.readTerminal(terminalId ?? '');
  if (!read.ok) return read;
  const { readAtMs } = read.value;
  return ok({
    readAtMs,
    checkRetyped: (retyped) => checkRetypedAmount(totals, retyped),
    renew: async ({ evidenceBefore }) => {
      const listedRowIds = [...new Set([...evidenceBefore.listedRowIds, ...rowIdsOf(read.value)])];
      return { patch: { evidenceBefore: { ...evidenceBefore, readAtMs, listedRowIds } } };
    },
  });
}
