/** The use cases of movements of money: prepare, confirm, follow, send again, resolve. */
import type { InputOf, OutputOf, ParsedInputOf } from '#shared/contract/index.ts';
import { countSchema } from '#shared/contract/wire.ts';
import { ok, type Result } from '#shared/errors/result.ts';
import type { ProfileContext } from '../context.ts';
import { readCursor } from '../cursor.ts';
import { createAcknowledgements } from './movements/acknowledgement/index.ts';
import { createCharges } from './movements/charge/index.ts';
import { createMovements, type MovementNeeds } from './movements/index.ts';
import { createInstantSettlements } from './movements/instant-settlement/index.ts';
import { createOrderMovements } from './movements/order/index.ts';
import { createPayoutBatches } from './movements/payout-batch/index.ts';
import { createPayouts } from './movements/payout/index.ts';
import { createReversals } from './movements/reversal/index.ts';
import { noClaims, type Claims } from './machine/claims.ts';
import { createMachine } from './machine/index.ts';
import { checkRetypedAmount } from './machine/retyped.ts';
import { toOperation } from './view.ts';

export { sentBefore } from './movements/payout/before.ts';
export { transferOf } from './movements/payout/transfer-of.ts';
export { claimOfRecord, type ClaimHeld, type Claims, type ToClaim } from './machine/claims.ts';
export type { AskedAbout, ToApprove } from './approval-facts.ts';
export { toOperation };
export type OperationService = ReturnType<typeof createOperationService>;

export function createOperationService(
  context: ProfileContext,
  { claims = noClaims, ...needs }: MovementNeeds & { claims?: Claims },
) {
  const { terminals, instantSettlement: instant } = needs;
  const movements = createMovements(context, needs);
  const machine = createMachine(context, movements, { terminals, claims });
  const { pipeline } = machine;

  return {
    ...createReversals(context, { movement: movements.reversal, pipeline, terminals }),
    ...createAcknowledgements(context, { movement: movements.acknowledgement, pipeline, terminals }),
    ...createInstantSettlements(context, { movement: movements['instant-settlement'], pipeline, instant }),
    ...createOrderMovements(context, { movements, pipeline }),
    ...createPayouts(context, { movement: movements.payout, pipeline }),
    ...createPayoutBatches(context, { movement: movements['payout-batch'], pipeline }),
    ...createCharges(context, { movement: movements.charge, pipeline }),

    counts: () => context.db.call('journal.counts', null),
    page: (input: ParsedInputOf<'operations.page'>) => page(context, input),
    detail: ({ opId }: InputOf<'operations.detail'>) => machine.detail(opId),
    checkNow: ({ opId }: InputOf<'operations.checkNow'>) => machine.checkNow(opId),
    sendAgain: machine.sendAgain,
    resolve: machine.resolve,
    /** The amount as `sendAgain` will ask for it. */
    checkRetyped: checkRetypedAmount,

    inFlight: pipeline.inFlight,
    /** A confirmed operation counts as in flight from here on, also during the check of the PIN and the reads before the send. */
    confirming: pipeline.whileInFlight,
    /** While the audit record is broken no movement starts. Reads and following go on. */
    stopMoney: pipeline.recordBroken,
    recover: machine.recover,
    stop: machine.stop,
  };
}

async function page(
  { db }: ProfileContext,
  { scope, kind, cursor, limit }: ParsedInputOf<'operations.page'>,
): Promise<Result<OutputOf<'operations.page'>>> {
  const after = readCursor(countSchema, cursor);
  if (!after.ok) return after;
  const records = await db.call('journal.page', { scope, kind, afterSeq: after.value, limit: limit + 1 });
  const shown = records.slice(0, limit);
  return ok({
    rows: shown.map(toOperation),
    next: records.length > limit ? String(shown.at(-1)?.seq ?? '') : null,
  });
}
