/** One search over everything that is kept on this PC; the gateway is not asked. */
import type { OutputOf, ParsedInputOf } from '#shared/contract/index.ts';
import { ok, type Result } from '#shared/errors/result.ts';
import type { ProfileContext } from '../context.ts';

export const createFindService = ({ db, seesContacts }: ProfileContext) => ({
  async all({ text, asker }: ParsedInputOf<'find.all'>): Promise<Result<OutputOf<'find.all'>>> {
    const search = { text, seesContacts: seesContacts() };
    return ok({ found: await db.ask('find.all', search, { for: 'rows', asker }) });
  },
});
