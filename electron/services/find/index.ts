/** One search over everything that is kept on this PC; the gateway is not asked. */
import type { OutputOf, ParsedInputOf } from '#shared/contract/index.ts';
import { ok, type Result } from '#shared/errors/result.ts';
import type { ProfileContext } from '../../core/context.ts';

export const createFindService = ({ db }: ProfileContext) => ({
  all: async ({ text, asker }: ParsedInputOf<'find.all'>): Promise<Result<OutputOf<'find.all'>>> =>
    ok({ found: await db.ask('find.all', text, { for: 'rows', asker }) }),
});
