/** Matches that people make, and take back. */
import type { VerbsOf } from '#shared/contract/index.ts';
import { inputError, reconciliationError } from '#shared/errors/app-error.ts';
import { err, ok } from '#shared/errors/result.ts';
import type { ProfileContext } from '../context.ts';
import { uuidv7 } from '../uuid.ts';
import { whoActs } from './decide.ts';

export function createMatching(context: ProfileContext, runSoon: () => void) {
  const { db, emit } = context;
  const changed = () => {
    emit('reconciliation.changed', { what: 'decisions' });
    runSoon();
  };

  return {
    async match(input) {
      const { ours, theirs, difference, remark } = input;
      if (ours.length + theirs.length < 2) return err(inputError('nothing-selected'));
      if (difference.minor !== 0n && remark === '') return err(inputError('note-needed'));
      const matchId = uuidv7(context);
      const done = await db.call('reconciliation.match', { ...whoActs(context), ...input, matchId });
      if (done.kind === 'refused') {
        const { code, ...params } = done.refused;
        return err(reconciliationError(code, params));
      }
      if (!done.match) throw new Error('the match was just stored');
      changed();
      return ok(done.match);
    },

    async accept({ proposals, remark }) {
      if (remark === '' && proposals.some(({ difference }) => difference.minor !== 0n))
        return err(inputError('note-needed'));
      const who = whoActs(context);
      const refused = await db.call(
        'reconciliation.accept',
        proposals.map((one) => ({
          ...who,
          ...one,
          comparison: 'bank',
          remark: one.difference.minor === 0n ? '' : remark,
          matchId: uuidv7(context),
        })),
      );
      if (refused) {
        const { code, ...params } = refused;
        return err(reconciliationError(code, params));
      }
      changed();
      return ok({ matched: proposals.length });
    },

    async setLearnt(input) {
      await db.call('reconciliation.setLearnt', { ...whoActs(context), ...input });
      emit('reconciliation.changed', { what: 'settings' });
      runSoon();
      return ok({});
    },

    async unmatch(input) {
      if (input.reason === '') return err(inputError('reason-needed'));
      const done = await db.call('reconciliation.unmatch', { ...whoActs(context), ...input });
      if (!done) return err(reconciliationError('match-gone'));
      changed();
      return ok({});
    },
  } satisfies VerbsOf<'reconciliation'>;
}
