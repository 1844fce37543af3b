/** The use cases of acknowledgement: prepare, and confirm what was prepared while the set is still the same. */
import type { InputOf, OutputOf } from '#shared/contract/index.ts';
import { transactionFilterSchema } from '#shared/contract/terminals.ts';
import { movementError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { ProfileContext } from '../../../core/context.ts';
import type { TerminalService } from '../../terminals/index.ts';
import { uuidv7 } from '../../uuid.ts';
import { planAcknowledgement, acknowledgementIntent, type AckPlan } from './acknowledgement.ts';
import type { Begin, ReadAgain } from '../machine/start-movement.ts';
import { toOperation } from '../view.ts';

const EVERY_ROW = transactionFilterSchema.parse({ listing: 'all' });

export function createAcknowledgements(
  context: ProfileContext,
  terminals: TerminalService,
  { begin, readAgain }: { begin: Begin; readAgain: ReadAgain },
) {
  const { db, clock } = context;
  const acknowledgements = new Map<string, AckPlan>();

  async function ackPreparation(
    plan: AckPlan,
    seenReadAtMs: number | null,
  ): Promise<OutputOf<'acknowledgement.prepare'>> {
    const preparationId = uuidv7(context);
    acknowledgements.set(preparationId, plan);
    const { rows } = await db.call('transactions.page', {
      terminalId: plan.terminalId,
      filter: EVERY_ROW,
      sort: { by: 'firstSeen', direction: 'asc' },
      afterRowId: null,
      limit: Number.MAX_SAFE_INTEGER,
      nowMs: clock.nowMs(),
    });
    const outstanding = rows.filter((row) => row.listing === 'outstanding');
    const since = seenReadAtMs ?? plan.read.readAtMs;
    return {
      preparationId,
      terminalId: plan.terminalId,
      readAtMs: plan.read.readAtMs,
      count: plan.rows.length,
      totals: plan.totals,
      oldestFirstSeenAtMs: outstanding.reduce<number | null>(
        (oldest, row) => Math.min(oldest ?? row.firstSeenAtMs, row.firstSeenAtMs),
        null,
      ),
      newSinceSeen: outstanding.filter((row) => row.firstSeenAtMs > since).length,
      goneSinceSeen: rows.filter((row) => row.goneAtMs !== null && row.goneAtMs > since).length,
    };
  }

  return {
    async prepareAcknowledgement({
      terminalId,
      seenReadAtMs,
    }: InputOf<'acknowledgement.prepare'>): Promise<Result<OutputOf<'acknowledgement.prepare'>>> {
      const plan = await planAcknowledgement(context, terminals, terminalId);
      return plan.ok ? ok(await ackPreparation(plan.value, seenReadAtMs)) : plan;
    },

    async confirmAcknowledgement({
      preparationId,
    }: InputOf<'acknowledgement.confirm'>): Promise<Result<OutputOf<'acknowledgement.confirm'>>> {
      const confirmed = acknowledgements.get(preparationId);
      // Used once: a second click finds nothing to send.
      acknowledgements.delete(preparationId);
      if (!confirmed) return err(movementError('preparation-expired'));
      const plan = await planAcknowledgement(context, terminals, confirmed.terminalId);
      if (!plan.ok) return plan;
      if (plan.value.setHash !== confirmed.setHash) {
        return ok({
          kind: 'set-changed',
          preparation: await ackPreparation(plan.value, confirmed.read.readAtMs),
        });
      }
      const sent = await begin(() => acknowledgementIntent(context, plan.value));
      if (!sent.ok) return sent;
      const { record } = sent.value;
      const after = record.state === 'SUCCEEDED' ? await readAgain(confirmed.terminalId) : null;
      const covered = new Set(plan.value.rows.map((row) => row.rowId));
      const remaining = after?.ok
        ? after.value.reading.rows.filter((row) => covered.has(row.rowId)).length
        : null;
      return ok({ kind: 'ended', operation: toOperation(record), remaining });
    },
  };
}
