/** The use cases of words: what the gateway's types of transactions mean here. */
import { hostname } from 'node:os';
import type { OutputOf, VerbsOf } from '#shared/contract/index.ts';
import { wordKey } from '#shared/domain/kinds/index.ts';
import { inputError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { ProfileContext } from '../context.ts';

type Listed = Promise<Result<OutputOf<'words.list'>, AppError>>;

export function createWordsService({ db, clock, emit, actor }: ProfileContext) {
  const list = async (): Listed => ok({ words: await db.call('words.list', null) });

  return {
    list,
    /** Only words that were seen: what is said of others could not be judged by anybody. */
    async say({ words }) {
      const seen = new Map(
        (await db.call('words.list', null)).map((one) => [wordKey(one.folded, one.sign), one] as const),
      );
      const said = words.flatMap((one) => {
        const known = seen.get(wordKey(one.folded, one.sign));
        return known ? [{ ...one, word: known.word ?? '' }] : [];
      });
      if (said.length < words.length) return err(inputError('invalid', { where: 'words' }));
      await db.call('words.say', { by: actor(), atMs: clock.nowMs(), machine: hostname(), words: said });
      emit('words.changed', {});
      emit('terminals.changed', { terminalIds: null });
      emit('closing.changed', { closingId: null });
      return list();
    },
  } satisfies VerbsOf<'words'>;
}
