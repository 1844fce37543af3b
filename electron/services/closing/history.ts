/** Closes of the past: the list, newest first, and a month. */
import { z } from 'zod';
import type { InputOf, OutputOf, ParsedInputOf } from '#shared/contract/index.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { ok, type Result } from '#shared/errors/result.ts';
import { readCursor, writeCursor } from '../cursor.ts';
import type { Desk } from './desk.ts';

const cursorSchema = z.object({ date: z.string(), seq: z.number() });

/** Of this PC alone. */
export async function history(
  { db, clock }: Desk,
  { branchKey, cursor, limit }: Omit<ParsedInputOf<'closing.history'>, 'pc'>,
): Promise<Result<OutputOf<'closing.history'>, AppError>> {
  const after = readCursor(cursorSchema, cursor);
  if (!after.ok) return after;
  const asked = { branchKey, after: after.value, limit, nowMs: clock.nowMs() };
  const { rows, next } = await db.call('closing.history', asked);
  return ok({ rows, next: next && writeCursor(next) });
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
