/** Stores what people decide about exceptions: all decisions of one call, or none of them. */
import { hostname } from 'node:os';
import type { ApprovalRequest, AskedDecision } from '#shared/contract/approvals.ts';
import type { ReconcileException } from '#shared/contract/reconciliation-items.ts';
import { peopleError, reconciliationError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import { absolute, totalsOf } from '#shared/money/money.ts';
import type { ProfileContext } from '../context.ts';
import type { Decides } from '../../database/repositories/approvals.ts';
import type { Decision } from '../../database/repositories/reconciliation/decisions.ts';

export type ToApprove = Pick<ApprovalRequest, 'exceptions' | 'totals'>;

/** The part of each decision that two people agree on. */
export const toApprove = (decisions: readonly AskedDecision[]): ToApprove => ({
  exceptions: decisions.map(({ action, remark, exception }) => {
    const { key, version, comparison, type, ours, theirs, difference } = exception;
    return { action, remark, exception: { key, version, comparison, type, ours, theirs, difference } };
  }),
  totals: totalsOf(
    decisions.flatMap(({ action, exception: { difference } }) =>
      action === 'write-off' && difference ? [{ amount: absolute(difference) }] : [],
    ),
  ),
});

export const decisionOf = ({ action, remark, exception }: AskedDecision): Decision => {
  const { key, version, difference } = exception;
  return action === 'write-off' && difference
    ? { key, version, remark, kind: 'written-off', amount: difference }
    : { key, version, remark, kind: 'resolved' };
};

export const whoActs = ({ actor, clock }: ProfileContext) => ({
  by: actor(),
  atMs: clock.nowMs(),
  machine: hostname(),
});

export const findExceptions = ({ db, clock }: ProfileContext, keys: readonly string[]) =>
  db.call('reconciliation.exceptionsOf', { keys: [...keys], nowMs: clock.nowMs() });

export async function decide(
  context: ProfileContext,
  decisions: readonly Decision[],
  approvedBy: string | null = null,
  decides: Decides | null = null,
): Promise<Result<{ exceptions: ReconcileException[] }, AppError>> {
  const { db, clock, emit } = context;
  const input = { ...whoActs(context), approvedBy, decides, decisions: [...decisions], nowMs: clock.nowMs() };
  const done = await db.call('reconciliation.decide', input);
  if (done.kind === 'request-not-open') return err(peopleError('request-not-open'));
  if (done.kind === 'refused') {
    const { code, key } = done.refusal;
    return err(reconciliationError(code, { key }));
  }
  emit('reconciliation.changed', { what: 'decisions' });
  const keys = decisions.map(({ key }) => key);
  return ok({ exceptions: await findExceptions(context, keys) });
}
