/** What people do: match by hand, assign, resolve, write off, and take each of these back. */
import { hostname } from 'node:os';
import type { Channel, OutputOf, ParsedInputOf } from '#shared/contract/index.ts';
import type { ApprovalRequest, AskedDecision } from '#shared/contract/approvals.ts';
import type { ReconcileException } from '#shared/contract/reconciliation-items.ts';
import { inputError, peopleError, reconciliationError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import { absolute, totalsOf, type Money } from '#shared/money/money.ts';
import type { ProfileContext } from '../../core/context.ts';
import type { Decides } from '../../database/repositories/approvals.ts';
import type { Decision } from '../../database/repositories/reconciliation/decisions.ts';
import { uuidv7 } from '../uuid.ts';

type Answer<C extends Channel> = Promise<Result<OutputOf<C>, AppError>>;
/** Once each. */
const distinct = <T extends { readonly key: string }>(seen: readonly T[]): T[] => [
  ...new Map(seen.map((one) => [one.key, one])).values(),
];

type ToApprove = Pick<ApprovalRequest, 'exceptions' | 'totals'>;
/** What two people agree on. */
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

type WriteOff = Pick<ParsedInputOf<'reconciliation.writeOff'>, 'exception' | 'remark'>;

export function createActs(context: ProfileContext, runSoon: () => void) {
  const { db, clock, emit } = context;
  const who = () => ({ by: context.actor(), atMs: clock.nowMs(), machine: hostname() });
  const find = (keys: readonly string[]) =>
    db.call('reconciliation.exceptionsOf', { keys: [...keys], nowMs: clock.nowMs() });

  /** All of them or none. */
  async function decide(
    decisions: readonly Decision[],
    approvedBy: string | null = null,
    decides: Decides | null = null,
  ): Promise<Result<{ exceptions: ReconcileException[] }, AppError>> {
    const input = { ...who(), approvedBy, decides, decisions: [...decisions], nowMs: clock.nowMs() };
    const done = await db.call('reconciliation.decide', input);
    if (done.kind === 'request-not-open') return err(peopleError('request-not-open'));
    if (done.kind === 'refused') {
      const { code, key } = done.refusal;
      return err(reconciliationError(code, { key }));
    }
    emit('reconciliation.changed', { what: 'decisions' });
    return ok({ exceptions: await find(decisions.map(({ key }) => key)) });
  }

  /** Open, as it was seen, and with an amount that can be given up. */
  async function seenOpen({
    exception: { key, version },
    remark,
  }: WriteOff): Promise<Result<{ exception: ReconcileException; amount: Money }, AppError>> {
    if (remark === '') return err(inputError('note-needed'));
    const [exception] = await find([key]);
    if (!exception) return err(reconciliationError('exception-gone', { key }));
    if (exception.version !== version) return err(reconciliationError('changed-since', { key }));
    if (exception.state !== 'open') return err(reconciliationError('decided-already', { key }));
    const { difference } = exception;
    if (difference === null || difference.minor === 0n)
      return err(reconciliationError('nothing-to-write-off', { key }));
    return ok({ exception, amount: difference });
  }

  return {
    decide,

    async match({
      ours,
      theirs,
      remark,
      ...input
    }: ParsedInputOf<'reconciliation.match'>): Answer<'reconciliation.match'> {
      if (ours.length + theirs.length < 2) return err(inputError('nothing-selected'));
      if (input.difference.minor !== 0n && remark === '') return err(inputError('note-needed'));
      const matchId = uuidv7(context);
      const done = await db.call('reconciliation.match', {
        ...who(),
        ...input,
        ours,
        theirs,
        remark,
        matchId,
      });
      if (done.kind === 'refused') {
        const { code, ...params } = done.refused;
        return err(reconciliationError(code, params));
      }
      if (!done.match) throw new Error('the match was just stored');
      emit('reconciliation.changed', { what: 'decisions' });
      runSoon();
      return ok(done.match);
    },

    async unmatch({
      matchId,
      reason,
    }: ParsedInputOf<'reconciliation.unmatch'>): Answer<'reconciliation.unmatch'> {
      if (reason === '') return err(inputError('reason-needed'));
      const done = await db.call('reconciliation.unmatch', { ...who(), matchId, reason });
      if (!done) return err(reconciliationError('match-gone'));
      emit('reconciliation.changed', { what: 'decisions' });
      runSoon();
      return ok({});
    },

    assign: ({ exceptions, owner, dueOn, remark }: ParsedInputOf<'reconciliation.assign'>) =>
      decide(
        distinct(exceptions).map(({ key, version }) => ({
          key,
          version,
          kind: 'assigned',
          owner,
          dueOn,
          remark,
        })),
      ),

    async resolve({
      exceptions,
      remark,
    }: ParsedInputOf<'reconciliation.resolve'>): Answer<'reconciliation.resolve'> {
      if (remark === '') return err(inputError('note-needed'));
      return decide(
        distinct(exceptions).map(({ key, version }) => ({ key, version, kind: 'resolved', remark })),
      );
    },

    async reopen({ key, reason }: ParsedInputOf<'reconciliation.reopen'>): Answer<'reconciliation.reopen'> {
      if (reason === '') return err(inputError('reason-needed'));
      const [found] = await find([key]);
      return decide([{ key, version: found?.version ?? '', kind: 'reopened', remark: reason }]);
    },

    /** What a write-off is about, before anybody types a PIN: its amount says how much it asks. */
    async toWriteOff(input: WriteOff): Promise<Result<{ amount: Money }, AppError>> {
      const seen = await seenOpen(input);
      return seen.ok ? ok({ amount: seen.value.amount }) : seen;
    },

    writeOff: ({ exception: { key, version }, remark }: WriteOff, amount: Money, approvedBy: string | null) =>
      decide([{ key, version, kind: 'written-off', remark, amount }], approvedBy),

    /** What a request for approval of it would hold. */
    async writeOffToApprove(input: WriteOff): Promise<Result<ToApprove, AppError>> {
      const seen = await seenOpen(input);
      if (!seen.ok) return seen;
      const { exception } = seen.value;
      return ok(toApprove([{ action: 'write-off', exception, remark: input.remark }]));
    },

    /** What one person asked for and another approves: where an exception is not as it was asked for, nothing of it is done. */
    async decideAsked(asked: readonly AskedDecision[], approvedBy: string | null, decides: Decides) {
      const done = await decide(asked.map(decisionOf), approvedBy, decides);
      return !done.ok && done.error.code === 'changed-since'
        ? err(reconciliationError('changed-since-asked', done.error.params))
        : done;
    },
  };
}
