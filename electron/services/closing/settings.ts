/** A branch's settings: time zone, cut-off, limits, who counts blind. */
import type { BranchSettings } from '#shared/contract/closing-day.ts';
import type { ParsedInputOf } from '#shared/contract/index.ts';
import { closingError, inputError, type AppError } from '#shared/errors/app-error.ts';
import { err, type Result } from '#shared/errors/result.ts';
import type { Money } from '#shared/money/money.ts';
import { isTimeZone } from '#shared/time/business-date.ts';
import type { Desk } from './desk.ts';

type Input = ParsedInputOf<'closing.settings.set'>;

const hasCurrencyTwice = (limits: readonly Money[]): boolean =>
  new Set(limits.map(({ currency }) => currency)).size < limits.length;

function problemOf({ timeZone, tolerance = [], largeDifference = [] }: Input['settings']): AppError | null {
  if (timeZone !== undefined && !isTimeZone(timeZone)) return closingError('time-zone-unknown', { timeZone });
  for (const [where, limits] of Object.entries({ tolerance, largeDifference }))
    if (hasCurrencyTwice(limits) || limits.some(({ minor }) => minor < 0n))
      return inputError('invalid', { where });
  return null;
}

export async function setSettings(
  desk: Desk,
  { branchKey, settings }: Input,
): Promise<Result<BranchSettings, AppError>> {
  const problem = problemOf(settings);
  if (problem) return err(problem);
  const given = Object.fromEntries(
    Object.entries(settings).filter(([, value]) => value !== undefined),
  ) as Partial<BranchSettings>;
  const after = await desk.db.call('closing.setSettings', { ...desk.who(), branchKey, settings: given });
  if (after.ok) desk.changed(null);
  return after;
}
