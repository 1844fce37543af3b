/** Closes of the past: the list, newest first, and a month. */
import type { InputOf, OutputOf, ParsedInputOf } from '#shared/contract/index.ts';
import { inputError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { Desk } from './desk.ts';

export async function history(
  { db, clock }: Desk,
  { branchKey, cursor, limit }: ParsedInputOf<'closing.history'>,
): Promise<Result<OutputOf<'closing.history'>, AppError>> {
  const [, date = '', seq = ''] = /^(\d{4}-\d{2}-\d{2}):(\d{1,12})$/.exec(cursor ?? '') ?? [];
  if (cursor !== null && date === '') return err(inputError('invalid', { where: 'cursor' }));
  const after = cursor === null ? null : { date, seq: Number(seq) };
  const page = await db.call('closing.history', { branchKey, after, limit, nowMs: clock.nowMs() });
  return ok({ rows: page.rows, next: page.next && `${page.next.date}:${page.next.seq}` });
}

export async function calendar(
  desk: Desk,
  { branchKey, month }: InputOf<'closing.calendar'>,
): Promise<Result<OutputOf<'closing.calendar'>>> {
  const strays = await desk.straysOfAll();
  const days = await desk.db.call('closing.calendar', {
    branchKey,
    month,
    nowMs: desk.clock.nowMs(),
    strays,
  });
  if (!(await desk.countsBlind(branchKey))) return ok({ days });
  // A day that is not closed is about to be counted. Its net would tell a blind count what is expected, and so would the
  // difference of another day to it.
  return ok({
    days: days.map((day) => {
      const uncounted = day.state === 'open' || day.state === 'late';
      return { ...day, net: uncounted ? [] : day.net, weekBefore: [] };
    }),
  });
}
