/** What people do: match by hand, assign, resolve, write off, and take each of these back. */
import { hostname } from 'node:os';
import type { Channel, OutputOf, ParsedInputOf } from '#shared/contract/index.ts';
import type { ReconcileException } from '#shared/contract/reconciliation.ts';
import { inputError, reconciliationError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { Money } from '#shared/money/money.ts';
import type { ProfileContext } from '../../core-context.ts';
import type { Decision } from '../../database/repositories/reconciliation/decisions.ts';
import { uuidv7 } from '../uuid.ts';

type Answer<C extends Channel> = Promise<Result<OutputOf<C>, AppError>>;
/** Once each. */
const distinct = <T extends { readonly key: string }>(seen: readonly T[]): T[] => [
  ...new Map(seen.map((one) => [one.key, one])).values(),
];

export function createActs(context: ProfileContext, runSoon: () => void) {
  const { db, clock, emit } = context;
  const who = () => ({ by: context.actor(), atMs: clock.nowMs(), machine: hostname() });
  const find = (keys: readonly string[]) =>
    db.call('reconciliation.exceptionsOf', { keys: [...keys], nowMs: clock.nowMs() });

  /** All of them or none. */
  async function decide(
    decisions: readonly Decision[],
    approvedBy: string | null = null,
  ): Promise<Result<{ exceptions: ReconcileException[] }, AppError>> {
    const input = { ...who(), approvedBy, decisions: [...decisions], nowMs: clock.nowMs() };
    const done = await db.call('reconciliation.decide', input);
    if (done.kind === 'refused') {
      const { code, key } = done.refusal;
      return err(reconciliationError(code, { key }));
    }
    emit('reconciliation.changed', { what: 'decisions' });
    return ok({ exceptions: await find(decisions.map(({ key }) => key)) });
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
    async toWriteOff({
      exception: { key, version },
      remark,
    }: Pick<ParsedInputOf<'reconciliation.writeOff'>, 'exception' | 'remark'>): Promise<
      Result<{ amount: Money }, AppError>
    > {
      if (remark === '') return err(inputError('note-needed'));
      const [found] = await find([key]);
      if (!found) return err(reconciliationError('exception-gone', { key }));
      if (found.version !== version) return err(reconciliationError('changed-since', { key }));
      if (found.state !== 'open') return err(reconciliationError('decided-already', { key }));
      const { difference } = found;
      if (difference === null || difference.minor === 0n)
        return err(reconciliationError('nothing-to-write-off', { key }));
      return ok({ amount: difference });
    },

    writeOff: (
      {
        exception: { key, version },
        remark,
      }: Pick<ParsedInputOf<'reconciliation.writeOff'>, 'exception' | 'remark'>,
      amount: Money,
      approvedBy: string | null,
    ) => decide([{ key, version, kind: 'written-off', remark, amount }], approvedBy),
  };
}
