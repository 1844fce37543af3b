/**
 * Acknowledgement (§4.10) of everything outstanding on one terminal: prepared from a whole fresh read, stored before it is
 * sent, and never repeated by the machine.
 */
import type { InputOf, OutputOf } from '#shared/contract/index.ts';
import { sumRows } from '#shared/domain/kinds/index.ts';
import { movementError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import { toAsciiDigits } from '#shared/text/digits.ts';
import type { ProfileContext } from '../../../context.ts';
import type { CloseDate } from '../../../../database/repositories/closing/index.ts';
import type { OperationRecord } from '../../../../journal/operation-record.ts';
import { evidenceFromTerminal } from '../../../../journal/read-evidence.ts';
import type { TerminalService } from '../../../terminals/index.ts';
import { uuidv7 } from '../../../uuid.ts';
import type { Intent } from '../../machine/intent.ts';
import type { Movement, Renewal } from '../../machine/movement.ts';
import type { Pipeline } from '../../machine/pipeline.ts';
import { toOperation } from '../../view.ts';
import { readTerminalAfter } from '../read-terminal-after.ts';
import { coveredIds, evidenceOf, planAcknowledgement, storeSnapshot, type AckPlan } from './plan.ts';

/** The reason why it goes on over rows that cannot be read; null if there are none. */
type AckForm = { note: string | null };
type Acknowledgement = Movement<{ terminalId: string }, AckPlan, AckForm>;
type Parts = { movement: Acknowledgement; pipeline: Pipeline; terminals: TerminalService };

export function createAcknowledgements(context: ProfileContext, { movement, pipeline, terminals }: Parts) {
  const plans = new Map<string, AckPlan>();

  function prepare(plan: AckPlan, seenReadAtMs: number | null): Promise<OutputOf<'acknowledgement.prepare'>> {
    const preparationId = uuidv7(context);
    plans.set(preparationId, plan);
    return preparationOf(context, preparationId, plan, seenReadAtMs);
  }

  return {
    async prepareAcknowledgement({
      terminalId,
      seenReadAtMs,
    }: InputOf<'acknowledgement.prepare'>): Promise<Result<OutputOf<'acknowledgement.prepare'>>> {
      const plan = await movement.plan({ terminalId });
      return plan.ok ? ok(await prepare(plan.value, seenReadAtMs)) : plan;
    },

    /** The PIN of who decides over rows that cannot be read has been checked before it comes here. */
    async confirmAcknowledgement({
      preparationId,
      note = null,
    }: Partial<AckForm> & { preparationId: string }): Promise<Result<OutputOf<'acknowledgement.confirm'>>> {
      const confirmed = plans.get(preparationId);
      if (!confirmed) return err(movementError('preparation-expired'));
      const decided = movement.checkForm(confirmed, { note });
      if (!decided.ok) return decided;
      // Used once: a second click finds nothing to send.
      plans.delete(preparationId);
      const plan = await movement.plan(confirmed);
      if (!plan.ok) return plan;
      if (plan.value.setHash !== confirmed.setHash) {
        const preparation = await prepare(plan.value, confirmed.read.readAtMs);
        return ok({ kind: 'set-changed', preparation });
      }
      const sent = await pipeline.run(() => movement.intent(plan.value, { note }));
      if (!sent.ok) return sent;
      const { record } = sent.value;
      const remaining =
        record.state === 'SUCCEEDED' ? await stillListed(context, terminals, plan.value) : null;
      return ok({ kind: 'ended', operation: toOperation(record), remaining });
    },
  };
}

/** How many of the acknowledged rows the terminal lists still; null if that could not be read. */
async function stillListed(context: ProfileContext, terminals: TerminalService, plan: AckPlan) {
  const after = await readTerminalAfter(context, terminals, plan.terminalId);
  if (!after?.ok) return null;
  const covered = new Set(coveredIds(plan));
  const { rows, unreadable } = after.value.reading;
  return [...rows, ...unreadable].filter(({ rowId }) => covered.has(rowId)).length;
}

/** Its rows by the day whose close has them, oldest first. */
function daysOf({ decided }: AckPlan, dates: readonly CloseDate[]) {
  const dateOf = new Map(dates.map(({ rowId, businessDate }) => [rowId, businessDate]));
  const days = Map.groupBy(decided, ({ rowId }) => dateOf.get(rowId) ?? '');
  days.delete('');
  return [...days]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([businessDate, rows]) => ({ businessDate, count: rows.length, sums: sumRows(rows) }));
}

/** What the dialog shows of a plan. */
async function preparationOf(
  { db }: ProfileContext,
  preparationId: string,
  plan: AckPlan,
  seenReadAtMs: number | null,
): Promise<OutputOf<'acknowledgement.prepare'>> {
  const { oldestFirstSeenAtMs, came, went } = await db.call('transactions.changesSince', {
    terminalId: plan.terminalId,
    sinceMs: seenReadAtMs ?? plan.read.readAtMs,
  });
  const dates = await db.call('closing.closeDates', {
    terminalId: plan.terminalId,
    rowIds: plan.decided.map(({ rowId }) => rowId),
  });
  return {
    preparationId,
    terminalId: plan.terminalId,
    readAtMs: plan.read.readAtMs,
    count: plan.rows.length,
    sums: plan.sums,
    unreadable: [...plan.unreadable],
    days: daysOf(plan, dates),
    oldestFirstSeenAtMs,
    newSinceSeen: came,
    goneSinceSeen: went,
  };
}

export const acknowledgementMovement = (
  context: ProfileContext,
  terminals: TerminalService,
): Acknowledgement => ({
  plan: ({ terminalId }) => planAcknowledgement(context, terminals, terminalId),
  // The dialog has nothing to fill in, unless it names rows that cannot be read.
  checkForm: ({ unreadable }, { note }) =>
    unreadable.length > 0 && note === null
      ? err(movementError('unreadable-rows', { count: unreadable.length }))
      : ok(null),
  intent: (plan, form) => acknowledgementIntent(context, plan, form),
  judge: () => context.gateway.readAcknowledgementAnswer,
  rebuild: ({ terminalId }) => context.gateway.buildAcknowledgement(terminalId ?? ''),
  evidence: {
    from: 'terminal',
    judge: async (record, { reading, readAtMs, serverAtMs }, sameAccess) =>
      evidenceFromTerminal(record, {
        reading,
        reversalIds: new Set(),
        atMs: readAtMs,
        serverAtMs,
        sameAccess,
        orderIdField: context.gateway.reversalOrderIdField,
        listLagMs: context.capabilities.listLagMs,
        others: [],
      }),
    readAgain: (record) => planAgain(context, terminals, record),
  },
});

/** The rows and the raw answer are durable before this answers (I6). */
async function acknowledgementIntent(
  context: ProfileContext,
  plan: AckPlan,
  { note }: AckForm,
): Promise<Result<Intent, AppError>> {
  const { terminalId, totals, read } = plan;
  const rowIds = coveredIds(plan);
  const request = await context.gateway.buildAcknowledgement(terminalId);
  if (!request.ok) return request;
  const snapshotId = await storeSnapshot(context, plan);
  return ok({
    opId: uuidv7(context),
    kind: 'acknowledgement',
    subject: `ack:${terminalId}`,
    terminalId,
    totals,
    note,
    rowIds,
    request: request.value,
    evidenceBefore: evidenceOf(plan, snapshotId),
    readAtMs: read.readAtMs,
    stored: rowIds.length,
  });
}

/**
 * A second attempt covers what is outstanding now, which is stored before anything leaves. The person types how many rows that
 * is. Rows that cannot be read are among them only if a person decided on them before the first attempt.
 */
async function planAgain(
  context: ProfileContext,
  terminals: TerminalService,
  { terminalId, evidenceBefore }: OperationRecord,
): Promise<Result<Renewal, AppError>> {
  const plan = await planAcknowledgement(context, terminals, terminalId ?? '');
  if (!plan.ok) return plan;
  const { unreadable, totals, read } = plan.value;
  const named = new Set(evidenceBefore.listedRowIds);
  const notNamed = unreadable.filter(({ rowId }) => !named.has(rowId)).length;
  if (notNamed > 0) return err(movementError('unreadable-since-sent', { count: notNamed }));
  const rowIds = coveredIds(plan.value);
  const count = rowIds.length;
  return ok({
    readAtMs: read.readAtMs,
    checkRetyped: (retyped) =>
      toAsciiDigits(retyped).trim() === String(count)
        ? ok(null)
        : err(movementError('set-changed', { count })),
    renew: async () => {
      const evidenceBefore = evidenceOf(plan.value, await storeSnapshot(context, plan.value));
      return { patch: { totals, evidenceBefore, rowIds }, stored: count };
    },
  });
}
