/** The X: what the day comes to so far. It closes nothing. */
import type { InputOf, OutputOf } from '#shared/contract/index.ts';
import { closingError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { Desk } from './desk.ts';

export async function x(
  desk: Desk,
  { branchKey }: InputOf<'closing.x'>,
): Promise<Result<OutputOf<'closing.x'>, AppError>> {
  const { db, version: appVersion } = desk;
  const { by, atMs } = desk.who();
  const strays = await desk.straysOfAll();
  const found = await db.call('closing.x', { branchKey, nowMs: atMs, strays, appVersion });
  if (!found) return err(closingError('branch-not-found', { branchKey }));
  const begun = found.begun === null ? null : await db.call('closing.record', found.begun);
  if (begun?.counted !== 1 && (await desk.countsBlind(branchKey))) return err(closingError('blind-count'));
  return ok({ ...found.report, atMs, by, begun: found.begun });
}
