/** The acts of people: match by hand, assign, resolve, write off, and take each of these back. */
import type { AskedDecision } from '#shared/contract/approvals.ts';
import type { ParsedInputOf } from '#shared/contract/index.ts';
import { inputError, reconciliationError } from '#shared/errors/app-error.ts';
import { err } from '#shared/errors/result.ts';
import type { ProfileContext } from '../context.ts';
import type { Decides } from '../../database/repositories/approvals.ts';
import { decide, decisionOf, findExceptions } from './decide.ts';
import { createMatching } from './match-by-hand.ts';
import { createWriteOff } from './write-off.ts';

/** Each exception once. */
const distinct = <T extends { readonly key: string }>(seen: readonly T[]): T[] => [
  ...new Map(seen.map((one) => [one.key, one])).values(),
];

export const createActs = (context: ProfileContext, runSoon: () => void) => ({
  ...createMatching(context, runSoon),
  ...createWriteOff(context),

  assign: ({ exceptions, owner, dueOn, remark }: ParsedInputOf<'reconciliation.assign'>) =>
    decide(
      context,
      distinct(exceptions).map(({ key, version }) => ({
        key,
        version,
        kind: 'assigned',
        owner,
        dueOn,
        remark,
      })),
    ),

  async resolve({ exceptions, remark }: ParsedInputOf<'reconciliation.resolve'>) {
    if (remark === '') return err(inputError('note-needed'));
    return decide(
      context,
      distinct(exceptions).map(({ key, version }) => ({ key, version, kind: 'resolved', remark })),
    );
  },

  async reopen({ key, reason }: ParsedInputOf<'reconciliation.reopen'>) {
    if (reason === '') return err(inputError('reason-needed'));
    const [found] = await findExceptions(context, [key]);
    return decide(context, [{ key, version: found?.version ?? '', kind: 'reopened', remark: reason }]);
  },

  /** Does what one person asked for and another approves. If an exception has changed since, none of it is done. */
  async decideAsked(asked: readonly AskedDecision[], approvedBy: string | null, decides: Decides) {
    const done = await decide(context, asked.map(decisionOf), approvedBy, decides);
    return !done.ok && done.error.code === 'changed-since'
      ? err(reconciliationError('changed-since-asked', done.error.params))
      : done;
  },
});
