/** The first page of the day. */
import type { OutputOf } from '#shared/contract/index.ts';
import { ok, type Result } from '#shared/errors/result.ts';
import type { ProfileContext } from '../context.ts';
import type { ClosingService } from '../closing/index.ts';

export const createTodayService = (
  { db, clock }: ProfileContext,
  { closing }: { closing: Pick<ClosingService, 'strayRows'> },
) => ({
  async get(): Promise<Result<OutputOf<'today.get'>>> {
    const strays = await closing.strayRows();
    return ok(await db.call('today.get', { nowMs: clock.nowMs(), strays }));
  },
});
